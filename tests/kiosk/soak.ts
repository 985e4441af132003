/**
 * `npm run soak [-- --minutes N]`: customers of the packed kiosk, one after another. Each logs in, walks through pages,
 * plays, and logs out or walks away; meanwhile processes are killed or stop and the network is cut, and at the end the
 * power. Fails when memory grows by more than 10 %, when anything of a customer is left, and when home is not usable
 * again within 10 s. Prints the report and keeps it in bench/results/soak.md. Uses `release/qa` or KIOSK_PACKAGE.
 */
import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { cpSync, mkdirSync, writeFileSync } from 'node:fs'
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

const { values } = parseArgs({ options: { minutes: { type: 'string', default: '10' } } })
const minutes = Number(values.minutes)
if (!(minutes > 0)) throw new Error('--minutes must be a number above 0')
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
const report = new SoakReport(minutes)
const markers: string[] = []

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
  for (let number = 0; performance.now() < end; number++) page = await serve(page, number)
  await cutPower(page)
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
  await visit(page)
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
  report.memory(readMemory(main))

  const fault = faults[number % faults.length]
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

/** Logs in, and leaves traces: a search, a selection, a bet on a match, a round of a game. */
async function visit(page: Page): Promise<void> {
  const marker = `q${randomUUID().replaceAll('-', '').slice(0, 12)}`
  markers.push(marker)
  const player = await sandbox.createUser({ username: `${marker}@example.com`, balance: 100 })
  await logIn(page, hand, sandbox, player)
  const search = page.getByRole('searchbox', { name: 'Buscar jogo' })
  await hand.type(search, marker)
  desktop.press('Control', 'a')
  await page.evaluate((text) => {
    localStorage.setItem('soak', text)
    sessionStorage.setItem('soak', text)
    document.cookie = `soak=${text}`
  }, marker)
  await page.goto('app://palpite/footballPage')
  await hand.click(new SportsPage(page).tab('Próximas'))
  await page.goto('app://palpite/mines')
  const mines = new MinesPage(page)
  await hand.click(mines.bet)
  await mines.cashOut.waitFor()
  await page.goto('app://palpite/home')
  await page.getByRole('status', { name: 'Saldo' }).filter({ hasText: 'R$' }).waitFor()
}

/** Looks for everything of every customer so far. */
async function searchTraces(): Promise<void> {
  const start = performance.now()
  for (;;) {
    const traces = await findTraces(app, desktop, data, markers)
    if (isDeepStrictEqual(traces, noTraces)) return
    if (performance.now() - start > forgetMs) return report.leftOver(JSON.stringify(traces))
  }
}

async function measureRecovery(fault: Fault): Promise<void> {
  const took = await guest.useHome(patienceMs)
  report.recovered(fault, took)
  if (took !== null && took <= limitMs) return
  mkdirSync(pictures, { recursive: true })
  const file = join(pictures, `${fault.replaceAll(/\W+/g, '-')}.png`)
  writeFileSync(file, PNG.sync.write(await desktop.picture()))
  console.error(`${fault}: home was not back within ${limitMs / 1_000} s, see ${file}`)
}

/** With a customer logged in; then the terminal is started again, as a venue's machine does. */
async function cutPower(page: Page): Promise<void> {
  await visit(page)
  const ended = once(app.process(), 'exit')
  process.kill(main, 'SIGKILL')
  await ended
  const files = findOnDisk(data, markers)
  if (files.length > 0) report.leftOver(`after a power cut: ${files.join(', ')}`)
  const again = spawn(program, ['--no-sandbox'], { env, stdio: 'ignore' })
  const stopped = once(again, 'exit')
  await measureRecovery('power cut')
  again.kill()
  await stopped
}
