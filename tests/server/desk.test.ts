import { afterAll, describe, expect, it } from 'vitest'
import type { MatchWire } from '#contract/http/sports.ts'
import { cents } from '#contract/money.ts'
import { ticketLimits } from '#contract/rules/sports.ts'
import type { Tx } from '#server/db/client.ts'
import type { DeskScope, DeskTerms } from '#server/feed/desk/Desk.ts'
import { checkExposure, takeExposure } from '#server/sports/exposure.ts'
import { anyTicketById } from '#server/sports/ticketRows.ts'
import { correctTickets } from '#server/sports/corrections.ts'
import { changeRule, setPlayerLimits } from '#server/sports/trading/rules.ts'
import { decideMatch, previewDecision, type Verdict } from '#server/sports/trading/decisions.ts'
import { checkInvariants } from '#tests/reliability/harness/invariants.ts'
import { createSlips } from './helpers/slips.ts'
import { createTestApp } from './helpers/testApp.ts'

const slips = await createSlips()
const { server, feed, now, leg, match, live, player, bet, cashOut, ticket, balance, settle, accept } = slips
const { deps, get, post } = server
const second = await createTestApp({}, { beside: server, feed })
const HOME = 'winner:1:home:3'
const AWAY = 'winner:1:away:3'

const everything: DeskScope = { sport: '', league: '', matchId: '', market: '' }
const rule = (scope: Partial<DeskScope>, change: Partial<DeskTerms>) =>
  deps.db.tx((tx) => changeRule(deps, tx, { scope: { ...everything, ...scope }, change, staffId: 'trader' }))
const decide = (matchId: string, verdict: Verdict) =>
  deps.db.tx((tx) => decideMatch(deps, tx, { matchId, verdict, staffId: 'trader' }))
const result = (home: number, away: number): Verdict => ({
  kind: 'result',
  scores: [{ gameTime: 1, home, away }],
  // Counts where another one had been final.
  correction: 'wrongScore',
})
const shown = async (matchId: string, at = server) =>
  (await at.get<MatchWire>(`/api/app/sports/match/${matchId}`)).data
const quote = async (matchId: string, key = HOME) =>
  (await post<{ odds: number | null }[]>('/api/app/sports/quote', { legs: [{ matchId, key }] })).data[0]?.odds
const exposureOf = async (matchId: string, key = HOME) => {
  const [row] = await deps.db.read<{ tickets: number; stake: number; payout: number }>(
    'select tickets, stake, payout from selection_exposure where match_id = $1 and option_key = $2',
    [matchId, key],
  )
  return row
}
/** Statements that wait for a transaction that has locked a selection. */
const waitingForLocks = async () =>
  (
    await deps.db.read(
      `select from pg_locks where locktype = 'advisory' and not granted
         and database = (select oid from pg_database where datname = current_database())`,
    )
  ).length
const actorsOf = async (ticketId: string) =>
  (
    await deps.db.read<{ actor: string }>(
      `select distinct actor_kind || ':' || actor_id as actor from transfers
        where ref_type = 'ticket' and ref_id = $1 and kind not in ('stake') order by 1`,
      [ticketId],
    )
  ).map(({ actor }) => actor)

afterAll(async () => {
  expect(await deps.db.read('select * from exposure_differences')).toEqual([])
  expect(await deps.ledger.violations()).toEqual([])
  const results = await checkInvariants(deps.db)
  expect(results.filter(({ violations }) => violations.length > 0)).toEqual([])
})

it('a mere note at a match names nobody as the one who has settled it', async () => {
  const owner = await player()
  const id = match()
  const { data } = await bet(owner, [leg(id)])
  feed.finish(id, 1, 0, now())
  await decide(id, { kind: 'result', scores: [], correction: 'doping' })
  await expect.poll(() => deps.desk.decision(id)?.correction).toBe('doping')
  await settle()
  expect(await balance(owner)).toBe(110_00)
  expect(await actorsOf(data.ticketId)).toEqual([expect.stringMatching(/^job:/)])
})

