/** The configuration file on a real disk. The kiosk suite repeats the damages with the packed application. */
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { app } from 'electron'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { readRemoteConfig } from '#contract/terminal.schema.ts'
import { offeredLanguages } from '#main/config/AppConfig.ts'
import { loadConfig } from '#main/config/config.ts'
import { readConfigFile } from '#main/config/configFile.ts'
import { configFormats, configSchema } from '#main/config/configSchema.ts'
import { saveConfig } from '#main/config/saveConfig.ts'
import { writableFolder } from '#main/dataFolder.ts'
import { sized } from '../../scope.ts'

vi.mock('electron', () => import('./electronOfStore.ts'))

const defaults = {
  serverUrl: 'http://127.0.0.1:5250',
  kiosk: false,
  demo: false,
  paymentOrigins: [],
  frameOrigins: [],
  display: 0,
  scale: 'fit',
  hideCursor: true,
  volume: 100,
  language: 'pt_BR',
  languages: ['pt_BR', 'en_US', 'id_ID', 'vi_VN', 'nr_NR', 'ja_JP', 'ko_KR', 'zh_CN', 'ru_RU'],
  logFolder: '',
  idleSeconds: 90,
  idleAnswerSeconds: 20,
  printer: 'none',
  printerColumns: 48,
  printerModel: 'epson',
  attractSeconds: 60,
  openingHours: '',
  restartAt: '',
  brightness: 0,
  rotation: 0,
}
const venue = {
  serverUrl: 'https://palpite.example',
  kiosk: true,
  demo: false,
  paymentOrigins: ['https://pay.example'],
  frameOrigins: ['https://games.palpite.example'],
  display: 2,
  scale: 1.5,
  hideCursor: false,
  volume: 25,
  language: 'en_US',
  languages: ['pt_BR', 'en_US'],
  logFolder: '',
  idleSeconds: 60,
  idleAnswerSeconds: 15,
  printer: 'tcp://10.0.0.20:9100',
  printerColumns: 42,
  printerModel: '858=5,866=6',
  attractSeconds: 0,
  openingHours: '09:00-23:00',
  restartAt: '05:00',
  brightness: 80,
  rotation: 90,
}
let folder = ''
const file = (name: string) => join(folder, name)
const load = (env: NodeJS.ProcessEnv = {}, hasServer = false) => loadConfig({ folder, env, hasServer })
const put = (config: unknown) => writeFileSync(file('config.json'), JSON.stringify(config))
/** The mark of a copy that was checked: a hash. */
const checkedBy = expect.stringMatching(/^[\da-f]{64}$/) as string
/** What a file has, without electron-store's own record of the migrations. */
function stored(name: string): object {
  const { __internal__, ...values } = JSON.parse(readFileSync(file(name), 'utf8')) as Record<string, unknown>
  return values
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'palpite-config-'))
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})

afterEach(() => {
  vi.restoreAllMocks()
  rmSync(folder, { recursive: true, force: true })
})

it('writes the defaults at the first start', () => {
  expect(load()).toEqual({ ...defaults, damage: null, remote: {} })
  expect(stored('config.json')).toEqual(defaults)
})

it('reads what an operator wrote, and fills in the rest', () => {
  put({ serverUrl: venue.serverUrl, kiosk: true })
  expect(load()).toEqual({ ...defaults, serverUrl: venue.serverUrl, kiosk: true, damage: null, remote: {} })
})

it('migrates the file of an earlier version, which could only be silent, once', () => {
  const { volume: _, ...earlier } = venue
  put({ ...earlier, muted: true })
  expect(load()).toMatchObject({ volume: 0, damage: null })
  expect(stored('config.json')).toEqual({ ...earlier, volume: 0 })
  const migrated = statSync(file('config.json')).mtimeMs
  expect(load()).not.toHaveProperty('muted')
  expect(statSync(file('config.json')).mtimeMs).toBe(migrated)
})

it('a volume is louder than an earlier silence', () => {
  put({ ...venue, muted: true })
  expect(load().volume).toBe(venue.volume)
})

