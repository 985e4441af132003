import { describe, expect, it } from 'vitest'
import { generatedName } from '#server/domain/accounts/publicIdentity.ts'
import { saveContent } from '#server/domain/content/content.ts'
import { showAmounts } from './helpers/showAmounts.ts'
import { createTestApp } from './helpers/testApp.ts'

const t = await createTestApp()
const { deps } = t

describe('application', () => {
  it('returns what a device needs before a login', async () => {
    const { data } = await t.get<Record<string, unknown>>('/api/app/main/appInfo')
    expect(data).toMatchObject({
      brand: 'Palpite',
      jurisdiction: 'spec',
      messenger: null,
      supportId: null,
      captcha: 'image',
      usdt: true,
      sandbox: true,
      playMoney: true,
      operator: { name: 'Palpite', licence: null, terms: { version: '1.1', date: '2026-11-23' } },
    })
    expect(Math.abs(Date.parse(String(data['serverTime'])) - deps.clock.now().getTime())).toBeLessThan(60_000)
  })

  it('tells its time with every response, also with a refusal', async () => {
    for (const path of ['/api/app/main/appInfo', '/api/app/user/userInfo']) {
      const { raw } = await t.get(path)
      expect(Math.abs(Number(raw.headers['server-time']) - deps.clock.now().getTime()), path).toBeLessThan(
        60_000,
      )
    }
  })

  it('has a separate messenger for some players', async () => {
    const { token, username } = await t.createUser()
    const messenger = 'https://t.me/palpite'
    await t.call('PATCH', `/sandbox/api/users/${username}`, { body: { messenger } })
    expect((await t.get('/api/app/main/appInfo', { token })).data).toMatchObject({ messenger })
    expect((await t.get('/api/app/main/appInfo')).data).toMatchObject({ messenger: null })
    await t.call('PATCH', `/sandbox/api/users/${username}`, { body: { messenger: null } })
    expect((await t.get('/api/app/main/appInfo', { token })).data).toMatchObject({ messenger: null })
  })
})

describe('links of the side menu', () => {
  it('exist where the operator set them', async () => {
    expect((await t.get('/api/app/main/appInfo')).data).toMatchObject({ social: null })
    const save = (basedOn: number, enabled: boolean) =>
      deps.db.tx((tx) =>
        saveContent(deps, tx, {
          kind: 'link',
          id: 'social',
          basedOn,
          staffId: 'staff-1',
          state: {
            enabled,
            startsAt: null,
            endsAt: null,
            sort: 10,
            texts: {},
            fields: { place: 'social', url: 'https://social.example/palpite' },
          },
        }),
      )
    await save(0, true)
    expect((await t.get('/api/app/main/appInfo')).data).toMatchObject({
      social: 'https://social.example/palpite',
    })
    await save(1, false)
    expect((await t.get('/api/app/main/appInfo')).data).toMatchObject({ social: null })
  })
})

describe('home', () => {
  it('shows settled wins of real players by their public names, newest first', async () => {
    const winner = await t.createUser({ username: 'margarida@example.com' })
    const tester = await t.createUser({ testFlag: '1' })
    await showAmounts(deps, winner.uId, tester.uId)
    const insert = (id: string, userId: string, payout: number, minute: number, status = 'settled') =>
      deps.db.write(
        `insert into game_rounds (id, user_id, game, wallet, stake, payout, status, created_at, settled_at)
         values ($1, $2, 'mines', 'cash', 1000, $3, $4, $5, $5)`,
        [id, userId, payout, status, new Date(Date.UTC(2026, 0, 1, 0, minute))],
      )
    await insert('win-1', winner.uId, 25_050, 1)
    await insert('win-2', winner.uId, 99_999, 2)
    await insert('small', winner.uId, 9_999, 3)
    await insert('test', tester.uId, 99_999, 4)
    await insert('back', winner.uId, 50_000, 5, 'refunded')
    const { data } = await t.get<{ bigWins: unknown[]; banners: { id: string }[]; online: number }>(
      '/api/app/main/home',
    )
    expect(data.bigWins).toEqual([
      {
        player: generatedName(winner.uId),
        gameCode: 'mines',
        amount: 999.99,
        at: '2026-01-01T00:02:00.000Z',
      },
      { player: generatedName(winner.uId), gameCode: 'mines', amount: 250.5, at: '2026-01-01T00:01:00.000Z' },
    ])
    expect(data.banners.map(({ id }) => id)).toEqual(['deposit', 'fair', 'sports'])
    expect(data.online).toBe(0)
  })
})

describe('invitation', () => {
  it('shows who invites, by the public name, and the welcome bonus', async () => {
    const { uId } = await t.createUser({ username: 'joaquim@example.com', inviteCode: 'JOCA2026' })
    const { data } = await t.get('/api/app/main/invitation/joca2026')
    expect(data).toEqual({ inviter: generatedName(uId), avatar: 0, bouns: 0.05 })
  })

  it('is unknown for an unassigned code', async () => {
    const response = await t.get('/api/app/main/invitation/NOBODY', { lang: 'en_US' })
    expect([response.http, response.message]).toEqual([400, 'This invitation code is not valid.'])
  })
})

describe('gift', () => {
  const claim = (token: string, key?: string) =>
    t.post<{ amount: number; type: number }>(
      '/api/app/main/claimGift',
      {},
      { token, ...(key ? { headers: { 'idempotency-key': key } } : {}) },
    )
  const bonus = async (token: string) =>
    (await t.get<{ freeBalance: number }>('/api/app/user/getBalance', { token })).data.freeBalance

  it('is claimed once, as bonus with turnover, award type 141', async () => {
    const { token } = await t.createUser({ gift: 1, kyc: 1 })
    expect((await t.get('/api/app/main/userGift', { token })).data).toBe(1)
    const response = await claim(token, 'gift-1')
    expect(response.data).toEqual({ amount: 10, type: 141 })
    expect(response.message).toBe('Presente resgatado!')
    expect(await bonus(token)).toBe(10)
    expect((await t.get('/api/app/main/userGift', { token })).data).toBe(0)
    const again = await claim(token, 'gift-1')
    expect(again.raw.body).toBe(response.raw.body)
    const another = await claim(token, 'gift-2')
    expect([another.http, another.message]).toEqual([400, 'Você não tem presentes para resgatar.'])
    expect(await bonus(token)).toBe(10)
    expect(
      (await t.get<{ turnoverLeft: number }>('/api/app/user/account', { token })).data.turnoverLeft,
    ).toBe(20)
  })

  it('is paid once when claimed 20 times in parallel with different keys', async () => {
    const { token } = await t.createUser({ gift: true, kyc: 1 })
    const responses = await Promise.all(Array.from({ length: 20 }, (_, i) => claim(token, `race-${i}`)))
    expect(responses.filter(({ http }) => http === 200)).toHaveLength(1)
    expect(await bonus(token)).toBe(10)
    expect(await deps.ledger.violations()).toEqual([])
  })
})
