import { chromium, type Browser, type Locator, type Page } from '@playwright/test'
import { findChromium } from '../scripts/runtimes.ts'
import { Sandbox } from '../scripts/Sandbox.ts'
import { reportFrames, type FrameRow, type Pass } from './framesReport.ts'

/** Passes per game. The medians are reported, because other work on the machine costs frames too. */
const turns = 5
const throttle = 4
const automaticRounds = 10
/** Time between two clicks of a fast player. The cost of a click is measured in the first `afterPressMs` of it. */
const betweenPressesMs = 600
const afterPressMs = 300
const frameMs = 1000 / 60
/** A phone with a small resolution. */
const phone = { viewport: { width: 393, height: 852 }, deviceScaleFactor: 2, locale: 'pt-BR', hasTouch: true }

/**
 * Counts frames and clicks from now on, all by the page's clock. As text: this file runs in Node and has no DOM types.
 * The test does not query the page meanwhile, because that takes time on its throttled thread.
 */
const record = `(() => {
  const trace = { began: 0, frames: [], presses: [], longTasks: [], on: true }
  window.palpiteTrace = trace
  new PerformanceObserver((list) => trace.longTasks.push(...list.getEntries().map((entry) => entry.duration)))
    .observe({ type: 'longtask' })
  addEventListener('pointerdown', () => trace.presses.push(performance.now()), { capture: true, passive: true })
  let last = 0
  const step = (now) => {
    trace.frames.push(now - last)
    last = now
    if (trace.on) requestAnimationFrame(step)
  }
  requestAnimationFrame((now) => { trace.began = last = now; requestAnimationFrame(step) })
})()`
const read = `(() => { window.palpiteTrace.on = false; return window.palpiteTrace })()`

interface Trace {
  /** When the first frame was drawn, by the page's clock, in ms. */
  began: number
  /** From one frame to the next, in ms. */
  frames: number[]
  /** Time of the click by the page's clock, in ms. */
  presses: number[]
  longTasks: number[]
}

/** Measured with the games for comparison: one composited animation, and a button that does almost nothing. */
const plainPage = `data:text/html,<meta name="viewport" content="width=device-width"><style>@keyframes a{to{transform:translateX(200px)}}i{display:block;width:80px;height:80px;background:green;animation:a 1s infinite alternate}button{width:200px;height:60px}.on{background:gold}</style><i></i><button onclick="this.className=this.className?'':'on';this.textContent=performance.now()">Press</button>`

interface Game {
  played: string
  /** The elements to click, in order. After the last click the game plays by itself. */
  presses: (page: Page) => Locator[]
  /** The path whose responses count as rounds; without it the game is recorded for `playMs`. */
  roundPath?: string
  playMs?: number
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })
const automatic = (page: Page, ...choices: string[]) => [
  button(page, 'Automático'),
  ...choices.map((name) => button(page, name)),
  button(page, 'Turbo'),
  button(page, 'Apostar'),
]

const games: Record<string, Game> = {
  dice: {
    played: `${automaticRounds} automatic rounds, turbo`,
    presses: (page) => automatic(page),
    roundPath: '/dice/bet',
  },
  limbo: {
    played: `${automaticRounds} automatic rounds, turbo`,
    presses: (page) => automatic(page),
    roundPath: '/limbo/bet',
  },
  luckyColor: {
    played: `${automaticRounds} automatic rounds, turbo`,
    presses: (page) => [button(page, 'Verde'), ...automatic(page)],
    roundPath: '/luckyColor/bet',
  },
  mines: {
    played: `one round by hand, cashed out, then ${automaticRounds} automatic ones, turbo`,
    presses: (page) => [
      button(page, 'Apostar'),
      button(page, /^Casa 1(,|$)/),
      button(page, /^Sacar/),
      ...automatic(page, 'Casa 7'),
    ],
    roundPath: '/mines/betPlay',
  },
  rowDouble: {
    played: `${automaticRounds} automatic rounds of two rows, turbo`,
    presses: (page) => automatic(page, 'Linha 1, casa 1', 'Linha 2, casa 2'),
    roundPath: '/rowDouble/betPlay',
  },
  double: {
    played: 'one bet, the wheel from its start to its stop',
    presses: (page) => [button(page, 'Apostar')],
    playMs: 15_000,
  },
}

/** With these seeds the first round of mines has a gem under tile 1. */
const seeds = {
  serverSeed: '5ff5c610e633b2a91c46d1be1f74286b',
  clientSeed: '854581b6f52eaa86503f1dc6433655f9',
  nonce: 2,
}

interface Point {
  x: number
  y: number
}

