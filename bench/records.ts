import type { Browser, Page } from '@playwright/test'
import { Sandbox } from '../scripts/Sandbox.ts'
import { launchChromium, openPhone, serveHandwritten, slowDown, throttle } from './browsers.ts'
import { traceFrames } from './frameTrace.ts'
import { median, type Comparison } from './pairs.ts'
import { quantile } from './statistics.ts'

const records = 10_000
const runs = 3
/** Of one player at a time. */
const parallel = 2

/** As text: it runs in the page. Scrolls to the end as long as the list grows. */
const loadAll = `(async () => {
  const end = () => document.documentElement.scrollHeight
  for (let still = 0, height = 0; still < 120; still = end() === height ? still + 1 : 0) {
    height = end()
    scrollTo(0, height)
    await new Promise((done) => setTimeout(done, 50))
  }
})()`
/** Scrolls up by a fast swipe's speed for 6 s; returns the most rows that were in the page at once. */
const scrollUp = `new Promise((resolve) => {
  const began = performance.now()
  let most = 0
  const step = (now) => {
    scrollBy(0, -90)
    most = Math.max(most, document.querySelectorAll('ul li').length)
    if (now - began < 6000) requestAnimationFrame(step)
    else resolve(most)
  }
  requestAnimationFrame(step)
})`

interface Scrolled {
  rows: number
  /** 95th percentile from one frame to the next, in ms. */
  p95: number
}

/** The list of a player with 10,000 rounds, scrolled on a slow phone, against a hand-written list that draws what is seen. */
export async function benchRecords(serverUrl: string): Promise<Comparison[]> {
  const browser = await launchChromium()
  const plain = await serveHandwritten('rows.html')
  const sandbox = new Sandbox(serverUrl)
  try {
    const { username, token } = await sandbox.createUser({ balance: 1_000_000 })
    await playRounds(sandbox, token)
    const ours: Scrolled[] = []
    const peer: Scrolled[] = []
    for (let run = 0; run < runs; run++) {
      ours.push(
        await scrolled(browser, async (page) => {
          await page.goto(serverUrl + (await sandbox.loginPath(username)))
          await page.getByRole('status', { name: 'Saldo' }).waitFor()
          await page.goto(`${serverUrl}/registros?tab=rounds`)
          await page.getByRole('list', { name: 'Registros' }).waitFor()
          await page.evaluate(loadAll)
          const size = await page
            .getByRole('list', { name: 'Registros' })
            .locator('li')
            .last()
            .getAttribute('aria-setsize')
          if (Number(size) < records) throw new Error(`${size} of ${records} records loaded`)
        }),
      )
      peer.push(
        await scrolled(browser, async (page) => {
          await page.goto(plain.url)
          await page.evaluate('scrollTo(0, document.documentElement.scrollHeight)')
        }),
      )
    }
    const row = (figure: (scroll: Scrolled) => number) => {
      const values = { ours: ours.map(figure), peer: peer.map(figure) }
      return { ...values, peerName: 'hand-written list', ratio: median(values.ours) / median(values.peer) }
    }
    return [
      {
        name: '10,000 records: rows in the page',
        unit: 'rows',
        goal: { valueAtMost: 60 },
        ...row(({ rows }) => rows),
      },
      {
        name: `10,000 records: a frame (95th percentile), ${throttle}x throttle`,
        unit: 'ms',
        goal: { valueAtMost: 17 },
        ...row(({ p95 }) => p95),
      },
    ]
  } finally {
    await browser.close()
    plain.close()
  }
}

async function playRounds(sandbox: Sandbox, token: string): Promise<void> {
  const device = sandbox.device(token)
  let left = records
  const play = async () => {
    while (left-- > 0)
      await device.post('/api/app/game/dice/bet', { amount: 1, direction: 'over', chance: 50 })
  }
  await Promise.all(Array.from({ length: parallel }, play))
}

async function scrolled(browser: Browser, open: (page: Page) => Promise<void>): Promise<Scrolled> {
  const page = await openPhone(browser)
  await open(page)
  await slowDown(page)
  let rows = 0
  const { frames } = await traceFrames(page, async () => {
    rows = await page.evaluate<number>(scrollUp)
  })
  await page.context().close()
  return {
    rows,
    p95: quantile(
      frames.sort((a, b) => a - b),
      0.95,
    ),
  }
}
