/** The configuration file as electron-store reads and writes it. */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'

const disk = vi.hoisted(() => ({ folder: '' }))
vi.mock('electron', () => ({ safeStorage: { isEncryptionAvailable: () => false } }))
// electron-store is conf plus Electron's folder and version.
vi.mock('electron-store', async () => {
  const { default: Conf } = await import('conf')
  return {
    default: class extends Conf {
      constructor({ name, ...options }: { name: string }) {
        super({ ...options, configName: name, cwd: disk.folder, projectVersion: '0.1.0' })
      }
    },
  }
})
const { loadConfig } = await import('#main/config.ts')
const { openSessionFile } = await import('#main/session/sessionFile.ts')

const defaults = {
  serverUrl: 'http://127.0.0.1:5250',
  kiosk: false,
  demo: false,
  paymentOrigins: [],
  frameOrigins: [],
}
const file = (name: string) => join(disk.folder, `${name}.json`)

beforeEach(() => {
  disk.folder = mkdtempSync(join(tmpdir(), 'palpite-config-'))
})

afterEach(() => rmSync(disk.folder, { recursive: true, force: true }))

it('starts with the defaults', () => {
  expect(loadConfig({}, false)).toMatchObject(defaults)
})

it('reads what an operator wrote', () => {
  const written = {
    serverUrl: 'https://palpite.example',
    kiosk: true,
    paymentOrigins: ['https://pay.example'],
  }
  writeFileSync(file('config'), JSON.stringify(written))
  expect(loadConfig({}, false)).toMatchObject(written)
})

it.each([
  'http://localhost:5250',
  'http://127.0.0.1:5250',
  'http://[::1]:5250',
  'https://palpite.example:8443',
])('takes the server %s', (serverUrl) => {
  writeFileSync(file('config'), JSON.stringify({ serverUrl }))
  expect(loadConfig({}, false)).toMatchObject({ serverUrl })
})

it.each([
  ['no JSON', '{ "kiosk": '],
  ['a wrong type', '{ "kiosk": "yes" }'],
  ['an address that is no origin', '{ "paymentOrigins": ["https://pay.example/path"] }'],
  ['another scheme', '{ "frameOrigins": ["file:///etc"] }'],
  ['plain http to another machine', '{ "serverUrl": "http://192.168.0.7:5250" }'],
  ['a name that only begins like this machine', '{ "serverUrl": "http://127.0.0.1.evil.example" }'],
])('falls back to the defaults after %s', (_what, text) => {
  writeFileSync(file('config'), text)
  expect(loadConfig({}, false)).toMatchObject(defaults)
})

it('drops keys from before the first version', () => {
  writeFileSync(file('config'), JSON.stringify({ server: 'https://old.example', kiosk: true }))
  expect(loadConfig({}, false)).toMatchObject({ ...defaults, kiosk: true })
  expect(readFileSync(file('config'), 'utf8')).not.toContain('old.example')
})

it('does not save the environment', () => {
  loadConfig({ PALPITE_KIOSK: '1', PALPITE_SERVER_URL: 'http://127.0.0.1:9' }, false)
  expect(loadConfig({}, false)).toMatchObject(defaults)
})

it.each(['no JSON', '{"deviceId":5,"token":{}}', 'null'])(
  'a damaged session file (%s) makes a new device',
  (text) => {
    writeFileSync(file('session'), text)
    const session = openSessionFile({ keepToken: true })
    expect(session.deviceId).toMatch(/^[0-9a-f]{32}$/)
    expect(session.readToken()).toBeNull()
    expect(existsSync(file('session'))).toBe(true)
    expect(readFileSync(file('session'), 'utf8')).toContain(session.deviceId)
  },
)
