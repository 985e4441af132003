import { randomUUID } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import { chromium, type Browser, type Locator, type Page } from '@playwright/test'
import { findChromium } from '../scripts/runtimes.ts'
import { quantile } from './statistics.ts'

/** One pass of a game being played, on a phone that is four times slower. */
interface Pass {
  /** A second, presses included. */
  fps: number
  /** A second from the last press on, while the game moves by itself. */
  fpsOfRounds: number
  /** Tasks of more than 50 ms, in ms. */
  longTasks: number[]
  /** In ms between one frame and the next. */
  frames: number[]
}

interface FrameRow {
  game: string
  played: string
  /** In the order in which they were played, each after the others' passes of the same turn. */
  passes: Pass[]
}

/** Enough for a median: other work of the machine costs frames as well. */
const turns = 3
const throttle = 4

/** Counts every frame from now on. As text: this file belongs to Node and knows no DOM. */
const record = `(() => {
  const trace = { frames: [], longTasks: [], pressed: 0, last: performance.now(), on: true }
  window.palpiteTrace = trace
  new PerformanceObserver((list) => trace.longTasks.push(...list.getEntries().map((entry) => entry.duration)))
    .observe({ type: 'longtask' })
  const step = (now) => {
    trace.frames.push(now - trace.last)
    trace.last = now
    if (trace.on) requestAnimationFrame(step)
  }
  requestAnimationFrame((now) => { trace.last = now; requestAnimationFrame(step) })
})()`
const read = `(() => { const { frames, longTasks, pressed } = window.palpiteTrace; window.palpiteTrace.on = false; return { frames, longTasks, pressed } })()`
/** From here on nothing is pressed any more. */
const lastPress = `window.palpiteTrace.pressed = window.palpiteTrace.frames.length`

/** What runs beside it for comparison: one composited animation on an otherwise empty page. */
const emptyPage = `data:text/html,<style>@keyframes a{to{transform:translateX(200px)}}i{display:block;width:80px;height:80px;background:green;animation:a 1s infinite alternate}</style><i></i>`

/*
 * All that is pressed and waited for while frames are counted is found by attribute or text. A search by role makes
 * out role and name of every element, on the page's own slow thread and again with every look at what is waited for.
 */

/** A finger costs the page its own events only: `click` would also look through it for what lies over the button. */
async function press(target: Locator): Promise<void> {
  await target.waitFor()
  const box = await target.boundingBox()
  if (!box) throw new Error(`not on the screen: ${target}`)
  await target.page().touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2)
}

const button = (page: Page, label: string) => page.locator(`button[aria-label="${label}"]`)
const action = (page: Page, text: string) => page.locator('button', { hasText: new RegExp(`^${text}`) })

async function automatic(page: Page, before?: () => Promise<void>): Promise<void> {
  await press(action(page, 'Automático'))
  await before?.()
  await press(button(page, 'Turbo'))
  await press(action(page, 'Apostar'))
  await page.evaluate(lastPress)
  await page
    .locator('[role="status"][aria-label="Jogo automático"]', { hasText: 'Parou' })
    .waitFor({ timeout: 60_000 })
}

const games: Record<string, { played: string; play: (page: Page) => Promise<void> }> = {
  dice: { played: '10 automatic rounds, turbo', play: (page) => automatic(page) },
  limbo: { played: '10 automatic rounds, turbo', play: (page) => automatic(page) },
  luckyColor: {
    played: '10 automatic rounds, turbo',
    play: async (page) => {
      await press(button(page, 'Verde'))
      await automatic(page)
    },
  },
  mines: {
    played: 'one round by hand, then 10 automatic ones, turbo',
    play: async (page) => {
      await press(action(page, 'Apostar'))
      await press(action(page, 'Ao acaso'))
      await page.locator('button[aria-label^="Casa "][aria-label*=", "]').first().waitFor()
      const cashOut = action(page, 'Sacar R')
      if (await cashOut.isVisible()) await press(cashOut)
      await action(page, 'Apostar').waitFor()
      await automatic(page, () => press(button(page, 'Casa 7')))
    },
  },
  rowDouble: {
    played: '10 automatic rounds of two rows, turbo',
    play: (page) =>
      automatic(page, async () => {
        await press(button(page, 'Linha 1, casa 1'))
        await press(button(page, 'Linha 2, casa 2'))
      }),
  },
  double: {
    played: 'one bet, the wheel from its start to its stop',
    play: async (page) => {
      // Until the wheel of the round before has stopped the button is disabled.
      await page.locator('button:enabled', { hasText: /^Apostar/ }).waitFor({ timeout: 30_000 })
      await press(action(page, 'Apostar'))
      await page.evaluate(lastPress)
      await page.getByText('Girando').waitFor({ timeout: 30_000 })
      await page.getByText(/^Resultado \d+$/).waitFor({ timeout: 30_000 })
    },
  },
}

async function slowPage(browser: Browser): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width: 393, height: 852 },
    deviceScaleFactor: 2,
    locale: 'pt-BR',
    hasTouch: true,
  })
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: throttle })
  return page
}

async function trace(page: Page, play: () => Promise<void>): Promise<Pass> {
  await page.evaluate(record)
  await play()
  const { frames, longTasks, pressed } = await page.evaluate<{
    frames: number[]
    longTasks: number[]
    pressed: number
  }>(read)
  return {
    fps: perSecond(frames),
    fpsOfRounds: perSecond(frames.slice(pressed)),
    longTasks,
    frames: frames.map((ms) => Number(ms.toFixed(2))),
  }
}

function perSecond(frames: number[]): number {
  return (frames.length / frames.reduce((sum, ms) => sum + ms, 0)) * 1000
}

