import { floorOf, rational, rationalOf, times } from '#contract/games/rational.ts'
import { cents, toWireAmount, type Cents } from '#contract/money.ts'
import { parlayCode, returnFactor } from '#contract/rules/settlement.ts'
import { BetResult, BetState } from '#contract/statusCodes.ts'
import type { AppDeps } from '../deps.ts'
import type { Tx } from '../db/client.ts'
import { Refusal } from '../errors.ts'
import type { Feed } from '../feed/Feed.ts'
import { closeTicket } from './closeTicket.ts'
import { legStanding } from './standing.ts'
import { lockTicket, type LegRow, type TicketRow } from './ticketRows.ts'

/** Share of the fair value that a cash-out pays; the house keeps 5 %. */
const payoutShare = rational(95, 100)

/**
 * The current cash-out value of a ticket in cents: stake x factors of settled legs x fair factors of open
 * ones, less 5 %, rounded down. Null when it is not offered: the ticket is not open, a leg is suspended or
 * decided but not settled, or the value is below one cent.
 */
export function cashOutValue(feed: Feed, ticket: TicketRow, now: Date): Cents | null {
  if (ticket.state !== BetState.pending) return null
  let value = times(rational(ticket.stake), payoutShare)
  for (const leg of ticket.legs) {
    if (leg.result !== BetResult.accepted) value = times(value, returnFactor(leg.result, leg.odds))
    else {
      const factor = fairFactor(feed, leg, now)
      if (factor === undefined) return null
      value = times(value, rationalOf(factor))
    }
  }
  const whole = floorOf(value)
  if (whole < 1n) return null
  return whole > BigInt(ticket.max_return) ? ticket.max_return : cents(Number(whole))
}

function fairFactor(feed: Feed, leg: LegRow, now: Date): number | undefined {
  const match = feed.match(leg.match_id, now)
  if (!match || match.isSuspended) return undefined
  if (legStanding(feed, leg, now).code !== BetResult.accepted) return undefined
  // The market may have moved to another line, but it must be open.
  const isOpen = feed
    .markets(match, now)
    .some(
      ({ market, gameTime, isSuspended }) =>
        !isSuspended && market === leg.selection.market && gameTime === leg.game_time,
    )
  if (!isOpen) return undefined
  const { match_id: matchId, selection, game_time: gameTime, odds } = leg
  return feed.expectedFactor({ matchId, selection, gameTime, odds }, now)
}

/**
 * Settles a ticket at its current value, which must be at least `amount`, the value that the player saw.
 * Throws ticketNotFound, ticketSettled, or cashOutUnavailable with the current value (null when there is
 * none).
 */
export async function cashOutTicket(
  deps: AppDeps,
  tx: Tx,
  { userId, ticketId, amount }: { userId: string; ticketId: string; amount: Cents },
): Promise<TicketRow> {
  const ticket = await lockTicket(tx, userId, ticketId)
  if (ticket.state !== BetState.pending && ticket.state !== BetState.placed)
    throw new Refusal('ticketSettled')
  const payout = cashOutValue(deps.feed, ticket, deps.clock.now())
  if (payout === null || payout < amount) {
    const cashOut = payout === null ? null : toWireAmount(payout)
    throw new Refusal('cashOutUnavailable', { data: { cashOut } })
  }
  return closeTicket(deps, tx, ticket, {
    state: BetState.drawn,
    result: parlayCode(rational(payout, ticket.stake)),
    payout,
    isCashedOut: true,
  })
}
