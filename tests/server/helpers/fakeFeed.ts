import type { GameTimeCode, MatchState, PeriodCode, Score } from '#contract/rules/markets.ts'
import { optionOfKey, type Sport } from '#contract/rules/sports.ts'
import { MatchPeriod } from '#contract/statusCodes.ts'
import type {
  Combination,
  Feed,
  FeedMarket,
  FeedMatch,
  MatchEvent,
  MatchStatistic,
  PastMatches,
} from '#server/feed/Feed.ts'

interface Fake {
  match: Omit<FeedMatch, 'state'>
  period: PeriodCode
  /** Start of the current period. */
  since: Date
  parts: MatchState['parts']
  prices: Map<string, number>
  /** Prices without their boost, by the option's key. */
  boosts: Map<string, number>
  /** Options that are closed by their price, by key. */
  closed: Set<string>
  /** The result of expectedFactor for its legs. */
  value: number | undefined
  marketsSuspended: boolean
  combination: Combination | undefined
}

/** Matches and prices exactly as a test sets them. */
export class FakeFeed implements Feed {
  readonly isSimulated = true
  #revision = 0
  readonly #fakes = new Map<string, Fake>()
  readonly #corrected = new Set<string>()
  readonly #correctable = new Map<string, Date>()
  #next = 1

  /** Always another one, because tests change matches at any time. */
  get revision(): number {
    return this.#revision++
  }

  /** Adds a match, by default football that kicks off in an hour; returns its id. */
  add(
    now: Date,
    prices: Record<string, number>,
    { sport = 'football' as Sport, startsInMs = 3_600_000 } = {},
  ) {
    const id = `fake-${this.#next++}`
    this.#fakes.set(id, {
      match: {
        id,
        sport,
        league: 'Série F',
        home: `Casa ${id}`,
        away: `Fora ${id}`,
        startsAt: new Date(now.getTime() + startsInMs),
        minute: null,
        isLive: false,
        isSuspended: false,
        version: 1,
      },
      period: MatchPeriod.notOpen,
      since: now,
      parts: { 1: { home: 0, away: 0, final: false } },
      prices: new Map(Object.entries(prices)),
      boosts: new Map(),
      closed: new Set(),
      value: undefined,
      marketsSuspended: false,
      combination: undefined,
    })
    return id
  }

  price(id: string, key: string, odds: number | null): void {
    const { prices } = this.#of(id)
    if (odds === null) prices.delete(key)
    else prices.set(key, odds)
  }

  /** The price becomes a boosted one; without the boost it is `from`. Null ends the boost. */
  boost(id: string, key: string, from: number | null): void {
    const { boosts } = this.#of(id)
    if (from === null) boosts.delete(key)
    else boosts.set(key, from)
  }

  /** Closes one option, whatever the others of its market do. */
  close(id: string, key: string): void {
    this.#of(id).closed.add(key)
  }

  suspend(id: string, what: 'match' | 'markets', isSuspended = true): void {
    const fake = this.#of(id)
    if (what === 'match') fake.match.isSuspended = isSuspended
    else fake.marketsSuspended = isSuspended
  }

  /** Sets the value of bets on the match per unit staked; undefined resets it to their current price. */
  setValue(id: string, factor: number | undefined): void {
    this.#of(id).value = factor
  }

  score(id: string, part: GameTimeCode, score: Score, final = false): void {
    this.#of(id).parts[part] = { ...score, final }
  }

  period(id: string, period: PeriodCode, since: Date): void {
    const fake = this.#of(id)
    Object.assign(fake, { period, since })
    fake.match.isLive = period > 0
  }

  /** Finishes the match with this final score. */
  finish(id: string, home: number, away: number, now: Date): void {
    if (this.#of(id).period < 0) this.#corrected.add(id)
    this.score(id, 1, { home, away }, true)
    this.period(id, MatchPeriod.finished, now)
  }

  /** Until when the result of the match may be corrected; no result is unless a test says so. */
  setCorrectable(id: string, until: Date): void {
    this.#correctable.set(id, until)
  }

  correctableUntil(id: string): Date | undefined {
    return this.#correctable.get(id)
  }

  remove(id: string): void {
    this.#fakes.delete(id)
  }

  matches(sport: Sport, when: 'live' | 'upcoming', now: Date): FeedMatch[] {
    const all = [...this.#fakes.keys()].flatMap((id) => this.match(id, now) ?? [])
    return all.filter((match) => match.sport === sport && match.isLive === (when === 'live'))
  }

  events(): MatchEvent[] {
    return []
  }

  statistics(): MatchStatistic[] {
    return []
  }

  past(): PastMatches {
    return { home: [], away: [], meetings: [] }
  }

  corrected(): string[] {
    return [...this.#corrected]
  }

  match(id: string, now: Date): FeedMatch | undefined {
    const fake = this.#fakes.get(id)
    if (!fake) return undefined
    const { period, since, parts } = fake
    const state = { period, periodAgeMs: now.getTime() - since.getTime(), parts: structuredClone(parts) }
    return { ...fake.match, state }
  }

  markets({ id }: FeedMatch): FeedMarket[] {
    const { period, prices, boosts, closed, marketsSuspended } = this.#of(id)
    if (period < 0) return []
    return [...prices].map(([key, odds]) => {
      const option = optionOfKey(key)
      if (!option) throw new Error(`no option: ${key}`)
      const { selection, gameTime } = option
      const boostedFrom = boosts.get(key)
      return {
        market: selection.market,
        gameTime,
        line: 'line' in selection ? selection.line : null,
        isMain: true,
        isSuspended: marketsSuspended,
        options: [
          {
            key,
            selection,
            odds,
            ...(boostedFrom === undefined ? {} : { boostedFrom }),
            ...(closed.has(key) && { isClosed: true as const }),
          },
        ],
      }
    })
  }

  expectedFactor({ matchId }: { matchId: string; odds: number }): number | undefined {
    const { value, match, period } = this.#of(matchId)
    return match.isSuspended || period < 0 ? undefined : (value ?? 1)
  }

  /** Sets the chances and the price of all combinations of a match; undefined: it has none. */
  combine(id: string, combination: Combination | undefined): void {
    this.#of(id).combination = combination
  }

  combination(matchId: string): Combination | undefined {
    const { combination, match, period } = this.#of(matchId)
    return match.isSuspended || period < 0 ? undefined : combination
  }

  #of(id: string): Fake {
    const fake = this.#fakes.get(id)
    if (!fake) throw new Error(`no match: ${id}`)
    return fake
  }
}
