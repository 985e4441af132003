import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'

const keys = vi.hoisted(() => ({
  isEncryptionAvailable: vi.fn(() => true),
  getSelectedStorageBackend: vi.fn(() => 'gnome_libsecret'),
  encryptString: (text: string) => Buffer.from([...text].reverse().join('')),
  decryptString: (sealed: Buffer) => [...sealed.toString()].reverse().join(''),
}))
vi.mock('electron', async () => ({ ...(await import('../electronOfStore.ts')), safeStorage: keys }))

const { openSessionFile } = await import('#main/session/sessionFile.ts')

let folder = ''
const server = 'https://palpite.example'
const open = (keepToken: boolean, at = server) => openSessionFile({ folder, server: at, keepToken })
const stored = () => readFileSync(join(folder, 'session.json'), 'utf8')
const storedToken = () => (JSON.parse(stored()) as { token: string }).token

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'palpite-session-'))
  keys.isEncryptionAvailable.mockReturnValue(true)
  keys.getSelectedStorageBackend.mockReturnValue('gnome_libsecret')
})

afterEach(() => rmSync(folder, { recursive: true, force: true }))

it('keeps the token encrypted', () => {
  open(true).writeToken('secret-token')
  expect(stored()).not.toContain('secret-token')
  expect(open(true).readToken()).toBe('secret-token')
})

it('gives the token of a server to no other one, and forgets it', () => {
  open(true).writeToken('secret-token')
  const { deviceId } = open(true)
  const elsewhere = open(true, 'https://other.example')
  expect([elsewhere.readToken(), elsewhere.deviceId]).toEqual([null, deviceId])
  expect(open(true).readToken()).toBeNull()
})

it('takes a token that an earlier version stored for the one of its server, and from then on for no other', () => {
  open(true).writeToken('secret-token')
  const { server: _unknown, ...earlier } = JSON.parse(stored()) as Record<string, string>
  writeFileSync(join(folder, 'session.json'), JSON.stringify(earlier))
  expect(open(true).readToken()).toBe('secret-token')
  expect(open(true, 'https://other.example').readToken()).toBeNull()
})

it('keeps the device id', () => {
  const first = open(true).deviceId
  expect(first).toMatch(/^[0-9a-f]{32}$/)
  expect(open(false).deviceId).toBe(first)
  const other = '0123456789abcdef0123456789abcdef'
  writeFileSync(join(folder, 'session.json'), stored().replace(first, other))
  expect(open(false).deviceId).toBe(other)
})

it('the device id is that of the machine: another folder begins with it too', () => {
  const first = open(true).deviceId
  rmSync(folder, { recursive: true })
  folder = mkdtempSync(join(tmpdir(), 'palpite-session-'))
  expect(open(true).deviceId).toBe(first)
})

it.skipIf(process.platform === 'win32')('only its owner can read the file', () => {
  open(true).writeToken('secret-token')
  expect(statSync(join(folder, 'session.json')).mode & 0o777).toBe(0o600)
})

it('writes no token on a kiosk, and removes an earlier one', () => {
  open(true).writeToken('secret-token')
  const kiosk = open(false)
  expect(kiosk.readToken()).toBeNull()
  kiosk.writeToken('another')
  expect(storedToken()).toBe('')
})

it('writes no token where the system has no key store', () => {
  keys.isEncryptionAvailable.mockReturnValue(false)
  open(true).writeToken('secret-token')
  expect(storedToken()).toBe('')
})

it.runIf(process.platform === 'linux')(
  'does not take the well-known password of Linux for a key store',
  () => {
    keys.getSelectedStorageBackend.mockReturnValue('basic_text')
    open(true).writeToken('secret-token')
    expect(storedToken()).toBe('')
  },
)

it.each(['no JSON', '', '{"deviceId":5,"token":{}}', 'null'])(
  'a damaged session file (%s) loses the session, not the device',
  (text) => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    writeFileSync(join(folder, 'session.json'), text)
    const session = open(true)
    expect(session.deviceId).toMatch(/^[0-9a-f]{32}$/)
    expect(session.readToken()).toBeNull()
    expect(stored()).toContain(session.deviceId)
  },
)

it('a disk that cannot be written leaves the session usable', () => {
  const complained = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  // A file is where the folder should be.
  writeFileSync(join(folder, 'file'), '')
  const session = openSessionFile({ folder: join(folder, 'file'), server, keepToken: true })
  session.writeToken('secret-token')
  expect(session.readToken()).toBe('secret-token')
  expect(complained).toHaveBeenCalled()
})
