import { expect, it, vi } from 'vitest'

vi.mock('electron-store', () => ({
  default: class {
    store: Record<string, unknown>
    constructor({ defaults }: { defaults: Record<string, unknown> }) {
      this.store = defaults
    }
  },
}))
const { defaultConfig, loadConfig, withEnvironment } = await import('#main/config.ts')

it('has the defaults of an installation', () => {
  expect(loadConfig({}, false)).toEqual(defaultConfig)
  expect(defaultConfig).toMatchObject({ serverUrl: 'http://127.0.0.1:5250', kiosk: false, demo: false })
})

it('is overridden by the environment', () => {
  const config = withEnvironment(defaultConfig, {
    PALPITE_SERVER_URL: 'https://palpite.example/some/path',
    PALPITE_KIOSK: '1',
    PALPITE_DEMO: '1',
  })
  expect(config).toMatchObject({ serverUrl: 'https://palpite.example', kiosk: true, demo: true })
})

it('can turn the kiosk off too', () => {
  expect(withEnvironment({ ...defaultConfig, kiosk: true }, { PALPITE_KIOSK: '0' }).kiosk).toBe(false)
})

it('uses the packaged server until another one is configured', () => {
  expect(withEnvironment(defaultConfig, {}, true).demo).toBe(true)
  const told = { ...defaultConfig, serverUrl: 'https://palpite.example' }
  expect(withEnvironment(told, {}, true).demo).toBe(false)
  expect(withEnvironment(defaultConfig, { PALPITE_SERVER_URL: 'http://127.0.0.1:1' }, true).demo).toBe(false)
})

it.each(['ftp://x', 'palpite.example', 'file:///etc'])('refuses the server %s in one sentence', (address) => {
  expect(() => withEnvironment(defaultConfig, { PALPITE_SERVER_URL: address })).toThrow(
    `PALPITE_SERVER_URL is not an http(s) address: ${address}`,
  )
})

it('PALPITE_GAMES_URL adds the origin of the games', () => {
  const games = { PALPITE_GAMES_URL: 'https://games.palpite.example/slots/' }
  expect(withEnvironment(defaultConfig, games).frameOrigins).toEqual(['https://games.palpite.example'])
  expect(() => withEnvironment(defaultConfig, { PALPITE_GAMES_URL: 'games' })).toThrow(
    'PALPITE_GAMES_URL is not an http(s) address: games',
  )
})
