import { floorOf, rational, rationalOf, times, type Rational } from '#contract/rational.ts'
import { formatAmount } from '#contract/moneyTexts.ts'
import { languages } from '#contract/languages.ts'
import { cents, toWireAmount, type Cents } from '#contract/money.ts'
import { cashOutParts, partOfValue } from '#contract/rules/cashOut.ts'
import { byMatch, combinedCode, combinedFactor } from '#contract/rules/combination.ts'
import { parlayCode, returnFactor } from '#contract/rules/settlement.ts'
import { ticketLimits } from '#contract/rules/sports.ts'
import { BetResult, BetState } from '#contract/statusCodes.ts'
import type { AppDeps } from '../deps.ts'
import type { Tx } from '../db/client.ts'
import { playerActor, type Actor } from '../ledger/ledger.ts'
import { Refusal } from '../texts/refusal.ts'
import type { Combination, Feed } from '../feed/Feed.ts'
import { closeTicket } from './closeTicket.ts'
import { correctedLeg } from './corrections.ts'
import { legResultNow } from './legResultNow.ts'
import { cashOutPart } from './cashOutPart.ts'
import { moveExposure } from './exposure.ts'
import { lockTicket, type LegRow, type TicketRow } from './ticketRows.ts'

/** Share of the fair value that a cash-out pays; the house keeps 5 %. */
const payoutShare = rational(95, 100)

/**
 * The current cash-out value of a ticket in cents: stake x factors of settled legs x fair factors of open
 * ones, less 5 %, rounded down. Null when it is not offered: the ticket is not open, its prize or a leg is suspended, decided but not
 * settled, or settled by a result that has been corrected since, or the value is below one cent.
 */
export function cashOutValue(feed: Feed, ticket: TicketRow, now: Date): Cents | null {
  if (ticket.state !== BetState.pending || ticket.suspended) return null
  if (ticket.legs.some((leg) => isOutdated(feed, leg, now))) return null
  let value = times(rational(ticket.stake), payoutShare)
  for (const group of byMatch(ticket.legs.map((leg) => ({ ...leg, matchId: leg.match_id })))) {
    const factor = group.length > 1 ? combinationFactor(feed, group, now) : legFactor(feed, group[0], now)
    if (factor === undefined) return null
    value = times(value, factor)
  }
  const whole = floorOf(value)
  if (whole < 1n) return null
  return whole > BigInt(ticket.max_return) ? ticket.max_return : cents(Number(whole))
}

/** Whether everybody can see another result than the one by which the leg was settled: corrections.ts comes a moment later. */
function isOutdated(feed: Feed, leg: LegRow, now: Date): boolean {
  if (leg.result === BetResult.accepted || !feed.match(leg.match_id, now)) return false
  return legResultNow(feed, leg, now).code === BetResult.accepted || correctedLeg(feed, leg, now) !== null
}

function legFactor(feed: Feed, leg: LegRow | undefined, now: Date): Rational | undefined {
  if (!leg) return undefined
  if (leg.result !== BetResult.accepted) return returnFactor(leg.result, leg.odds)
  const factor = fairFactor(feed, leg, now)
  return factor === undefined ? undefined : rationalOf(factor)
}

/** Of selections on one match that are one bet. */
function combinationFactor(feed: Feed, group: readonly LegRow[], now: Date): Rational | undefined {
  const [first] = group
  const code = combinedCode(group.map(({ result }) => result))
  if (!first || code === BetResult.lose) return undefined
  if (code !== BetResult.accepted) return returnFactor(code, first.odds)
  const others = group.filter(({ result }) => result !== BetResult.refund)
  if (others.length < group.length) return refundFactor(feed, others, now)
  const chances = combinationChances(feed, group, now)
  return chances && rationalOf(combinedFactor(chances, first.odds))
}

/**
 * Of a combination with a refunded selection: it returns its stake, unless one of the others loses. The feed may not know that the
 * selection is refunded: staff have voided its market, or its bets were cancelled.
 */
