/**
 * `npm run soak [-- --minutes N | --customers N [--every N]]`: customers of the packed kiosk, one after another. Each logs
 * in, walks through pages, plays, and logs out or walks away; after each, or after every Nth, processes are killed or stop
 * or the network is cut, and at the end the power. Fails when memory, processes or open files grow by more than 10 %, when
 * anything of a customer is left, and when home is not usable again within 10 s. Prints the report and keeps it in
 * bench/results/soak.md. Uses `release/qa` or KIOSK_PACKAGE.
 */
import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { cpSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { isDeepStrictEqual, parseArgs } from 'node:util'
import { _electron, type Page } from '@playwright/test'
import { PNG } from 'pngjs'
import { Sandbox } from '../../scripts/Sandbox.ts'
import { cuttableNetwork } from '../e2e/cuttableNetwork.ts'
import { Menus } from '../e2e/page-models/menus.ts'
import { MinesPage } from '../e2e/page-models/mines-page.ts'
import { SportsPage } from '../e2e/page-models/sports-page.ts'
import { startServerProcess } from '../server/helpers/serverProcess.ts'
import { strike } from './harness/attacks.ts'
import { Customer, phone } from './harness/Customer.ts'
import { Desktop } from './harness/Desktop.ts'
import { startDisplay } from '../../scripts/machine/virtualDisplay.ts'
import { Hand } from './harness/Hand.ts'
import { logIn } from './harness/logIn.ts'
import { readMemory } from '../../scripts/machine/memory.ts'
import { descendantsOf } from '../../scripts/machine/processes.ts'
import { SoakReport, limitMs, type Fault } from './harness/SoakReport.ts'
import { findOnDisk, findTraces, noTraces } from './harness/traces.ts'
import { startWindowManager } from './harness/windowManager.ts'
import { homeLink } from './harness/homeLink.ts'

/** How long it is waited for a recovery that failed, so that the report shows it and the soak goes on. */
const patienceMs = 30_000
const startMs = 120_000
const cutMs = 3_000
/** What a customer leaves is deleted at once; the search is repeated until then. */
const forgetMs = 5_000
/** The page of the next customer has loaded everything. */
const settleMs = 2_000
const idle = { idleSeconds: 7, idleAnswerSeconds: 3 }
/** Pictures of what went wrong, and the terminal's log. */
const pictures = 'artifacts/soak'

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    customers: { type: 'string' },
    every: { type: 'string', default: '1' },
  },
})
const most = values.customers === undefined ? Infinity : numberOf('customers', values.customers)
const minutes = values.customers === undefined ? numberOf('minutes', values.minutes) : Infinity
const every = numberOf('every', values.every)
const program = resolve(process.env['KIOSK_PACKAGE'] ?? 'release/qa/linux-unpacked/palpite')

const folder = await mkdtemp(join(tmpdir(), 'palpite-soak-'))
const data = join(folder, 'kiosk')
mkdirSync(data)
const server = await startServerProcess({ DATA_DIR: join(folder, 'server'), SANDBOX: '1' })
if (!server.url) throw new Error(`the server did not start: ${server.stderr()}`)
const sandbox = new Sandbox(server.url)
const network = await cuttableNetwork(server.url)
const config = { kiosk: true, scale: 1, serverUrl: network.url, ...idle }
writeFileSync(join(data, 'config.json'), JSON.stringify(config))

const display = await startDisplay(phone)
const manager = await startWindowManager(display.name)
const desktop = await Desktop.open(display.name)
const hand = new Hand(desktop)
const guest = new Customer(desktop)
const env = { ...(process.env as Record<string, string>), DISPLAY: display.name, PALPITE_USER_DATA: data }
const app = await _electron.launch({ executablePath: program, args: ['--no-sandbox'], env })
const main = app.process().pid ?? 0
const report = new SoakReport()
/** Begins what each customer leaves: what is found of one is found of all. */
const marker = `q${randomUUID().slice(0, 8)}`

/** What happens to the terminal, in turn. A page that died is lost to Playwright: the next customer's is another. */
const faults: readonly { name: Fault; losesPage: boolean; cause: () => Promise<number> }[] = [
  ...(['network', 'GPU', 'storage', 'page', 'all of Chromium'] as const).flatMap((target) =>
    (['SIGKILL', 'SIGSTOP'] as const).map((blow) => ({
      name: `${target} ${blow === 'SIGKILL' ? 'killed' : 'stopped'}` as const,
      losesPage: target !== 'network' && target !== 'GPU',
      cause: () => Promise.resolve(strike(main, target, blow)),
    })),
  ),
  {
    name: 'network cut',
    losesPage: false,
    cause: async () => {
      network.cut()
      await sleep(cutMs)
      network.restore()
      return 1
    },
  },
]

try {
  let page = await app.firstWindow()
  await guest.learn(startMs)
  const end = performance.now() + minutes * 60_000
  for (let number = 0; number < most && performance.now() < end; number++) {
    try {
      page = await serve(page, number)
    } catch (error) {
      await keepFailure(`customer ${number + 1}`, error)
      page = await abandoned()
    }
  }
  await cutPower(page)
} catch (error) {
  await keepFailure('the end', error)
} finally {
  await app.close()
  cpSync(join(data, 'logs'), join(pictures, 'logs'), { recursive: true })
  desktop.close()
  manager.stop()
  await display.stop()
  await network.close()
  server.child.kill()
  await server.ended
  await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
}
console.log(report.write())
if (!report.isOk) process.exitCode = 1

