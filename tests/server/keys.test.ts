import { randomUUID } from 'node:crypto'
import { describe, expect, it, vi } from 'vitest'
import { doubleCalls } from '#contract/http/double.ts'
import { gameCalls } from '#contract/http/game.ts'
import { minesCalls } from '#contract/http/mines.ts'
import { orderCalls } from '#contract/http/order.ts'
import { originalCalls } from '#contract/http/originals.ts'
import { slotCalls } from '#contract/http/slots.ts'
import { sportsCalls } from '#contract/http/sports.ts'
import { CommitUnknownError, type Tx } from '#server/db/client.ts'
import pt_BR from '#server/texts/pt_BR.json' with { type: 'json' }
import { createTestApp } from './helpers/testApp.ts'

const t = await createTestApp()
const bet = { amount: 1, direction: 'over', chance: 50 }

/** Cuts the connection during the next commit, after PostgreSQL has committed. */
function cutNextCommit(): void {
  const { tx } = t.deps.db
  vi.spyOn(t.deps.db, 'tx').mockImplementationOnce(async (fn: (tx: Tx) => Promise<unknown>) => {
    await tx(fn)
    throw new CommitUnknownError(new Error('Connection terminated unexpectedly'))
  })
}

const cashOf = async ({ uId }: { uId: string }) => (await t.deps.ledger.wallet(t.deps.db, uId)).cash

describe('the key of a bet', () => {
  it('is required: without one nothing is charged', async () => {
    const player = await t.createUser({ balance: 100 })
    const response = await t.post('/api/app/game/dice/bet', bet, { token: player.token, keyless: true })
    expect([response.http, response.status, response.message]).toEqual([
      400,
      400,
      pt_BR.errors.idempotencyKeyMissing,
    ])
    expect(await cashOf(player)).toBe(100_00)
  })

  it('is required by every bet and every call of a game, but not by prePay and withdraw', () => {
    const games = [gameCalls, minesCalls, doubleCalls, originalCalls, slotCalls, sportsCalls]
    const needed = games.flatMap((calls) => Object.values(calls).map(({ idempotent }) => idempotent))
    expect(new Set(needed)).toEqual(new Set([false, 'required']))
    expect(needed.filter((value) => value === 'required')).toHaveLength(16)
    expect(orderCalls.prePay.idempotent).toBe('optional')
    expect(orderCalls.withdraw.idempotent).toBe('optional')
  })

  it('of more than 128 characters is refused, not cut', async () => {
    const player = await t.createUser({ balance: 100 })
    const place = (key: string) =>
      t.post('/api/app/game/dice/bet', bet, { token: player.token, headers: { 'idempotency-key': key } })
    expect((await place('k'.repeat(128))).http).toBe(200)
    const tooLong = await place('k'.repeat(129))
    expect([tooLong.http, tooLong.message]).toEqual([
      400,
      pt_BR.errors.idempotencyKeyTooLong.replace('{maximum}', '128'),
    ])
  })

  it('makes a bet count once after a cut commit', async () => {
    const player = await t.createUser({ balance: 100 })
    const headers = { 'idempotency-key': randomUUID() }
    cutNextCommit()
    const first = await t.post<{ payout: number }>('/api/app/game/dice/bet', bet, {
      token: player.token,
      headers,
    })
    const again = await t.post('/api/app/game/dice/bet', bet, { token: player.token, headers })
    expect(first.http).toBe(200)
    expect(again.raw.payload).toBe(first.raw.payload)
    expect(await cashOf(player)).toBe(100_00 - 100 + Math.round(first.data.payout * 100))
  })
})

describe('a call without a key whose commit was cut', () => {
  const prePay = (player: { token: string }) =>
    t.post(
      '/api/app/order/prePay/brl-20',
      { gift: '1', pkgId: 'brl-20', isapp: '0' },
      { token: player.token, form: true, keyless: true },
    )
  const ordersOf = (player: { uId: string }) =>
    t.deps.db.read('select 1 from orders where user_id = $1', [player.uId])

  it('before the provider is asked goes on with the same order', async () => {
    const player = await t.createUser({ kyc: 1 })
    cutNextCommit()
    expect((await prePay(player)).http).toBe(200)
    expect(await ordersOf(player)).toHaveLength(1)
  })

  it('after the provider has answered never gets the response "nothing was charged"', async () => {
    const player = await t.createUser({ kyc: 1 })
    const { charge } = t.deps.provider
    vi.spyOn(t.deps.provider, 'charge').mockImplementationOnce(async (asked) => {
      const answer = await charge(asked)
      cutNextCommit()
      return answer
    })
    const response = await prePay(player)
    expect([response.http, response.status, response.message]).toEqual([
      500,
      500,
      pt_BR.errors.outcomeUnknown,
    ])
    expect(await ordersOf(player)).toHaveLength(1)
  })
})
