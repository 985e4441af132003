/** The files of installations from before electron-store, as that version wrote them: nothing is lost, each is read in place. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { loadConfig } from '#main/config/config.ts'
import { openSessionFile } from '#main/session/sessionFile.ts'
import { Attempts } from '#main/staff/Attempts.ts'
import { Pin } from '#main/staff/Pin.ts'
import { readOrderedConfig, readTerminal, writeTerminal } from '#main/terminal/terminalFile.ts'

vi.mock('electron', async () => ({
  ...(await import('../electronOfStore.ts')),
  safeStorage: {
    isEncryptionAvailable: () => true,
    getSelectedStorageBackend: () => 'gnome_libsecret',
    encryptString: (text: string) => Buffer.from([...text].reverse().join('')),
    decryptString: (sealed: Buffer) => [...sealed.toString()].reverse().join(''),
  },
}))

let folder = ''
const put = (name: string, text: string) => writeFileSync(join(folder, name), text)
const parsed = (name: string) =>
  JSON.parse(readFileSync(join(folder, name), 'utf8')) as Record<string, unknown>

beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'palpite-earlier-'))))
afterEach(() => rmSync(folder, { recursive: true, force: true }))

it('config.json and its copy', () => {
  const text = `{
  "serverUrl": "https://palpite.example",
  "kiosk": true,
  "demo": false,
  "paymentOrigins": [
    "https://pay.example"
  ],
  "frameOrigins": [],
  "display": 1,
  "scale": "fit",
  "hideCursor": true,
  "volume": 40,
  "language": "en_US",
  "languages": [
    "pt_BR",
    "en_US"
  ],
  "updateKey": "",
  "logFolder": "/media/stick",
  "idleSeconds": 60,
  "idleAnswerSeconds": 15,
  "printer": "tcp://10.0.0.20:9100",
  "printerColumns": 42,
  "attractSeconds": 0
}
`
  put('config.json', text)
  put('config.backup.json', text)
  const expected = JSON.parse(text) as object
  // Of versions that took their updates themselves.
  const { updateKey: _gone, ...used } = expected as { updateKey: string }
  for (const _start of [1, 2]) {
    expect(loadConfig({ folder, env: {}, hasServer: false })).toEqual({
      ...used,
      // Of later versions.
      openingHours: '',
      restartAt: '',
      brightness: 0,
      rotation: 0,
      printerModel: 'epson',
      damage: null,
      remote: {},
    })
  }
  // An earlier version, which a failed update brings back, ignores the key that it does not know.
  expect(parsed('config.json')).toEqual({
    ...expected,
    __internal__: { migrations: { version: '1.0.0' } },
  })
  expect(readdirSync(folder).sort()).toEqual(['config.backup.json', 'config.json'])
})

it('session.json: the device and its session', () => {
  const deviceId = '0123456789abcdef0123456789abcdef'
  const token = Buffer.from('nekot-terces').toString('base64')
  put('session.json', `{"deviceId":"${deviceId}","token":"${token}"}`)
  const session = openSessionFile({ folder, server: 'https://palpite.example', keepToken: true })
  expect([session.deviceId, session.readToken()]).toEqual([deviceId, 'secret-token'])
  session.writeToken(null)
  expect(parsed('session.json')).toEqual({ deviceId, token: '', server: 'https://palpite.example' })
})

it.each([
  ['of the last version', '"screenshot":3,', ',"pictured":3', 3],
  ['of a version without screenshots', '', '', 0],
])('terminal.json %s: the enrolment and the newest orders', (_which, screenshot, pictured, expected) => {
  const privateKey = Buffer.from('yek').toString('base64')
  put(
    'terminal.json',
    '{"serverUrl":"https://palpite.example","terminalId":"t1","serverKey":"s",' +
      `"privateKey":"${privateKey}","isEncrypted":true,"orders":{"terminalId":"t1","version":7,"inService":false,` +
      `"restart":2,${screenshot}"config":{"volume":5}},"restarted":2${pictured}}`,
  )
  const record = {
    serverUrl: 'https://palpite.example',
    terminalId: 't1',
    serverKey: 's',
    privateKey: 'key',
    orders: {
      terminalId: 't1',
      version: 7,
      inService: false,
      restart: 2,
      screenshot: expected,
      config: { volume: 5 },
    },
    restarted: 2,
    pictured: expected,
  }
  expect(readTerminal(folder)).toMatchObject(record)
  expect(readOrderedConfig(folder, record.serverUrl)).toEqual({ volume: 5 })
  writeTerminal(folder, { ...record, restarted: 8 })
  expect(readTerminal(folder)).toMatchObject({ ...record, restarted: 8 })
})

it('staff.json: the PIN', async () => {
  // 246810, by scrypt.
  put(
    'staff.json',
    '{"salt":"AAECAwQFBgcICQoLDA0ODw==","hash":"bYIHoRgRF5QbkF060c6LOim+CR9zzNdgo9DKXpWlIVk=","cost":{"N":32768,"r":8,"p":1}}',
  )
  const pin = new Pin(folder)
  expect([await pin.matches('246810'), await pin.matches('246811')]).toEqual([true, false])
})

it('staffAttempts.json: the lockout', () => {
  put('staffAttempts.json', '{"errors":5,"lockedMs":60000}')
  const attempts = new Attempts(join(folder, 'staffAttempts.json'), () => 0)
  expect([attempts.left, attempts.lockedMs, attempts.begin()]).toEqual([0, 60_000, false])
})