describe('a stop', () => {
  it('of a market, match, league, sport or everything shows it suspended, in every process, and refuses bets', async () => {
    const owner = await player()
    const id = match()
    const other = match()
    const kept = await bet(owner, [leg(id)])
    const scopes: Partial<DeskScope>[] = [
      { matchId: id, market: 'winner:1' },
      { matchId: id },
      { sport: 'football', league: 'Série F' },
      { sport: 'football', market: 'winner:1' },
      { sport: 'football' },
      {},
    ]
    for (const scope of scopes) {
      const { version } = await shown(id)
      await rule(scope, { isStopped: true })
      for (const at of [server, second]) {
        await expect
          .poll(() => shown(id, at).then(({ markets }) => markets[0]?.suspended), { timeout: 1_000 })
          .toBe(true)
      }
      const stopped = await shown(id)
      expect(stopped.suspended).toBe(scope.market === undefined)
      expect(stopped.version).toBeGreaterThan(version)
      expect(await quote(id)).toBeNull()
      expect(await bet(owner, [leg(id)])).toMatchObject({
        http: 409,
        message: 'Esta seleção não está disponível para apostas.',
        data: { legs: [{ odds: null }] },
      })
      expect((await ticket(owner, kept.data.ticketId)).cashOut).toBeNull()
      if (scope.matchId !== undefined) expect(await quote(other)).toBe(2)
      await rule(scope, { isStopped: false })
      expect(await quote(id)).toBe(2)
    }
    expect(await ticket(owner, kept.data.ticketId)).toMatchObject({ state: 0, cashOut: 9.5 })
  })

  it('refuses the live bet that waits for its acceptance, and gives its stake back', async () => {
    const owner = await player()
    const id = live()
    const placed = await bet(owner, [leg(id)])
    expect(placed.data.state).toBe(-10)
    expect(await exposureOf(id)).toEqual({ tickets: 1, stake: 10_00, payout: 20_00 })
    await rule({ matchId: id }, { isStopped: true })
    await deps.clock.advance(3_000)
    await accept()
    expect(await ticket(owner, placed.data.ticketId)).toMatchObject({
      state: -1,
      reason: 'Esta seleção não está disponível para apostas.',
    })
    expect(await balance(owner)).toBe(100_00)
    expect(await exposureOf(id)).toEqual({ tickets: 0, stake: 0, payout: 0 })
  })
})

it('a price factor lowers the odds, the most specific one decides, and the bet is taken at that price', async () => {
  const owner = await player()
  const id = match(2.5)
  await rule({ sport: 'football', market: 'winner:1' }, { priceFactor: 0.9 })
  expect(await quote(id)).toBe(2.25)
  await rule({ matchId: id }, { priceFactor: 0.95 })
  expect(await quote(id)).toBe(2.37)
  expect((await shown(id)).markets[0]?.options[0]?.odds).toBe(2.37)
  expect((await bet(owner, [leg(id, 2.5)])).data).toMatchObject({ legs: [{ odds: 2.37 }] })
  const { data } = await bet(owner, [leg(id, 2.37)])
  expect(data).toMatchObject({ odds: 2.37, potential: 23.7 })
  // At this factor nothing is left of the price.
  await rule({ matchId: id }, { priceFactor: 0.5 })
  feed.price(id, HOME, 1.9)
  expect(await quote(id)).toBeNull()
  await rule({ sport: 'football', market: 'winner:1' }, { priceFactor: null })
  await rule({ matchId: id }, { priceFactor: null })
  expect(await quote(id)).toBe(1.9)
})

