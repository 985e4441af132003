import { CORRECTION_MS, type GameTimeCode, type Selection } from '#contract/rules/markets.ts'
import { keyOfOption } from '#contract/rules/sports.ts'
import { usualHouseRules, type HouseRules } from '#contract/rules/settlementRules.ts'
import { MatchPeriod } from '#contract/statusCodes.ts'
import type { CombinedOption } from '../combination.ts'
import type {
  Combination,
  Feed,
  FeedMarket,
  FeedMatch,
  FeedOption,
  MatchEvent,
  MatchStatistic,
  PastMatches,
  PricedLeg,
} from '../Feed.ts'
import { isOffered, pricesWithMargin, roundedDown, shownPrice, usualMargin } from '../margins.ts'
import { marketCode, type Desk, type DeskDecision } from './Desk.ts'

/** By so much the chances of a single bet and of a combination that is the same may differ: each is computed in its own way. */
const [unlikelier, negligible] = [1e-3, 2e-5]

/** Another feed with what the trading desk has decided: stopped matches and markets, changed prices, results by hand. */
export class DeskFeed implements Feed {
  readonly #source: Feed
  readonly #desk: Desk
  readonly houseRules: HouseRules
  /** The source's match of each match that this feed has changed. */
  readonly #originals = new WeakMap<FeedMatch, FeedMatch>()
  /** By the source's list: it is the same object while nothing has changed. */
  readonly #markets = new WeakMap<
    FeedMarket[],
    { revision: number; matchId: string; markets: FeedMarket[] }
  >()
  /** By the source's object: it is the same while nothing has changed. */
  readonly #combinations = new WeakMap<Combination, { revision: number; combination: Combination }>()

  constructor(source: Feed, desk: Desk, houseRules: HouseRules = usualHouseRules) {
    this.#source = source
    this.#desk = desk
    this.houseRules = houseRules
  }

  get isSimulated(): boolean {
    return this.#source.isSimulated
  }

  get revision(): number {
    return this.#source.revision + this.#desk.revision
  }