it.each([
  [['en_US', 'pt_BR'], 'ja_JP', ['pt_BR', 'en_US', 'ja_JP']],
  [['ru_RU'], 'ru_RU', ['ru_RU']],
] as const)('with %j and %s, players choose from %j', (list, language, offered) => {
  put({ languages: list, language })
  expect(offeredLanguages(load())).toEqual(offered)
})

it.each([{ languages: [] }, { languages: ['xx_XX'] }, { volume: 101 }, { volume: 0.5 }, { display: -1 }])(
  'refuses %j',
  (change) => {
    put({ ...venue, ...change })
    expect(load().damage).toContain(Object.keys(change)[0])
  },
)

it.each([
  ['https://palpite.example/', 'https://palpite.example'],
  ['HTTPS://Palpite.Example:443', 'https://palpite.example'],
  ['https://palpite.example:8443', 'https://palpite.example:8443'],
  ['http://localhost:5250/', 'http://localhost:5250'],
  ['http://[::1]:5250', 'http://[::1]:5250'],
])('accepts the server %s as %s', (serverUrl, normal) => {
  put({ serverUrl })
  expect(load()).toMatchObject({ serverUrl: normal, damage: null })
})

it.each([
  ['nothing', ''],
  ['white space', ' \n'],
  ['no JSON', '{ "kiosk": '],
  ['null', 'null'],
  ['a list', '[]'],
  ['a wrong type', '{ "kiosk": "yes" }'],
  ['an address with a path', '{ "paymentOrigins": ["https://pay.example/path"] }'],
  ['a language that we do not have', '{ "language": "de_DE" }'],
  ['an idle time that never ends', '{ "idleSeconds": 1e9 }'],
  ['a printer that it cannot be', '{ "printer": "10.0.0.20" }'],
  ['an attract loop before nobody is there', '{ "attractSeconds": -1 }'],
  ['no time to answer', '{ "idleAnswerSeconds": 0 }'],
  ['another scheme', '{ "frameOrigins": ["file:///etc"] }'],
  ['plain http to another machine', '{ "serverUrl": "http://192.168.0.7:5250" }'],
  ['a name that only begins like this machine', '{ "serverUrl": "http://127.0.0.1.evil.example" }'],
])('a file with %s is kept; its last good copy and the kiosk are used', (_what, text) => {
  put({ ...venue, kiosk: false })
  load()
  writeFileSync(file('config.json'), text)
  for (const _start of [1, 2]) {
    expect(load()).toEqual({
      ...venue,
      kiosk: true,
      damage: expect.stringContaining('config.json') as string,
      remote: {},
    })
  }
  expect(readFileSync(file('config.json'), 'utf8')).toBe(text)
})

it('a file that was cut at any byte leaves kiosk and server as they were', () => {
  const [serverUrl, kiosk] = [venue.serverUrl, true]
  put({ kiosk, serverUrl })
  load()
  const whole = readFileSync(file('config.json'), 'utf8').trimEnd()
  for (let length = 0; length < whole.length; length += sized(7, 1)) {
    writeFileSync(file('config.json'), whole.slice(0, length))
    const damage = expect.any(String) as string
    expect(load(), `${length} bytes`).toMatchObject({ serverUrl, kiosk, damage })
  }
})

it.each(['', '{"kiosk":', '{"serverUrl":"ftp://x"}'])(
  'with file and copy damaged (%s) the kiosk is on',
  (text) => {
    writeFileSync(file('config.json'), text)
    writeFileSync(file('config.backup.json'), text)
    expect(load()).toEqual({
      ...defaults,
      kiosk: true,
      damage: expect.stringContaining('no copy either') as string,
      remote: {},
    })
  },
)

it('a file that was deleted after the first start leaves the kiosk on', () => {
  put(venue)
  load()
  rmSync(file('config.json'))
  expect(load()).toMatchObject({ ...venue, damage: expect.any(String) as string })
  rmSync(file('config.backup.json'))
  writeFileSync(file('session.json'), '{}')
  expect(load()).toMatchObject({ kiosk: true, damage: expect.any(String) as string })
})

/** Loads the file; `isChecked`: with the whole check. */
function checks(): { isChecked: boolean; damage: string | null } {
  const compile = vi.spyOn(Ajv2020.prototype, 'compile')
  const { damage } = load()
  const isChecked = compile.mock.calls.length > 0
  compile.mockRestore()
  return { isChecked, damage }
}

