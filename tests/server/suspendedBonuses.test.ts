/** Bonuses that the house suspends: kept aside with their turnover, given back or taken. */
import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { TimelineEntry } from '#contract/office/players.ts'
import { turnoverOfDeposit } from '#contract/rules/turnover.ts'
import { cents } from '#contract/money.ts'
import { playerActor } from '#server/ledger/ledger.ts'
import { endBonuses } from '#server/domain/payments/endBonuses.ts'
import { correctTickets } from '#server/sports/corrections.ts'
import { playedRound } from './helpers/playedRound.ts'
import { createSuspensions, type Owner } from './helpers/suspensions.ts'

const suspensions = await createSuspensions()
const {
  server,
  feed,
  now,
  leg,
  match,
  player,
  bet,
  balance,
  wallet,
  settle,
  staff,
  grant,
  suspend,
  release,
  take,
  messages,
  rows,
} = suspensions
const { deps, get } = server

describe('a bonus', () => {
  /** As the back office finds it: in the player's timeline. */
  const awardOf = async (owner: Owner) => {
    const { data } = await staff.risk.get<{ entries: TimelineEntry[] }>(
      `/api/players/${owner.uId}/timeline?kind=money`,
    )
    return data.entries.find(({ what }) => what === 'bonus')?.prize ?? ''
  }

  it('in cash is kept aside as far as it is left, and comes back', async () => {
    const owner = await player(0)
    await grant(owner, 50_00, 'cash')
    const { data } = await suspend(await awardOf(owner))
    expect(data).toMatchObject({ refKind: 'award', amountCents: 50_00, wallet: 'cash' })
    expect(await balance(owner)).toBe(0)
    await release(data.id)
    expect(await balance(owner)).toBe(50_00)
  })

  it('in the bonus wallet can be neither bet nor become cash, keeps its turnover, and comes back', async () => {
    const owner = await player(20)
    await grant(owner, 50_00, 'bonus', 60_00)
    const { data } = await suspend(await awardOf(owner))
    expect(data).toMatchObject({ amountCents: 50_00, wallet: 'bonus' })
    expect(await wallet(owner)).toMatchObject({ cash: 20_00, bonus: 0, heldWithdrawals: 0 })
    const account = await get<{ held: number; suspended: object[] }>('/api/app/user/account', owner)
    expect(account.data).toMatchObject({ held: 0, suspended: [{ amount: 50 }] })
    const limits = await get<{ suspended?: object[] }>('/api/app/order/getWithdraw', owner)
    expect(limits.data.suspended).toBeUndefined()
    // All cash is lost: the turnover of the bonus is still owed.
    await playedRound(deps, { userId: owner.uId, stake: 20_00 })
    expect((await wallet(owner)).turnoverLeft).toBe(40_00)
    await release(data.id)
    expect(await wallet(owner)).toMatchObject({ cash: 0, bonus: 50_00, turnoverLeft: 40_00 })
  })

  it('whose turnover was met meanwhile becomes cash when it comes back', async () => {
    const owner = await player(100)
    await grant(owner, 50_00, 'bonus', 60_00)
    const { data } = await suspend(await awardOf(owner))
    await playedRound(deps, { userId: owner.uId, stake: 60_00, payout: 60_00 })
    expect(await wallet(owner)).toMatchObject({ cash: 100_00, bonus: 0, turnoverLeft: 0 })
    await release(data.id)
    expect(await wallet(owner)).toMatchObject({ cash: 150_00, bonus: 0 })
  })

  it('that was suspended when a pause began ends with it', async () => {
    const owner = await player(20)
    await grant(owner, 50_00, 'bonus', 60_00)
    const { data } = await suspend(await awardOf(owner))
    await deps.db.tx((tx) => endBonuses(deps, tx, owner.uId, playerActor(owner.uId)))
    await release(data.id)
    expect(await wallet(owner)).toMatchObject({ cash: 20_00, bonus: 0, turnoverLeft: 0 })
    expect((await messages(owner)).map(({ kind }) => kind)).toEqual(['prizeSuspended'])
  })

  it('is taken as one that was not given', async () => {
    const owner = await player(20)
    await grant(owner, 50_00, 'bonus', 60_00)
    const { data } = await suspend(await awardOf(owner))
    await take(data.id)
    expect(await wallet(owner)).toMatchObject({ cash: 20_00, bonus: 0, heldRounds: 0, turnoverLeft: 0 })
    const [posting] = await deps.db.read('select accounts::text from transfers where key = $1', [
      `take:prize:${data.id}`,
    ])
    expect(posting).toEqual({ accounts: '{hold_round_bonus,house_bonus}' })
  })

  it('is taken with what is left of its own turnover; that of what came later stays, and no other bonus becomes cash', async () => {
    const owner = await player(300)
    await grant(owner, 50_00, 'bonus', 200_00)
    const award = await awardOf(owner)
    await playedRound(deps, { userId: owner.uId, stake: 150_00, payout: 150_00 })
    expect((await wallet(owner)).turnoverLeft).toBe(50_00)
    await grant(owner, 30_00, 'bonus', 100_00)
    const { data } = await suspend(award)
    await take(data.id)
    expect(await wallet(owner)).toMatchObject({ cash: 300_00, bonus: 30_00, turnoverLeft: 100_00 })
  })

  it('is taken with its turnover also when a later one was taken before it', async () => {
    const owner = await player(300)
    await grant(owner, 20_00, 'bonus', 100_00)
    await grant(owner, 30_00, 'bonus', 60_00)
    const middle = await awardOf(owner)
    await grant(owner, 40_00, 'bonus', 80_00)
    const last = await awardOf(owner)
    expect(last).not.toBe(middle)
    // Meets the turnover of the first.
    await playedRound(deps, { userId: owner.uId, stake: 100_00, payout: 100_00 })
    expect(await wallet(owner)).toMatchObject({ cash: 300_00, bonus: 90_00, turnoverLeft: 140_00 })
    for (const award of [last, middle]) {
      const { data } = await suspend(award)
      await take(data.id)
    }
    expect(await wallet(owner)).toMatchObject({ cash: 320_00, bonus: 0, turnoverLeft: 0 })
  })

  it('is taken without the turnover of what came while it was suspended', async () => {
    const owner = await player(0)
    await grant(owner, 50_00, 'bonus', 200_00)
    const award = await awardOf(owner)
    const { data } = await suspend(award)
    await grant(owner, 100_00, 'cash', 100_00)
    await playedRound(deps, { userId: owner.uId, stake: 60_00, payout: 60_00 })
    await take(data.id)
    expect(await wallet(owner)).toMatchObject({ cash: 100_00, bonus: 0, turnoverLeft: 100_00 })
  })

  it('of a deposit is taken with its own turnover; that of the deposit stays', async () => {
    const owner = await player(0)
    const orderId = randomUUID()
    const [principal, bonus] = [cents(100_00), cents(50_00)]
    await deps.db.write(
      `insert into orders (id, user_id, package_id, pay_no, provider, principal, bonus, discount, status,
          waive_promotions, offer, is_app, created_at, expires_at, paid_at)
        values ($1, $2, 'brl-100', $1, 'sandbox', $3, $4, 0, 'paid', false, 'deposit', false, $5, $5, $5)`,
      [orderId, owner.uId, principal, bonus, now()],
    )
    await deps.ledger.deposit(deps.db, {
      userId: owner.uId,
      actor: playerActor(owner.uId),
      orderId,
      principal,
      bonus,
      turnover: turnoverOfDeposit(principal, bonus),
    })
    const { data } = await suspend(`deposit:${orderId}`)
    await take(data.id)
    expect(await wallet(owner)).toMatchObject({ cash: 100_00, bonus: 0, turnoverLeft: 100_00 })
  })

  it('that was bet: its prize is kept in the wallet that it is paid to', async () => {
    const owner = await player(0, { freeBalance: 30, turnover: 500 })
    const matchId = match(10)
    const { data } = await bet(owner, [leg(matchId, 10)], { wallet: 'freeBalance' })
    const suspended = await suspend(data.ticketId)
    feed.finish(matchId, 1, 0, now())
    await settle()
    expect(await wallet(owner)).toMatchObject({ cash: 0, bonus: 20_00 })
    expect(await rows(owner)).toMatchObject([{ amount: 100_00, wallet: 'bonus' }])
    feed.finish(matchId, 0, 1, now())
    await correctTickets(deps)
    expect(await wallet(owner)).toMatchObject({ cash: 0, bonus: 20_00, heldRounds: 0 })
    expect((await release(suspended.data.id)).status).toBe(409)
  })

  it('leaves no turnover when everything is lost in a suspended bet, whatever waits to be withdrawn', async () => {
    const owner = await player(120, { kyc: 1 })
    const payCardNo = '11222333000181'
    const withdrawn = await server.post(
      '/api/app/order/withdraw',
      { payCardBank: 'CNPJ', payCardNo, ifsc: payCardNo, name: 'Joana Prado', whatsapp: '', amount: 100 },
      { token: owner.token, headers: { 'idempotency-key': randomUUID() } },
    )
    expect(withdrawn).toMatchObject({ http: 200 })
    await grant(owner, 10_00, 'cash', 60_00)
    const matchId = match(10)
    const { data } = await bet(owner, [leg(matchId, 10)], { amount: 30 })
    await suspend(data.ticketId)
    feed.finish(matchId, 0, 1, now())
    await settle()
    expect(await wallet(owner)).toMatchObject({ cash: 0, heldWithdrawals: 100_00, turnoverLeft: 0 })
  })
})
