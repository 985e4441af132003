import { describe, expect, it } from 'vitest'
import { parseConfig } from '#server/config/config.ts'
import { frameAncestors, originsOf } from '#server/http/origins.ts'

const of = (env: Record<string, string>, hostname = '127.0.0.1', protocol = 'http') =>
  originsOf(parseConfig(env).config, { protocol, hostname })

describe('the origins of product and games', () => {
  it('follow the requested host where they are not configured', () => {
    expect(of({})).toEqual({ product: 'http://127.0.0.1:5250', games: 'http://127.0.0.1:5251' })
    expect(of({}, '192.168.0.7')).toEqual({
      product: 'http://192.168.0.7:5250',
      games: 'http://192.168.0.7:5251',
    })
    expect(of({}, '[::1]').games).toBe('http://[::1]:5251')
  })

  it('are the configured ones, whatever host was requested', () => {
    const env = { PUBLIC_URL: 'https://palpite.example', GAMES_URL: 'https://games.palpite.example' }
    expect(of(env, 'evil.example')).toEqual({
      product: 'https://palpite.example',
      games: 'https://games.palpite.example',
    })
    expect(of({ PUBLIC_URL: 'https://palpite.example' }, 'evil.example').games).toBe(
      'https://palpite.example:5251',
    )
  })

  it('never put an invalid host name into a policy', () => {
    for (const hostname of ['a b', "x; script-src 'unsafe-inline'", '', "*'", 'a/b']) {
      expect(of({}, hostname)).toEqual({ product: 'http://127.0.0.1:5250', games: 'http://127.0.0.1:5251' })
    }
  })

  it('let the product, the window and, in the sandbox, the dev servers frame a game', () => {
    const request = { protocol: 'https', hostname: 'palpite.example' }
    const production = {
      NODE_ENV: 'production',
      PUBLIC_URL: 'https://palpite.example',
      PAYMENT_PROVIDER: 'sandbox',
    }
    expect(frameAncestors(parseConfig(production).config, request)).toEqual([
      'https://palpite.example',
      'app://palpite',
      'https://palpite.invalid',
    ])
    expect(frameAncestors(parseConfig({}).config, request)).toContain('http://localhost:*')
  })
})
