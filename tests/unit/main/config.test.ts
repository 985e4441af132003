import { beforeEach, expect, it, vi } from 'vitest'

/** What an operator wrote into the file. */
const written = vi.hoisted((): Record<string, unknown> => ({}))
vi.mock('electron-store', () => ({
  default: class {
    store: Record<string, unknown>
    constructor({ defaults }: { defaults: Record<string, unknown> }) {
      this.store = { ...defaults, ...written }
    }
  },
}))
const { loadConfig } = await import('#main/config.ts')

beforeEach(() => {
  for (const key of Object.keys(written)) delete written[key]
})

it('has the defaults of an installation', () => {
  expect(loadConfig({}, false)).toEqual({
    serverUrl: 'http://127.0.0.1:5250',
    kiosk: false,
    demo: false,
    paymentOrigins: [],
    frameOrigins: [],
  })
})

it('is overridden by the environment', () => {
  const config = loadConfig(
    {
      PALPITE_SERVER_URL: 'https://palpite.example/some/path',
      PALPITE_KIOSK: '1',
      PALPITE_DEMO: '1',
    },
    false,
  )
  expect(config).toMatchObject({ serverUrl: 'https://palpite.example', kiosk: true, demo: true })
})

it('can turn the kiosk off too', () => {
  written['kiosk'] = true
  expect(loadConfig({}, false).kiosk).toBe(true)
  expect(loadConfig({ PALPITE_KIOSK: '0' }, false).kiosk).toBe(false)
})

it('uses the packaged server until another one is configured', () => {
  expect(loadConfig({}, true).demo).toBe(true)
  expect(loadConfig({ PALPITE_SERVER_URL: 'http://127.0.0.1:1' }, true).demo).toBe(false)
  written['serverUrl'] = 'https://palpite.example'
  expect(loadConfig({}, true).demo).toBe(false)
})

it.each(['ftp://x', 'palpite.example', 'file:///etc', 'http://palpite.example', 'http://192.168.0.7:5250'])(
  'refuses the server %s in one sentence',
  (address) => {
    expect(() => loadConfig({ PALPITE_SERVER_URL: address }, false)).toThrow(
      `PALPITE_SERVER_URL is not an https address, or an http address of this machine: ${address}`,
    )
  },
)

it('PALPITE_GAMES_URL adds the origin of the games', () => {
  const games = { PALPITE_GAMES_URL: 'https://games.palpite.example/slots/' }
  expect(loadConfig(games, false).frameOrigins).toEqual(['https://games.palpite.example'])
  expect(() => loadConfig({ PALPITE_GAMES_URL: 'games' }, false)).toThrow(
    'PALPITE_GAMES_URL is not an https address, or an http address of this machine: games',
  )
})
