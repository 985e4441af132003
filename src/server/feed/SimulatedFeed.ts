import { LRUCache } from 'lru-cache'
import { CORRECTION_MS } from '#contract/rules/markets.ts'
import { sports, type Sport } from '#contract/rules/sports.ts'
import { GameTime, MatchPeriod } from '#contract/statusCodes.ts'
import { boostedSideOf, withBoost } from './boosts.ts'
import { fixtureOf, fixturesAround, fixturesBefore, fixturesBetween, type Fixture } from './calendar.ts'
import { jointChances, type CombinedOption } from './combination.ts'
import { eventsOf } from './events.ts'
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
import { chancesOf, meanFactor, forecastOf, type Forecast } from './forecast.ts'
import { usualMargin } from './margins.ts'
import { combinedPrice, pricesOf } from './prices.ts'
import { pastOf } from './pastMatches.ts'
import { ratesOf, type Rates } from './rates.ts'
import { correctionsEnd, knownTimeline, maybeCorrected } from './resultCorrection.ts'
import { snapshotOfScript, type Script } from './scripts.ts'
import { knownUntil, lockedIfSilent, neverSilent, type Silence } from './silence.ts'
import { isNearKickOff, isOver, listedAheadMs, shownMatch } from './shownMatch.ts'
import { announcedSnapshot, snapshotOf, type Snapshot } from './snapshot.ts'
import { cardsOf, statisticsOf, statisticsOfScript } from './statistics.ts'
import { timelineOf, type Timeline } from './timeline.ts'
import { VersionedCache } from './VersionedCache.ts'

const minuteMs = 60_000
/** More than any version without it, which is a time in ms since 1970; 900 of them are safe integers. */
const rewindStep = 1e13

/**
 * The memory of the simulated source. A match is a function of the seed, its id and the time, so that all processes agree
 * without communicating, and a restart loses nothing. A script overrides the generated match.
 */