it('is checked once by each version of the program, and again when it has changed', () => {
  put(venue)
  expect(checks()).toEqual({ isChecked: true, damage: null })
  expect(checks()).toEqual({ isChecked: false, damage: null })
  put({ ...venue, volume: 1_000 })
  expect(checks()).toEqual({ isChecked: true, damage: expect.any(String) as string })
  put(venue)
  expect(checks()).toEqual({ isChecked: false, damage: null })
  // Another version may know better.
  const version = vi.spyOn(app, 'getVersion').mockReturnValue('1.0.1')
  expect(checks()).toEqual({ isChecked: true, damage: null })
  expect(checks()).toEqual({ isChecked: false, damage: null })
  version.mockRestore()
  expect(checks()).toEqual({ isChecked: true, damage: null })
})

it('is checked again when the schema has changed, also in a build of the same version', () => {
  put(venue)
  expect(checks()).toEqual({ isChecked: true, damage: null })
  const { maximum } = configSchema.volume
  configSchema.volume.maximum = 20
  try {
    expect(checks()).toEqual({ isChecked: true, damage: expect.stringContaining('volume') as string })
  } finally {
    configSchema.volume.maximum = maximum
  }
})

it.each([
  { serverUrl: 'http://192.168.0.7:5250' },
  { paymentOrigins: ['https://pay.example', 'ftp://pay.example'] },
  { frameOrigins: ['https://games.palpite.example/path'] },
])('an unsafe origin is refused also where the copy has it as checked: %j', (change) => {
  put(venue)
  load()
  for (const name of ['config.json', 'config.backup.json']) {
    const values = JSON.parse(readFileSync(file(name), 'utf8')) as object
    writeFileSync(file(name), JSON.stringify({ ...values, ...change }))
  }
  const damage = expect.stringContaining(Object.keys(change)[0] ?? '') as string
  expect(checks()).toEqual({ isChecked: true, damage })
})

it('a key that was removed keeps its last good value', () => {
  put(venue)
  load()
  put({ serverUrl: 'https://other.example' })
  expect(load()).toMatchObject({ serverUrl: 'https://other.example', kiosk: true, damage: null })
})

it('what cannot be written does not stop the start', () => {
  put(venue)
  mkdirSync(file('config.backup.json'))
  expect(load()).toEqual({ ...venue, damage: null, remote: {} })
})

it('is overridden by the environment, which is not saved', () => {
  const env = {
    PALPITE_SERVER_URL: 'https://palpite.example/some/path',
    PALPITE_KIOSK: '1',
    PALPITE_DEMO: '1',
  }
  expect(load(env)).toMatchObject({ serverUrl: 'https://palpite.example', kiosk: true, demo: true })
  expect(load()).toMatchObject(defaults)
  put(venue)
  expect(load({ PALPITE_KIOSK: '0' }).kiosk).toBe(false)
})

it('uses the packaged server until another one is configured', () => {
  expect(load({}, true).demo).toBe(true)
  expect(load({ PALPITE_SERVER_URL: 'http://127.0.0.1:1' }, true).demo).toBe(false)
  put(venue)
  expect(load({}, true).demo).toBe(false)
})

it.each(['ftp://x', 'palpite.example', 'file:///etc', 'http://palpite.example', 'http://192.168.0.7:5250'])(
  'refuses the server %s of the environment in one sentence',
  (address) => {
    expect(() => load({ PALPITE_SERVER_URL: address })).toThrow(
      `PALPITE_SERVER_URL is not an https address, or an http address of this machine: ${address}`,
    )
  },
)

it('PALPITE_GAMES_URL adds the origin of the games', () => {
  const env = { PALPITE_GAMES_URL: 'https://games.palpite.example/slots/' }
  expect(load(env).frameOrigins).toEqual(['https://games.palpite.example'])
  expect(() => load({ PALPITE_GAMES_URL: 'games' })).toThrow(
    'PALPITE_GAMES_URL is not an https address, or an http address of this machine: games',
  )
})

