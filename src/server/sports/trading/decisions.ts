import { cents, type Cents } from '#contract/money.ts'
import type { Outcome } from '#contract/rules/settlementRules.ts'
import { settlesAgain, sportRules, type CorrectionReason } from '#contract/rules/sportRules.ts'
import {
  CORRECTION_MS,
  type GameTimeCode,
  type MatchState,
  type PeriodCode,
  type Score,
} from '#contract/rules/markets.ts'
import { BetResult, BetState, GameTime, MatchPeriod } from '#contract/statusCodes.ts'
import type { AppDeps } from '../../deps.ts'
import type { Reader, Tx } from '../../db/client.ts'
import { withDecision } from '../../feed/desk/DeskFeed.ts'
import type { DeskDecision } from '../../feed/desk/Desk.ts'
import type { FeedMatch } from '../../feed/Feed.ts'
import { partsOfSport } from '../../feed/snapshot.ts'
import { Refusal } from '../../texts/refusal.ts'
import { correctedLeg } from '../corrections.ts'
import { legResultNow, type Results } from '../legResultNow.ts'
import { endOfTicket, isOtherEnd } from '../settlement.ts'
import { ticketsByIds, type TicketRow } from '../ticketRows.ts'
import { announceDesk } from './rules.ts'

/**
 * What staff say about a match: its final scores by part, that all its bets or those of one market are void, or that the
 * feed's word holds again. A result without `outcome` keeps how the match ended; null: its score alone says it. The result of a
 * match that is over has a reason; where bets are not settled again for it, it is only recorded for players to read.
 */
export type Verdict =
  | {
      kind: 'result'
      scores: readonly (Score & { gameTime: GameTimeCode })[]
      outcome?: Outcome | null | undefined
      correction?: CorrectionReason | undefined
    }
  | { kind: 'voidMatch' }
  | { kind: 'voidMarket'; market: string }
  | { kind: 'feed' }

type Decided = Pick<DeskDecision, 'state' | 'voidMarkets' | 'correction'>

/**
 * Decides a match by hand. Settlement and corrections follow within a second, ticket by ticket, with the member of staff as
 * their actor. Returns the decision before (null: none) and after. Throws matchUnknown, and fieldInvalid for a result of a
 * match that has not begun or is over without a reason, and for scores and an outcome that its sport does not have or scores that contradict each other.
 */
export async function decideMatch(
  deps: Pick<AppDeps, 'bus' | 'clock' | 'desk' | 'feed' | 'feedSource'>,
  tx: Tx,
  { matchId, verdict, staffId }: { matchId: string; verdict: Verdict; staffId: string },
): Promise<{ before: Decided | null; after: Decided }> {
  // One decision at a time: the next one builds on it.
  await tx.query(`select pg_advisory_xact_lock(hashtextextended('desk:' || $1, 0))`, [matchId])
  const [before] = await tx.query<Decided>(
    'select state, void_markets as "voidMarkets", correction from desk_decisions where match_id = $1',
    [matchId],
  )
  const match = undecided(deps, matchOf(deps, matchId))
  const after = decisionAfter(match, before ?? null, verdict, deps.clock.now())
  await tx.query(
    `insert into desk_decisions as d (match_id, state, void_markets, decided_by, decided_at, correction)
     values ($1, $2, $3, $4, $5, $6)
     on conflict (match_id) do update set state = excluded.state, void_markets = excluded.void_markets,
       correction = excluded.correction, decided_by = excluded.decided_by, decided_at = excluded.decided_at, changes = d.changes + 1`,
    [
      matchId,
      after.state && JSON.stringify(after.state),
      after.voidMarkets,
      staffId,
      deps.clock.now(),
      after.correction,
    ],
  )
  await announceDesk(deps, tx)
  return { before: before ?? null, after }
}

function matchOf({ feed, clock }: Pick<AppDeps, 'feed' | 'clock'>, matchId: string): FeedMatch {
  const match = feed.match(matchId, clock.now())
  if (!match) throw new Refusal('matchUnknown')
  return match
}

/** The match as the feed delivered it, without earlier decisions. */
function undecided(
  { feedSource, clock }: Pick<AppDeps, 'feedSource' | 'clock'>,
  match: FeedMatch,
): FeedMatch {
  return feedSource.feed.match(match.id, clock.now()) ?? match
}

