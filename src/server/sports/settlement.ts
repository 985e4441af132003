import { countedCodes } from '#contract/rules/combination.ts'
import { settleTicket, type ResultCode, type TicketSettlement } from '#contract/rules/settlement.ts'
import { BetResult, BetState } from '#contract/statusCodes.ts'
import type { AppDeps } from '../deps.ts'
import type { Tx } from '../db/client.ts'
import { pushPlayer } from '../domain/push/push.ts'
import type { Actor } from '../ledger/ledger.ts'
import type { Feed } from '../feed/Feed.ts'
import { publishTicket } from './announce.ts'
import { deciderOf } from './decider.ts'
import { closeTicket } from './closeTicket.ts'
import type { TicketEnd } from './ticketEnd.ts'
import { changeTicket } from './changeTicket.ts'
import { moveExposure } from './exposure.ts'
import { legResultNow, type LegOfMatch, type Results } from './legResultNow.ts'
import { onceEach, rulesOfLegSql, saveLegs, type TicketId, type TicketRow } from './ticketRows.ts'
import { forEachTicket, MAX_TICKETS_PER_RUN } from './forEachTicket.ts'

const openLegSql = 'result = 1000'
/** Whether there are legs for {@link settleTickets}. */
export const openLegsSql = `exists (select from ticket_legs where ${openLegSql})`

/** Settles the legs that the feed has decided, and with them their tickets. Safe to run in every process. */
export async function settleTickets(deps: AppDeps): Promise<void> {
  const due = await dueTickets(deps, deps.clock.now())
  await forEachTicket(deps, due, (tx, ticket) => settle(deps, tx, ticket))
}

/**
 * Tickets with a leg that is open but decided. Lost tickets are included: they show the results of their
 * other legs.
 */
async function dueTickets(deps: AppDeps, now: Date): Promise<TicketId[]> {
  const matches = await deps.db.read<{ match_id: string; starts_at: Date }>(
    `select match_id, min(starts_at) as starts_at from ticket_legs where ${openLegSql} group by match_id`,
  )
  const decided = matches.filter((match) => canBeSettled(deps.feed, match, now))
  if (decided.length === 0) return []
  const legs = await deps.db.read<LegOfMatch & TicketId>(
    `select l.ticket_id as id, l.user_id, l.match_id, l.sport, l.starts_at, l.selection, l.game_time,
        coalesce(t.accept_at, t.created_at) as taken_at, ${rulesOfLegSql('l')} as rules
      from ticket_legs l join tickets t on t.id = l.ticket_id and t.user_id = l.user_id and t.state <> -10
      where l.result = 1000 and l.match_id = any($1)`,
    [decided.map(({ match_id }) => match_id)],
  )
  const due = legs.filter((leg) => isDecided(deps.feed, leg, now))
  return onceEach(due).slice(0, MAX_TICKETS_PER_RUN)
}

/**
 * Whether a leg is decided. A leg that cannot be read counts as decided: settling its ticket then logs the
 * error without holding up the others.
 */
function isDecided(feed: Feed, leg: LegOfMatch, now: Date): boolean {
  try {
    return legResultNow(feed, leg, now).code !== BetResult.accepted
  } catch (error) {
    if (error instanceof RangeError) return true
    throw error
  }
}

/**
 * Whether any bet on the match can be settled. Saves reading the legs of most matches: those with no part
 * that is over.
 */
function canBeSettled(feed: Feed, { match_id, starts_at }: { match_id: string; starts_at: Date }, now: Date) {
  const { state, voidMarkets = [], betCancels = [] } = feed.match(match_id, now) ?? {}
  // How long its bets wait is said by the rules of each.
  if (!state) return now > starts_at
  return (
    voidMarkets.length + betCancels.length > 0 ||
    state.period < 0 ||
    Object.values(state.parts).some(({ final }) => final)
  )
}

async function settle(deps: AppDeps, tx: Tx, ticket: TicketRow): Promise<void> {
  const now = deps.clock.now()
  const decided = ticket.legs.flatMap((leg) => {
    if (leg.result !== BetResult.accepted) return []
    const { code, distance, score } = legResultNow(deps.feed, leg, now)
    if (code === BetResult.accepted) return []
    return {
      ...leg,
      result: code,
      distance,
      score_home: score?.home ?? null,
      score_away: score?.away ?? null,
    }
  })
  // Another process has already settled them.
  if (decided.length === 0) return
  await saveLegs(tx, ticket, decided)
  const legs = ticket.legs.map((leg) => decided.find(({ position }) => position === leg.position) ?? leg)
  const actor = deciderOf(deps.feed, decided, 'ticketSettlement', now)
  moveExposure(tx, ticket, await decideTicket(deps, tx, actor, { ...ticket, legs }, now))
}

/**
 * Closes a ticket whose legs decide it, or changes it where it was decided otherwise: a lost parlay whose lost leg was
 * corrected stays lost until its other legs are decided too. Returns the ticket as it is then.
 */
export async function decideTicket(
  deps: AppDeps,
  tx: Tx,
  actor: Actor,
  ticket: TicketRow,
  now: Date,
): Promise<TicketRow> {
  const end = endOfTicket(deps.feed, ticket, now)
  if (end && ticket.state === BetState.pending) {
    const closed = await closeTicket(deps, tx, actor, ticket, end)
    if (deps.pusher)
      await pushPlayer(deps, tx, ticket.user_id, { kind: 'bet', event: ticket.id, params: { id: ticket.id } })
    return closed
  }
  if (end && !ticket.cashed_out && isOtherEnd(ticket, end)) return changeTicket(deps, tx, actor, ticket, end)
  publishTicket(deps, tx, ticket)
  return ticket
}

/** How a ticket ends by the results of its legs; null while they leave it open. */
export function endOfTicket(feed: Results, ticket: TicketRow, now: Date): TicketEnd | null {
  const { legs, stake, max_return: limit } = ticket
  const codes = countedCodes(legs.map(({ match_id: matchId, result }) => ({ matchId, result })))
  const settlement = settleTicket(
    stake,
    legs.map(({ odds }, i) => ({ odds, code: codes[i] as ResultCode })),
    limit,
  )
  const isRefund = codes.every((code) => code === BetResult.refund)
  return settlement.settled ? endOf(feed, ticket, { ...settlement, isRefund }, now) : null
}

export function isOtherEnd({ state, result, payout }: TicketRow, end: TicketEnd): boolean {
  return state !== end.state || result !== end.result || payout !== end.payout
}

function endOf(
  feed: Results,
  { legs, state }: Pick<TicketRow, 'legs' | 'state'>,
  { code: result, payout, isRefund }: Extract<TicketSettlement, { settled: true }> & { isRefund: boolean },
  now: Date,
): TicketEnd {
  if (result === BetResult.lose) {
    const wasOtherwise = state !== BetState.pending && state !== BetState.lost
    return { state: wasOtherwise ? BetState.lostLate : BetState.lost, result, payout }
  }
  // A parlay whose factors multiply to 1 was a bet; one whose legs are all void was not.
  const isException = isRefund && legs.some((leg) => legResultNow(feed, leg, now).exception)
  return { state: isException ? BetState.exception : BetState.drawn, result, payout, isRefund }
}
