/**
 * `npm run kiosk:kills [-- --rounds N] [--only 'page stopped']`: kills and stops every kind of process of the packed kiosk in turn, and measures
 * how long it takes until a customer can use home again. Prints a table; fails when one took longer than 10 s.
 * Uses `release/qa`, or the package whose program KIOSK_PACKAGE names; one of `npm run package:demo` runs with its own
 * server, which is killed and stopped too. Needs `npm run build:server` otherwise.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { PNG } from 'pngjs'
import { startServerProcess } from '../server/helpers/serverProcess.ts'
import { strike, targetNames, type Blow, type Target } from './harness/attacks.ts'
import { Customer, phone } from './harness/Customer.ts'
import { Desktop } from './harness/Desktop.ts'
import { startDisplay } from '../../scripts/machine/virtualDisplay.ts'
import { startWindowManager } from './harness/windowManager.ts'

const limitMs = 10_000
/** How long it is waited for a recovery that failed, so that the table shows it and the next one is measured. */
const patienceMs = 30_000
const startMs = 120_000
const pictures = 'artifacts/kiosk-kills'

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '3' }, only: { type: 'string', default: '' } },
})
const rounds = Number(values.rounds)
if (!Number.isInteger(rounds) || rounds < 1) throw new Error('--rounds must be a whole number above 0')
const program = resolve(process.env['KIOSK_PACKAGE'] ?? 'release/qa/linux-unpacked/palpite')
const isDemo = existsSync(join(dirname(program), 'resources', 'server'))

const folder = await mkdtemp(join(tmpdir(), 'palpite-kills-'))
const server = isDemo ? null : await startServerProcess({ DATA_DIR: join(folder, 'server'), SANDBOX: '1' })
if (server && !server.url) throw new Error(`the server did not start: ${server.stderr()}`)
const config = isDemo ? { kiosk: true, demo: true } : { kiosk: true, serverUrl: server?.url }
writeFileSync(join(folder, 'config.json'), JSON.stringify(config))

const display = await startDisplay(phone)
const manager = await startWindowManager(display.name)
const desktop = await Desktop.open(display.name)
const kiosk = spawn(program, ['--no-sandbox'], {
  env: { ...process.env, DISPLAY: display.name, PALPITE_USER_DATA: folder },
  stdio: ['ignore', 'ignore', 'ignore'],
})
const ended = once(kiosk, 'exit')
const customer = new Customer(desktop)
const times = new Map<string, (number | null)[]>()
try {
  await customer.learn(startMs)
  for (let round = 0; round < rounds; round++) {
    for (const target of targetNames) {
      for (const blow of ['SIGKILL', 'SIGSTOP'] as const) await measure(target, blow)
    }
  }
} finally {
  kiosk.kill()
  // A main process that is stuck does not handle it.
  const force = setTimeout(() => kiosk.kill('SIGKILL'), patienceMs)
  await ended
  clearTimeout(force)
  desktop.close()
  manager.stop()
  await display.stop()
  server?.child.kill()
  await server?.ended
  // When what was seen to be stuck.
  cpSync(join(folder, 'logs'), join(pictures, 'logs'), { recursive: true })
  await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
}
report()

async function measure(target: Target, blow: Blow): Promise<void> {
  if (kiosk.exitCode !== null) throw new Error(`the kiosk ended with ${kiosk.exitCode}`)
  const name = `${target} ${blow === 'SIGKILL' ? 'killed' : 'stopped'}`
  if (!name.includes(values.only) || strike(kiosk.pid ?? 0, target, blow) === 0) return
  const took = await customer.useHome(patienceMs)
  times.set(name, [...(times.get(name) ?? []), took])
  if (took !== null) return
  mkdirSync(pictures, { recursive: true })
  const file = join(pictures, `${name.replaceAll(/\W+/g, '-')}.png`)
  writeFileSync(file, PNG.sync.write(await desktop.picture()))
  console.error(`${name}: home did not come back, see ${file}`)
}

function report(): void {
  const seconds = (ms: number | null | undefined) =>
    ms === null || ms === undefined ? `over ${patienceMs / 1_000} s` : `${(ms / 1_000).toFixed(1)} s`
  const width = Math.max(...[...times.keys()].map((name) => name.length))
  console.log(`${'home usable again after'.padEnd(width)}  times  median  longest`)
  let slow = 0
  for (const [name, measured] of times) {
    const sorted = measured.toSorted((a, b) => (a ?? Infinity) - (b ?? Infinity))
    const longest = sorted.at(-1)
    if ((longest ?? Infinity) > limitMs) slow++
    const columns = [
      String(measured.length).padStart(5),
      seconds(sorted[measured.length >> 1]).padStart(6),
      seconds(longest).padStart(7),
    ]
    console.log(`${name.padEnd(width)}  ${columns.join('  ')}`)
  }
  if (slow > 0) {
    console.error(`kiosk:kills: ${slow} took longer than ${limitMs / 1_000} s`)
    process.exitCode = 1
  }
}
