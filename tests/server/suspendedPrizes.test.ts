/** Prizes that the house suspends, with a reason and a term: the ledger keeps them aside, and gives them back. */
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { SuspendedPrizeRow } from '#contract/office/suspendedPrizes.ts'
import { addSandboxStaff } from '#server/office/identity/sandboxStaff.ts'
import { compareDay } from '#server/domain/reports/check.ts'
import { rollUpReports } from '#server/domain/reports/rollUp.ts'
import { readToday } from '#server/time/days.ts'
import { endPrizeSuspensions } from '#server/domain/payments/suspendedPrizes.ts'
import { correctTickets } from '#server/sports/corrections.ts'
import { checkInvariants } from '#tests/reliability/harness/invariants.ts'
import { readRecords, type ReportRecord } from '#server/domain/regulator/records.ts'
import { exportText } from './helpers/exports.ts'
import { playedRound } from './helpers/playedRound.ts'
import { createSlips } from './helpers/slips.ts'
import { officeOf, officeOrigin, type OfficeBrowser } from './helpers/testOffice.ts'

const slips = await createSlips({ OFFICE_URL: officeOrigin, OFFICE_PORT: '0' })
const { server, feed, now, leg, match, player, bet, balance, settle } = slips
const { deps, get } = server
await addSandboxStaff(deps)
const office = await officeOf(server, deps.config)
let risk: OfficeBrowser
let administrator: OfficeBrowser
// Sessions end while the clock moves.
beforeEach(async () => {
  risk = await office.as('risk')
  administrator = await office.as('administrator')
})
const dayMs = 86_400_000
const hourMs = 3_600_000
const inDays = (days: number) => new Date(now().getTime() + days * dayMs).toISOString()
const reason = 'a report of the league'

afterAll(async () => {
  expect(await deps.ledger.violations()).toEqual([])
  const results = await checkInvariants(deps.db)
  expect(results.filter(({ violations }) => violations.length > 0)).toEqual([])
  expect(results.find(({ name }) => name.startsWith('every suspended prize'))?.rows).toBeGreaterThan(0)
  await rollUpReports(deps)
  const { day } = await readToday(deps.db, now())
  expect(await compareDay(deps.db, day)).toEqual([])
})

/** A player whose ticket of R$ 10 has paid R$ 100. */
async function winner({ correctable = false } = {}) {
  const owner = await player(30, { kyc: 1 })
  const id = match(10)
  if (correctable) feed.setCorrectable(id, new Date(now().getTime() + dayMs))
  const { data } = await bet(owner, [leg(id, 10)])
  feed.finish(id, 1, 0, now())
  await settle()
  return { ...owner, ticketId: data.ticketId, matchId: id }
}

const suspend = (betId: string, fields: object = {}, by: OfficeBrowser = risk) =>
  by.post<SuspendedPrizeRow>('/api/suspended-prizes/suspend', {
    bet: betId,
    prizeReason: 'result',
    until: inDays(10),
    reason,
    ...fields,
  })
const account = async ({ token }: { token: string }) =>
  (await get<{ balance: number; held: number; suspended?: object[] }>('/api/app/user/account', { token }))
    .data
const messages = async ({ token }: { token: string }) =>
  (await get<{ list: { kind: string; params: object }[] }>('/api/app/messages', { token })).data.list.filter(
    ({ kind }) => kind.startsWith('prize'),
  )
const held = async ({ uId }: { uId: string }) =>
  (
    await deps.db.read<{ debt: number; hold: number }>(
      'select debt, hold_withdrawal as hold from wallets where user_id = $1',
      [uId],
    )
  )[0]
const rows = async ({ uId }: { uId: string }) =>
  deps.db.read(
    `select amount, ended_by, note, reason, until from prize_suspensions where user_id = $1
      order by ended_at is null, created_at, id`,
    [uId],
  )
const mails = async (username: string) =>
  (
    await server.get<{ subject: string; text: string }[]>(
      `/sandbox/api/outbox?to=${encodeURIComponent(username)}`,
    )
  ).data

