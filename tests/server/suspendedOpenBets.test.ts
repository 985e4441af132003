/** Prizes that are suspended before there are any, and prizes that the house takes. */
import { describe, expect, it } from 'vitest'
import type { SuspendedPrizeRow } from '#contract/office/suspendedPrizes.ts'
import { ticketNumber } from '#contract/rules/sports.ts'
import { cents } from '#contract/money.ts'
import { rollUpReports } from '#server/domain/reports/rollUp.ts'
import { readHeldWinnings } from '#server/domain/payments/heldWinnings.ts'
import { endPrizeSuspensions } from '#server/domain/payments/suspendedPrizes.ts'
import { readRecords, type ReportRecord } from '#server/domain/regulator/records.ts'
import { adjustWallet } from '#server/sandbox/adjustWallet.ts'
import { readToday } from '#server/time/days.ts'
import { autoCashOuts } from '#server/sports/autoCashOut.ts'
import { correctTickets } from '#server/sports/corrections.ts'
import { settleTickets } from '#server/sports/settlement.ts'
import { playedRound } from './helpers/playedRound.ts'
import { createTestApp } from './helpers/testApp.ts'
import { createSuspensions, dayMs, reason } from './helpers/suspensions.ts'

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
  cashOut,
  ticket,
  wallet,
  settle,
  office,
  staff,
  checkAll,
  opened,
  openedPair,
  debtOf,
  grant,
  suspend,
  release,
  take,
  messages,
  rows,
  postings,
} = suspensions
const { deps } = server

