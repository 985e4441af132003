import { setTimeout as delay } from 'node:timers/promises'
import type { Browser, CDPSession, Locator, Page } from '@playwright/test'
import { Sandbox } from '../scripts/Sandbox.ts'
import { launchChromium, logIn, openPhone, serveHandwritten, slowDown, throttle } from './browsers.ts'
import { median, type Comparison } from './pairs.ts'
import { quantile } from './statistics.ts'

const runs = 5
/** How long a finger touches the glass, in ms: a quick tap. */
const touchMs = 70
/** Runs of taps that end as soon as they begin, as only a program taps. */
const instantRuns = 2
/** What a press starts has ended after this long, in ms. */
const settleMs = 900
/** Shorter interactions are not reported by the browser. */
const leastMs = 16

/** As text: this file runs in Node and has no DOM types. */
const record = `(() => {
  window.palpitePresses = []
  new PerformanceObserver((list) => {
    for (const { interactionId, duration } of list.getEntries())
      if (interactionId > 0) window.palpitePresses.push(duration)
  }).observe({ type: 'event', durationThreshold: ${leastMs} })
})()`

interface Press {
  name: string
  target: (page: Page) => Locator
}

const button = (page: Page | Locator, name: string | RegExp) =>
  page.getByRole('button', { name, exact: true }).first()
const dialog = (page: Page) => page.getByRole('dialog').last()
const closeDialog: Press = { name: 'close', target: (page) => button(dialog(page), 'Fechar') }

/** By address, in the order of the presses. The first press of each kind loads what it shows. */
const ours: Record<string, Press[]> = {
  '/home': [
    { name: 'menu', target: (page) => button(page, 'Abrir menu') },
    closeDialog,
    { name: 'account menu', target: (page) => button(page, 'Abrir menu da conta') },
    closeDialog,
    { name: 'deposit sheet', target: (page) => button(page, 'Depositar') },
    { name: 'package', target: (page) => dialog(page).getByRole('radio').nth(1) },
    { name: 'sheet tab', target: (page) => dialog(page).getByRole('tab', { name: 'Retirar' }) },
    closeDialog,
    { name: 'deposit sheet again', target: (page) => button(page, 'Depositar') },
    closeDialog,
    { name: 'category', target: (page) => page.getByRole('tab', { name: 'Slots' }) },
    { name: 'category again', target: (page) => page.getByRole('tab', { name: 'Originais' }) },
    {
      name: 'page',
      target: (page) => page.getByRole('navigation').last().getByRole('link', { name: 'Esportes' }),
    },
  ],
  '/footballPage': [
    { name: 'tab', target: (page) => page.getByRole('tab', { name: 'Próximas' }) },
    { name: 'sport', target: (page) => button(page, /^Basquete/) },
    { name: 'sport again', target: (page) => button(page, /^Futebol(,|$)/) },
    {
      name: 'price',
      target: (page) =>
        page
          .getByRole('article')
          .nth(0)
          .getByRole('button', { name: /,\d\d$/ })
          .nth(0),
    },
    {
      name: 'price again',
      target: (page) =>
        page
          .getByRole('article')
          .nth(1)
          .getByRole('button', { name: /,\d\d$/ })
          .nth(0),
    },
    { name: 'slip', target: (page) => button(page, /^Bilhete/) },
    { name: 'bet', target: (page) => button(page.getByRole('region', { name: 'Bilhete' }), 'Apostar') },
  ],
  '/mines': [
    { name: 'stake', target: (page) => button(page, 'Apostar') },
    { name: 'tile', target: (page) => button(page, /^Casa 1(,|$)/) },
    { name: 'cash out', target: (page) => button(page, /^Sacar/) },
  ],
}

/** The same kinds of presses on the hand-written page. */
const peer: Press[] = [
  'menu',
  'close',
  'account menu',
  'close',
  'deposit sheet',
  'package',
  'sheet tab',
  'close',
  'category',
  'tab',
  'sport',
  'price',
  'slip',
  'bet',
  'close',
  'page',
  'tile',
].map((name) => ({ name, target: (page) => page.getByRole('button', { name, exact: true }).first() }))

/** With these seeds the first round of mines has a gem under tile 1. */
const seeds = {
  serverSeed: '5ff5c610e633b2a91c46d1be1f74286b',
  clientSeed: '854581b6f52eaa86503f1dc6433655f9',
  nonce: 2,
}

