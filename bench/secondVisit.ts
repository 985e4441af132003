import { setTimeout as pause } from 'node:timers/promises'
import type { Browser, Page } from '@playwright/test'
import { launchChromium, openPhone, slowDown } from './browsers.ts'
import { median, type Comparison } from './pairs.ts'

const runs = 5
const paths = ['/home', '/vip']
/** What a first visit keeps for the next one is there by then, in ms. */
const keepMs = 20_000

/** As text: this file runs in Node and has no DOM types. */
const largestPaint = `new Promise((resolve) => {
  new PerformanceObserver((list) => resolve(list.getEntries().at(-1)?.startTime ?? NaN))
    .observe({ type: 'largest-contentful-paint', buffered: true })
})`
const isKept = `(async () => navigator.serviceWorker.controller !== null &&
  (await caches.match('/index.html')) !== undefined)()`

/** The largest paint of a visitor's second visit against that of the first, on a slow phone. */
export async function benchSecondVisit(serverUrl: string): Promise<Comparison[]> {
  const browser = await launchChromium()
  try {
    const rows: Comparison[] = []
    for (const path of paths) {
      const visits: [first: number, second: number][] = []
      for (let run = 0; run < runs; run++) visits.push(await visitTwice(browser, serverUrl + path))
      const [peer, ours] = [visits.map(([first]) => first), visits.map(([, second]) => second)]
      rows.push({
        name: `Second visit of ${path} (LCP)`,
        unit: 'ms',
        goal: { atMost: 0.5 },
        ours,
        peer,
        peerName: 'the first visit',
        ratio: median(visits.map(([first, second]) => second / first)),
      })
    }
    return rows
  } finally {
    await browser.close()
  }
}

/** Each time in a browser profile of its own: nothing is there at the first visit. */
async function visitTwice(browser: Browser, url: string): Promise<[first: number, second: number]> {
  const page = await openPhone(browser)
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 150,
    downloadThroughput: (1.6 * 1024 * 1024) / 8,
    uploadThroughput: (750 * 1024) / 8,
  })
  await slowDown(page)
  const visit = async () => {
    await page.goto(url, { waitUntil: 'load' })
    await page.waitForTimeout(2_500)
    return page.evaluate<number>(largestPaint)
  }
  const first = await visit()
  await untilKept(page)
  await page.goto('about:blank')
  const second = await visit()
  await page.context().close()
  return [first, second]
}

async function untilKept(page: Page): Promise<void> {
  for (const began = performance.now(); performance.now() - began < keepMs; await pause(250))
    if (await page.evaluate<boolean>(isKept)) return
  throw new Error('the first visit has kept nothing')
}