describe('an open bet whose prize is suspended', () => {
  it('is settled by its result, and its prize is kept aside until it is released', async () => {
    const owner = await opened()
    const { status, data } = await suspend(owner.ticketId)
    expect([status, data]).toMatchObject([200, { refKind: 'ticket', amountCents: null, state: 'active' }])
    expect(await ticket(owner, owner.ticketId)).toMatchObject({
      suspended: { reason: 'result', until: data.until },
      cashOut: null,
    })
    expect(await messages(owner)).toEqual([
      { kind: 'betSuspended', ticket: ticketNumber(owner.ticketId), prize: 'result', until: data.until },
    ])
    feed.finish(owner.matchId, 1, 0, now())
    await settle()
    expect(await balance(owner)).toBe(20_00)
    expect((await wallet(owner)).heldWithdrawals).toBe(100_00)
    expect(await ticket(owner, owner.ticketId)).toMatchObject({
      payout: 100,
      suspended: { reason: 'result' },
    })
    expect((await messages(owner))[0]).toMatchObject({ kind: 'prizeSuspended', amount: 100 })
    await settle()
    expect(await postings(owner)).toEqual(['hold'])
    expect((await release(data.id)).data).toMatchObject({ state: 'ended', amountCents: 100_00 })
    expect(await balance(owner)).toBe(120_00)
    expect((await release(data.id)).status).toBe(409)
    expect(await ticket(owner, owner.ticketId)).not.toHaveProperty('suspended')
  })

  it('cannot be cashed out, by the player or by itself, and says why', async () => {
    const owner = await opened()
    const before = await ticket(owner, owner.ticketId)
    expect(before.cashOut).toBeGreaterThan(0)
    await server.post(
      '/api/app/sports/autoCashOut',
      { ticketId: owner.ticketId, amount: before.cashOut },
      { token: owner.token },
    )
    const { data } = await suspend(owner.ticketId)
    const refused = await cashOut(owner, owner.ticketId)
    expect([refused.http, refused.message]).toEqual([
      409,
      'O prêmio desta aposta está suspenso: até o fim da suspensão ela não pode ser encerrada.',
    ])
    expect((await cashOut(owner, owner.ticketId, { part: 5 })).http).toBe(409)
    await autoCashOuts(deps)
    expect(await balance(owner)).toBe(20_00)
    await release(data.id)
    expect((await messages(owner))[0]).toEqual({
      kind: 'betReleased',
      ticket: ticketNumber(owner.ticketId),
    })
    await autoCashOuts(deps)
    expect(await balance(owner)).toBeGreaterThan(20_00)
  })

  it('pays into the balance when the term was over before', async () => {
    const owner = await opened()
    await suspend(owner.ticketId)
    await deps.clock.advance(11 * dayMs)
    await Promise.all([endPrizeSuspensions(deps), endPrizeSuspensions(deps)])
    expect(await rows(owner)).toEqual([{ amount: 0, wallet: 'cash', ended_by: 'term', taken: false }])
    feed.finish(owner.matchId, 1, 0, now())
    await settle()
    expect(await balance(owner)).toBe(120_00)
    expect(await postings(owner)).toEqual([])
  })

  it('pays into the balance when the term was over and the job has not come yet', async () => {
    const owner = await opened()
    await suspend(owner.ticketId)
    await deps.clock.advance(11 * dayMs)
    feed.finish(owner.matchId, 1, 0, now())
    await settle()
    expect(await balance(owner)).toBe(120_00)
    await endPrizeSuspensions(deps)
    expect(await rows(owner)).toMatchObject([{ amount: 0, ended_by: 'term' }])
  })

  it('comes back with its term once it has paid', async () => {
    const owner = await opened()
    await suspend(owner.ticketId)
    feed.finish(owner.matchId, 1, 0, now())
    await settle()
    await deps.clock.advance(11 * dayMs)
    await Promise.all([endPrizeSuspensions(deps), endPrizeSuspensions(deps)])
    expect(await balance(owner)).toBe(120_00)
    expect(await postings(owner)).toEqual(['hold', 'free'])
  })

  it('has no prize when it is lost; a correction that makes it win is kept aside', async () => {
    const owner = await opened()
    await suspend(owner.ticketId)
    feed.finish(owner.matchId, 0, 1, now())
    await settle()
    expect(await rows(owner)).toMatchObject([{ amount: 0, ended_by: 'unpaid' }])
    expect(await ticket(owner, owner.ticketId)).not.toHaveProperty('suspended')
    feed.finish(owner.matchId, 1, 0, now())
    await correctTickets(deps)
    expect(await balance(owner)).toBe(20_00)
    expect(await rows(owner)).toMatchObject([
      { amount: 0, ended_by: 'unpaid' },
      { amount: 100_00, ended_by: null },
    ])
    // And once more lost, and won.
    feed.finish(owner.matchId, 0, 1, now())
    await correctTickets(deps)
    expect((await wallet(owner)).heldWithdrawals).toBe(0)
    feed.finish(owner.matchId, 1, 0, now())
    await correctTickets(deps)
    expect([await balance(owner), (await wallet(owner)).heldWithdrawals]).toEqual([20_00, 100_00])
  })

  it('that was given back ends its suspension: a stake is no prize', async () => {
    const owner = await opened()
    await suspend(owner.ticketId)
    feed.remove(owner.matchId)
    await deps.clock.advance(3 * dayMs)
    await settle()
    expect(await rows(owner)).toMatchObject([{ amount: 0, ended_by: 'void' }])
    expect(await balance(owner)).toBe(30_00)
  })

  it('keeps what a correction adds to a prize that is suspended', async () => {
    const owner = await player(30, { kyc: 1 })
    const pair = await openedPair(owner)
    await suspend(pair.ticketId)
    await pair.win()
    expect((await wallet(owner)).heldWithdrawals).toBe(100_00)
    await pair.raise()
    expect([await balance(owner), (await wallet(owner)).heldWithdrawals]).toEqual([20_00, 200_00])
    expect(await rows(owner)).toMatchObject([
      { amount: 100_00, ended_by: 'correction' },
      { amount: 200_00, ended_by: null },
    ])
  })

  it('whose prize became cash: a correction is kept aside with it, whatever bonus there is since', async () => {
    const owner = await player(0, { freeBalance: 30, turnover: 5 })
    const pair = await openedPair(owner, { wallet: 'freeBalance' })
    await suspend(pair.ticketId)
    await pair.win()
    expect(await wallet(owner)).toMatchObject({ cash: 20_00, bonus: 0, heldWithdrawals: 100_00 })
    await grant(owner, 50_00, 'bonus', 60_00)
    await pair.raise()
    expect(await wallet(owner)).toMatchObject({ cash: 20_00, bonus: 50_00, heldWithdrawals: 200_00 })
    expect((await rows(owner)).at(-1)).toMatchObject({ amount: 200_00, wallet: 'cash', ended_by: null })
  })

  it('whose prize is bonus: a correction is kept aside with it, as cash once the turnover is met, also after an adjustment', async () => {
    const owner = await player(500, { freeBalance: 30, turnover: 500 })
    const pair = await openedPair(owner, { wallet: 'freeBalance' })
    await suspend(pair.ticketId)
    await pair.win()
    expect(await rows(owner)).toMatchObject([{ amount: 100_00, wallet: 'bonus' }])
    await playedRound(deps, { userId: owner.uId, stake: 500_00, payout: 500_00 })
    const gift = { player: owner.uId, account: 'cash', amountCents: 1_00, kind: 'goodwill', reason }
    expect((await staff.administrator.post('/api/adjustments/make', gift)).status).toBe(200)
    expect(await wallet(owner)).toMatchObject({ cash: 501_00, bonus: 20_00, turnoverLeft: 0 })
    await pair.raise()
    expect(await wallet(owner)).toMatchObject({
      cash: 521_00,
      bonus: 0,
      heldRounds: 0,
      heldWithdrawals: 200_00,
    })
    expect((await rows(owner)).at(-1)).toMatchObject({ amount: 200_00, wallet: 'cash', ended_by: null })
  })

  it('whose prize is bonus: a correction is kept aside with it, also without turnover left', async () => {
    const owner = await player(500, { freeBalance: 30, turnover: 500 })
    const pair = await openedPair(owner, { wallet: 'freeBalance' })
    await suspend(pair.ticketId)
    await pair.win()
    expect(await rows(owner)).toMatchObject([{ amount: 100_00, wallet: 'bonus' }])
    // Turnover that no bet has met.
    await adjustWallet(deps.db, { userId: owner.uId, turnoverLeft: cents(0) }, now())
    expect(await wallet(owner)).toMatchObject({ cash: 500_00, bonus: 20_00, turnoverLeft: 0 })
    await pair.raise()
    expect(await wallet(owner)).toMatchObject({ cash: 500_00, bonus: 20_00, heldRounds: 200_00 })
    expect((await rows(owner)).at(-1)).toMatchObject({ amount: 200_00, wallet: 'bonus', ended_by: null })
  })

  it('that an older server has paid without holding anything can be suspended again', async () => {
    const owner = await opened()
    const { data } = await suspend(owner.ticketId)
    const setEnded = (at: Date | null) =>
      deps.db.write('update prize_suspensions set ended_at = $3 where user_id = $1 and id = $2', [
        owner.uId,
        data.id,
        at,
      ])
    await setEnded(now())
    feed.finish(owner.matchId, 1, 0, now())
    await settle()
    await setEnded(null)
    expect((await suspend(owner.ticketId)).data).toMatchObject({ state: 'active', amountCents: 100_00 })
    expect([await balance(owner), (await wallet(owner)).heldWithdrawals]).toEqual([20_00, 100_00])
    expect(await rows(owner)).toMatchObject([{ amount: 0 }, { amount: 100_00, ended_by: null }])
    expect((await suspend(owner.ticketId)).status).toBe(409)
  })

  it('needs a second person by the most that it may pay', async () => {
    const owner = await player(1_000, { kyc: 1 })
    const matchId = match(10)
    const { data } = await bet(owner, [leg(matchId, 10)], { amount: 600 })
    const asked = (await suspend(data.ticketId)) as unknown as {
      status: number
      data: { approvalId: string }
    }
    expect(asked.status).toBe(202)
    const confirm = `/api/approvals/${asked.data.approvalId}/confirm`
    expect((await staff.risk.post(confirm, { reason })).status).toBe(403)
    expect((await staff.administrator.post(confirm, { reason })).status).toBe(200)
    const [row] = await deps.db.read<{ id: string }>('select id from prize_suspensions where user_id = $1', [
      owner.uId,
    ])
    expect((await release(row?.id ?? '')).status).toBe(202)
  })
})

