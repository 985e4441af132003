import { randomUUID } from 'node:crypto'
import { ZERO, type Cents, type WalletName } from '#contract/money.ts'
import { LIVE_DELAY_MS, ticketLimits, type OddsPolicy } from '#contract/rules/sports.ts'
import { BetResult, BetState } from '#contract/statusCodes.ts'
import type { AppDeps } from '../deps.ts'
import type { Tx } from '../db/client.ts'
import { readStakeGuard, refuseStake } from '../domain/protection/limits.ts'
import { playerActor } from '../ledger/ledger.ts'
import { Refusal } from '../texts/refusal.ts'
import { markPlayed } from '../games/rounds.ts'
import type { Feed } from '../feed/Feed.ts'
import { publishTicket } from './announce.ts'
import { refuseBeyondBoost } from './boosts.ts'
import { readPlayerLimits, refuseBeyondDesk } from './deskLimits.ts'
import { takeExposure } from './exposure.ts'
import { rulesVersion } from './rulesVersions.ts'
import {
  checkTicketStake,
  priceLegs,
  readOptions,
  refuseLegs,
  selectionAt,
  type RequestedLeg,
  type PricedLeg,
} from './slip.ts'
import { insertTicket, type LegRow, type TicketRow } from './ticketRows.ts'

/** The code of sports in the catalogue. */
const sportsCode = 'sports'

export interface SlipBet {
  userId: string
  amount: Cents
  wallet: WalletName
  policy: OddsPolicy
  legs: readonly RequestedLeg[]
  /** Selections of one match are one bet, at the price of all together. */
  isCombined: boolean
}

/**
 * Places a ticket at the current odds and holds its stake. Before kick-off it is accepted at once; with a
 * live leg it waits for LIVE_DELAY_MS, and the odds of that moment decide (acceptance.ts). Throws, in this
 * order: refusals of the stake, of the slip (slip.ts), of the player (excluded, limitReached), of matches and
 * odds, boostLimit, stakeTooHigh or selectionFull for the limits of the desk, insufficientFunds, and selectionFull.
 */
export async function placeTicket(deps: AppDeps, tx: Tx, bet: SlipBet): Promise<TicketRow> {
  const { userId, amount, wallet, policy } = bet
  checkTicketStake(amount)
  const options = readOptions(bet.legs, bet.isCombined)
  const [guard, player] = await Promise.all([
    readStakeGuard(tx, userId, sportsCode),
    readPlayerLimits(tx, userId),
  ])
  await refuseStake(deps, tx, guard, bet)
  const now = deps.clock.now()
  const priced = priceLegs(deps.feed, bet.legs, options, now)
  refuseLegs(policy, priced)
  await refuseBeyondBoost(tx, bet, priced)
  const isLive = priced.some(({ match }) => match?.isLive)
  const acceptAt = isLive ? new Date(now.getTime() + LIVE_DELAY_MS) : null
  const legs = priced.map((leg, position) => newLeg(deps.feed, leg, { position, takenAt: acceptAt ?? now }))
  await refuseBeyondDesk(deps, tx, { userId, amount, legs, player })
  const ticket: TicketRow = {
    id: randomUUID(),
    user_id: userId,
    kind: legs.length === 1 ? 'single' : 'parlay',
    wallet,
    stake: amount,
    state: isLive ? BetState.placed : BetState.pending,
    result: null,
    policy,
    reason: null,
    payout: ZERO,
    max_return: ticketLimits.maxReturn,
    cashed_out: false,
    auto_cash_out: null,
    cash_outs: 0,
    cashed_stake: ZERO,
    cashed_paid: ZERO,
    accept_at: acceptAt,
    created_at: now,
    settled_at: null,
    suspended: null,
    legs,
  }
  // Sent together, the exposure last: other bets on the selection wait for it.
  await Promise.all([
    deps.ledger.holdStake(tx, {
      userId,
      actor: playerActor(userId),
      roundId: ticket.id,
      game: 'sports',
      refType: 'ticket',
      amount,
      wallet,
    }),
    takeExposure(deps, tx, ticket),
  ])
  insertTicket(tx, ticket)
  markPlayed(deps, tx, { userId, game: sportsCode })
  publishTicket(deps, tx, ticket)
  if (acceptAt) tx.afterCommit(() => deps.acceptanceTimes.add(acceptAt))
  return ticket
}

function newLeg(
  { houseRules }: Pick<Feed, 'houseRules'>,
  { matchId, key, option, match, now, boostedFrom }: PricedLeg,
  { position, takenAt }: { position: number; takenAt: Date },
): LegRow {
  if (!match || now === null) throw new Refusal('marketClosed')
  const { version, rules } = rulesVersion(match.sport, houseRules)
  return {
    position,
    match_id: matchId,
    sport: match.sport,
    league: match.league,
    home: match.home,
    away: match.away,
    starts_at: match.startsAt,
    option_key: key,
    selection: selectionAt(option, match),
    game_time: option.gameTime,
    odds: now,
    boosted_from: boostedFrom,
    live: match.isLive,
    result: BetResult.accepted,
    distance: null,
    score_home: null,
    score_away: null,
    rules_version: version,
    correction: null,
    taken_at: takenAt,
    rules,
  }
}