describe('limits', () => {
  it('of stake and win hold by match, league and player, and the refusal says what is taken', async () => {
    const owner = await player(1_000)
    const id = match(5)
    const refused = async (amount: number, legs = [leg(id, 5)]) =>
      (await bet(owner, legs, { amount })).message
    await rule({ sport: 'football', league: 'Série F' }, { maxStake: cents(50_00) })
    expect(await refused(50.01)).toBe('A aposta máxima é de R$ 50,00.')
    // More specific: this match takes more.
    await rule({ matchId: id }, { maxStake: cents(80_00) })
    const other = await player(1_000)
    expect((await bet(other, [leg(id, 5)], { amount: 60 })).http).toBe(200)
    await rule({ matchId: id }, { maxWin: cents(100_00) })
    expect(await refused(25.01)).toBe('A aposta máxima é de R$ 25,00.')
    // At odds of 10 together, the parlay wins nine times its stake.
    const pair = [leg(id, 5), leg(match(2))]
    expect(await refused(11.12, pair)).toBe('A aposta máxima é de R$ 11,11.')
    await deps.db.tx((tx) =>
      setPlayerLimits(deps, tx, {
        userId: owner.uId,
        limits: { maxStake: cents(5_00), maxWin: null },
        staffId: 'trader',
      }),
    )
    expect(await refused(5.01)).toBe('A aposta máxima é de R$ 5,00.')
    expect((await bet(await player(), [leg(id, 5)])).http).toBe(200)
    await rule({ sport: 'football', league: 'Série F' }, { maxStake: null })
  })

  it('hold for all open tickets of a player on a market, under whatever name, and not for another player', async () => {
    const owner = await player()
    const id = match(3)
    const [half, away] = ['handicap:1:home:-0.5', 'winner:1:away:3'] as const
    feed.price(id, half, 3)
    feed.price(id, away, 3)
    await rule({ matchId: id }, { maxStake: cents(30_00), maxWin: cents(50_00) })
    expect((await bet(owner, [leg(id, 3)])).http).toBe(200)
    expect((await bet(owner, [leg(id, 3, away)])).http).toBe(200)
    // R$ 20 are staked, and win 40 of the 50.
    expect((await bet(owner, [leg(id, 3)], { amount: 6 })).message).toBe('A aposta máxima é de R$ 5,00.')
    // Of these, what is staked on home is on this selection, and what is staked on away is not.
    expect((await bet(owner, [leg(id, 3, half)], { amount: 16 })).message).toBe(
      'A aposta máxima é de R$ 15,00.',
    )
    expect((await bet(owner, [leg(id, 3)], { amount: 5 })).http).toBe(200)
    expect((await bet(owner, [leg(id, 3)], { amount: 1 })).http).toBe(409)
    const other = await player()
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => bet(other, [leg(id, 3)], { amount: 10 })),
    )
    expect(answers.filter(({ http }) => http === 200)).toHaveLength(2)
    feed.finish(id, 0, 1, now())
    await settle()
  })

  it('count the same selection of another market, no other one there, and a ticket once', async () => {
    const owner = await player(1_000)
    const [half, more, plus] = [
      'handicap:1:home:-0.5',
      'handicap:1:home:-2.5',
      'handicap:1:away:1.5',
    ] as const
    const id = match(2)
    for (const key of [half, more, plus]) feed.price(id, key, 2)
    await rule({ matchId: id }, { maxStake: cents(100_00) })
    expect((await bet(owner, [leg(id, 2, more)], { amount: 100 })).http).toBe(200)
    // Another bet than home -2.5, though half of their market is the same as home.
    expect((await bet(owner, [leg(id)], { amount: 10 })).http).toBe(200)
    expect((await bet(owner, [leg(id, 2, half)], { amount: 1 })).http).toBe(409)
    const other = await player(1_000)
    feed.combine(id, { win: 0.3, refund: 0.05, odds: 3 })
    const legs = [leg(id, 3), leg(id, 1, plus)]
    expect((await bet(other, legs, { amount: 10, combine: true })).http).toBe(200)
    // The combination has the same selection, and another one of the market; it was staked once.
    expect((await bet(other, [leg(id, 2, half)], { amount: 91 })).message).toBe(
      'A aposta máxima é de R$ 90,00.',
    )
    expect((await bet(other, [leg(id, 2, half)], { amount: 90 })).http).toBe(200)
    feed.finish(id, 0, 1, now())
    await settle()
  })

  it('count what a ticket wins without its refunded selections', async () => {
    const owner = await player(1_000)
    const [id, gone] = [match(2), match(5)]
    await rule({ matchId: id }, { maxWin: cents(50_00) })
    expect((await bet(owner, [leg(id), leg(gone, 5)], { amount: 5 })).http).toBe(200)
    // R$ 45 of the 50.
    expect((await bet(owner, [leg(id)], { amount: 6 })).message).toBe('A aposta máxima é de R$ 5,00.')
    await decide(gone, { kind: 'voidMatch' })
    await expect.poll(() => deps.desk.decision(gone)).toBeDefined()
    await settle()
    expect((await bet(owner, [leg(id)], { amount: 46 })).message).toBe('A aposta máxima é de R$ 45,00.')
    expect((await bet(owner, [leg(id)], { amount: 45 })).http).toBe(200)
    feed.finish(id, 0, 1, now())
    await settle()
  })

  it('hold for a live bet at the odds at which it is accepted', async () => {
    const [owner, limited] = [await player(), await player()]
    const limits = { maxStake: null, maxWin: cents(15_00) }
    await deps.db.tx((tx) => setPlayerLimits(deps, tx, { userId: limited.uId, limits, staffId: 'trader' }))
    const after = async (someone: typeof owner, odds: number, maxExposure?: number) => {
      const id = live()
      if (maxExposure !== undefined) await rule({ matchId: id }, { maxExposure: cents(maxExposure) })
      const { data } = await bet(someone, [leg(id)], { policy: 'any' })
      feed.price(id, HOME, odds)
      await deps.clock.advance(3_000)
      await accept()
      const { state, reason } = await ticket(someone, data.ticketId)
      expect((await exposureOf(id))?.tickets).toBe(state === 0 ? 1 : 0)
      return [state, reason]
    }
    const changed = 'As odds mudaram. Confira e aposte de novo.'
    expect(await after(owner, 2.4, 15_00)).toEqual([0, null])
    expect(await after(owner, 3, 15_00)).toEqual([-1, changed])
    expect(await after(limited, 2.4)).toEqual([0, null])
    expect(await after(limited, 3)).toEqual([-1, changed])
    expect(await balance(owner)).toBe(90_00)
  })
})