describe('at the same moment', () => {
  it('suspending and settling leave one prize, kept aside once', async () => {
    const second = await createTestApp({}, { beside: server, feed })
    for (let round = 0; round < 8; round++) {
      const owner = await opened()
      feed.finish(owner.matchId, 1, 0, now())
      const [answer] = await Promise.all([suspend(owner.ticketId), settle(), settleTickets(second.deps)])
      expect(answer.status).toBe(200)
      await settle()
      const { cash, heldWithdrawals } = await wallet(owner)
      expect([cash, heldWithdrawals]).toEqual([20_00, 100_00])
      expect(await postings(owner)).toEqual(['hold'])
    }
  })

  it('suspending and cashing out: the bet is cashed out and its payout is kept aside, or it is not cashed out', async () => {
    const seen = new Set<string>()
    for (let round = 0; round < 8; round++) {
      const owner = await opened()
      const [answer, out] = await Promise.all([suspend(owner.ticketId), cashOut(owner, owner.ticketId)])
      const { cash, heldWithdrawals } = await wallet(owner)
      expect([200, 409]).toContain(answer.status)
      if (out.http === 200) {
        seen.add('out')
        // Either the bet was suspended after it had paid, or not at all.
        expect(cash + heldWithdrawals).toBe(20_00 + Math.round(out.data.payout * 100))
        expect(heldWithdrawals > 0).toBe(answer.status === 200)
      } else {
        seen.add('refused')
        expect([out.http, answer.status, cash, heldWithdrawals]).toEqual([409, 200, 20_00, 0])
      }
    }
    expect(seen.size).toBeGreaterThan(0)
    await checkAll()
  })

  it('releasing and correcting leave the player nothing that is not theirs', async () => {
    for (let round = 0; round < 6; round++) {
      const owner = await opened()
      const { data } = await suspend(owner.ticketId)
      feed.finish(owner.matchId, 1, 0, now())
      await settle()
      feed.finish(owner.matchId, 0, 1, now())
      await Promise.all([release(data.id), correctTickets(deps), release(data.id)])
      await correctTickets(deps)
      const { cash, heldWithdrawals } = await wallet(owner)
      expect([cash, heldWithdrawals]).toEqual([20_00, 0])
    }
  })

  it('releasing and taking do one of both, once', async () => {
    for (let round = 0; round < 4; round++) {
      const owner = await opened()
      const { data } = await suspend(owner.ticketId)
      feed.finish(owner.matchId, 1, 0, now())
      await settle()
      const answers = await Promise.all([release(data.id), take(data.id), release(data.id), take(data.id)])
      expect(answers.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(1)
      expect(await postings(owner)).toHaveLength(2)
      const [row] = await rows(owner)
      expect(await balance(owner)).toBe(row?.taken ? 20_00 : 120_00)
    }
  })
})

describe('a prize that the house takes', () => {
  async function won() {
    const owner = await opened()
    const { data } = await suspend(owner.ticketId)
    feed.finish(owner.matchId, 1, 0, now())
    await settle()
    return { ...owner, suspensionId: data.id }
  }

  it('is a posting to the house, with a reason for the player and one in the audit', async () => {
    const owner = await won()
    const { status, data } = await take(owner.suspensionId)
    expect([status, data]).toMatchObject([200, { state: 'taken', amountCents: 100_00 }])
    expect([await balance(owner), (await wallet(owner)).heldWithdrawals]).toEqual([20_00, 0])
    const [posting] = await deps.db.read<{ accounts: string; amounts: string; actor_kind: string }>(
      'select accounts::text, amounts::text, actor_kind from transfers where key = $1',
      [`take:prize:${owner.suspensionId}`],
    )
    expect(posting).toEqual({
      accounts: '{hold_withdrawal,house_adjustments}',
      amounts: '{-10000,10000}',
      actor_kind: 'staff',
    })
    expect((await messages(owner))[0]).toEqual({ kind: 'prizeTaken', amount: 100, prize: 'terms' })
    const [mail] = (
      await server.get<{ text: string }[]>(`/sandbox/api/outbox?to=${encodeURIComponent(owner.username)}`)
    ).data
    expect(mail?.text).toContain('houve uso contrário aos termos de serviço.')
    const audit = await deps.db.read(
      `select action, reason from office.staff_audit where subject_id = $1 order by id desc limit 1`,
      [owner.uId],
    )
    expect(audit).toEqual([{ action: 'suspendedPrizes.take', reason }])
    const list = await staff.risk.get<{ data: SuspendedPrizeRow[] }>(
      `/api/suspended-prizes?state=taken&playerId=${owner.uId}`,
    )
    expect(list.data.data).toHaveLength(1)
  })

  it('is refused while the bet is open, to whoever may not, and needs a second person above the limit', async () => {
    const owner = await opened()
    const { data } = await suspend(owner.ticketId)
    const early = (await take(data.id)) as unknown as { status: number; data: { error: { code: string } } }
    expect([early.status, early.data.error.code]).toEqual([409, 'prizeOpen'])
    expect((await take(data.id, await office.as('support'))).status).toBe(403)
    const { uId } = await player(10)
    await playedRound(deps, { userId: uId, stake: 5_00, payout: 6_000_00 })
    const [round] = await deps.db.read<{ id: string }>('select id from game_rounds where user_id = $1', [uId])
    const asked = (await suspend(round?.id ?? '')) as unknown as { data: { approvalId: string } }
    await staff.administrator.post(`/api/approvals/${asked.data.approvalId}/confirm`, { reason })
    const [row] = await deps.db.read<{ id: string }>('select id from prize_suspensions where user_id = $1', [
      uId,
    ])
    expect((await take(row?.id ?? '')).status).toBe(202)
  })

  it('is not taken a second time by a correction, and what a later one adds is kept aside', async () => {
    const owner = await won()
    await take(owner.suspensionId)
    feed.finish(owner.matchId, 0, 1, now())
    await correctTickets(deps)
    expect(await balance(owner)).toBe(20_00)
    const [{ debt } = { debt: NaN }] = await deps.db.read<{ debt: number }>(
      'select debt from wallets where user_id = $1',
      [owner.uId],
    )
    expect(debt).toBe(0)
    feed.finish(owner.matchId, 1, 0, now())
    await correctTickets(deps)
    expect([await balance(owner), (await wallet(owner)).heldWithdrawals]).toEqual([20_00, 0])
  })

  it('stays taken when a correction raises the ticket and another one lowers it', async () => {
    const owner = await player(30, { kyc: 1 })
    const pair = await openedPair(owner)
    const { data } = await suspend(pair.ticketId)
    await pair.win()
    await take(data.id)
    await pair.raise()
    expect([await balance(owner), (await wallet(owner)).heldWithdrawals]).toEqual([20_00, 100_00])
    await pair.lower()
    expect([await balance(owner), (await wallet(owner)).heldWithdrawals]).toEqual([20_00, 0])
    await pair.lose()
    expect([await balance(owner), await debtOf(owner)]).toEqual([20_00, 0])
    await checkAll()
  })

  it('in part: the player keeps what the ticket pays less what was taken, and owes no more', async () => {
    const owner = await player(30, { kyc: 1 })
    const pair = await openedPair(owner)
    await pair.win()
    await playedRound(deps, { userId: owner.uId, stake: 80_00 })
    const { data } = await suspend(pair.ticketId)
    expect(data.amountCents).toBe(40_00)
    await take(data.id)
    await pair.raise()
    // Its term holds what is added.
    expect([await balance(owner), (await wallet(owner)).heldWithdrawals]).toEqual([0, 100_00])
    await pair.lower()
    expect([await balance(owner), (await wallet(owner)).heldWithdrawals, await debtOf(owner)]).toEqual([
      0, 0, 0,
    ])
    await pair.lose()
    expect(await debtOf(owner)).toBe(60_00)
  })

  it('keeps nothing of the player from being withdrawn', async () => {
    const owner = await player(30, { kyc: 1 })
    const pair = await openedPair(owner)
    feed.setCorrectable(pair.matchId, new Date(now().getTime() + dayMs))
    const held = async () => (await readHeldWinnings(deps, deps.db, owner.uId)).map(({ amount }) => amount)
    const { data } = await suspend(pair.ticketId)
    await pair.win()
    await take(data.id)
    expect(await held()).toEqual([])
    await pair.raise()
    expect(await held()).toEqual([])
    const [last] = await deps.db.read<{ id: string }>(
      'select id from prize_suspensions where user_id = $1 and ended_at is null',
      [owner.uId],
    )
    await release(last?.id ?? '')
    expect(await held()).toEqual([100_00])
  })

  it('stands in the report of the day', async () => {
    const owner = await won()
    await take(owner.suspensionId)
    await rollUpReports(deps)
    const { day } = await readToday(deps.db, now())
    const records = await deps.db.tx(async (tx) => {
      const found: ReportRecord[] = []
      for await (const page of readRecords(deps, tx, { family: 'operatorDays', period: day, now: now() }))
        found.push(...page)
      return found
    })
    const [sums] = await deps.db.read<{ kept: number; taken: number }>(
      `select coalesce(sum(amount) filter (where ended_at is null), 0)::bigint as kept,
          coalesce(sum(amount) filter (where taken and ledger_day(ended_at) = $1::date), 0)::bigint as taken
        from prize_suspensions where wallet = 'cash'`,
      [day],
    )
    expect(sums?.taken).toBeGreaterThan(0)
    expect(records).toMatchObject([
      { retiradasEmCurso: 0, saldoPremiosSuspensos: sums?.kept, premiosConfiscados: sums?.taken },
    ])
  })
})
