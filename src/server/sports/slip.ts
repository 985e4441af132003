import { formatAmount } from '#contract/moneyTexts.ts'
import type { ChangedOdds } from '#contract/http/sports.ts'
import { languages } from '#contract/languages.ts'
import type { Cents } from '#contract/money.ts'
import { byMatch, canCombine } from '#contract/rules/combination.ts'
import { legResult, type Selection } from '#contract/rules/markets.ts'
import { rulesOf } from '#contract/rules/sportRules.ts'
import { optionOfKey, ticketLimits, type OddsPolicy, type Option } from '#contract/rules/sports.ts'
import { BetResult } from '#contract/statusCodes.ts'
import { Refusal } from '../texts/refusal.ts'
import type { Feed, FeedMatch, FeedOption } from '../feed/Feed.ts'
import type { TicketReason } from './ticketRows.ts'

/** A leg of the request, with the odds that the player saw. */
export interface RequestedLeg {
  matchId: string
  key: string
  odds: number
}

/** A leg with its current price in `now`; null when it is not open for betting. */
export interface PricedLeg extends RequestedLeg {
  option: Option
  match: FeedMatch | undefined
  now: number | null
  /** What the price is without its boost; null for a price without one. */
  boostedFrom: number | null
}

/** Throws a refusal with the limit when the amount is no valid stake of a ticket. */
export function checkTicketStake(amount: Cents): void {
  const { minStake, maxStake } = ticketLimits
  const limit = (cents: Cents) => ({
    params: { limit: (code: keyof typeof languages) => formatAmount(cents, languages[code]) },
  })
  if (amount <= 0) throw new Refusal('stakeInvalid')
  if (amount < minStake) throw new Refusal('stakeTooLow', limit(minStake))
  if (amount > maxStake) throw new Refusal('stakeTooHigh', limit(maxStake))
}

/**
 * The options of a slip. Throws parlayLimit, slipInvalid, or parlaySameMatch for selections of one match that are not
 * to be combined, or cannot be. Does not check the feed.
 */
export function readOptions(legs: readonly RequestedLeg[], isCombined: boolean): Option[] {
  if (legs.length > ticketLimits.maxLegs)
    throw new Refusal('parlayLimit', { params: { limit: ticketLimits.maxLegs } })
  const options = legs.map(({ key }) => {
    const option = optionOfKey(key)
    if (!option) throw new Refusal('slipInvalid')
    return option
  })
  const groups = byMatch(legs.map(({ matchId }, i) => ({ matchId, option: options[i] as Option })))
  const isRefused = (group: { option: Option }[]) =>
    group.length > 1 && !(isCombined && canCombine(group.map(({ option }) => option)))
  if (groups.some(isRefused)) throw new Refusal('parlaySameMatch')
  return options
}

/**
 * Adds the current prices; a boosted one is for singles, and a parlay has the price without the boost. Several legs of one match are a combination: the first one has the price of all, the others
 * have 1 (contract/rules/combination.ts).
 */
export function priceLegs(
  feed: Feed,
  legs: readonly RequestedLeg[],
  options: readonly Option[],
  now: Date,
): PricedLeg[] {
  const isSingle = legs.length === 1
  const priced = legs.map((leg, i) => priceLeg(feed, leg, options[i] as Option, { now, isSingle }))
  for (const group of byMatch(priced)) {
    const [first] = group
    if (!first || group.length === 1) continue
    const odds = combinedOddsOf(feed, group, now)
    for (const leg of group) leg.now = odds === null ? null : leg === first ? odds : 1
  }
  return priced
}

function combinedOddsOf(feed: Feed, group: readonly PricedLeg[], now: Date): number | null {
  const selections = group.flatMap(({ match, option, now: price }) =>
    match && price !== null ? { selection: selectionAt(option, match), gameTime: option.gameTime } : [],
  )
  const [{ matchId } = { matchId: '' }] = group
  if (selections.length < group.length) return null
  return feed.combination(matchId, selections, now)?.odds ?? null
}

function priceLeg(
  feed: Feed,
  leg: RequestedLeg,
  option: Option,
  { now, isSingle }: { now: Date; isSingle: boolean },
): PricedLeg {
  const match = feed.match(leg.matchId, now)
  const offered = match ? readOption(feed, match, leg.key, option, now) : null
  const plain = offered?.boostedFrom ?? null
  const price = isSingle ? offered?.odds : (plain ?? offered?.odds)
  return { ...leg, option, match, now: price ?? null, boostedFrom: isSingle ? plain : null }
}

function readOption(feed: Feed, match: FeedMatch, key: string, option: Option, now: Date): FeedOption | null {
  // A feed may still offer an option whose result is already certain.
  const rules = rulesOf(match.sport, feed.houseRules)
  const isDecided =
    legResult(option.selection, option.gameTime, match.state, rules).code !== BetResult.accepted
  if (match.isSuspended || isDecided) return null
  const open = feed.markets(match, now).filter(({ isSuspended }) => !isSuspended)
  const offered = open.flatMap(({ options }) => options).find((option) => option.key === key)
  return offered && !offered.isClosed ? offered : null
}

/** Why the legs cannot be bet at their current odds under this policy; null when they can. */
export function refusalOf(policy: OddsPolicy, legs: readonly PricedLeg[]): TicketReason | null {
  if (legs.some(({ now }) => now === null)) return 'marketClosed'
  const isRefused = ({ odds, now }: PricedLeg) => {
    if (now === null || policy === 'any') return false
    return policy === 'ask' ? now !== odds : now < odds
  }
  return legs.some(isRefused) ? 'oddsChanged' : null
}

/** Throws matchUnknown, or marketClosed or oddsChanged with the current odds of all legs. */
export function refuseLegs(policy: OddsPolicy, legs: readonly PricedLeg[]): void {
  if (legs.some(({ match }) => match === undefined)) throw new Refusal('matchUnknown')
  const reason = refusalOf(policy, legs)
  if (!reason) return
  const data: ChangedOdds = { legs: legs.map(({ matchId, key, now }) => ({ matchId, key, odds: now })) }
  throw new Refusal(reason, { data })
}

/**
 * The selection as settlement reads it: a live handicap counts from the score of its part at the time of the
 * bet.
 */
export function selectionAt({ selection, gameTime }: Option, match: FeedMatch): Selection {
  if (selection.market !== 'handicap' || !match.isLive) return selection
  const { home, away } = match.state.parts[gameTime] ?? { home: 0, away: 0 }
  return { ...selection, scoreAtBet: { home, away } }
}
