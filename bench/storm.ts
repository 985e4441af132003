import type { Browser } from '@playwright/test'
import { Sandbox } from '../scripts/Sandbox.ts'
import { launchChromium, logIn, openPhone, serveHandwritten, slowDown } from './browsers.ts'
import { framesPerSecond, traceFrames, type FrameTrace } from './frameTrace.ts'
import { median, type Comparison } from './pairs.ts'
import type { Program } from './programs.ts'

const runs = 3
const watchMs = 10_000
/** More than a list has room for. */
const matches = 64
/** The board is sent twice a second. */
const lastPacketMs = 2_000

interface Watched extends FrameTrace {
  packetsPerSecond: number
}

/**
 * The board of /footballPage on a slow phone while 500 prices change 10,000 times a second in the server, against a
 * hand-written page whose 500 prices change as often as the board's.
 */
export async function benchStorm(server: Program): Promise<Comparison[]> {
  const browser = await launchChromium()
  const plain = await serveHandwritten('prices.html')
  const sandbox = new Sandbox(server.url)
  const ours: Watched[] = []
  const peer: FrameTrace[] = []
  try {
    for (let index = 0; index < matches; index++)
      await sandbox.scriptMatch({
        sport: 'football',
        league: 'Storm',
        home: `Home ${index}`,
        away: `Away ${index}`,
        startsInMs: -600_000,
        period: 2,
      })
    for (let run = 0; run < runs; run++) {
      ours.push(await watchBoard(browser, sandbox))
      peer.push(await watchPlain(browser, plain.url))
    }
    const wrong = await wrongPrices(browser, sandbox, () => process.kill(server.pid, 'SIGUSR2'))
    const worst = (traces: FrameTrace[]) => traces.map(({ longTasks }) => Math.max(0, ...longTasks))
    const common = { peerName: 'hand-written page' }
    const [ourRates, peerRates] = [ours.map(framesPerSecond), peer.map(framesPerSecond)]
    const packets = median(ours.map(({ packetsPerSecond }) => packetsPerSecond))
    return [
      {
        ...common,
        name: 'Odds storm: frames',
        unit: 'per second',
        goal: { valueAtLeast: 58 },
        ours: ourRates,
        peer: peerRates,
        ratio: median(ourRates) / median(peerRates),
        notes: [
          `Odds storm: ${packets.toFixed(1)} packets a second to a client (goal: at most 20); wrong prices after it: ${wrong} (goal: 0)`,
        ],
      },
      {
        ...common,
        name: 'Odds storm: longest task',
        unit: 'ms',
        goal: { valueAtMost: 50 },
        ours: worst(ours),
        peer: worst(peer),
        ratio: median(worst(ours)) / median(worst(peer)),
        notes: [
          `Odds storm, tasks over 50 ms: ours ${ours.map(({ longTasks }) => longTasks.length).join(', ')}, hand-written ${peer.map(({ longTasks }) => longTasks.length).join(', ')} in ${watchMs / 1000} s`,
        ],
      },
    ]
  } finally {
    await browser.close()
    plain.close()
  }
}

async function watchBoard(browser: Browser, sandbox: Sandbox): Promise<Watched> {
  const page = await openPhone(browser)
  await logIn(page, sandbox)
  let packets = 0
  page.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => {
      if (String(payload).includes('feed:matches')) packets++
    }),
  )
  await page.goto(`${sandbox.serverUrl}/footballPage`)
  await page.getByRole('article').first().waitFor()
  await slowDown(page)
  await page.waitForTimeout(lastPacketMs)
  const before = packets
  const trace = await traceFrames(page, () => page.waitForTimeout(watchMs))
  const packetsPerSecond = ((packets - before) / watchMs) * 1000
  if (packetsPerSecond === 0) throw new Error('the board is not sent')
  await page.context().close()
  return { ...trace, packetsPerSecond }
}

async function watchPlain(browser: Browser, url: string): Promise<FrameTrace> {
  const page = await openPhone(browser)
  await page.goto(url)
  await slowDown(page)
  const trace = await traceFrames(page, () => page.waitForTimeout(watchMs))
  await page.context().close()
  return trace
}

/** How many matches show other prices than the server has, after the storm. */
async function wrongPrices(browser: Browser, sandbox: Sandbox, endStorm: () => void): Promise<number> {
  const page = await openPhone(browser)
  await logIn(page, sandbox)
  await page.goto(`${sandbox.serverUrl}/footballPage`)
  await page.getByRole('article').first().waitFor()
  await page.waitForTimeout(lastPacketMs)
  endStorm()
  await page.waitForTimeout(lastPacketMs)
  const { token } = await sandbox.createUser({})
  const { matches: listed } = await sandbox
    .device(token)
    .get<{ matches: { home: string; away: string; markets: { options: { odds: number }[] }[] }[] }>(
      '/api/app/sports/matches?sport=football&when=live',
    )
  let wrong = 0
  let compared = 0
  for (const { home, away, markets } of listed.filter((each) => each.home.startsWith('Home '))) {
    const row = page.getByRole('article', { name: `${home} × ${away}`, exact: true })
    if ((await row.count()) === 0) continue
    compared++
    const names = await Promise.all(
      (await row.getByRole('button').all()).map(
        async (each) => (await each.getAttribute('aria-label')) ?? '',
      ),
    )
    const shown = names.flatMap((name) => /(\d+,\d\d)$/.exec(name)?.[1] ?? [])
    const expected = markets.flatMap(({ options }) =>
      options.map(({ odds }) => odds.toFixed(2).replace('.', ',')),
    )
    if (shown.length === 0 || !shown.every((odds) => expected.includes(odds))) wrong++
  }
  if (compared === 0) throw new Error('no match of the storm is shown')
  await page.context().close()
  return wrong
}