describe('exposure', () => {
  it('never exceeds its limit, however many players bet at once, and falls with a cash-out and a settlement', async () => {
    const owners = await Promise.all(Array.from({ length: 8 }, () => player()))
    const id = match(3)
    // Each bet of R$ 10 wins R$ 20 beyond its stake.
    await rule({ matchId: id, market: 'winner:1' }, { maxExposure: cents(50_00) })
    const answers = await Promise.all(owners.map((owner) => bet(owner, [leg(id, 3)])))
    const taken = answers.flatMap(({ http, data }, i) => (http === 200 ? [{ data, owner: owners[i] }] : []))
    expect(taken).toHaveLength(2)
    expect(answers.find(({ http }) => http !== 200)).toMatchObject({
      http: 400,
      message: 'A aposta máxima é de R$ 5,00.',
    })
    await rule({ matchId: id, market: 'winner:1' }, { maxExposure: cents(41_99) })
    expect(await bet(await player(), [leg(id, 3)])).toMatchObject({
      http: 409,
      message: 'Esta seleção chegou ao limite de apostas. Aposte menos ou escolha outra.',
    })
    await rule({ matchId: id, market: 'winner:1' }, { maxExposure: cents(50_00) })
    expect(await exposureOf(id)).toEqual({ tickets: 2, stake: 20_00, payout: 60_00 })
    const [first, other] = taken
    if (!first?.owner || !other?.owner) throw new Error('two bets were taken')
    const part = await cashOut(first.owner, first.data.ticketId, { part: 4 })
    expect(part.http).toBe(200)
    expect(await exposureOf(id)).toEqual({ tickets: 2, stake: 16_00, payout: 48_00 })
    await cashOut(first.owner, first.data.ticketId)
    expect(await exposureOf(id)).toEqual({ tickets: 1, stake: 10_00, payout: 30_00 })
    // A parlay counts on each of its selections, at first without the odds of the others, later with those that are won.
    const second = match(2)
    const parlay = await bet(first.owner, [leg(id, 3), leg(second)], { amount: 5 })
    expect(parlay.http).toBe(200)
    expect(await exposureOf(id)).toEqual({ tickets: 2, stake: 15_00, payout: 45_00 })
    expect(await exposureOf(second)).toEqual({ tickets: 1, stake: 5_00, payout: 10_00 })
    feed.finish(second, 1, 0, now())
    await settle()
    expect(await exposureOf(id)).toEqual({ tickets: 2, stake: 15_00, payout: 60_00 })
    expect(await deps.db.read('select * from exposure_differences')).toEqual([])
    feed.finish(id, 0, 1, now())
    await settle()
    expect(await exposureOf(id)).toEqual({ tickets: 0, stake: 0, payout: 0 })
  })

  it('is one for a selection that is offered under several names', async () => {
    const id = match(3)
    const keys = ['handicap:1:home:-0.5', 'total:1:over:2.5', 'bigSmall:1:big:2.5']
    for (const key of keys) feed.price(id, key, 3)
    await rule({ matchId: id }, { maxExposure: cents(50_00) })
    const full = 'A aposta máxima é de R$ 5,00.'
    for (const [one = '', other = ''] of [
      [HOME, 'handicap:1:home:-0.5'],
      ['total:1:over:2.5', 'bigSmall:1:big:2.5'],
    ]) {
      for (const key of [one, other]) expect((await bet(await player(), [leg(id, 3, key)])).http).toBe(200)
      for (const key of [one, other])
        expect((await bet(await player(), [leg(id, 3, key)])).message).toBe(full)
    }
  })

  it('is exact, and within its limit, when players bet at once on a selection far from it and then near it', async () => {
    const owners = await Promise.all(Array.from({ length: 16 }, () => player(1_000)))
    const id = match()
    // The first bets, of which each wins R$ 1 of 1,000, do not wait for each other; the later ones fill it up.
    await rule({ matchId: id, market: 'winner:1' }, { maxExposure: cents(1_000_00) })
    const together = (amount: number) => Promise.all(owners.map((owner) => bet(owner, [leg(id)], { amount })))
    expect((await together(1)).map(({ http }) => http)).toEqual(owners.map(() => 200))
    expect(await exposureOf(id)).toEqual({ tickets: 16, stake: 16_00, payout: 32_00 })
    const large = await together(100)
    expect(large.filter(({ http }) => http === 200)).toHaveLength(9)
    expect(await exposureOf(id)).toEqual({ tickets: 25, stake: 916_00, payout: 1_832_00 })
    await Promise.all(owners.map((owner) => bet(owner, [leg(id)], { amount: 10 })))
    // Of the R$ 84 that were left.
    expect(await exposureOf(id)).toEqual({ tickets: 33, stake: 996_00, payout: 1_992_00 })
  })

  it('does not let bets on a selection wait for each other while its limit is far, and lets them wait near it', async () => {
    const [owner, ...others] = await Promise.all(Array.from({ length: 4 }, () => player()))
    if (!owner) throw new Error('a player is missing')
    const id = match()
    const placed = await anyTicketById(deps.db, (await bet(owner, [leg(id)])).data.ticketId)
    // All connections of the pool: one that opened later might share the slot.
    await Promise.all(Array.from({ length: 12 }, () => deps.db.tx((tx) => tx.query('select pg_sleep(0.1)'))))
    /** A transaction whose connection has a slot of its own (migration 605): those that share one wait for each other. */
    const inOwnSlot = (work: (tx: Tx) => Promise<void>): Promise<void> =>
      deps.db.tx(async (tx) => {
        const [row] = await tx.query<{ isShared: boolean }>(
          `select exists (select from pg_stat_activity where datname = current_database()
             and pid <> pg_backend_pid() and pid % 32 = pg_backend_pid() % 32) as "isShared"`,
        )
        return row?.isShared ? inOwnSlot(work) : work(tx)
      })
    /** Bets while a transaction that has taken another ticket on the selection is open. */
    const beside = async (someone: { token: string } | undefined, untilAnswered: boolean) => {
      if (!someone) throw new Error('a player is missing')
      let answer: ReturnType<typeof bet> | undefined
      await inOwnSlot(async (tx) => {
        await takeExposure(deps, tx, placed)
        answer = bet(someone, [leg(id)], { amount: 1 })
        if (untilAnswered) await answer
        else await expect.poll(() => waitingForLocks()).toBe(1)
        throw new Error('not to be kept')
      }).catch((error: unknown) => expect(error).toMatchObject({ message: 'not to be kept' }))
      expect((await answer)?.http).toBe(200)
    }
    await beside(others[0], true)
    await rule({ matchId: id }, { maxExposure: cents(100_000_00) })
    await beside(others[1], true)
    await rule({ matchId: id }, { maxExposure: cents(100_00) })
    await beside(others[2], false)
    expect(await exposureOf(id)).toEqual({ tickets: 4, stake: 13_00, payout: 26_00 })
  })

  it('has a limit without any rule, over all players and tickets, and says the highest stake', async () => {
    const owners = await Promise.all(Array.from({ length: 3 }, () => player(5_000)))
    const id = match(21)
    // R$ 4,000 at 21 win 80,000 of the 200,000.
    const most = ticketLimits.maxExposure - 2 * 80_000_00
    const answers = await Promise.all(owners.map((owner) => bet(owner, [leg(id, 21)], { amount: 4_000 })))
    expect(answers.map(({ http }) => http).sort()).toEqual([200, 200, 400])
    const stake = most / 20 / 100
    expect(answers.find(({ http }) => http === 400)?.message).toBe(
      `A aposta máxima é de R$ ${stake.toLocaleString('pt-BR', { minimumFractionDigits: 2 })}.`,
    )
    const refused = owners[answers.findIndex(({ http }) => http === 400)]
    if (!refused) throw new Error('no bet was refused')
    expect((await bet(refused, [leg(id, 21)], { amount: stake })).http).toBe(200)
  })

  it('is compared with the open tickets', async () => {
    const id = match()
    await bet(await player(), [leg(id)])
    const errors: object[] = []
    const log = { ...deps.log, error: (what: object) => void errors.push(what) }
    await checkExposure({ ...deps, log: log as typeof deps.log })
    expect(errors).toEqual([])
    await deps.db.write('update selection_exposure_slots set payout = payout + 1 where match_id = $1', [id])
    await checkExposure({ ...deps, log: log as typeof deps.log })
    expect(errors).toMatchObject([{ differences: [{ match_id: id, payout: 20_01, open_payout: 20_00 }] }])
    await deps.db.write('update selection_exposure_slots set payout = payout - 1 where match_id = $1', [id])
  })
})

