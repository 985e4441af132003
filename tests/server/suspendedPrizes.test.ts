/** Prizes that the house suspends, with a reason and a term: the ledger keeps them aside, and gives them back. */
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import type { SuspendedPrizeRow } from '#contract/office/suspendedPrizes.ts'
import { addSandboxStaff } from '#server/office/identity/sandboxStaff.ts'
import { compareDay } from '#server/domain/reports/check.ts'
import { rollUpReports } from '#server/domain/reports/rollUp.ts'
import { readToday } from '#server/time/days.ts'
import { endPrizeSuspensions } from '#server/domain/payments/suspendedPrizes.ts'
import { correctTickets } from '#server/sports/corrections.ts'
import { checkInvariants } from '#tests/reliability/harness/invariants.ts'
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
async function winner() {
  const owner = await player(30, { kyc: 1 })
  const id = match(10)
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
    const open = await bet(owner, [leg(match(2))])
    expect(await refused(open.data.ticketId)).toEqual([409, ['bet']])
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
})