  matches(...[sport, when, now]: Parameters<Feed['matches']>): FeedMatch[] {
    const listed = this.#source.matches(sport, when, now)
    if (this.#desk.isEmpty) return listed
    return listed
      .filter(({ id }) => !this.#desk.decision(id)?.state)
      .map((match) => this.#asDecided(match, now))
  }

  match(id: string, now: Date): FeedMatch | undefined {
    const match = this.#source.match(id, now)
    return match && this.#asDecided(match, now)
  }

  events(id: string, now: Date): MatchEvent[] {
    return this.#source.events(id, now)
  }

  statistics(id: string, now: Date): MatchStatistic[] {
    return this.#source.statistics(id, now)
  }

  past(match: FeedMatch, now: Date): PastMatches {
    const { home, away, meetings } = this.#source.past(match, now)
    const decided = (played: FeedMatch[]) =>
      played
        .map((each) => this.#asDecided(each, now))
        .filter(({ state }) => state.period === MatchPeriod.finished)
    return { home: decided(home), away: decided(away), meetings: decided(meetings) }
  }

  corrected(now: Date): string[] {
    const byHand = this.#desk.decidedSince(new Date(now.getTime() - CORRECTION_MS))
    return [...new Set([...this.#source.corrected(now), ...byHand])]
  }

  correctableUntil(matchId: string, now: Date): Date | undefined {
    return this.#source.correctableUntil(matchId, now)
  }

  markets(match: FeedMatch, now: Date): FeedMarket[] {
    if (this.#desk.decision(match.id)?.state) return []
    const original = this.#originals.get(match) ?? match
    const markets = this.#source.markets(original, now)
    if (this.#desk.isEmpty) return markets
    const { revision } = this.#desk
    const known = this.#markets.get(markets)
    if (known?.revision === revision && known.matchId === match.id) return known.markets
    const changed = markets.map((market) => this.#changedMarket(original, market, now))
    this.#markets.set(markets, { revision, matchId: match.id, markets: changed })
    return changed
  }

  expectedFactor(leg: PricedLeg, now: Date): number | undefined {
    if (!this.#isOpen(leg.matchId, [leg], now)) return undefined
    return this.#source.expectedFactor(leg, now)
  }

  combination(matchId: string, options: readonly CombinedOption[], now: Date): Combination | undefined {
    if (!this.#isOpen(matchId, options, now)) return undefined
    const combination = this.#source.combination(matchId, options, now)
    if (!combination) return undefined
    const { revision } = this.#desk
    const known = this.#combinations.get(combination)
    if (known?.revision === revision) return known.combination
    const priced = { ...combination, odds: this.#combinedPrice(matchId, options, { combination, now }) }
    this.#combinations.set(combination, { revision, combination: priced })
    return priced
  }

  /** The source's price with what the desk says of each market, and at most what single bets on the match allow. */
  #combinedPrice(
    matchId: string,
    options: readonly CombinedOption[],
    { combination, now }: { combination: Combination; now: Date },
  ): number | null {
    const { win, refund, odds } = combination
    const match = this.match(matchId, now)
    if (odds === null || win <= 0 || !match) return odds
    const factor = options.reduce((product, { selection, gameTime }) => {
      const { priceFactor, margin } = this.#desk.termsOf(match, marketCode(selection.market, gameTime))
      const usual = usualMargin(match, selection.market, gameTime)
      return product * (priceFactor ?? 1) * (margin === null ? 1 : (1 + usual) / (1 + margin))
    }, 1)
    const fair = (1 - refund) / win
    const singles = this.markets(match, now).flatMap(({ isSuspended, gameTime, options: all }) =>
      isSuspended
        ? []
        : all.flatMap((option) =>
            option.isClosed ? [] : [{ ...option, price: option.boostedFrom ?? option.odds, gameTime }],
          ),
    )
    let most = Math.min(odds * factor, Math.max(odds, fair))
    const keys = options.map(keyOfOption)
    // It returns on average no more than each of its selections alone: the rest may be certain where that one is won.
    for (const { key, selection, gameTime, price } of singles) {
      if (!keys.includes(key)) continue
      const factor = this.#source.expectedFactor({ matchId, selection, gameTime, odds: price }, now)
      if (factor !== undefined) most = Math.min(most, (factor - refund) / win)
    }
    // And it pays no more than a single bet that is no likelier, such as 0-0 beside a draw in which a side does not score.
    const leastFair = 1 / ((1 + unlikelier) / fair + negligible)
    for (const { selection, gameTime, price, range } of singles) {
      if (price >= most) continue
      const fairSingle = range?.fair ?? this.#fairOdds({ matchId, selection, gameTime }, now)
      if (fairSingle >= leastFair) most = price
    }
    const changed = roundedDown(most)
    return isOffered(changed) ? changed : null
  }

  #isOpen(
    matchId: string,
    legs: readonly { selection: Selection; gameTime: GameTimeCode }[],
    now: Date,
  ): boolean {
    if (this.#desk.isEmpty) return true
    const decision = this.#desk.decision(matchId)
    if (decision?.state) return false
    const match = this.#source.match(matchId, now)
    if (!match) return false
    const codes = legs.map(({ selection, gameTime }) => marketCode(selection.market, gameTime))
    return !codes.some((code) => this.#desk.isStopped(match, code) || decision?.voidMarkets.includes(code))
  }

  #asDecided(match: FeedMatch, now: Date): FeedMatch {
    const changes = this.#desk.changesOf(match)
    if (changes === 0) return match
    const decision = this.#desk.decision(match.id)
    const changed: FeedMatch = {
      ...withDecision(match, decision, now),
      version: match.version + changes,
    }
    if (!decision?.state) changed.isSuspended = match.isSuspended || this.#desk.isStopped(match)
    this.#originals.set(changed, match)
    return changed
  }

  #changedMarket(match: FeedMatch, market: FeedMarket, now: Date): FeedMarket {
    const code = marketCode(market.market, market.gameTime)
    const { isStopped, priceFactor, margin } = this.#desk.termsOf(match, code)
    const isVoid = this.#desk.decision(match.id)?.voidMarkets.includes(code) ?? false
    if (!isStopped && !isVoid && (priceFactor ?? 1) === 1 && margin === null) return market
    const repriced = margin === null ? market.options : withMargin(market, margin)
    const options =
      priceFactor === null
        ? repriced
        : repriced.map((option) => this.#repriced(match, market, option, { factor: priceFactor, now }))
    return {
      ...market,
      options,
      isSuspended:
        market.isSuspended || isStopped || isVoid || options.every(({ isClosed }) => isClosed === true),
    }
  }

  /** At most the fair price: a raised price must not pay more than the selection is worth. */
  #repriced(
    match: FeedMatch,
    { gameTime }: FeedMarket,
    option: FeedOption,
    { factor, now }: { factor: number; now: Date },
  ): FeedOption {
    const { selection, odds, boostedFrom, isClosed, ...rest } = option
    // What the source has closed stays so: its price is not that of its chance.
    if (isClosed) return option
    const fair = factor > 1 ? this.#fairOdds({ matchId: match.id, selection, gameTime }, now) : Infinity
    const priceOf = (price: number) => roundedDown(Math.min(price * factor, Math.max(price, fair)))
    const changed = { ...rest, selection, ...shownPrice(priceOf(odds)) }
    const plain = boostedFrom === undefined ? undefined : priceOf(boostedFrom)
    return plain !== undefined && plain < changed.odds ? { ...changed, boostedFrom: plain } : changed
  }

  /** The price at which a bet returns its stake in the mean; 0 when the source does not know. */
  #fairOdds(leg: Omit<PricedLeg, 'odds'>, now: Date): number {
    // The mean return is a linear function of the odds.
    const [at2, at3] = [2, 3].map((odds) => this.#source.expectedFactor({ ...leg, odds }, now))
    if (at2 === undefined || at3 === undefined || at3 <= at2) return 0
    return 2 + (1 - at2) / (at3 - at2)
  }
}

/** The match as it is by this decision. */
export function withDecision(
  match: FeedMatch,
  decision:
    | Pick<DeskDecision, 'state' | 'voidMarkets' | 'correction' | 'decidedBy' | 'decidedAt'>
    | undefined,
  now: Date,
): FeedMatch {
  if (!decision) return match
  const { state, voidMarkets, correction, decidedBy, decidedAt } = decision
  const marked: FeedMatch = {
    ...match,
    // A mere note decides nothing: the feed's result stays the feed's.
    ...((state || voidMarkets.length > 0) && { decidedBy }),
    voidMarkets,
    ...(correction && { correction }),
  }
  if (!state) return marked
  return {
    ...marked,
    state: {
      ...state,
      periodAgeMs: Math.max(0, now.getTime() - decidedAt.getTime()),
      ...(match.state.setsToWin !== undefined && { setsToWin: match.state.setsToWin }),
    },
    minute: null,
    isLive: false,
    isSuspended: state.period !== MatchPeriod.finished,
  }
}

/**
 * The options at the desk's margin, where the source knows all prices without one; a boosted price stays, unless the new
 * one is higher.
 */
function withMargin({ market, options }: FeedMarket, margin: number): FeedOption[] {
  const ranges = options.flatMap(({ range }) => range ?? [])
  if (ranges.length < options.length) return options
  const prices = pricesWithMargin(market, ranges, margin)
  return options.map(({ odds, boostedFrom, isClosed: _, ...rest }, i) => {
    const shown = shownPrice(prices[i] as number)
    return boostedFrom !== undefined && odds > shown.odds
      ? { ...rest, odds, boostedFrom: shown.odds }
      : { ...rest, ...shown }
  })
}