/** `match` is without earlier decisions. */
function decisionAfter(match: FeedMatch, before: Decided | null, verdict: Verdict, now: Date): Decided {
  const { state = null, voidMarkets = [], correction = null } = before ?? {}
  switch (verdict.kind) {
    case 'result': {
      const reason = reasonOf(match, state, verdict)
      if (reason && !settlesAgain[reason]) return { state, voidMarkets, correction: reason }
      const earlier = state?.outcome ?? match.state.outcome
      return { state: finalState(match, verdict, { now, earlier }), voidMarkets, correction: reason }
    }
    case 'voidMatch':
      return { state: { period: MatchPeriod.cancelled, parts: {} }, voidMarkets, correction }
    case 'voidMarket':
      return { state, voidMarkets: [...new Set([...voidMarkets, verdict.market])], correction }
    case 'feed':
      return { state: null, voidMarkets: [], correction: null }
  }
}

/** Why the result of a match that is over is another one; null for one that is not over. */
function reasonOf(
  match: FeedMatch,
  decided: Decided['state'],
  { correction }: Extract<Verdict, { kind: 'result' }>,
): CorrectionReason | null {
  if (!isOver((decided ?? match.state).period)) return null
  if (!correction) throw invalidField(match, 'correction')
  return correction
}

function isOver(period: PeriodCode): boolean {
  return period === MatchPeriod.finished || period === MatchPeriod.cancelled
}

function invalidField({ sport }: FeedMatch, field: string): Refusal {
  return new Refusal('fieldInvalid', { params: { field }, data: { field, reason: sport } })
}

function finalState(
  match: FeedMatch,
  { scores, outcome: told }: Extract<Verdict, { kind: 'result' }>,
  { now, earlier }: { now: Date; earlier: Outcome | undefined },
): NonNullable<Decided['state']> {
  const invalid = (field: string) => invalidField(match, field)
  if (now < match.startsAt) throw invalid('startsAt')
  const known = partsOfSport(match.sport)
  const parts: MatchState['parts'] = {}
  for (const { gameTime, home, away } of scores) {
    if (!known.includes(gameTime)) throw invalid(`scores.${gameTime}`)
    parts[gameTime] = { home, away, final: true }
  }
  const full = parts[GameTime.fullMatch]
  if (!full) throw invalid('scores')
  const half = parts[GameTime.firstHalf]
  if (half && (half.home > full.home || half.away > full.away)) throw invalid('scores.2')
  const outcome = told === undefined ? earlier : told
  if (outcome && !sportRules[match.sport].ends.includes(outcome.reason)) throw invalid('outcome')
  return { period: MatchPeriod.finished, parts, ...(outcome && { outcome }) }
}

/** What a verdict would do to one ticket. Amounts in cents. */
export interface TicketChange {
  ticketId: string
  userId: string
  stake: Cents
  /** What has been paid for it so far, and what it is worth then. */
  paid: Cents
  payout: Cents
  /** What is paid, or taken back where negative. */
  change: Cents
  /** What cannot be taken back, because the player's wallet does not have it any more. */
  shortfall: Cents
  /** Whether it had been settled before. */
  isCorrection: boolean
}

export interface DecisionPreview {
  /** The most important ones, by amount. */
  tickets: TicketChange[]
  settled: number
  corrected: number
  /** Tickets that stay open, because another leg is. */
  open: number
  /** Settled too long ago to follow (CORRECTION_MS). */
  tooOld: number
  paid: Cents
  takenBack: Cents
  shortfall: Cents
  playersShort: number
  /** More tickets than were looked at. */
  isPartial: boolean
}

/** Tickets that a preview looks at, and those that it lists. */
const mostTickets = 20_000
const mostListed = 100

/**
 * What `decideMatch` would pay and take back, ticket by ticket, without doing it: the same computation as settlement and
 * corrections. Throws as `decideMatch`.
 */
