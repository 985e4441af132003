import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, expect } from 'vitest'
import type { SuspendedPrizeRow } from '#contract/office/suspendedPrizes.ts'
import { cents } from '#contract/money.ts'
import { playerActor } from '#server/ledger/ledger.ts'
import { addSandboxStaff } from '#server/office/identity/sandboxStaff.ts'
import { compareDay } from '#server/domain/reports/check.ts'
import { rollUpReports } from '#server/domain/reports/rollUp.ts'
import { correctTickets } from '#server/sports/corrections.ts'
import { readToday } from '#server/time/days.ts'
import { checkInvariants } from '#tests/reliability/harness/invariants.ts'
import { createSlips } from './slips.ts'
import { officeOf, officeOrigin, type OfficeBrowser } from './testOffice.ts'

export type Owner = { uId: string; token: string }

export const dayMs = 86_400_000
export const reason = 'a report of the league'

/** Bet slips, and a back office that suspends, releases and takes their prizes. At the end of the file nothing of the money may be wrong. */
export async function createSuspensions() {
  const slips = await createSlips({ OFFICE_URL: officeOrigin, OFFICE_PORT: '0' })
  const { server, feed, now, leg, match, player, bet, settle } = slips
  const { deps, get } = server
  await addSandboxStaff(deps)
  const office = await officeOf(server, deps.config)
  const staff = {} as Record<'risk' | 'administrator', OfficeBrowser>
  // Sessions end while the clock moves.
  beforeEach(async () => {
    staff.risk = await office.as('risk')
    staff.administrator = await office.as('administrator')
  })

  async function checkAll() {
    expect(await deps.ledger.violations()).toEqual([])
    const results = await checkInvariants(deps.db)
    expect(results.filter(({ violations }) => violations.length > 0)).toEqual([])
  }
  afterAll(async () => {
    await checkAll()
    await rollUpReports(deps)
    const { day } = await readToday(deps.db, now())
    expect(await compareDay(deps.db, day)).toEqual([])
  })

  return {
    ...slips,
    office,
    staff,
    checkAll,
    /** A ticket of R$ 10 at 10.00 that is open. */
    async opened() {
      const owner = await player(30, { kyc: 1 })
      const matchId = match(10)
      const { data } = await bet(owner, [leg(matchId, 10)])
      return { ...owner, ticketId: data.ticketId, matchId }
    },
    /** Two legs of which the second, on the line, gives its stake back at first: R$ 10 pay 100, and 200 when it is corrected. */
    async openedPair(owner: Owner, more: { wallet?: string } = {}) {
      const [first, second] = [match(10), match(2)]
      const total = 'total:1:over:2'
      feed.price(second, total, 2)
      const { data } = await bet(owner, [leg(first, 10), leg(second, 2, total)], more)
      return {
        ticketId: data.ticketId,
        matchId: first,
        win: async () => {
          feed.finish(first, 1, 0, now())
          feed.finish(second, 2, 0, now())
          await settle()
        },
        raise: async () => {
          feed.finish(second, 2, 1, now())
          await correctTickets(deps)
        },
        lower: async () => {
          feed.finish(second, 2, 0, now())
          await correctTickets(deps)
        },
        lose: async () => {
          feed.finish(first, 0, 1, now())
          await correctTickets(deps)
        },
      }
    },
    debtOf: async ({ uId }: { uId: string }) =>
      (await deps.db.read<{ debt: number }>('select debt from wallets where user_id = $1', [uId]))[0]?.debt,
    grant: (owner: { uId: string }, amount: number, to: 'cash' | 'bonus', turnover = 0) =>
      deps.ledger.grantBonus(deps.db, {
        userId: owner.uId,
        actor: playerActor(owner.uId),
        kind: to === 'cash' ? 'rebate' : 'promotion',
        refId: randomUUID(),
        amount: cents(amount),
        wallet: to,
        turnover: cents(turnover),
      }),
    suspend: (betId: string, by: OfficeBrowser = staff.risk) =>
      by.post<SuspendedPrizeRow>('/api/suspended-prizes/suspend', {
        bet: betId,
        prizeReason: 'result',
        until: new Date(now().getTime() + 10 * dayMs).toISOString(),
        reason,
      }),
    release: (id: string, by: OfficeBrowser = staff.risk) =>
      by.post<SuspendedPrizeRow>(`/api/suspended-prizes/${id}/release`, { reason }),
    take: (id: string, by: OfficeBrowser = staff.risk) =>
      by.post<SuspendedPrizeRow>(`/api/suspended-prizes/${id}/take`, { prizeReason: 'terms', reason }),
    messages: async ({ token }: { token: string }) =>
      (await get<{ list: { kind: string; params: object }[] }>('/api/app/messages', { token })).data.list
        .filter(({ kind }) => /^(prize|bet)/.test(kind))
        .map(({ kind, params }) => ({ kind, ...params })),
    rows: ({ uId }: { uId: string }) =>
      deps.db.read<{ amount: number; wallet: string; ended_by: string | null; taken: boolean }>(
        `select amount, wallet, ended_by, taken from prize_suspensions where user_id = $1
          order by ended_at is null, created_at, id`,
        [uId],
      ),
    postings: async ({ uId }: { uId: string }) =>
      (
        await deps.db.read<{ key: string }>(
          `select split_part(key, ':', 1) as key from transfers where user_id = $1 and kind = 'prize' order by id`,
          [uId],
        )
      ).map(({ key }) => key),
  }
}
