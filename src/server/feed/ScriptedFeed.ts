import type { Sport } from '#contract/rules/sports.ts'
import { MatchPeriod } from '#contract/statusCodes.ts'
import type { CombinedOption } from './combination.ts'
import type {
  Combination,
  Feed,
  FeedMarket,
  FeedMatch,
  MatchEvent,
  MatchStatistic,
  PastMatches,
  PricedLeg,
} from './Feed.ts'
import { lockedIfSilent } from './silence.ts'
import type { SimulatedFeed } from './SimulatedFeed.ts'
import type { StoredFeed } from './store/StoredFeed.ts'

/** The matches of a provider, with those that the sandbox directs in their place. */
export class ScriptedFeed implements Feed {
  readonly #source: StoredFeed
  readonly #scripts: SimulatedFeed

  /** Of `scripts` only the scripted matches are used. */
  constructor(source: StoredFeed, scripts: SimulatedFeed) {
    this.#source = source
    this.#scripts = scripts
  }

  get isSimulated(): boolean {
    return this.#source.isSimulated
  }

  get revision(): number {
    return this.#source.revision + this.#scripts.revision
  }

  matches(sport: Sport, when: 'live' | 'upcoming', now: Date): FeedMatch[] {
    const scripted = this.#scripts.scriptedMatches(sport, when, now)
    const others = this.#source.matches(sport, when, now).filter(({ id }) => !this.#isScripted(id))
    return [...others.map((match) => this.#asHeard(match, now)), ...scripted].sort(
      (a, b) => a.startsAt.getTime() - b.startsAt.getTime() || (a.id < b.id ? -1 : 1),
    )
  }

  match(id: string, now: Date): FeedMatch | undefined {
    if (this.#isScripted(id)) return this.#scripts.match(id, now)
    const match = this.#source.match(id, now)
    return match && this.#asHeard(match, now)
  }

  events(id: string, now: Date): MatchEvent[] {
    return this.#isScripted(id) ? this.#scripts.events(id, now) : this.#source.events(id)
  }

  statistics(id: string, now: Date): MatchStatistic[] {
    return this.#isScripted(id) ? this.#scripts.statistics(id, now) : this.#source.statistics(id)
  }

  past(match: FeedMatch, now: Date): PastMatches {
    return this.#source.past(match, now)
  }

  corrected(now: Date): string[] {
    return [...this.#source.corrected(now), ...this.#scripts.scriptedCorrected(now)]
  }

  correctableUntil(): Date | undefined {
    return this.#source.correctableUntil()
  }

  markets(match: FeedMatch, now: Date): FeedMarket[] {
    if (this.#isScripted(match.id)) return this.#scripts.markets(match, now)
    const markets = this.#source.markets(match, now)
    if (!match.isSuspended || this.#source.match(match.id, now)?.isSuspended) return markets
    return markets.map((market) => ({ ...market, isSuspended: true }))
  }

  expectedFactor(leg: PricedLeg, now: Date): number | undefined {
    const { matchId } = leg
    if (this.#isScripted(matchId)) return this.#scripts.expectedFactor(leg, now)
    return this.match(matchId, now)?.isSuspended ? undefined : this.#source.expectedFactor(leg, now)
  }

  combination(matchId: string, options: readonly CombinedOption[], now: Date): Combination | undefined {
    if (this.#isScripted(matchId)) return this.#scripts.combination(matchId, options, now)
    return this.match(matchId, now)?.isSuspended ? undefined : this.#source.combination(matchId, options, now)
  }

  #isScripted(id: string): boolean {
    return this.#scripts.script(id) !== undefined
  }

  /** As if the provider were silent, when the sandbox says so. */
  #asHeard(match: FeedMatch, now: Date): FeedMatch {
    const { silence } = this.#scripts
    const isUntouched = silence.since === null && silence.spokeAt === null
    if (isUntouched || match.state.period === MatchPeriod.finished) return match
    return lockedIfSilent(match, silence, now.getTime())
  }
}
