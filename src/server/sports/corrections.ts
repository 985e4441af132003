import { CORRECTION_MS } from '#contract/rules/markets.ts'
import { BetResult, BetState } from '#contract/statusCodes.ts'
import type { AppDeps } from '../deps.ts'
import type { Tx } from '../db/client.ts'
import { deciderOf } from './decider.ts'
import { moveExposure } from './exposure.ts'
import { forEachTicket, MAX_TICKETS_PER_RUN } from './forEachTicket.ts'
import { decideTicket } from './settlement.ts'
import { correctionOf, legResultNow, type LegOfMatch, type Results } from './legResultNow.ts'
import {
  onceEach,
  rulesOfLegSql,
  saveLegs,
  type LegRow,
  type TicketId,
  type TicketRow,
} from './ticketRows.ts'

type DecidedLeg = LegOfMatch & Pick<LegRow, 'result' | 'score_home' | 'score_away'>

/**
 * Settles tickets again after the feed has corrected the result of a match, until CORRECTION_MS after they were
 * settled. Tickets that were cashed out or refused stay as they are. Safe to run in every process.
 */
export async function correctTickets(deps: AppDeps): Promise<void> {
  const now = deps.clock.now()
  const matches = deps.feed.corrected(now)
  if (matches.length === 0) return
  const legs = await deps.db.read<DecidedLeg & TicketId>(
    `select l.ticket_id as id, l.user_id, l.match_id, l.sport, l.starts_at, l.selection, l.game_time, l.result, l.score_home, l.score_away,
        coalesce(t.accept_at, t.created_at) as taken_at, ${rulesOfLegSql('l')} as rules
      from ticket_legs l join tickets t on t.id = l.ticket_id and t.user_id = l.user_id
      where l.match_id = any($1) and l.result <> 1000 and t.state <> -10 and t.reason is null and not t.cashed_out
        and (t.settled_at is null or t.settled_at > $2)`,
    [matches, new Date(now.getTime() - CORRECTION_MS)],
  )
  const due = legs.filter((leg) => correctedLeg(deps.feed, leg, now) !== null)
  await forEachTicket(deps, onceEach(due).slice(0, MAX_TICKETS_PER_RUN), (tx, ticket) =>
    correct(deps, tx, ticket),
  )
}

/**
 * The leg at the corrected result; null when that is the one it has, or not known again yet, and when the feed has forgotten the match, some
 * days after it: that says nothing about its result.
 */
export function correctedLeg<Leg extends DecidedLeg>(feed: Results, leg: Leg, now: Date): Leg | null {
  if (!feed.match(leg.match_id, now)) return null
  const { code, distance, score } = legResultNow(feed, leg, now)
  if (code === BetResult.accepted) return null
  const [home, away] = [score?.home ?? null, score?.away ?? null]
  if (code === leg.result && home === leg.score_home && away === leg.score_away) return null
  return { ...leg, result: code, distance, score_home: home, score_away: away }
}

async function correct(deps: AppDeps, tx: Tx, ticket: TicketRow): Promise<void> {
  if (ticket.state === BetState.placed || ticket.reason !== null || ticket.cashed_out) return
  const now = deps.clock.now()
  const corrected = ticket.legs.flatMap((leg) => {
    const other = leg.result === BetResult.accepted ? null : correctedLeg(deps.feed, leg, now)
    return other ? { ...other, correction: correctionOf(deps.feed, leg, now) } : []
  })
  // Another process has already corrected them.
  if (corrected.length === 0) return
  await saveLegs(tx, ticket, corrected)
  const legs = ticket.legs.map((leg) => corrected.find(({ position }) => position === leg.position) ?? leg)
  const actor = deciderOf(deps.feed, corrected, 'ticketCorrections', now)
  moveExposure(tx, ticket, await decideTicket(deps, tx, actor, { ...ticket, legs }, now))
}
