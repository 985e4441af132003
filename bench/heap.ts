import type { Browser, Page } from '@playwright/test'
import { pagePaths, type PageName } from '../src/contract/pages.ts'
import { Sandbox } from '../scripts/Sandbox.ts'
import { launchChromium, logIn, openPhone, serveHandwritten } from './browsers.ts'
import type { Comparison } from './pairs.ts'

const cycles = 500
const rounds = 20
/**
 * Before the growth is measured. The engine compiles and optimises for so long: after 2, 8, 14, 22 and 30 rounds there were
 * 9.4, 10.6, 11.4, 11.6 and 11.7 MB.
 */
const warmUp = { cycles: 100, rounds: 12 }
/** Without a request for so long, in ms, the page has all that its presses have requested. */
const quietMs = 3_000
const mib = 1024 * 1024
/** Payment pages and one-time links leave the client; /play has a game's own page in a frame. */
const skipped: readonly PageName[] = [
  'paySuccess',
  'link',
  'play',
  'terminalLogin',
  'voucher',
  'sharedTicket',
]
/** For the value that a path ends with. */
const value = '1'

/** As text: these run in the page. A press, then the next one as soon as the page has answered it. */
const cycleOverlays = (times: number) => `(async () => {
  const frame = () => new Promise((done) => requestAnimationFrame(done))
  const until = async (find) => {
    for (const began = performance.now(); performance.now() - began < 30_000; ) {
      const found = find()
      if (found) return found
      await frame()
    }
    throw new Error('not found: ' + find)
  }
  const button = (name, inside = document) =>
    [...inside.querySelectorAll('button')].find((each) => (each.getAttribute('aria-label') ?? each.textContent.trim()) === name)
  const dialog = () => document.querySelector('[role=dialog], dialog[open]')
  for (let cycle = 0; cycle < ${times}; cycle++) {
    const name = OPENERS[cycle % OPENERS.length]
    ;(await until(() => button(name))).click()
    const opened = await until(dialog)
    await until(() => button(CLOSER, opened))
    // A prompt may have opened over it.
    await until(() => {
      const open = dialog()
      if (open) button(CLOSER, open)?.click()
      return !open
    })
  }
})()`
const script = (times: number, openers: string[], closer: string) =>
  cycleOverlays(times)
    .replaceAll('OPENERS', JSON.stringify(openers))
    .replaceAll('CLOSER', JSON.stringify(closer))
const visitRoutes = (paths: string[], times: number) => `(async () => {
  for (let round = 0; round < ${times}; round++) {
    for (const path of ${JSON.stringify(paths)}) {
      history.pushState(null, '', path)
      dispatchEvent(new PopStateEvent('popstate', { state: null }))
      await new Promise((done) => setTimeout(done, 120))
    }
  }
  history.pushState(null, '', '/home')
  dispatchEvent(new PopStateEvent('popstate', { state: null }))
  await new Promise((done) => setTimeout(done, 1000))
})()`

interface Heap {
  /** After 500 overlays and every route 20 times, in MB. */
  end: number
  /** Since the engine has warmed up, in MB. */
  growth: number
}

/** The page's memory after long use, against the hand-written page's. */
export async function benchHeap(serverUrl: string): Promise<Comparison[]> {
  const browser = await launchChromium()
  const plain = await serveHandwritten('presses.html')
  try {
    const ours = await measureOurs(browser, new Sandbox(serverUrl))
    const peer = await measurePlain(browser, plain.url)
    const row = (name: string, most: number, figure: (heap: Heap) => number): Comparison => ({
      name,
      unit: 'MB',
      goal: { valueAtMost: most },
      ours: [figure(ours)],
      peer: [figure(peer)],
      peerName: 'hand-written page',
      ratio: figure(ours) / figure(peer),
    })
    return [
      row(`Heap after ${cycles} overlays and every route ${rounds} times`, 20, ({ end }) => end),
      row('Growth of the heap meanwhile', 1, ({ growth }) => growth),
    ]
  } finally {
    await browser.close()
    plain.close()
  }
}

async function measureOurs(browser: Browser, sandbox: Sandbox): Promise<Heap> {
  const page = await openPhone(browser)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await logIn(page, sandbox)
  await page.goto(`${sandbox.serverUrl}/home`, { waitUntil: 'networkidle' })
  const paths = (Object.entries(pagePaths) as [PageName, string][])
    .filter(([name]) => !skipped.includes(name))
    .map(([, path]) => path.replace('{}', value))
  const overlays = (times: number) =>
    script(times, ['Abrir menu', 'Abrir menu da conta', 'Depositar'], 'Fechar')
  let lastRequest = performance.now()
  page.on('request', () => (lastRequest = performance.now()))
  const use = async (cyclesNow: number, roundsNow: number) => {
    await page.evaluate(visitRoutes(paths, roundsNow))
    await page.getByRole('button', { name: 'Abrir menu', exact: true }).waitFor()
    await page.evaluate(overlays(cyclesNow))
    // Calls are sent one at a time: after such quick presses hundreds wait, and keep what they are for.
    while (performance.now() - lastRequest < quietMs) await page.waitForTimeout(100)
  }
  await use(warmUp.cycles, warmUp.rounds)
  const before = await heapOf(page)
  await use(cycles, rounds)
  const end = await heapOf(page)
  await page.context().close()
  return { end, growth: end - before }
}

async function measurePlain(browser: Browser, url: string): Promise<Heap> {
  const page = await openPhone(browser)
  await page.goto(url)
  const overlays = (times: number) => script(times, ['menu', 'account menu', 'deposit sheet'], 'close')
  await page.evaluate(overlays(warmUp.cycles))
  const before = await heapOf(page)
  await page.evaluate(overlays(cycles))
  const end = await heapOf(page)
  await page.context().close()
  return { end, growth: Math.max(0.01, end - before) }
}

/** What the page's scripts use after a garbage collection, in MB. */
async function heapOf(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page)
  // Weak references are emptied by the second one.
  for (let turn = 0; turn < 3; turn++) await session.send('HeapProfiler.collectGarbage')
  const { usedSize } = await session.send('Runtime.getHeapUsage')
  await session.detach()
  return usedSize / mib
}