export async function previewDecision(
  deps: Pick<AppDeps, 'db' | 'clock' | 'desk' | 'feed' | 'feedSource'>,
  on: Reader,
  { matchId, verdict }: { matchId: string; verdict: Verdict },
): Promise<DecisionPreview> {
  const now = deps.clock.now()
  const match = undecided(deps, matchOf(deps, matchId))
  const before = deps.desk.decision(matchId) ?? null
  const decision = decisionAfter(match, before, verdict, now)
  const decided = withDecision(match, { ...decision, decidedBy: '', decidedAt: now }, now)
  const results: Results = {
    match: (id, at) => (id === matchId ? decided : deps.feed.match(id, at)),
    ...(deps.feed.houseRules && { houseRules: deps.feed.houseRules }),
  }
  const ids = await on.read<{ id: string; settled_at: Date | null; paid: Cents | null }>(
    `select t.id, t.settled_at,
       (select paid from ticket_settlements s where s.ticket_id = t.id and s.user_id = t.user_id order by number desc limit 1) as paid
     from tickets t
     where t.id in (select ticket_id from ticket_legs where match_id = $1)
       and t.state <> -10 and t.reason is null and not t.cashed_out
     order by t.id limit ${mostTickets + 1}`,
    [matchId],
  )
  const isPartial = ids.length > mostTickets
  const since = new Date(now.getTime() - CORRECTION_MS)
  const fresh = ids.slice(0, mostTickets).filter(({ settled_at: at }) => at === null || at > since)
  const tickets = await ticketsByIds(
    on,
    fresh.map(({ id }) => id),
  )
  const paidFor = new Map(fresh.map(({ id, paid }) => [id, paid ?? cents(0)]))
  const changes: TicketChange[] = []
  let open = 0
  for (const ticket of tickets) {
    const change = changeOf(results, ticket, paidFor.get(ticket.id) ?? cents(0), { matchId, now })
    if (change === 'open') open++
    else if (change) changes.push(change)
  }
  await addShortfalls(on, changes, tickets)
  const sumOf = (of: (change: TicketChange) => number) =>
    cents(changes.reduce((sum, each) => sum + of(each), 0))
  return {
    tickets: changes.toSorted((a, b) => Math.abs(b.change) - Math.abs(a.change)).slice(0, mostListed),
    settled: changes.filter(({ isCorrection }) => !isCorrection).length,
    corrected: changes.filter(({ isCorrection }) => isCorrection).length,
    open,
    tooOld: Math.min(ids.length, mostTickets) - fresh.length,
    paid: sumOf(({ change }) => Math.max(0, change)),
    takenBack: sumOf(({ change, shortfall }) => Math.max(0, -change - shortfall)),
    shortfall: sumOf(({ shortfall }) => shortfall),
    playersShort: new Set(changes.filter(({ shortfall }) => shortfall > 0).map(({ userId }) => userId)).size,
    isPartial,
  }
}

function changeOf(
  results: Results,
  ticket: TicketRow,
  paid: Cents,
  { matchId, now }: { matchId: string; now: Date },
): TicketChange | 'open' | null {
  let isChanged = false
  const legs = ticket.legs.map((leg) => {
    if (leg.match_id !== matchId) return leg
    if (leg.result !== BetResult.accepted) {
      const corrected = correctedLeg(results, leg, now)
      isChanged ||= corrected !== null
      return corrected ?? leg
    }
    const { code: result } = legResultNow(results, leg, now)
    isChanged ||= result !== BetResult.accepted
    return { ...leg, result }
  })
  if (!isChanged) return null
  const end = endOfTicket(results, { ...ticket, legs }, now)
  const isCorrection = ticket.state !== BetState.pending
  if (!end) return 'open'
  if (isCorrection && !isOtherEnd(ticket, end)) return null
  return {
    ticketId: ticket.id,
    userId: ticket.user_id,
    stake: ticket.stake,
    paid,
    payout: end.payout,
    change: cents(end.payout - paid),
    shortfall: cents(0),
    isCorrection,
  }
}

/** A player's tickets are changed one after the other, and each takes what the wallet of its bet still has. */
async function addShortfalls(
  on: Reader,
  changes: TicketChange[],
  tickets: readonly TicketRow[],
): Promise<void> {
  const lowered = changes.filter(({ change }) => change < 0)
  if (lowered.length === 0) return
  const wallets = await on.read<{ user_id: string; cash: number; bonus: number }>(
    'select user_id, cash, bonus from wallets where user_id = any($1)',
    [[...new Set(lowered.map(({ userId }) => userId))]],
  )
  const left = new Map<string, number>(
    wallets.flatMap(({ user_id, cash, bonus }) => [
      [`${user_id} cash`, cash] as const,
      [`${user_id} bonus`, bonus] as const,
    ]),
  )
  const walletOf = new Map(tickets.map(({ id, wallet }) => [id, wallet]))
  for (const each of lowered) {
    const key = `${each.userId} ${walletOf.get(each.ticketId) ?? 'cash'}`
    const has = left.get(key) ?? 0
    const taken = Math.min(has, -each.change)
    left.set(key, has - taken)
    each.shortfall = cents(-each.change - taken)
  }
}