describe('a suspended prize', () => {
  it('can be neither bet nor withdrawn, is told with its reason and term, and comes back with the term', async () => {
    const owner = await winner()
    expect(await balance(owner)).toBe(120_00)
    const { status, data } = await suspend(owner.ticketId)
    expect([status, data]).toMatchObject([
      200,
      { refKind: 'ticket', refId: owner.ticketId, amountCents: 100_00, state: 'active', note: reason },
    ])
    const file = await administrator.get<string>(`/api/suspended-prizes.csv?playerId=${owner.uId}`)
    expect(file.data).toContain(
      `,${owner.uId},${owner.username},ticket,${owner.ticketId},100.00,cash,result,${reason},`,
    )
    expect(await account(owner)).toMatchObject({
      balance: 20,
      held: 0,
      suspended: [{ amount: 100, reason: 'result', until: data.until }],
    })
    const limits = await get<{ wdAmount: number; suspended: object[] }>('/api/app/order/getWithdraw', owner)
    expect(limits.data).toMatchObject({ wdAmount: 20, suspended: [{ amount: 100 }] })
    expect((await bet(owner, [leg(match(2))], { amount: 30 })).http).not.toBe(200)
    expect(await messages(owner)).toMatchObject([
      { kind: 'prizeSuspended', params: { amount: 100, prize: 'result', until: data.until } },
    ])
    const [mail] = await mails(owner.username)
    expect(mail?.text).toContain('o resultado está sendo conferido.')
    expect(mail?.text).not.toContain(reason)

    await deps.clock.advance(10 * dayMs - hourMs)
    await endPrizeSuspensions(deps)
    expect(await balance(owner)).toBe(20_00)
    await deps.clock.advance(2 * hourMs)
    await Promise.all([endPrizeSuspensions(deps), endPrizeSuspensions(deps)])
    expect(await balance(owner)).toBe(120_00)
    expect((await account(owner)).suspended).toBeUndefined()
    expect((await messages(owner)).map(({ kind }) => kind)).toEqual(['prizeReleased', 'prizeSuspended'])
    risk = await office.as('risk')
    const list = await risk.get<{ data: SuspendedPrizeRow[] }>(`/api/suspended-prizes?playerId=${owner.uId}`)
    expect(list.data.data).toMatchObject([{ state: 'ended', endedByName: 'term' }])
  })

  it('of a round is what is left of it; it is released before its term, once', async () => {
    const { uId } = await player(10)
    await playedRound(deps, { userId: uId, stake: 5_00, payout: 400_00 })
    await playedRound(deps, { userId: uId, stake: 100_00 })
    const [round] = await deps.db.read<{ id: string }>(
      'select id from game_rounds where user_id = $1 and payout > 0',
      [uId],
    )
    const { data } = await suspend(round?.id ?? '')
    expect(data).toMatchObject({ refKind: 'round', amountCents: 305_00 })
    expect(await balance({ uId })).toBe(0)
    const release = () => risk.post(`/api/suspended-prizes/${data.id}/release`, { reason })
    expect((await release()).status).toBe(200)
    expect(await balance({ uId })).toBe(305_00)
    expect((await release()).status).toBe(409)
    expect(await balance({ uId })).toBe(305_00)
    const audit = await deps.db.read<{ action: string }>(
      `select action from office.staff_audit where subject_id = $1 order by id`,
      [uId],
    )
    expect(audit.map(({ action }) => action)).toEqual(['suspendedPrizes.suspend', 'suspendedPrizes.release'])
  })

  it('above the limits of the settings waits for a second person, who is another one', async () => {
    const { uId } = await player(10)
    await playedRound(deps, { userId: uId, stake: 5_00, payout: 6_000_00 })
    const [round] = await deps.db.read<{ id: string }>('select id from game_rounds where user_id = $1', [uId])
    const asked = (await suspend(round?.id ?? '')) as unknown as {
      status: number
      data: { approvalId: string }
    }
    expect(asked.status).toBe(202)
    expect(await balance({ uId })).toBe(6_005_00)
    const confirm = `/api/approvals/${asked.data.approvalId}/confirm`
    expect((await risk.post(confirm, { reason })).status).toBe(403)
    expect((await administrator.post(confirm, { reason })).status).toBe(200)
    expect(await balance({ uId })).toBe(5_00)
    const [row] = await deps.db.read<{ id: string }>('select id from prize_suspensions where user_id = $1', [
      uId,
    ])
    expect((await risk.post(`/api/suspended-prizes/${row?.id}/release`, { reason })).status).toBe(202)
  })

  it('is refused with a word at its field', async () => {
    const owner = await winner()
    const refused = async (betId: string, fields: object = {}) => {
      const { status, data } = (await suspend(betId, fields)) as unknown as {
        status: number
        data: { error: { fields?: Record<string, string> } }
      }
      return [status, Object.keys(data.error.fields ?? {})]
    }
    expect(await refused('nothing')).toEqual([404, ['bet']])
    expect(await refused(owner.ticketId, { until: inDays(-1) })).toEqual([422, ['until']])
    expect(await refused(owner.ticketId, { until: inDays(181) })).toEqual([422, ['until']])
    expect(await refused(owner.ticketId, { prizeReason: 'mood' })).toEqual([422, ['prizeReason']])
    const lost = await player(10)
    await playedRound(deps, { userId: lost.uId, stake: 1_00 })
    const [round] = await deps.db.read<{ id: string }>('select id from game_rounds where user_id = $1', [
      lost.uId,
    ])
    expect(await refused(round?.id ?? '')).toEqual([409, ['bet']])
    expect((await suspend(owner.ticketId)).status).toBe(200)
    expect(await refused(owner.ticketId)).toEqual([409, ['bet']])
    const support = await office.as('support')
    expect((await suspend(owner.ticketId, {}, support)).status).toBe(403)
    expect((await support.get('/api/suspended-prizes')).status).toBe(200)
  })

  it('comes back for a correction of its ticket, so that nothing is owed', async () => {
    const owner = await winner()
    await suspend(owner.ticketId)
    expect(await balance(owner)).toBe(20_00)
    feed.finish(owner.matchId, 0, 1, now())
    await correctTickets(deps)
    expect(await balance(owner)).toBe(20_00)
    const [wallet] = await deps.db.read<{ debt: number; hold: number }>(
      'select debt, hold_withdrawal as hold from wallets where user_id = $1',
      [owner.uId],
    )
    expect(wallet).toEqual({ debt: 0, hold: 0 })
    const [row] = await deps.db.read('select ended_by from prize_suspensions where user_id = $1', [owner.uId])
    expect(row).toEqual({ ended_by: 'correction' })
    expect((await messages(owner)).map(({ kind }) => kind)).toEqual(['prizeSuspended'])
  })

  it('gives a correction of its ticket what that takes, and the rest stays suspended for the same reason and term', async () => {
    const owner = await player(30, { kyc: 1 })
    const [first, second] = [match(10), match(2)]
    const total = 'total:1:over:2'
    feed.price(second, total, 2)
    const { data } = await bet(owner, [leg(first, 10), leg(second, 2, total)])
    feed.finish(first, 1, 0, now())
    feed.finish(second, 2, 1, now())
    await settle()
    expect(await balance(owner)).toBe(220_00)
    const suspended = await suspend(data.ticketId)
    expect(suspended.data).toMatchObject({ amountCents: 200_00 })
    // On the line: the stake of this leg comes back.
    feed.finish(second, 2, 0, now())
    await correctTickets(deps)
    expect(await balance(owner)).toBe(20_00)
    expect(await held(owner)).toEqual({ debt: 0, hold: 100_00 })
    expect(await rows(owner)).toEqual([
      {
        amount: 200_00,
        ended_by: 'correction',
        note: reason,
        reason: 'result',
        until: new Date(suspended.data.until),
      },
      {
        amount: 100_00,
        ended_by: null,
        note: reason,
        reason: 'result',
        until: new Date(suspended.data.until),
      },
    ])
    expect((await messages(owner)).map(({ kind }) => kind)).toEqual(['prizeSuspended'])
  })

  it('gives the correction of another ticket what is missing in cash, and nothing is owed', async () => {
    const owner = await winner()
    const other = match(10)
    await bet(owner, [leg(other, 10)])
    feed.finish(other, 1, 0, now())
    await settle()
    expect(await balance(owner)).toBe(210_00)
    await suspend(owner.ticketId)
    await playedRound(deps, { userId: owner.uId, stake: 90_00 })
    expect(await balance(owner)).toBe(20_00)
    feed.finish(other, 0, 1, now())
    await correctTickets(deps)
    expect(await balance(owner)).toBe(0)
    expect(await held(owner)).toEqual({ debt: 0, hold: 20_00 })
    expect(await rows(owner)).toMatchObject([
      { amount: 100_00, ended_by: 'correction' },
      { amount: 20_00, ended_by: null },
    ])
  })

  it('keeps the turnover of a bonus while nothing else is left', async () => {
    const owner = await player(30, { kyc: 1, turnover: 500 })
    const id = match(10)
    const { data } = await bet(owner, [leg(id, 10)])
    feed.finish(id, 1, 0, now())
    await settle()
    const suspended = await suspend(data.ticketId)
    const { turnoverLeft } = await deps.ledger.wallet(deps.db, owner.uId)
    expect(turnoverLeft).toBeGreaterThan(400_00)
    await playedRound(deps, { userId: owner.uId, stake: 20_00 })
    expect((await deps.ledger.wallet(deps.db, owner.uId)).cash).toBe(0)
    expect((await risk.post(`/api/suspended-prizes/${suspended.data.id}/release`, { reason })).status).toBe(
      200,
    )
    expect(await deps.ledger.wallet(deps.db, owner.uId)).toMatchObject({
      cash: 100_00,
      turnoverLeft: turnoverLeft - 20_00,
    })
    // Without one, whoever has lost everything owes nothing.
    await playedRound(deps, { userId: owner.uId, stake: 100_00 })
    expect((await deps.ledger.wallet(deps.db, owner.uId)).turnoverLeft).toBe(0)
  })

  it('that cannot be given back does not keep the others', async () => {
    const [first, second] = [await winner(), await winner()]
    for (const { ticketId } of [first, second]) await suspend(ticketId)
    await deps.clock.advance(11 * dayMs)
    const free = deps.ledger.freePrize.bind(deps.ledger)
    const failing = vi
      .spyOn(deps.ledger, 'freePrize')
      .mockImplementation((tx, prize) =>
        prize.userId === first.uId ? Promise.reject(new Error('away')) : free(tx, prize),
      )
    await expect(endPrizeSuspensions(deps)).rejects.toThrow('1 prizes')
    failing.mockRestore()
    expect([await balance(first), await balance(second)]).toEqual([20_00, 120_00])
    await endPrizeSuspensions(deps)
    expect([await balance(first), await balance(second)]).toEqual([120_00, 120_00])
  })

  it('is no withdrawal in the report of the day', async () => {
    const owner = await winner()
    await suspend(owner.ticketId)
    await rollUpReports(deps)
    const { day } = await readToday(deps.db, now())
    const records = await deps.db.tx(async (tx) => {
      const found: ReportRecord[] = []
      for await (const page of readRecords(deps, tx, { family: 'operatorDays', period: day, now: now() }))
        found.push(...page)
      return found
    })
    const [aside] = await deps.db.read<{ sum: number }>(
      'select sum(amount)::bigint as sum from prize_suspensions where ended_at is null',
    )
    expect(aside?.sum).toBeGreaterThan(0)
    expect(records).toMatchObject([{ retiradasEmCurso: 0, saldoPremiosSuspensos: aside?.sum }])
  })

  it('stands in the player’s data, without the note of the staff', async () => {
    const owner = await winner()
    await suspend(owner.ticketId)
    const text = await exportText(server, owner.token, 'personalData')
    const { suspendedPrizes } = JSON.parse(text) as { suspendedPrizes: object[] }
    expect(suspendedPrizes).toMatchObject([
      {
        ref_type: 'ticket',
        ref_id: owner.ticketId,
        wallet: 'cash',
        prize_amount: 100,
        reason: 'result',
        ended_at: null,
      },
    ])
    expect(text).not.toContain(reason)
  })

  it('is not held a second time while its result may be corrected', async () => {
    const owner = await winner({ correctable: true })
    const limits = async () =>
      (await get<{ wdAmount: number; held?: object[] }>('/api/app/order/getWithdraw', owner)).data
    expect((await limits()).wdAmount).toBe(20)
    await suspend(owner.ticketId)
    expect((await limits()).wdAmount).toBe(20)
  })

  it('is never told as less than nothing held', async () => {
    const owner = await winner()
    const read = deps.ledger.wallet.bind(deps.ledger)
    const reading = vi.spyOn(deps.ledger, 'wallet').mockImplementationOnce(async (...asked) => {
      const wallet = await read(...asked)
      await suspend(owner.ticketId)
      return wallet
    })
    expect(await account(owner)).toMatchObject({ held: 0, suspended: [{ amount: 100 }] })
    reading.mockRestore()
  })
})
