/** A terminal of the Debian package, from its start on, against a server that offers a release. */
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { terminalCalls, type Enrolment } from '#contract/terminal.ts'
import type { Machine as OurMachine } from '#main/machine/Machine.ts'
import { Session } from '#main/session/Session.ts'

const place = vi.hoisted(() => ({ folder: '' }))
vi.mock('electron', async () => {
  const { app } = await import('../electronOfStore.ts')
  return {
    default: { app, ipcMain: { on: () => undefined } },
    app: { ...app, getPath: () => '/nowhere' },
    safeStorage: { isEncryptionAvailable: () => false },
  }
})
vi.mock('#main/kiosk/input.ts', () => ({ lastInput: { source: 'own', ownSeconds: 0 } }))
vi.mock('#main/machine/health.ts', () => ({ readMachineHealth: () => Promise.resolve({}) }))
vi.mock('#main/terminal/takeScreenshot.ts', () => ({ takeScreenshot: () => Promise.resolve(null) }))
vi.mock('#main/machine/Machine.ts', async (importOriginal) => {
  const { Machine } = await importOriginal<{ Machine: typeof OurMachine }>()
  const files = (name: string) => `${place.folder}/${name}`
  return {
    Machine,
    findMachine: () =>
      new Machine({
        requests: files('requests'),
        status: files('status'),
        source: files('kiosk.sources'),
        rotation: files('rotation'),
      }),
  }
})

const { startTerminal } = await import('#main/terminal/startTerminal.ts')

const serverUrl = 'https://palpite.example'
/** How the server refuses codes for now. */
let enrolStatus: number | null
/** Whether the server accepts this id. */
let known: string | null
let codes: string[]
let session: Session
let isInUse: boolean
/** What the page was told, and what root had been asked by then. */
let told: { inService: boolean; asked: string[] }[]
const asked = () => readdirSync(join(place.folder, 'requests')).sort()
const second = 1_000

async function server(request: Request): Promise<Response> {
  const { pathname } = new URL(request.url)
  const body = JSON.parse(await request.text()) as Partial<Enrolment> & { terminalId?: string }
  const reply = (status: number, data: unknown) => Response.json({ status, message: '', data }, { status })
  if (pathname === terminalCalls.enrol) {
    codes.push(body.code ?? '')
    if (enrolStatus !== null) return reply(enrolStatus, null)
    known = `terminal-${codes.length}`
    return reply(200, { terminalId: known, name: 'Balcão', serverKey: 'key' })
  }
  if (body.terminalId !== known) return reply(403, null)
  return reply(200, { orders: null, release: 'release-1', intervalSeconds: 5 })
}

function start(code: string) {
  vi.stubEnv('PALPITE_ENROL_CODE', code)
  return startTerminal({
    fetch: server,
    serverUrl,
    folder: join(place.folder, 'data'),
    config: { openingHours: '', restartAt: '', brightness: 0, rotation: 0 },
    session,
    customers: {
      get isInUse() {
        return isInUse || session.token !== null
      },
      onFree: () => undefined,
    },
    window: () => null,
    readPrinter: () => Promise.resolve('off'),
    onService: (inService) => told.push({ inService, asked: asked() }),
  })
}

/** Root's answer to what was asked for. */
function answer(status: string): void {
  for (const name of asked()) rmSync(join(place.folder, 'requests', name))
  const file = join(place.folder, 'status')
  writeFileSync(file, status)
  // By the clock that it is compared with: a file's time may be some ms behind.
  utimesSync(file, Date.now() / 1000, Date.now() / 1000)
}

/** Its files are written in real time, however far its timers are moved. */
const until = (check: () => void) =>
  vi.waitFor(
    async () => {
      await vi.advanceTimersByTimeAsync(second)
      check()
    },
    { timeout: 10_000 },
  )

beforeEach(() => {
  place.folder = mkdtempSync(join(tmpdir(), 'palpite-terminal-'))
  for (const name of ['requests', 'data']) mkdirSync(join(place.folder, name))
  writeFileSync(join(place.folder, 'kiosk.sources'), 'Types: deb')
  // The files that it compares times with are written by the clock of this machine.
  vi.useFakeTimers({ now: Date.now() - 1, toFake: ['setTimeout', 'setInterval', 'clearTimeout'] })
  for (const level of ['info', 'warn', 'error'] as const) vi.spyOn(console, level).mockReturnValue()
  enrolStatus = null
  ;[known, codes, isInUse, told] = [null, [], false, []]
  session = new Session({ deviceId: 'd', readToken: () => null, writeToken: () => undefined })
})

afterEach(() => {
  vi.clearAllTimers()
  vi.useRealTimers()
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
  rmSync(place.folder, { recursive: true, force: true })
})

it('shows that it is out of service before an update is installed, until that has failed', async () => {
  start('AAAAA-AAAAA')
  await until(() => expect(asked()).toContain('request-download'))
  answer('version=1.1.0\nstate=ready\n')
  isInUse = true
  await vi.advanceTimersByTimeAsync(10 * second)
  expect([asked(), told]).toEqual([[], []])
  isInUse = false
  await until(() => expect(asked()).toEqual(['request-install']))
  expect(told).toEqual([{ inService: false, asked: [] }])
  answer('version=1.1.0\nwhy=install\nstate=failed\n')
  await until(() => expect(told.map(({ inService }) => inService)).toEqual([false, true]))
})

it('is enrolled again with a new code once it is revoked; its record is in the data folder', async () => {
  const first = start('AAAAA-AAAAA')
  await until(() => expect(first.id()).toBe('terminal-1'))
  vi.clearAllTimers()
  known = null
  const next = start('BBBBB-BBBBB')
  await until(() => expect([codes, next.id()]).toEqual([['AAAAA-AAAAA', 'BBBBB-BBBBB'], 'terminal-2']))
  const file = join(place.folder, 'data', 'terminal.json')
  expect(existsSync(file) && readFileSync(file, 'utf8')).toContain('terminal-2')
})

it.each([
  [429, ['AAAAA-AAAAA', 'AAAAA-AAAAA'], 'terminal-2'],
  [503, ['AAAAA-AAAAA', 'AAAAA-AAAAA'], 'terminal-2'],
  [400, ['AAAAA-AAAAA'], null],
])(
  'tries its first code again after %d, unless that says that the code is wrong',
  async (status, tried, id) => {
    enrolStatus = status
    const terminal = start('AAAAA-AAAAA')
    await vi.advanceTimersByTimeAsync(second)
    enrolStatus = null
    await vi.advanceTimersByTimeAsync(5 * second)
    expect([codes, terminal.id()]).toEqual([tried, id])
  },
)

it('does not use its code while the disk cannot be written, and is enrolled as soon as it can', async () => {
  const data = join(place.folder, 'data')
  rmSync(data, { recursive: true })
  writeFileSync(data, '')
  const terminal = start('AAAAA-AAAAA')
  await vi.advanceTimersByTimeAsync(6 * second)
  expect([codes, terminal.id(), terminal.inService()]).toEqual([[], null, true])
  rmSync(data)
  await until(() => {
    expect([codes, terminal.id()]).toEqual([['AAAAA-AAAAA'], 'terminal-1'])
    expect(existsSync(join(data, 'terminal.json'))).toBe(true)
    expect(asked()).toContain('request-download')
  })
})