it('a data folder that cannot be written has one substitute', () => {
  const blocked = file('blocked')
  writeFileSync(blocked, 'a file, so that no folder can be made')
  const substitute = writableFolder(blocked, folder)
  expect(substitute).not.toBe(blocked)
  expect(existsSync(substitute)).toBe(true)
  expect(writableFolder(blocked, folder)).toBe(substitute)
  expect(() => writableFolder(blocked, blocked)).toThrow('can be written')
  expect(writableFolder(file('new'), folder)).toBe(file('new'))
})

it("has its operator's settings in a kiosk, which are not saved", () => {
  put({ ...venue, kiosk: true })
  const remote = { scale: 2, language: 'ja_JP' } as const
  const ordered = (serverUrl: string) => (serverUrl === venue.serverUrl ? remote : {})
  const withRemote = (env = {}) => loadConfig({ folder, env, hasServer: false, remote: ordered })
  expect(withRemote()).toEqual({ ...venue, ...remote, damage: null, remote })
  expect(stored('config.json')).toEqual(venue)
  expect(stored('config.backup.json')).toEqual({ ...venue, checkedBy })
  expect(withRemote({ PALPITE_SERVER_URL: 'https://other.example' })).toMatchObject({
    scale: 1.5,
    remote: {},
  })
  expect(withRemote({ PALPITE_KIOSK: '0' })).toMatchObject({ scale: 1.5, remote: {} })
})

describe('what staff save', () => {
  it('replaces the values in the file and its copy, also of a file that is damaged', () => {
    put(venue)
    load()
    writeFileSync(file('config.json'), '{ "kiosk": ')
    expect(saveConfig(folder, { volume: 0, serverUrl: 'https://other.example/' })).toEqual([])
    const changed = { ...venue, volume: 0, serverUrl: 'https://other.example' }
    expect(load()).toEqual({ ...changed, damage: null, remote: {} })
    expect(stored('config.backup.json')).toEqual({ ...changed, checkedBy })
    expect(readdirSync(folder).sort()).toEqual(['config.backup.json', 'config.json'])
  })

  it('is refused with the names of what is wrong', () => {
    put(venue)
    expect(
      saveConfig(folder, {
        volume: 101,
        languages: [],
        serverUrl: 'ftp://x',
        logFolder: 'relative',
        openingHours: '09:00-24:00',
        frameOrigins: ['https://ok.example', 'http://192.168.0.7'],
        scale: 1,
      }),
    ).toEqual(['serverUrl', 'frameOrigins', 'volume', 'languages', 'logFolder', 'openingHours'])
    expect(readConfigFile(folder).config).toEqual(venue)
  })
})

it('a folder for receipts is set at the terminal only', () => {
  expect(readRemoteConfig({ printer: 'pdf:/media/receipts' }).wrong).toEqual(['printer'])
})

it.each([
  ['scale', ['fit', 0.5, 5], ['none', 0.4, 5.1, null]],
  ['hideCursor', [true], ['true', 1]],
  ['volume', [0, 100], [-1, 101, 0.5, '1']],
  ['language', ['ja_JP'], ['de_DE', 1]],
  ['languages', [['pt_BR'], ['en_US', 'ja_JP']], [[], ['de_DE'], 'pt_BR', Array(21).fill('pt_BR')]],
  ['idleSeconds', [1, 3600], [0, 3601, 1.5, null]],
  ['idleAnswerSeconds', [1, 3600], [0, 3601, 1.5, null]],
  ['printer', ['none', 'tcp://10.0.0.20:9100', 'system:receipts'], ['', 'pdf:receipts', 'http://a', null]],
  ['printerModel', ['epson', 'bematech', '858=2,866=7'], ['', 'other', '858=2', null]],
])('the file and orders from a distance have the same limits for %s', (key, right, wrong) => {
  const check = new Ajv2020(configFormats).compile({ type: 'object', properties: configSchema })
  const accepted = (value: unknown) => [
    check({ [key]: value }),
    readRemoteConfig({ [key]: value }).wrong === null,
  ]
  for (const value of right) expect(accepted(value), String(value)).toEqual([true, true])
  for (const value of wrong) expect(accepted(value), String(value)).toEqual([false, false])
})