/** Measures every original on a throttled phone; results in bench/results/frames.*. Returns the table. */
export async function benchFrames(serverUrl: string): Promise<string> {
  const executablePath = findChromium()
  const browser = await chromium.launch({
    ...(executablePath ? { executablePath } : {}),
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update'],
  })
  const sandbox = new Sandbox(serverUrl)
  const plain: FrameRow = {
    game: '(plain page)',
    played: 'one animation; five presses, then 5 s',
    passes: [],
  }
  try {
    const rows: (FrameRow & { play: Game; points: Point[] })[] = []
    for (const [game, play] of Object.entries(games)) {
      const points = await rehearse(browser, sandbox, game, play)
      rows.push({ game, played: play.played, passes: [], play, points })
    }
    for (let turn = 1; turn <= turns; turn++) {
      plain.passes.push(await tracePlain(browser))
      for (const row of rows)
        row.passes.push(await traceGame(browser, sandbox, row.game, row.play, row.points))
      const rates = rows.map(({ game, passes }) => `${game} ${passes.at(-1)?.fps.toFixed(1)}`)
      console.error(`frames, turn ${turn} of ${turns}: ${rates.join(', ')}`)
    }
    const how = `Chromium without GPU, 393x852 at 2x, CPU ${throttle} times slower; ms between requestAnimationFrame calls; ${turns} passes in turn, rates and lost frames are their medians`
    return reportFrames([plain, ...rows.map(({ game, played, passes }) => ({ game, played, passes }))], how)
  } finally {
    await browser.close()
  }
}

/** Plays a game once up to its last click to find the positions, so that measured passes need not query the page. */
async function rehearse(browser: Browser, sandbox: Sandbox, game: string, play: Game): Promise<Point[]> {
  const page = await (await browser.newContext(phone)).newPage()
  await enter(page, sandbox, game)
  const points: Point[] = []
  for (const target of play.presses(page)) {
    if (points.length > 0) {
      await tap(page, points.at(-1) as Point)
      await page.waitForTimeout(betweenPressesMs)
    }
    points.push(await middleOf(target))
  }
  await page.context().close()
  return points
}

async function traceGame(
  browser: Browser,
  sandbox: Sandbox,
  game: string,
  play: Game,
  points: readonly Point[],
): Promise<Pass> {
  const page = await slowPage(browser)
  await enter(page, sandbox, game)
  if (game === 'double') await sandbox.openDoubleRound(8_000)
  let rounds = 0
  const { roundPath } = play
  const played =
    roundPath === undefined
      ? page.waitForTimeout(play.playMs ?? 0)
      : page.waitForEvent('response', {
          predicate: (response) => response.url().endsWith(roundPath) && ++rounds === automaticRounds,
          timeout: 60_000,
        })
  const pass = await trace(page, points, async () => {
    await played
    // Time for the page to show the last response.
    await page.waitForTimeout(500)
  })
  await page.context().close()
  return pass
}

async function tracePlain(browser: Browser): Promise<Pass> {
  const page = await slowPage(browser)
  await page.goto(plainPage)
  const point = await middleOf(page.locator('button'))
  const pass = await trace(page, Array<Point>(5).fill(point), () => page.waitForTimeout(5_000))
  await page.context().close()
  return pass
}

async function trace(page: Page, points: readonly Point[], play: () => Promise<void>): Promise<Pass> {
  await page.evaluate(record)
  for (const point of points) {
    await page.waitForTimeout(betweenPressesMs)
    await tap(page, point)
  }
  await play()
  const { began, frames, presses, longTasks } = await page.evaluate<Trace>(read)
  if (presses.length !== points.length)
    throw new Error(`${presses.length} of ${points.length} presses arrived`)
  let at = began
  const drawn = frames.map((ms) => ({ at: (at += ms), ms }))
  const lastPress = presses.at(-1) ?? began
  const late = (ms: number) => Math.round(ms / frameMs) - 1
  return {
    fps: perSecond(frames),
    fpsOfPlay: perSecond(drawn.filter((frame) => frame.at > lastPress + afterPressMs).map(({ ms }) => ms)),
    lostPerPress:
      drawn
        .filter((frame) => presses.some((press) => frame.at > press && frame.at <= press + afterPressMs))
        .reduce((lost, { ms }) => lost + late(ms), 0) / presses.length,
    longTasks,
    frames: frames.map((ms) => Number(ms.toFixed(2))),
  }
}

async function slowPage(browser: Browser): Promise<Page> {
  const page = await (await browser.newContext(phone)).newPage()
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: throttle })
  return page
}

/** Opens the game's page with a new player, and waits until it is idle. */
async function enter(page: Page, sandbox: Sandbox, game: string): Promise<void> {
  const { username } = await sandbox.createUser({ balance: 1_000_000 })
  await sandbox.setSeeds(username, seeds)
  await page.goto(sandbox.serverUrl + (await sandbox.loginPath(username)))
  await page.getByRole('status', { name: 'Saldo' }).waitFor()
  await page.goto(`${sandbox.serverUrl}/${game}`, { waitUntil: 'networkidle' })
  await button(page, 'Apostar').waitFor()
}

async function middleOf(target: Locator): Promise<Point> {
  await target.waitFor()
  const box = await target.boundingBox()
  if (!box) throw new Error(`not on the screen: ${target}`)
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

function tap(page: Page, { x, y }: Point): Promise<void> {
  return page.touchscreen.tap(x, y)
}

function perSecond(frames: number[]): number {
  return (frames.length / frames.reduce((sum, ms) => sum + ms, 0)) * 1000
}
