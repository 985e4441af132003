import { describe, expect, it } from 'vitest'
import { auditWallets } from '#server/jobs/walletAudit.ts'
import { runJobs } from '#server/jobs/jobs.ts'
import { createTestApp, type TestResponse } from './helpers/testApp.ts'

const t = await createTestApp({ PAYOUT_AUTO_LIMIT: '500' })
const { deps } = t
const api = '/sandbox/api'
type Player = Awaited<ReturnType<typeof t.createUser>>

const patch = async ({ username }: Player, body: object) => {
  const response = await t.call('PATCH', `${api}/users/${username}`, { body })
  expect(response.http, response.message).toBe(200)
}
const account = async ({ token }: Player) =>
  (await t.get<{ userInfo: Record<string, unknown> }>('/api/app/user/userInfo', { token })).data.userInfo
const betDice = ({ token }: Player, amount: number): Promise<TestResponse> =>
  t.post('/api/app/game/dice/bet', { amount, direction: 'under', chance: 50 }, { token })

/** Everything that may say that money is not where it should be. */
async function expectCleanBooks(): Promise<void> {
  expect(await deps.ledger.violations()).toEqual([])
  await auditWallets(deps, new Date(Date.now() + 60_000))
  expect(await deps.db.read('select user_id, account from wallet_differences')).toEqual([])
}

describe('a player', () => {
  it('has withdrawals that wait for a person, if QA says so', async () => {
    const withdrawal = async (payCardNo: string, fields: object) => {
      const player = await t.createUser({ kyc: 1, balance: 200, ...fields })
      const body = { payCardBank: 'CNPJ', payCardNo, ifsc: '', name: 'Loja', amount: 60 }
      const { data } = await t.post<{ orderId: string }>('/api/app/order/withdraw', body, {
        token: player.token,
      })
      await deps.db.write(`update withdrawals set status = 'requested', review = null where id = $1`, [
        data.orderId,
      ])
      return { player, id: data.orderId }
    }
    const held = await withdrawal('45723174000110', { holdWithdrawals: 1 })
    await withdrawal('11222333000181', {})
    await deps.clock.advance(6_000)
    await runJobs(deps)
    const waiting = async () =>
      (await t.get<{ orderId: string }[]>(`${api}/withdrawals`)).data.map(({ orderId }) => orderId)
    expect(await waiting()).toEqual([held.id])
    await patch(held.player, { holdWithdrawals: 0 })
    await runJobs(deps)
    expect(await waiting()).toEqual([])
  })

  it('stands at the edge of a level, and one bet or deposit brings the next', async () => {
    const player = await t.createUser({ balance: 50, paySumAmount: 100, gameSumAmount: 399 })
    expect(await account(player)).toMatchObject({ level: 0, paySumAmount: 100, gameSumAmount: 399 })
    expect((await betDice(player, 1)).http).toBe(200)
    expect(await account(player)).toMatchObject({ level: 1, gameSumAmount: 400 })
    // Reached already: given at once, but not against a level that is asked for.
    await patch(player, { paySumAmount: 2_000, gameSumAmount: 15_000 })
    expect(await account(player)).toMatchObject({ level: 4 })
    await patch(player, { paySumAmount: 0, gameSumAmount: 0, level: 0 })
    expect(await account(player)).toMatchObject({ level: 0, paySumAmount: 0, gameSumAmount: 0 })
    await patch(player, { paySumAmount: 5_000, gameSumAmount: 40_000, level: 2 })
    expect(await account(player)).toMatchObject({ level: 2, paySumAmount: 5_000 })
    await expectCleanBooks()
  })

  it('has limits at once, also after bets, and they can be removed at once', async () => {
    const player = await t.createUser({ balance: 1_000 })
    await betDice(player, 1)
    await patch(player, {
      limits: [
        { kind: 'loss', period: 'day', amount: 100 },
        { kind: 'time', period: 'week', amount: 90 },
        { kind: 'deposit', period: 'month', amount: 25.5 },
      ],
    })
    const { data } = await t.get<{ limits: object[] }>('/api/app/limits', { token: player.token })
    expect(data.limits).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ kind: 'time', period: 'week', amount: 90 }),
        expect.objectContaining({ kind: 'deposit', period: 'month', amount: 25.5 }),
      ]),
    )
    expect((await betDice(player, 150)).http).not.toBe(200)
    await patch(player, { limits: [{ kind: 'loss', period: 'day', amount: null }] })
    expect((await betDice(player, 150)).http).toBe(200)
  })

  it('is paused, and the pause ends', async () => {
    const player = await t.createUser({ balance: 10, freeBalance: 5 })
    const pausedUntil = new Date(deps.clock.now().getTime() + 3_600_000).toISOString()
    await patch(player, { pausedUntil })
    expect((await betDice(player, 1)).http).toBe(403)
    await patch(player, { pausedUntil: null })
    expect((await betDice(player, 1)).http).toBe(200)
    await expectCleanBooks()
  })

  it('has a language and an inbox', async () => {
    const player = await t.createUser({
      language: 'ru_RU',
      messages: [
        { kind: 'welcome', isRead: true },
        { kind: 'withdrawalRefused', params: { amount: 60.5, refusal: 'notOwnKey' } },
        { kind: 'levelUp', params: { level: 3 } },
      ],
    })
    const inbox = await t.get<{ list: object[]; unread: number }>('/api/app/messages', {
      token: player.token,
    })
    expect(inbox.data).toMatchObject({
      unread: 2,
      list: [
        { kind: 'levelUp', params: { level: 3 }, isRead: false },
        { kind: 'withdrawalRefused', params: { amount: 60.5, refusal: 'notOwnKey' }, isRead: false },
        { kind: 'welcome', isRead: true },
      ],
    })
    expect(await deps.db.read('select language from users where id = $1', [player.uId])).toEqual([
      { language: 'ru_RU' },
    ])
    const refused = await t.post(`${api}/users`, {
      username: 'x',
      password: 'x',
      messages: [{ kind: 'spam' }],
    })
    expect([refused.http, refused.message]).toEqual([400, expect.stringContaining('messages.0.kind')])
  })
})