describe('a decision by hand', () => {
  it('settles a match, is corrected with a preview that says who pays what, and ends with a void', async () => {
    const [winner, loser, spender] = [await player(), await player(), await player(10)]
    const id = match(2.5)
    feed.price(id, AWAY, 4)
    const won = await bet(winner, [leg(id, 2.5)])
    const lost = await bet(loser, [leg(id, 4, AWAY)])
    const spent = await bet(spender, [leg(id, 2.5)])
    const early = await decide(id, result(2, 1)).catch((error: unknown) => error)
    expect(early).toMatchObject({ key: 'fieldInvalid' })
    await deps.clock.advance(3_600_000)
    const preview = (verdict: Verdict) => previewDecision(deps, deps.db, { matchId: id, verdict })
    expect(await preview(result(2, 1))).toMatchObject({
      settled: 3,
      corrected: 0,
      open: 0,
      paid: 50_00,
      takenBack: 0,
      shortfall: 0,
    })
    await decide(id, result(2, 1))
    await Promise.all([settle(), settle()])
    expect([await balance(winner), await balance(loser), await balance(spender)]).toEqual([
      115_00, 90_00, 25_00,
    ])
    expect(await actorsOf(won.data.ticketId)).toEqual(['staff:trader'])
    expect(await shown(id)).toMatchObject({ period: -1, homeScore: 2, awayScore: 1, markets: [] })
    // Something of what the spender won is in another bet.
    await bet(spender, [leg(match())], { amount: 20 })
    expect(await preview(result(1, 2))).toMatchObject({
      settled: 0,
      corrected: 3,
      paid: 40_00,
      takenBack: 30_00,
      shortfall: 20_00,
      playersShort: 1,
      tickets: [
        { ticketId: lost.data.ticketId, paid: 0, payout: 40_00, change: 40_00, isCorrection: true },
        expect.objectContaining({ change: -25_00 }),
        expect.objectContaining({ change: -25_00 }),
      ],
    })
    await decide(id, result(1, 2))
    await expect.poll(() => second.deps.desk.decision(id)?.changes).toBe(2)
    await Promise.all([correctTickets(deps), correctTickets(second.deps)])
    await correctTickets(deps)
    expect([await balance(winner), await balance(loser), await balance(spender)]).toEqual([90_00, 130_00, 0])
    expect(await actorsOf(lost.data.ticketId)).toEqual(['staff:trader'])
    expect(await ticket(spender, spent.data.ticketId)).toMatchObject({ state: -11, payout: 0 })
    await decide(id, { kind: 'voidMatch' })
    await correctTickets(deps)
    expect([await balance(winner), await balance(loser), await balance(spender)]).toEqual([100_00, 100_00, 0])
    expect(await ticket(winner, won.data.ticketId)).toMatchObject({ result: 90, payout: 10 })
  })

  it('voids one market of a match that goes on, and gives way to the feed again', async () => {
    const owner = await player()
    const id = match(2)
    feed.price(id, 'total:1:over:2.5', 1.8)
    const onWinner = await bet(owner, [leg(id)])
    const onTotal = await bet(owner, [leg(id, 1.8, 'total:1:over:2.5')])
    await decide(id, { kind: 'voidMarket', market: 'winner:1' })
    await settle()
    expect(await ticket(owner, onWinner.data.ticketId)).toMatchObject({ state: 9999, result: 90, payout: 10 })
    expect(await ticket(owner, onTotal.data.ticketId)).toMatchObject({ state: 0 })
    expect([await quote(id), await quote(id, 'total:1:over:2.5')]).toEqual([null, 1.8])
    feed.finish(id, 3, 0, now())
    await settle()
    expect(await ticket(owner, onTotal.data.ticketId)).toMatchObject({ result: 10, payout: 18 })
    expect(await previewDecision(deps, deps.db, { matchId: id, verdict: { kind: 'feed' } })).toMatchObject({
      corrected: 1,
      paid: 10_00,
    })
    await decide(id, { kind: 'feed' })
    await correctTickets(deps)
    expect(await ticket(owner, onWinner.data.ticketId)).toMatchObject({ result: 10, payout: 20 })
  })

  it('takes no result that the sport cannot have', async () => {
    const id = match(2, { startsInMs: -3_600_000 })
    const scores = (...list: [number, number, number][]): Verdict => ({
      kind: 'result',
      scores: list.map(([gameTime, home, away]) => ({ gameTime: gameTime as 1, home, away })),
    })
    for (const wrong of [scores(), scores([1, 1, 0], [2, 2, 0]), scores([1, 1, 0], [1001, 1, 0])])
      await expect(decide(id, wrong)).rejects.toMatchObject({ key: 'fieldInvalid' })
    await decide(id, scores([1, 1, 0], [2, 1, 0], [4, 3, 2]))
    expect((await get<MatchWire>(`/api/app/sports/match/${id}`)).data.parts).toHaveLength(3)
  })
})