export class SimulatedFeed implements Feed {
  readonly isSimulated = true
  #seed: string
  #scripts: ReadonlyMap<string, Script>
  #silence = neverSilent
  #rewinds = 0
  #revision = 0
  /** By league and teams: they play each other again and again. */
  readonly #rates = new LRUCache<string, Rates, Fixture>({
    max: 5_000,
    memoMethod: (_teams, _old, { context: fixture }) => ratesOf(this.#seed, fixture),
  })
  // Caches by match id.
  readonly #fixtures = new LRUCache<string, Fixture>({ max: 5_000 })
  readonly #timelines = this.#newTimelines()
  /** Of matches that were played before others: apart from those above, which are asked for every second. */
  readonly #pastTimelines = this.#newTimelines()
  /** By match id, with the version of the match for which they were computed. */
  readonly #markets = new LRUCache<string, { version: number; markets: FeedMarket[] }>({ max: 2_000 })
  readonly #forecasts = new VersionedCache<Forecast | undefined>(4_000)
  readonly #combinations = new VersionedCache<Combination | undefined>(2_000)

  #corrected: { minute: number; ids: readonly string[] } | undefined

  constructor(seed: string, scripts: ReadonlyMap<string, Script> = new Map()) {
    this.#seed = seed
    this.#scripts = scripts
  }

  /** Switches to this seed and these scripts. */
  load(seed: string, scripts: ReadonlyMap<string, Script>): void {
    this.#revision++
    const changed = [...new Set([...this.#scripts.keys(), ...scripts.keys()])]
    for (const cache of [this.#markets, this.#forecasts, this.#combinations, this.#rates]) cache.clear()
    if (seed !== this.#seed)
      for (const cache of [this.#timelines, this.#pastTimelines, this.#fixtures]) cache.clear()
    for (const id of changed) this.#timelines.delete(id)
    this.#corrected = undefined
    this.#seed = seed
    this.#scripts = scripts
  }

  get revision(): number {
    return this.#revision
  }

  /** How often the clock was moved back: every version after that is higher than all before. */
  get rewinds(): number {
    return this.#rewinds
  }

  get silence(): Silence {
    return this.#silence
  }

  /** What this process knows about the source of the matches, besides the scripts. */
  setSource(silence: Silence, rewinds: number): void {
    this.#revision++
    this.#silence = silence
    this.#rewinds = rewinds
  }

  matches(sport: Sport, when: 'live' | 'upcoming', now: Date): FeedMatch[] {
    const time = knownUntil(this.#silence, now.getTime())
    const fixtures =
      when === 'live' ? fixturesAround(sport, time) : fixturesBetween(sport, time, time + listedAheadMs)
    const calendar = fixtures
      .filter(({ id }) => !this.#scripts.has(id))
      .map((fixture) => this.#snapshotOf(this.#cacheFixture(fixture), time))
    return this.#listed([...calendar, ...this.#scripted(sport, time)], when, now)
  }

  /** The matches of a sport that the sandbox directs, without the calendar. */
  scriptedMatches(sport: Sport, when: 'live' | 'upcoming', now: Date): FeedMatch[] {
    return this.#listed(this.#scripted(sport, knownUntil(this.#silence, now.getTime())), when, now)
  }

  #scripted(sport: Sport, time: number): Snapshot[] {
    return [...this.#scripts.values()]
      .filter(({ fixture, isHidden }) => fixture.sport === sport && !isHidden)
      .map((script) => snapshotOfScript(script, time))
      .filter((snapshot) => !isOutsideList(snapshot, time))
  }

  #listed(snapshots: readonly Snapshot[], when: 'live' | 'upcoming', now: Date): FeedMatch[] {
    return snapshots
      .map((snapshot) => this.#asKnown(snapshot, now))
      .filter((snapshot) => (when === 'live' ? snapshot.isLive : isUpcoming(snapshot)))
      .sort((a, b) => a.fixture.startsAt - b.fixture.startsAt || (a.fixture.id < b.fixture.id ? -1 : 1))
      .map(toMatch)
  }

  /** Ids of a sport's matches that the sandbox has scripted, also of those that no list has. */
  scriptedIds(sport: Sport): string[] {
    return [...this.#scripts].flatMap(([id, { fixture }]) => (fixture.sport === sport ? id : []))
  }

  /** Whether the calendar has the match, so that it goes on without a script. */
  isInCalendar(id: string, now: Date): boolean {
    return fixtureOf(id, now.getTime()) !== undefined
  }

  match(id: string, now: Date): FeedMatch | undefined {
    const snapshot = this.snapshot(id, now)
    return snapshot && toMatch(snapshot)
  }

  events(id: string, now: Date): MatchEvent[] {
    const time = knownUntil(this.#silence, now.getTime())
    const script = this.#scripts.get(id)
    if (script) return [...(script.events ?? [])]
    const fixture = this.#fixtures.get(id) ?? fixtureOf(id, time)
    if (!fixture) return []
    const at = time - fixture.startsAt
    const timeline = this.#timelineOf(fixture)
    const cards = cardsOf(this.#seed, fixture, timeline, this.#ratesOf(fixture))
    return eventsOf(fixture.sport, knownTimeline(timeline, at), cards, at)
  }

  statistics(id: string, now: Date): MatchStatistic[] {
    const time = knownUntil(this.#silence, now.getTime())
    const script = this.#scripts.get(id)
    if (script)
      return script.period === MatchPeriod.notOpen
        ? []
        : statisticsOfScript(script.statistics ?? [], script.parts)
    const fixture = this.#fixtures.get(id) ?? fixtureOf(id, time)
    if (!fixture) return []
    const at = time - fixture.startsAt
    const timeline = knownTimeline(this.#timelineOf(fixture), at)
    return statisticsOf(this.#seed, fixture, timeline, this.#ratesOf(fixture), at)
  }

  past({ sport, league, home, away, startsAt }: FeedMatch, now: Date): PastMatches {
    const time = knownUntil(this.#silence, now.getTime())
    const earlier = fixturesBefore(sport, league, Math.min(time, startsAt.getTime()))
    return pastOf({ home, away }, earlier, (fixture) => this.#finished(fixture, time))
  }

  /** A match that was played to its end. */
  #finished(fixture: Fixture, time: number): FeedMatch | undefined {
    const script = this.#scripts.get(fixture.id)
    if (script?.isHidden) return undefined
    const snapshot = script
      ? snapshotOfScript(script, time)
      : snapshotOf(fixture, this.#pastTimelines.memo(fixture.id, { context: fixture }), time)
    return snapshot.state.period === MatchPeriod.finished ? toMatch(snapshot) : undefined
  }

  corrected(now: Date): string[] {
    return [
      ...this.scriptedCorrected(now),
      ...this.#correctedInCalendar(knownUntil(this.#silence, now.getTime())),
    ]
  }

  /** The corrected ones of those that the sandbox directs. */
  scriptedCorrected(now: Date): string[] {
    const from = now.getTime() - CORRECTION_MS
    return [...this.#scripts].flatMap(([id, { correctedAt = -Infinity }]) => (correctedAt > from ? id : []))
  }

  /** Results are corrected at whole minutes, so the list is made once a minute. */
  #correctedInCalendar(time: number): readonly string[] {
    const minute = Math.floor(time / minuteMs)
    if (this.#corrected?.minute !== minute) {
      const until = minute * minuteMs
      const fixtures = [...maybeCorrected(this.#seed, sports, until, CORRECTION_MS)].filter((fixture) => {
        const age = until - fixture.startsAt - (this.#timelineOf(fixture).correction?.at ?? Infinity)
        return age >= 0 && age < CORRECTION_MS
      })
      this.#corrected = { minute, ids: fixtures.map(({ id }) => id) }
    }
    return this.#corrected.ids.filter((id) => !this.#scripts.has(id))
  }

  correctableUntil(matchId: string, now: Date): Date | undefined {
    const match = this.match(matchId, now)
    if (!match || this.#correctedInCalendar(knownUntil(this.#silence, now.getTime())).includes(matchId))
      return undefined
    const until = correctionsEnd(match, now)
    return until > now ? until : undefined
  }

  markets(match: FeedMatch, now: Date): FeedMarket[] {
    if (isOver(match.state.period)) return []
    const cached = this.#markets.get(match.id)
    if (cached?.version === match.version) return cached.markets
    const snapshot = this.snapshot(match.id, now)
    if (!snapshot || isOver(snapshot.state.period)) return []
    const { version } = snapshot
    const markets = this.#boosted(snapshot, pricesOf(snapshot, this.#ratesOf(snapshot.fixture)))
    this.#markets.set(match.id, { version, markets })
    return markets
  }

  /** Until kick-off; a match that the sandbox directs has its prices. */
  #boosted(snapshot: Snapshot, markets: FeedMarket[]): FeedMarket[] {
    const { fixture, isLive } = snapshot
    const side = isLive || this.#scripts.has(fixture.id) ? undefined : boostedSideOf(this.#seed, fixture)
    const forecast = side && forecastOf(snapshot, this.#ratesOf(fixture), GameTime.fullMatch)
    return side && forecast ? withBoost(markets, side, forecast) : markets
  }

  expectedFactor({ matchId, selection, gameTime, odds }: PricedLeg, now: Date): number | undefined {
    const snapshot = this.snapshot(matchId, now)
    if (!snapshot || snapshot.isSuspended || isOver(snapshot.state.period)) return undefined
    const forecast = this.#forecasts.get(`${matchId}:${gameTime}`, snapshot.version, () =>
      forecastOf(snapshot, this.#ratesOf(snapshot.fixture), gameTime),
    )
    return forecast && meanFactor(chancesOf(selection, forecast), odds)
  }

  combination(matchId: string, options: readonly CombinedOption[], now: Date): Combination | undefined {
    const snapshot = this.snapshot(matchId, now)
    if (!snapshot || snapshot.isSuspended || isOver(snapshot.state.period)) return undefined
    return this.#combinations.get(JSON.stringify([matchId, options]), snapshot.version, () => {
      const chances = jointChances(snapshot, this.#ratesOf(snapshot.fixture), options)
      const margins = options.map(({ selection, gameTime }) =>
        usualMargin(snapshot.fixture, selection.market, gameTime),
      )
      return chances && { ...chances, odds: combinedPrice(chances, margins) }
    })
  }

  /** A match at this moment, with the inputs of its prices. */
  snapshot(id: string, now: Date): Snapshot | undefined {
    const time = knownUntil(this.#silence, now.getTime())
    const script = this.#scripts.get(id)
    if (script) return this.#asKnown(snapshotOfScript(script, time), now)
    const fixture = this.#fixtures.get(id) ?? fixtureOf(id, time)
    return fixture && this.#asKnown(this.#snapshotOf(fixture, time), now)
  }

  #asKnown(snapshot: Snapshot, now: Date): Snapshot {
    const known = isOver(snapshot.state.period)
      ? snapshot
      : lockedIfSilent(snapshot, this.#silence, now.getTime())
    return { ...known, version: known.version + this.#rewinds * rewindStep }
  }

  /** The sandbox's script of a match, if any. */
  script(id: string): Script | undefined {
    return this.#scripts.get(id)
  }

  /** Listed matches must still be found by their id after they have left the calendar's window. */
  #cacheFixture(fixture: Fixture): Fixture {
    const cached = this.#fixtures.get(fixture.id) ?? fixture
    this.#fixtures.set(fixture.id, cached)
    return cached
  }

  #snapshotOf(fixture: Fixture, time: number): Snapshot {
    // Most of the listed matches are yet to come; their course is made when they begin.
    if (time < fixture.startsAt) return announcedSnapshot(fixture, time)
    return snapshotOf(fixture, this.#timelineOf(fixture), time)
  }

  #newTimelines() {
    return new LRUCache<string, Timeline, Fixture>({
      max: 2_000,
      memoMethod: (_id, _old, { context: fixture }) =>
        timelineOf(this.#seed, fixture, this.#ratesOf(fixture)),
    })
  }

  #timelineOf(fixture: Fixture): Timeline {
    return this.#timelines.memo(fixture.id, { context: fixture })
  }

  #ratesOf(fixture: Fixture): Rates {
    const { sport, league, home, away } = fixture
    return this.#rates.memo(JSON.stringify([sport, league, home, away]), { context: fixture })
  }
}

function toMatch(snapshot: Snapshot): FeedMatch {
  const { corrected } = snapshot
  return { ...shownMatch(snapshot), ...(corrected && { correction: corrected }) }
}

function isUpcoming({ state }: Snapshot): boolean {
  return state.period === MatchPeriod.notOpen
}

/** A scripted match before its kick-off that is too far ahead for the list, or long overdue. */
function isOutsideList({ fixture, state }: Snapshot, now: number): boolean {
  return state.period === MatchPeriod.notOpen && !isNearKickOff(fixture.startsAt, now)
}