/** One customer, from the login to the next customer's page, which is returned. */
async function serve(page: Page, number: number): Promise<Page> {
  const walksAway = number % 4 === 3
  await visit(page, number)
  let replaced = app.waitForEvent('window', { timeout: startMs })
  if (walksAway) page = await replaced
  else {
    await hand.click(page.getByRole('button', { name: 'Abrir menu da conta' }))
    await hand.click(new Menus(page).entry('Sair'))
    page = await replaced
  }
  await homeLink(page).waitFor()
  report.left(walksAway ? 'by idling' : 'by logout')
  await searchTraces()
  await sleep(settleMs)
  const processes = descendantsOf(main)
  report.usage({
    ...readMemory(main),
    processes: processes.length,
    files: readdirSync(`/proc/${main}/fd`).length,
  })

  if ((number + 1) % every !== 0) return page
  const fault = faults[Math.floor(number / every) % faults.length]
  if (!fault || (await fault.cause()) === 0) return page
  replaced = app.waitForEvent('window', { timeout: startMs })
  await measureRecovery(fault.name)
  if (!fault.losesPage) {
    replaced.catch(() => undefined)
    return page
  }
  // Whoever pressed the buttons walks away.
  page = await replaced
  await homeLink(page).waitFor()
  return page
}

/** What went wrong with a customer counts against the terminal, and the next one comes. */
async function keepFailure(name: string, error: unknown): Promise<void> {
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error)
  console.error(`${name}: ${text}`)
  report.failure(`${name}: ${text.split('\n')[0]}`)
  await keepPicture(name)
}

async function keepPicture(name: string): Promise<string> {
  mkdirSync(pictures, { recursive: true })
  const file = join(pictures, `${name.replaceAll(/\W+/g, '-')}.png`)
  writeFileSync(file, PNG.sync.write(await desktop.picture()))
  return file
}

/** The page of the next customer, after one who stopped somewhere and walked away. */
async function abandoned(): Promise<Page> {
  const end = performance.now() + startMs
  while (performance.now() < end) {
    const page = app.windows().at(-1)
    if (page && (await page.getByRole('button', { name: 'Entrar', exact: true }).isVisible())) {
      await homeLink(page).waitFor()
      return page
    }
    await sleep(500)
  }
  throw new Error('the terminal was not reset after a customer who walked away')
}

/** Logs in, and leaves traces: a search, a selection, a bet on a match, a round of a game. */
async function visit(page: Page, number: number): Promise<void> {
  const mark = `${marker}x${number}`
  const player = await sandbox.createUser({ username: `${mark}@example.com`, balance: 100 })
  await logIn(page, hand, sandbox, player)
  const search = page.getByRole('searchbox', { name: 'Buscar jogo' })
  await hand.type(search, mark)
  desktop.press('Control', 'a')
  await page.evaluate((text) => {
    localStorage.setItem('soak', text)
    sessionStorage.setItem('soak', text)
    document.cookie = `soak=${text}`
  }, mark)
  await page.goto('app://palpite/footballPage')
  await hand.click(new SportsPage(page).tab('Próximas'))
  await page.goto('app://palpite/mines')
  const mines = new MinesPage(page)
  await hand.click(mines.bet)
  await mines.cashOut.waitFor()
  await page.goto('app://palpite/home')
  await page.getByRole('status', { name: 'Saldo' }).filter({ hasText: 'R$' }).waitFor()
}

/** Looks for everything of every customer so far: in pages and their storage, the clipboards, on the disk, in what processes were started with. */
async function searchTraces(): Promise<void> {
  const start = performance.now()
  for (;;) {
    const traces = await findTraces(app, desktop, data, [marker])
    const commands = descendantsOf(main).filter(({ command }) => command.includes(marker))
    if (isDeepStrictEqual(traces, noTraces) && commands.length === 0) return report.searched()
    if (performance.now() - start > forgetMs) {
      return report.leftOver(JSON.stringify({ ...traces, commands }))
    }
  }
}

async function measureRecovery(fault: Fault): Promise<void> {
  const took = await guest.useHome(patienceMs)
  report.recovered(fault, took)
  if (took !== null && took <= limitMs) return
  const file = await keepPicture(fault)
  console.error(`${fault}: home was not back within ${limitMs / 1_000} s, see ${file}`)
}

/** With a customer logged in; then the terminal is started again, as a venue's machine does. */
async function cutPower(page: Page): Promise<void> {
  await visit(page, report.customers)
  const ended = once(app.process(), 'exit')
  process.kill(main, 'SIGKILL')
  await ended
  const files = findOnDisk(data, [marker])
  if (files.length > 0) report.leftOver(`after a power cut: ${files.join(', ')}`)
  const again = spawn(program, ['--no-sandbox'], { env, stdio: 'ignore' })
  const stopped = once(again, 'exit')
  await measureRecovery('power cut')
  again.kill()
  await stopped
}

function numberOf(option: string, value: string): number {
  const number = Number(value)
  if (!(number > 0)) throw new Error(`--${option} must be a number above 0`)
  return number
}
