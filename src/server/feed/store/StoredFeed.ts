import { CORRECTION_MS } from '#contract/rules/markets.ts'
import { optionOfKey, type Sport } from '#contract/rules/sports.ts'
import { MatchPeriod } from '#contract/statusCodes.ts'
import type { CombinedOption } from '../combination.ts'
import type {
  BetCancel,
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
import { pastOf } from '../pastMatches.ts'
import { bettingPeriods, snapshotOfScript } from '../scripts.ts'
import { lockedIfSilent, neverSilent, type Silence } from '../silence.ts'
import { isNearKickOff, isOver, shownMatch } from '../shownMatch.ts'
import type { Snapshot } from '../snapshot.ts'
import { VersionedCache } from '../VersionedCache.ts'
import { FairPrices } from './FairPrices.ts'
import type { UnfinishedMatch } from '../../providers/feed/FeedProvider.ts'
import { marketOfCode, type Batch, type StoredCancel, type StoredMarket, type StoredMatch } from './rows.ts'

/** How often finished matches are looked at, and how long they are kept, in ms: longer than corrections are followed. */
const [forgetMs, keptMs] = [3_600_000, 7 * 24 * 3_600_000] as const
/** How old the times in a match may be, in ms: they are counted in hours. */
const presentedMs = 1_000

/** What is the same for a market of many matches. */
interface Shape extends Pick<FeedMarket, 'market' | 'gameTime' | 'line'> {
  code: string
  options: readonly Pick<FeedOption, 'key' | 'selection'>[]
}

/** A market in memory: with tens of thousands of them, what is the same is kept once. */
export interface Held {
  readonly shape: Shape
  isMain: boolean
  isSuspended: boolean
  /** By option of the shape; 0: it takes no bets. */
  readonly odds: number[]
  /** The market as it is shown, by whether its match is suspended; made anew when it has changed. */
  shown: { isMatchSuspended: boolean; markets: FeedMarket[] } | undefined
}

/** A match in memory, as far as prices that are told need it. */
export interface HeldMatch {
  readonly isOver: boolean
  /** By code. */
  readonly markets: ReadonlyMap<string, Held>
}

interface Entry extends HeldMatch {
  match: StoredMatch
  isOver: boolean
  markets: Map<string, Held>
  /** Of the match and its markets. */
  version: number
  cancels: StoredCancel[]
  presented?: { match: FeedMatch; at: number } | undefined
  shown?: { version: number; isSuspended: boolean; markets: FeedMarket[] } | undefined
}

type Listed = 'live' | 'upcoming'

/** The matches and prices that a provider has told, in the memory of this process (StoredSource fills it). */
export class StoredFeed implements Feed {
  readonly isSimulated: boolean
  readonly #entries = new Map<string, Entry>()
  readonly #shapes = new Map<string, Shape>()
  /** The matches that were ever corrected or have cancelled bets: few, and asked for every second. */
  readonly #late = new Set<string>()
  /** By sport the matches that are not over, in the order of their kick-off; made anew when a fixture has changed. */
  #lists = new Map<Sport, Entry[]>()
  readonly #fair: FairPrices
  readonly #combinations = new VersionedCache<Combination | undefined>(2_000)
  #names: ReadonlyMap<string, string> = new Map()
  #namesVersion = 0
  #silence: Silence = neverSilent
  #version = 0
  #revision = 0
  /** As a version, which is at least the time of its batch. */
  #forgotAt = 0

  constructor({ isSimulated = false, seed = '' }: { isSimulated?: boolean; seed?: string } = {}) {
    this.isSimulated = isSimulated
    this.#fair = new FairPrices(seed)
  }

  get revision(): number {
    return this.#revision
  }

  /** Of the last batch that this memory has. */
  get version(): number {
    return this.#version
  }

  /** Whether the provider has told of the match. */
  stored(id: string): StoredMatch | undefined {
    return this.#entries.get(id)?.match
  }

  /** A match with its markets; undefined where the provider has not told of it. */
  held(matchId: string): HeldMatch | undefined {
    return this.#entries.get(matchId)
  }

  /** The markets that take bets, while their matches do. */
  openMarkets(): StoredMarket[] {
    return [...this.#entries].flatMap(([matchId, { markets }]) =>
      [...markets.values()].flatMap(({ shape, isMain, isSuspended, odds }) => {
        if (isSuspended) return []
        const options = Object.fromEntries(shape.options.map(({ key }, index) => [key, odds[index] || null]))
        return [{ matchId, code: shape.code, isMain, isSuspended, options }]
      }),
    )
  }

  /** The matches whose kick-off has passed and whose end was not told; `now` in ms since 1970. */
  unfinished(now: number): UnfinishedMatch[] {
    return [...this.#entries].flatMap(([matchId, { match, isOver: isDone }]) => {
      const { startsAt } = match.fixture
      return isDone || startsAt > now ? [] : { matchId, startsAt }
    })
  }

  /** Forgets everything and has what is in `batch`. */
  load(version: number, batch: Batch): void {
    this.#entries.clear()
    this.#shapes.clear()
    this.#late.clear()
    this.#version = 0
    this.apply(version, batch)
  }

  /** Takes in the next batch. */
  apply(version: number, { matches, markets, cancels }: Batch): void {
    for (const match of matches) this.#applyMatch(match, version)
    for (const { matchId, code, isMain, isSuspended, options } of markets) {
      const entry = this.#entries.get(matchId)
      if (!entry) continue
      entry.version = version
      if (!options) {
        entry.markets.delete(code)
        continue
      }
      const held = entry.markets.get(code)
      if (held && takeOdds(held, options)) {
        held.isMain = isMain
        held.isSuspended = isSuspended
        held.shown = undefined
        continue
      }
      const shape = this.#shapeOf(code, options)
      // Under the code of the shape, which all matches share.
      entry.markets.set(shape.code, {
        shape,
        isMain,
        isSuspended,
        odds: oddsOf(shape, options),
        shown: undefined,
      })
    }
    for (const cancel of cancels) {
      const entry = this.#entries.get(cancel.matchId)
      if (!entry) continue
      const { market, from, until } = cancel
      const others = entry.cancels.filter(
        (each) => each.market !== market || each.from !== from || each.until !== until,
      )
      entry.cancels = [...others, cancel]
      this.#late.add(cancel.matchId)
      entry.version = version
    }
    this.#version = version
    this.#revision++
    if (version - this.#forgotAt >= forgetMs) this.#forget(version)
  }

  /** Matches that are over for longer than anything can follow. */
  #forget(version: number): void {
    this.#forgotAt = version
    for (const [id, entry] of this.#entries)
      if (entry.isOver && version - entry.version > keptMs) {
        this.#entries.delete(id)
        this.#late.delete(id)
      }
  }

  /** The names that are shown, by `kind:id`; `version` is higher than those of all matches so far. */
  setNames(names: ReadonlyMap<string, string>, version: number): void {
    this.#names = names
    this.#namesVersion = version
    this.#revision++
    for (const entry of this.#entries.values()) entry.presented = undefined
  }

  /** When the provider was heard last, and when it was heard again after a silence. */
  setSilence(silence: Silence): void {
    this.#silence = silence
  }

  #applyMatch(match: StoredMatch, version: number): void {
    const { id } = match.fixture
    if (match.correctedAt !== undefined) this.#late.add(id)
    const known = this.#entries.get(id)
    const isListedAnew =
      !known ||
      known.match.fixture.startsAt !== match.fixture.startsAt ||
      known.isOver !== isOver(match.period)
    if (isListedAnew) {
      this.#lists.delete(match.fixture.sport)
      if (known) this.#lists.delete(known.match.fixture.sport)
    }
    if (!known)
      this.#entries.set(id, { match, isOver: isOver(match.period), markets: new Map(), version, cancels: [] })
    else {
      known.match = match
      known.isOver = isOver(match.period)
      known.version = version
      if (known.isOver) known.markets = new Map()
    }
  }

  #shapeOf(code: string, options: Readonly<Record<string, number | null>>): Shape {
    const keys = Object.keys(options)
    const shapeKey = `${code} ${keys.join(' ')}`
    let shape = this.#shapes.get(shapeKey)
    if (!shape) {
      const known = keys.flatMap((key) => {
        const option = optionOfKey(key)
        return option ? { key, selection: option.selection } : []
      })
      shape = { code, ...marketOfCode(code), options: known }
      this.#shapes.set(shapeKey, shape)
    }
    return shape
  }

  matches(sport: Sport, when: Listed, now: Date): FeedMatch[] {
    const time = now.getTime()
    return this.#list(sport).flatMap((entry) => {
      const match = this.#present(entry, time)
      if (when === 'live') return match.isLive ? match : []
      const { period, fixture } = entry.match
      return period === MatchPeriod.notOpen && isNearKickOff(fixture.startsAt, time) ? match : []
    })
  }

  #list(sport: Sport): Entry[] {
    let list = this.#lists.get(sport)
    if (!list) {
      list = [...this.#entries.values()]
        .filter((entry) => entry.match.fixture.sport === sport && !entry.isOver)
        .sort(
          ({ match: { fixture: a } }, { match: { fixture: b } }) =>
            a.startsAt - b.startsAt || (a.id < b.id ? -1 : 1),
        )
      this.#lists.set(sport, list)
    }
    return list
  }

  match(id: string, now: Date): FeedMatch | undefined {
    const entry = this.#entries.get(id)
    return entry && this.#present(entry, now.getTime())
  }

  events(id: string): MatchEvent[] {
    return [...(this.#entries.get(id)?.match.events ?? [])]
  }

  statistics(id: string): MatchStatistic[] {
    return [...(this.#entries.get(id)?.match.statistics ?? [])]
  }

  /** Of the days that finished matches stay in memory. */
  past({ sport, home, away, startsAt }: FeedMatch, now: Date): PastMatches {
    const before = startsAt.getTime()
    const earlier = [...this.#entries.values()]
      .flatMap((entry) => {
        const { fixture, period } = entry.match
        if (fixture.sport !== sport || fixture.startsAt >= before || period !== MatchPeriod.finished)
          return []
        const names = this.#named(entry.match)
        const isOfOne = [home, away].some((side) => names.home === side || names.away === side)
        return isOfOne ? { ...names, entry } : []
      })
      .sort((a, b) => b.entry.match.fixture.startsAt - a.entry.match.fixture.startsAt)
    return pastOf({ home, away }, earlier, ({ entry }) => this.#present(entry, now.getTime()))
  }

  corrected(now: Date): string[] {
    const from = now.getTime() - CORRECTION_MS
    return [...this.#late].filter((id) => {
      const { match, cancels = [] } = this.#entries.get(id) ?? {}
      return (match?.correctedAt ?? -Infinity) > from || cancels.some(({ changedAt }) => changedAt > from)
    })
  }

  /** A provider corrects without notice: no correction is to be expected. */
  correctableUntil(): Date | undefined {
    return undefined
  }

  markets(match: FeedMatch, now: Date): FeedMarket[] {
    const entry = this.#entries.get(match.id)
    if (!entry || entry.isOver) return []
    const { isSuspended } = this.#present(entry, now.getTime())
    const { version, shown } = entry
    if (shown?.version === version && shown.isSuspended === isSuspended) return shown.markets
    const markets = [...entry.markets.values()].flatMap((held) => marketOf(held, isSuspended))
    entry.shown = { version, isSuspended, markets }
    return markets
  }

  expectedFactor({ matchId, selection, gameTime, odds }: PricedLeg, now: Date): number | undefined {
    const seen = this.#seen(matchId, now)
    return seen && this.#fair.factor({ ...seen, selection, gameTime, odds })
  }

  combination(matchId: string, options: readonly CombinedOption[], now: Date): Combination | undefined {
    const seen = this.#seen(matchId, now)
    if (!seen) return undefined
    return this.#combinations.get(JSON.stringify([matchId, options]), seen.snapshot.version, () =>
      this.#fair.combination(seen, options),
    )
  }

  /** The match and its open markets, while it takes bets. */
  #seen(id: string, now: Date): { snapshot: Snapshot; markets: FeedMarket[] } | undefined {
    const entry = this.#entries.get(id)
    if (!entry || entry.isOver) return undefined
    const match = this.#present(entry, now.getTime())
    if (match.isSuspended) return undefined
    const snapshot = { ...this.#snapshot(entry, now.getTime()), version: match.version }
    return { snapshot, markets: this.markets(match, now) }
  }

  /** A match with the inputs of a model of its course. */
  snapshot(id: string, now: Date): Snapshot | undefined {
    const entry = this.#entries.get(id)
    return entry && this.#snapshot(entry, now.getTime())
  }

  #snapshot({ match, version }: Entry, time: number): Snapshot {
    const names = this.#named(match)
    const fixture = { ...match.fixture, ...names }
    // The number of the calendar is none of this provider's matches.
    const { setsToWin = null } = match
    const snapshot = snapshotOfScript({ ...match, fixture, setsToWin, odds: {}, version }, time)
    return isOver(match.period)
      ? snapshot
      : lockedIfSilent(this.#lockedIfLate(snapshot, time), this.#silence, time)
  }

  /** No bets from the kick-off on before the provider says that the match has begun: the first goal may have fallen. */
  #lockedIfLate(snapshot: Snapshot, time: number): Snapshot {
    const { startsAt } = snapshot.fixture
    if (snapshot.state.period !== MatchPeriod.notOpen || time < startsAt) return snapshot
    return { ...snapshot, isSuspended: true, version: Math.max(snapshot.version, startsAt) }
  }

  #present(entry: Entry, time: number): FeedMatch {
    const { presented, match: stored } = entry
    const age = presented ? time - presented.at : NaN
    const isLate = stored.period === MatchPeriod.notOpen && time >= stored.fixture.startsAt
    if (
      presented &&
      age >= 0 &&
      age < presentedMs &&
      presented.match.version === this.#versionOf(entry, time, isLate)
    )
      return presented.match
    const snapshot = this.#snapshot(entry, time)
    const match: FeedMatch = {
      ...shownMatch(snapshot),
      isSuspended: snapshot.isSuspended || !bettingPeriods.includes(stored.period),
      version: this.#versionOf(entry, time, isLate),
      leagueId: stored.leagueId,
      isNeutral: stored.isNeutral,
      ...(stored.correction && { correction: stored.correction }),
      ...(entry.cancels.length > 0 && { betCancels: entry.cancels.flatMap(cancelOf) }),
    }
    entry.presented = { match, at: time }
    return match
  }

  #versionOf({ match, version }: Entry, time: number, isLate: boolean): number {
    const known = Math.max(version, this.#namesVersion, isLate ? match.fixture.startsAt : 0)
    if (isOver(match.period)) return known
    return lockedIfSilent({ version: known, isSuspended: false }, this.#silence, time).version
  }

  #named({ fixture, leagueId, homeId, awayId }: StoredMatch): { league: string; home: string; away: string } {
    const { league, home, away } = fixture
    return {
      league: this.#names.get(`league:${leagueId}`) ?? league,
      home: this.#names.get(`team:${homeId}`) ?? home,
      away: this.#names.get(`team:${awayId}`) ?? away,
    }
  }
}

function oddsOf({ options }: Shape, told: Readonly<Record<string, number | null>>): number[] {
  return options.map(({ key }) => told[key] ?? 0)
}

/**
 * Takes the odds of told options that are just those of the market, in its order. False for others, and the market is to be
 * replaced. In place, because this is done for every price that changes.
 */
function takeOdds({ shape, odds }: Held, told: Readonly<Record<string, number | null>>): boolean {
  let count = 0
  for (const key in told) {
    if (shape.options[count]?.key !== key) return false
    odds[count++] = told[key] ?? 0
  }
  return count === odds.length
}

/** Whether the market is known just so; one that is gone, whether it is. */
export function isKnown(held: Held | undefined, { isMain, isSuspended, options }: StoredMarket): boolean {
  if (!options || !held) return !options && !held
  if (held.isMain !== isMain || held.isSuspended !== isSuspended) return false
  const { shape, odds } = held
  let count = 0
  // In no order of theirs, and without a list of them: this runs for every price that is told.
  for (const key in options) {
    const index = shape.options[count]?.key === key ? count : indexOf(shape, key)
    if (index < 0 || (options[key] ?? 0) !== odds[index]) return false
    count++
  }
  return count === odds.length
}

function indexOf({ options }: Shape, key: string): number {
  return options.findIndex((option) => option.key === key)
}

function marketOf(held: Held, isMatchSuspended: boolean): FeedMarket[] {
  if (held.shown?.isMatchSuspended !== isMatchSuspended)
    held.shown = { isMatchSuspended, markets: newMarketOf(held, isMatchSuspended) }
  return held.shown.markets
}

function newMarketOf({ shape, isMain, isSuspended, odds }: Held, isMatchSuspended: boolean): FeedMarket[] {
  if (!odds.some((price) => price > 1)) return []
  // An option without a price is closed alone.
  const options = shape.options.map(({ key, selection }, index): FeedOption => {
    const price = odds[index] ?? 0
    return { key, selection, ...(price > 1 ? { odds: price } : { odds: 1.01, isClosed: true }) }
  })
  const { market, gameTime, line } = shape
  return [{ market, gameTime, line, isMain, isSuspended: isSuspended || isMatchSuspended, options }]
}

function cancelOf({ market, from, until, isRestored }: StoredCancel): BetCancel[] {
  return isRestored ? [] : [{ market, from, until }]
}