interface Pressed {
  name: string
  ms: number
}

/**
 * Interaction to next paint on a slow phone, press by press, against the same presses on a hand-written page. A finger
 * stays on the glass for a moment, in which the pressed button is drawn; taps without that moment are measured, too.
 */
export async function benchPresses(serverUrl: string): Promise<Comparison> {
  const browser = await launchChromium()
  const plain = await serveHandwritten('presses.html')
  const sandbox = new Sandbox(serverUrl)
  const taken: { ours: Pressed[][]; peer: Pressed[][] } = { ours: [], peer: [] }
  const instant: Pressed[][] = []
  try {
    for (let run = 0; run < runs; run++) {
      taken.ours.push(await pressOurs(browser, sandbox, touchMs))
      taken.peer.push(await pressPlain(browser, plain.url))
    }
    for (let run = 0; run < instantRuns; run++) instant.push(await pressOurs(browser, sandbox, 0))
  } finally {
    await browser.close()
    plain.close()
  }
  const all = (list: Pressed[][]) =>
    list
      .flat()
      .map(({ ms }) => ms)
      .sort((a, b) => a - b)
  const p98 = (list: Pressed[][]) => list.map((run) => quantile(all([run]), 0.98))
  const [ourTimes, peerTimes] = [p98(taken.ours), p98(taken.peer)]
  const figures = (list: Pressed[][]) =>
    `median ${median(all(list)).toFixed(0)} ms, 98th percentile ${quantile(all(list), 0.98).toFixed(0)} ms of ${all(list).length}`
  return {
    name: 'A press to the next paint (98th percentile)',
    unit: 'ms',
    goal: { valueAtMost: 100 },
    ours: ourTimes,
    peer: peerTimes,
    peerName: 'hand-written page',
    ratio: median(ourTimes) / median(peerTimes),
    notes: [
      `Presses at ${throttle}x throttle, the finger ${touchMs} ms on the glass: ours ${figures(taken.ours)}; hand-written ${figures(taken.peer)}; ours with taps of 0 ms ${figures(instant)}`,
      `Medians of ${runs} runs: ${byName(taken.ours)}`,
    ],
  }
}

async function pressOurs(browser: Browser, sandbox: Sandbox, touch: number): Promise<Pressed[]> {
  const page = await openPhone(browser)
  const username = await logIn(page, sandbox)
  await sandbox.setSeeds(username, seeds)
  const pressed: Pressed[] = []
  for (const [path, presses] of Object.entries(ours)) {
    await slowDown(page, 1)
    await page.goto(sandbox.serverUrl + path, { waitUntil: 'networkidle' })
    pressed.push(...(await press(page, presses, touch)))
  }
  await page.context().close()
  return pressed
}

async function pressPlain(browser: Browser, url: string): Promise<Pressed[]> {
  const page = await openPhone(browser)
  await page.goto(url)
  const pressed = await press(page, peer, touchMs)
  await page.context().close()
  return pressed
}

async function press(page: Page, presses: readonly Press[], touch: number): Promise<Pressed[]> {
  const session = await page.context().newCDPSession(page)
  await page.evaluate(record)
  await slowDown(page)
  await page.waitForTimeout(settleMs)
  const pressed: Pressed[] = []
  for (const { name, target } of presses) {
    await target(page).scrollIntoViewIfNeeded()
    await page.evaluate('window.palpitePresses.length = 0')
    await tap(session, target(page), touch)
    await page.waitForTimeout(settleMs)
    const times = await page.evaluate<number[]>('window.palpitePresses')
    pressed.push({ name, ms: Math.max(leastMs, ...times) })
  }
  return pressed
}

/** A tap as the browser gets it from the glass, in the middle of the target. */
async function tap(session: CDPSession, target: Locator, touch: number): Promise<void> {
  // Until it is at rest and nothing covers it.
  await target.tap({ trial: true })
  const box = await target.boundingBox()
  if (!box) throw new Error('the target of a press is not in the page')
  const point = { x: box.x + box.width / 2, y: box.y + box.height / 2 }
  await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [point] })
  if (touch > 0) await delay(touch)
  await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
}

function byName(taken: Pressed[][]): string {
  const names = [...new Set(taken.flat().map(({ name }) => name))]
  return names
    .map((name) => {
      const times = taken.flat().flatMap((each) => (each.name === name ? each.ms : []))
      return `${name} ${median(times).toFixed(0)}`
    })
    .join(', ')
}
