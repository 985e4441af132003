import { beforeEach, expect, it, vi } from 'vitest'

const disk = vi.hoisted(() => ({ data: {} as Record<string, unknown> }))
const keys = vi.hoisted(() => ({
  isEncryptionAvailable: vi.fn(() => true),
  getSelectedStorageBackend: vi.fn(() => 'gnome_libsecret'),
  encryptString: (text: string) => Buffer.from([...text].reverse().join('')),
  decryptString: (sealed: Buffer) => [...sealed.toString()].reverse().join(''),
}))
vi.mock('electron', () => ({ safeStorage: keys }))
vi.mock('electron-store', () => ({
  default: class {
    constructor({ defaults }: { defaults: Record<string, unknown> }) {
      disk.data = { ...defaults, ...disk.data }
    }
    get(name: string): unknown {
      return disk.data[name]
    }
    set(name: string, value: unknown): void {
      disk.data[name] = value
    }
  },
}))

const { openSessionFile } = await import('#main/session/sessionFile.ts')

beforeEach(() => {
  disk.data = {}
  keys.isEncryptionAvailable.mockReturnValue(true)
  keys.getSelectedStorageBackend.mockReturnValue('gnome_libsecret')
})

it('keeps the token encrypted', () => {
  openSessionFile({ keepToken: true }).writeToken('secret-token')
  expect(JSON.stringify(disk.data)).not.toContain('secret-token')
  expect(openSessionFile({ keepToken: true }).readToken()).toBe('secret-token')
})

it('keeps the device id', () => {
  const first = openSessionFile({ keepToken: true }).deviceId
  expect(first).toMatch(/^[0-9a-f]{32}$/)
  expect(openSessionFile({ keepToken: false }).deviceId).toBe(first)
})

it('writes no token on a kiosk, and removes an earlier one', () => {
  openSessionFile({ keepToken: true }).writeToken('secret-token')
  const kiosk = openSessionFile({ keepToken: false })
  expect(kiosk.readToken()).toBeNull()
  kiosk.writeToken('another')
  expect(disk.data['token']).toBe('')
})

it('writes no token where the system has no key store', () => {
  keys.isEncryptionAvailable.mockReturnValue(false)
  const file = openSessionFile({ keepToken: true })
  file.writeToken('secret-token')
  expect(disk.data['token']).toBe('')
})

it.runIf(process.platform === 'linux')(
  'does not take the well-known password of Linux for a key store',
  () => {
    keys.getSelectedStorageBackend.mockReturnValue('basic_text')
    const file = openSessionFile({ keepToken: true })
    file.writeToken('secret-token')
    expect(disk.data['token']).toBe('')
  },
)