/** Every original on a throttled phone; results in bench/results/frames.*. Answers the table. */
export async function benchFrames(serverUrl: string): Promise<string> {
  const executablePath = findChromium()
  const browser = await chromium.launch({
    ...(executablePath ? { executablePath } : {}),
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update'],
  })
  const empty: FrameRow = { game: '(empty page)', played: 'one animation, 5 s', passes: [] }
  const rows = Object.entries(games).map(([game, { played, play }]) => ({
    play,
    row: { game, played, passes: [] } as FrameRow,
  }))
  try {
    for (let turn = 1; turn <= turns; turn++) {
      empty.passes.push(await traceEmpty(browser))
      for (const { play, row } of rows) row.passes.push(await traceGame(browser, serverUrl, row.game, play))
      const rates = rows.map(({ row }) => `${row.game} ${row.passes.at(-1)?.fps.toFixed(1)}`)
      console.error(`frames, turn ${turn} of ${turns}: ${rates.join(', ')}`)
    }
  } finally {
    await browser.close()
  }
  return reportFrames([empty, ...rows.map(({ row }) => row)])
}

async function traceEmpty(browser: Browser): Promise<Pass> {
  const page = await slowPage(browser)
  await page.goto(emptyPage)
  const pass = await trace(page, () => page.waitForTimeout(5_000))
  await page.context().close()
  return pass
}

async function traceGame(
  browser: Browser,
  serverUrl: string,
  game: string,
  play: (page: Page) => Promise<void>,
): Promise<Pass> {
  const page = await slowPage(browser)
  await page.goto(serverUrl + (await loginPath(serverUrl)))
  await page.getByRole('status', { name: 'Saldo' }).waitFor()
  await page.goto(`${serverUrl}/${game}`, { waitUntil: 'networkidle' })
  // The first search brings the searching script into the page: that is not play either.
  await page.locator('button').first().waitFor()
  const pass = await trace(page, () => play(page))
  await page.context().close()
  return pass
}

async function loginPath(serverUrl: string): Promise<string> {
  const username = `bench-${randomUUID()}@example.com`
  await sandbox(serverUrl, 'users', { username, password: 'Segura-123', balance: 1_000_000, kyc: 1 })
  const { token } = await sandbox<{ token: string }>(serverUrl, 'links', { username })
  return `/zgo${token}`
}

async function sandbox<Data>(serverUrl: string, path: string, body: object): Promise<Data> {
  const answer = await fetch(`${serverUrl}/sandbox/api/${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
  return ((await answer.json()) as { data: Data }).data
}

function median(values: readonly number[]): number {
  return quantile(
    [...values].sort((a, b) => a - b),
    0.5,
  )
}

function reportFrames(rows: FrameRow[]): string {
  const table = [
    '| game | played | frames a second | of these, after the last press | median | 95 % | worst | tasks over 50 ms |',
    '| --- | --- | --- | --- | --- | --- | --- | --- |',
    ...rows.map(({ game, played, passes }) => {
      const ms = (value: number) => `${value.toFixed(1)} ms`
      const frames = passes.flatMap((pass) => pass.frames).sort((a, b) => a - b)
      const long = passes.flatMap(({ longTasks }) => longTasks)
      return `| ${[
        game,
        played,
        median(passes.map(({ fps }) => fps)).toFixed(1),
        median(passes.map(({ fpsOfRounds }) => fpsOfRounds)).toFixed(1),
        ms(quantile(frames, 0.5)),
        ms(quantile(frames, 0.95)),
        ms(frames.at(-1) ?? NaN),
        long.length ? `${long.length}, at most ${ms(Math.max(...long))}` : 'none',
      ].join(' | ')} |`
    }),
  ].join('\n')
  mkdirSync('bench/results', { recursive: true })
  const about = {
    at: new Date().toISOString(),
    // How busy the machine was beside it: the empty page tells what that costs.
    load: loadavg().map((value) => Number(value.toFixed(2))),
    how: `Chromium without GPU, 393x852 at 2x, CPU ${throttle} times slower; ms between requestAnimationFrame calls; ${turns} passes in turn, the rates are their medians`,
    rows,
  }
  writeFileSync('bench/results/frames.json', `${JSON.stringify(about)}\n`)
  writeFileSync(
    'bench/results/frames.md',
    `${about.how}.\nLoad average of the machine: ${about.load.join(', ')}.\n\n${table}\n`,
  )
  writeFileSync('bench/results/frames.svg', plotFrames(rows))
  return table
}

/** Every frame of the last pass as a bar; 16.7 ms and 33.3 ms as lines. */
function plotFrames(rows: FrameRow[]): string {
  const [width, height] = [900, 90]
  const y = (ms: number) => 60 - Math.min(ms, 100) * 0.5
  const parts = rows.map(({ game, passes }, index) => {
    const { frames, fps } = passes.at(-1) ?? { frames: [], fps: NaN }
    const step = (width - 140) / Math.max(1, frames.length)
    const bars = frames.map((ms, i) => {
      const x = 130 + i * step
      return `M${x.toFixed(1)} 60V${y(ms).toFixed(1)}`
    })
    const line = (ms: number) => `<path d="M130 ${y(ms)}H${width - 10}" stroke="#f2a51d" stroke-width=".5"/>`
    return `<g transform="translate(0 ${20 + index * height})"><text x="10" y="40">${game}</text><text x="10" y="56" fill="#666">${fps.toFixed(1)} fps</text><path d="${bars.join('')}" stroke="#19a05f" stroke-width="${Math.max(0.4, step * 0.7).toFixed(2)}"/>${line(16.7)}${line(33.3)}</g>`
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${30 + rows.length * height}" font-family="sans-serif" font-size="13"><rect width="100%" height="100%" fill="#fff"/>${parts.join('')}</svg>\n`
}