function refundFactor(feed: Feed, others: readonly LegRow[], now: Date): Rational | undefined {
  const [first] = others
  if (!first) return undefined
  if (others.length === 1) return legFactor(feed, { ...first, odds: 1 }, now)
  const chances = combinationChances(feed, others, now)
  return chances && rationalOf(combinedFactor(chances, 1))
}

function combinationChances(feed: Feed, group: readonly LegRow[], now: Date): Combination | undefined {
  const isOpen = group.every((leg) => leg.result !== BetResult.accepted || isOffered(feed, leg, now))
  const [first] = group
  if (!isOpen || !first) return undefined
  const options = group.map(({ selection, game_time: gameTime }) => ({ selection, gameTime }))
  return feed.combination(first.match_id, options, now)
}

function fairFactor(feed: Feed, leg: LegRow, now: Date): number | undefined {
  if (!isOffered(feed, leg, now)) return undefined
  const { match_id: matchId, selection, game_time: gameTime, odds } = leg
  return feed.expectedFactor({ matchId, selection, gameTime, odds }, now)
}

/** Whether the leg is undecided and its market open, be it at another line. */
function isOffered(feed: Feed, leg: LegRow, now: Date): boolean {
  const match = feed.match(leg.match_id, now)
  if (!match || match.isSuspended) return false
  if (legResultNow(feed, leg, now).code !== BetResult.accepted) return false
  return feed
    .markets(match, now)
    .some(
      ({ market, gameTime, isSuspended }) =>
        !isSuspended && market === leg.selection.market && gameTime === leg.game_time,
    )
}

/**
 * Cashes out a ticket at its current value, or the part `part` of its stake at that share of the value; this must be at
 * least `amount`, which the player saw. Throws ticketNotFound, ticketSettled, cashOutSuspended, cashOutPart for a part that leaves too
 * little or is too small, or cashOutUnavailable with the current value of the whole ticket (null when there is none).
 */
export async function cashOutTicket(
  deps: AppDeps,
  tx: Tx,
  { userId, ticketId, amount, part }: { userId: string; ticketId: string; amount: Cents; part?: Cents },
): Promise<TicketRow> {
  const ticket = await lockTicket(tx, userId, ticketId)
  if (ticket.state !== BetState.pending && ticket.state !== BetState.placed)
    throw new Refusal('ticketSettled')
  if (ticket.suspended) throw new Refusal('cashOutSuspended')
  const stake = part ?? ticket.stake
  checkPart(stake, ticket.stake)
  const value = cashOutValue(deps.feed, ticket, deps.clock.now())
  const payout = value === null ? null : partOfValue(value, stake, ticket.stake)
  if (payout === null || payout < Math.max(amount, 1)) {
    const cashOut = value === null ? null : toWireAmount(value)
    throw new Refusal('cashOutUnavailable', { data: { cashOut } })
  }
  if (stake === ticket.stake) return cashOutNow(deps, tx, playerActor(userId), ticket, payout)
  return cashOutPart(deps, tx, playerActor(userId), ticket, { stake, payout })
}

function checkPart(part: Cents, stake: Cents): void {
  const parts = cashOutParts(stake)
  if (part === stake || (parts && part >= parts.least && part <= parts.most)) return
  const limit = (code: keyof typeof languages) => formatAmount(ticketLimits.minStake, languages[code])
  throw new Refusal('cashOutPart', { params: { limit } })
}

/** Settles an open ticket, which `tx` has locked, at its value. */
export async function cashOutNow(
  deps: AppDeps,
  tx: Tx,
  actor: Actor,
  ticket: TicketRow,
  payout: Cents,
): Promise<TicketRow> {
  const closed = await closeTicket(deps, tx, actor, ticket, {
    state: BetState.drawn,
    result: parlayCode(rational(payout, ticket.stake)),
    payout,
    isCashedOut: true,
  })
  moveExposure(tx, ticket, closed)
  return closed
}
