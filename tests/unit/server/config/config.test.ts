import { isAbsolute } from 'node:path'
import { describe, expect, it } from 'vitest'
import { defaultBuckets } from '#server/config/bucketSizes.ts'
import { deriveSecrets } from '#server/config/derivedSecrets.ts'
import { parseConfig } from '#server/config/config.ts'
import { StartError } from '#server/config/startError.ts'

const production = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://palpite.example',
  PAYMENT_PROVIDER: 'sandbox',
}

describe('the environment', () => {
  it('may be empty: the documented defaults apply', () => {
    const { config } = parseConfig({})
    expect(config).toMatchObject({
      port: 5250,
      host: '127.0.0.1',
      databaseUrl: undefined,
      production: false,
      sandbox: true,
      jurisdiction: 'spec',
      publicUrl: 'http://127.0.0.1:5250',
      paymentProvider: 'sandbox',
      trustProxy: false,
    })
    expect(config.dataDir.endsWith('/.data')).toBe(true)
    expect(isAbsolute(config.dataDir)).toBe(true)
    expect(config.webRoot.endsWith('/dist-web')).toBe(true)
  })

  it('counts empty values as unset', () => {
    expect(parseConfig({ PORT: '', DATABASE_URL: '', SANDBOX: '' }).config).toMatchObject({
      port: 5250,
      databaseUrl: undefined,
      sandbox: true,
    })
  })

  it('has no sandbox in production, or when it is switched off', () => {
    expect(parseConfig(production).config).toMatchObject({ production: true, sandbox: false })
    expect(parseConfig({ SANDBOX: '0' }).config.sandbox).toBe(false)
    expect(() => parseConfig({ ...production, SANDBOX: '1' })).toThrow(StartError)
  })

  it('must name the address and the payment provider in production', () => {
    const without = (name: string) => () => parseConfig({ ...production, [name]: '' })
    expect(without('PUBLIC_URL')).toThrow(/^PUBLIC_URL must be set [^\n]+$/)
    expect(without('PAYMENT_PROVIDER')).toThrow(/^PAYMENT_PROVIDER must be set [^\n]+$/)
    expect(parseConfig(production).config.demonstration).toBe(true)
    const real = { ...production, PAYMENT_PROVIDER: 'pix', PAYOUT_PROVIDER: 'efi' }
    expect(parseConfig(real).config.demonstration).toBe(false)
    expect(parseConfig({}).config.demonstration).toBe(false)
  })

  it('never takes real deposits in production where withdrawals only look paid', () => {
    const real = { ...production, PAYMENT_PROVIDER: 'pix' }
    for (const payouts of ['', 'sandbox'])
      expect(() => parseConfig({ ...real, PAYOUT_PROVIDER: payouts })).toThrow(
        /^PAYOUT_PROVIDER must be efi [^\n]+ sends nothing$/,
      )
    expect(parseConfig({ ...real, PAYOUT_PROVIDER: 'efi' }).config.payoutProvider).toBe('efi')
  })

  it('makes no key of its own in production for a database that outlives its data folder', () => {
    const env = { ...production, DATABASE_URL: 'postgresql://u:p@db/palpite' }
    const parse = () => parseConfig(env)
    expect(parse).toThrow(StartError)
    expect(parse).toThrow(/^ENCRYPTION_KEY must be set [^\n]*openssl rand -hex 32[^\n]+$/)
    expect(parseConfig({ ...env, ENCRYPTION_KEY: 'ab'.repeat(32) }).secrets.encryptionKey).toBeDefined()
    expect(parseConfig({ ...env, NODE_ENV: 'development' }).secrets.encryptionKey).toBeUndefined()
  })

  it('lets a machine confirm everybody with play money only', () => {
    const real = { ...production, PAYMENT_PROVIDER: 'pix', PAYOUT_PROVIDER: 'efi' }
    expect(parseConfig(real).config.identityProvider).toBe('manual')
    expect(parseConfig(production).config.identityProvider).toBe('sandbox')
    expect(() => parseConfig({ ...real, IDENTITY_PROVIDER: 'sandbox' })).toThrow(
      /^IDENTITY_PROVIDER: [^\n]+$/,
    )
    expect(() => parseConfig({ ...production, BLOCKED_PERSONS: 'sandbox' })).toThrow(/^BLOCKED_PERSONS: /)
    expect(() => parseConfig({ SIGAP_URL: 'https://register.example/cpf' })).toThrow('{cpf}')
  })

  it('limits calls in production, not in the sandbox, and as RATE_LIMITS says', () => {
    const of = (env: Record<string, string>) => parseConfig(env).config.buckets
    expect(of({})).toBeNull()
    expect(of(production)).toEqual(defaultBuckets)
    expect(of({ ...production, RATE_LIMITS: 'off' })).toBeNull()
    expect(of({ RATE_LIMITS: 'on' })).toEqual(defaultBuckets)
    expect(of({ RATE_LIMITS: 'bets=200/600, logins=0.5/3' })).toEqual({
      ...defaultBuckets,
      bets: { perSecond: 200, burst: 600 },
      logins: { perSecond: 0.5, burst: 3 },
    })
    for (const text of ['yes', 'bets', 'bets=1', 'bets=0/5', 'bets=5/0', 'nobody=1/2', 'constructor=1/2'])
      expect(() => of({ RATE_LIMITS: text }), text).toThrow(/^RATE_LIMITS must be on, off, or buckets/)
  })

  it('sets the trusted proxies, by number or by address', () => {
    const of = (value: string) => parseConfig({ TRUST_PROXY: value }).config.trustProxy
    expect(of('0')).toBe(false)
    expect(of('1')).toBe(1)
    expect(of('2')).toBe(2)
    expect(of('10.0.0.7, 10.1.0.0/16,fd00::/8')).toEqual(['10.0.0.7', '10.1.0.0/16', 'fd00::/8'])
  })

  it('derives the public address from host and port', () => {
    const urlOf = (env: Record<string, string>) => parseConfig(env).config.publicUrl
    expect(urlOf({ PORT: '6000' })).toBe('http://127.0.0.1:6000')
    expect(urlOf({ HOST: '0.0.0.0' })).toBe('http://127.0.0.1:5250')
    expect(urlOf({ HOST: '::1' })).toBe('http://[::1]:5250')
    expect(urlOf({ PUBLIC_URL: 'https://palpite.example/' })).toBe('https://palpite.example')
  })

  it('gives the games their own origin', () => {
    const of = (env: Record<string, string>) => {
      const { gamesPort, hasGamesPort, gamesUrl } = parseConfig(env).config
      return [gamesPort, hasGamesPort, gamesUrl]
    }
    expect(of({})).toEqual([5251, false, undefined])
    expect(of({ PORT: '0' })).toEqual([0, false, undefined])
    expect(of({ PORT: '65535' })).toEqual([0, false, undefined])
    expect(of({ GAMES_PORT: '7000', GAMES_URL: 'https://games.example/' })).toEqual([
      7000,
      true,
      'https://games.example',
    ])
    expect(() => parseConfig({ PORT: '6000', GAMES_PORT: '6000' })).toThrow(StartError)
    expect(() => parseConfig({ PUBLIC_URL: 'https://a.example', GAMES_URL: 'https://a.example' })).toThrow(
      StartError,
    )
    expect(parseConfig({ GAME_PROVIDERS: 'example, example' }).config.gameProviders).toEqual(['example'])
    expect(() => parseConfig({ GAME_PROVIDERS: 'example', SANDBOX: '0' })).toThrow(StartError)
  })

  it('gives the back office its own origin, in production where it is asked for', () => {
    const of = (env: Record<string, string>) => {
      const { officePort, hasOfficePort, officeUrl } = parseConfig(env).config
      return [officePort, hasOfficePort, officeUrl]
    }
    expect(of({})).toEqual([5252, false, undefined])
    expect(of({ PORT: '0' })).toEqual([0, false, undefined])
    expect(of({ PORT: '65534' })).toEqual([0, false, undefined])
    // The port that the games or the metrics have.
    expect(of({ GAMES_PORT: '5252' })).toEqual([0, false, undefined])
    expect(of({ OPS_PORT: '5252' })).toEqual([0, false, undefined])
    expect(of({ OFFICE_PORT: '7000', OFFICE_URL: 'https://office.example/' })).toEqual([
      7000,
      true,
      'https://office.example',
    ])
    const production = {
      NODE_ENV: 'production',
      PUBLIC_URL: 'https://a.example',
      PAYMENT_PROVIDER: 'sandbox',
    }
    expect(of(production)).toEqual([undefined, false, undefined])
    expect(() => parseConfig({ ...production, OFFICE_PORT: '5252' })).toThrow('OFFICE_URL')
    for (const wrong of [
      { OFFICE_PORT: '5250' },
      { GAMES_PORT: '6000', OFFICE_PORT: '6000' },
      { OPS_PORT: '6000', OFFICE_PORT: '6000' },
      { PUBLIC_URL: 'https://a.example', OFFICE_URL: 'https://a.example' },
      { GAMES_URL: 'https://g.example', OFFICE_URL: 'https://g.example' },
    ])
      expect(() => parseConfig(wrong)).toThrow(/^OFFICE_/)
  })

  it.each([
    ['OFFICE_PORT', '70000'],
    ['OFFICE_URL', 'https://office.example/path'],
    ['GAMES_PORT', '70000'],
    ['GAMES_URL', 'games'],
    ['GAMES_URL', 'https://games.example/path'],
    ['GAME_PROVIDERS', 'nobody'],
    ['HUB88_API_URL', 'api.hub88.example'],
    ['HUB88_OPERATOR_ID', 'one'],
    ['HUB88_GAME_ORIGINS', 'https://games.example/path'],
    ['HUB88_GAME_ORIGINS', 'https://games.example, *'],
    ['HUB88_ADDRESSES', '2'],
    ['PORT', 'abc'],
    ['PORT', '65536'],
    ['PORT', '-1'],
    ['PORT', '80.5'],
    ['HOST', 'a host'],
    ['DATABASE_URL', 'mysql://localhost/x'],
    ['DATABASE_URL', 'nonsense'],
    ['SANDBOX', 'maybe'],
    ['NODE_ENV', 'prod'],
    ['JURISDICTION', '../../etc/passwd'],
    ['PUBLIC_URL', 'palpite.example'],
    ['PUBLIC_URL', 'ftp://palpite.example'],
    ['PAYMENT_PROVIDER', 'paypal'],
    ['PAYOUT_AUTO_LIMIT', '99.50'],
    ['EFI_API_URL', 'http://efi.example'],
    ['LOG_LEVEL', 'loud'],
    ['TRUST_PROXY', 'true'],
    ['TRUST_PROXY', '-1'],
    ['TRUST_PROXY', 'proxy.example'],
    ['TRUST_PROXY', '0.0.0.0/0'],
    ['TRUST_PROXY', '10.0.0.0/33'],
    ['TRUST_PROXY', '10.0.0.1,'],
    ['ENCRYPTION_KEY', 'short'],
    ['WEBHOOK_SECRET', 'short'],
  ])('refuses %s=%s in one line that names it', (name, value) => {
    const parse = () => parseConfig({ [name]: value })
    expect(parse).toThrow(StartError)
    expect(parse).toThrow(new RegExp(`^${name} [^\\n]+$`))
  })

  it('never repeats a secret in its message', () => {
    const parse = () =>
      parseConfig({ DATABASE_URL: 'http://user:hunter2@host/db', ENCRYPTION_KEY: 'hunter2' })
    expect(parse).toThrow(/DATABASE_URL.+ENCRYPTION_KEY/)
    expect(parse).not.toThrow(/hunter2/)
  })
})

describe('the secrets', () => {
  const master = Buffer.alloc(32, 7)

  it('are derived from the master key, and differ by purpose', () => {
    const secrets = deriveSecrets(master)
    expect(JSON.stringify(deriveSecrets(master))).toBe(JSON.stringify(secrets))
    expect(deriveSecrets(master).vault.index('1', 'x')).toEqual(secrets.vault.index('1', 'x'))
    expect(secrets.encryptionKey).toHaveLength(32)
    expect(secrets.encryptionKey.toString('hex')).not.toBe(secrets.webhookSecret)
    expect(deriveSecrets(Buffer.alloc(32, 8)).encryptionKey).not.toEqual(secrets.encryptionKey)
  })

  it('come from the environment where it sets them', () => {
    const given = { encryptionKey: 'ab'.repeat(32), webhookSecret: 'a long enough secret' }
    expect(deriveSecrets(master, given)).toMatchObject({
      encryptionKey: Buffer.alloc(32, 0xab),
      webhookSecret: 'a long enough secret',
    })
  })
})
