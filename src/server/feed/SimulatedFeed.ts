import type { Sport } from '#contract/rules/sports.ts'
import { MatchPeriod } from '#contract/statusCodes.ts'
import { fixtureOf, fixturesAround, fixturesBetween, type Fixture } from './calendar.ts'
import type { Feed, FeedMarket, FeedMatch } from './Feed.ts'
import { Known } from './Known.ts'
import { chancesOf, meanFactor, outlookOf, type Outlook } from './outlook.ts'
import { pricesOf } from './prices.ts'
import { ratesOf, type Rates } from './rates.ts'
import { snapshotOfScript, type Script } from './scripts.ts'
import { snapshotOf, type Snapshot } from './snapshot.ts'
import { timelineOf, type Timeline } from './timeline.ts'

const dayMs = 24 * 3_600_000
/** A scripted match that was to begin so long ago, and has not, is not listed any more. */
const waitMs = 3 * 3_600_000

type Leg = Parameters<Feed['expectedFactor']>[0]

/**
 * The built-in feed: a match's truth is a function of the seed, its id and the time, so that all processes agree
 * without a word, and a restart loses nothing. What a script says of a match takes its place.
 */
export class SimulatedFeed implements Feed {
  readonly isSimulated = true
  #seed: string
  #scripts: ReadonlyMap<string, Script>
  readonly #fixtures = new Known<string, Fixture>(5_000)
  readonly #rates = new Known<string, Rates>(5_000)
  readonly #timelines = new Known<string, Timeline>(2_000)
  /** By match; of the version that they were computed for. */
  readonly #markets = new Known<string, { version: number; markets: FeedMarket[] }>(2_000)
  readonly #outlooks = new Known<string, { version: number; outlook: Outlook | undefined }>(4_000)

  constructor(seed: string, scripts: ReadonlyMap<string, Script> = new Map()) {
    this.#seed = seed
    this.#scripts = scripts
  }

  /** Goes on with this seed and these scripts. */
  load(seed: string, scripts: ReadonlyMap<string, Script>): void {
    const changed = [...new Set([...this.#scripts.keys(), ...scripts.keys()])]
    for (const known of [this.#markets, this.#outlooks, this.#rates]) known.clear()
    if (seed !== this.#seed) for (const known of [this.#timelines, this.#fixtures]) known.clear()
    for (const id of changed) this.#timelines.delete(id)
    this.#seed = seed
    this.#scripts = scripts
  }

  matches(sport: Sport, when: 'live' | 'upcoming', now: Date): FeedMatch[] {
    const time = now.getTime()
    const fixtures =
      when === 'live' ? fixturesAround(sport, time) : fixturesBetween(sport, time, time + dayMs)
    const scripted = [...this.#scripts.values()].filter(({ fixture }) => fixture.sport === sport)
    return [
      ...fixtures
        .filter(({ id }) => !this.#scripts.has(id))
        .map((fixture) =>
          this.#snapshotOf(
            this.#fixtures.get(fixture.id, () => fixture),
            time,
          ),
        ),
      ...scripted.map((script) => snapshotOfScript(script, time)).filter((at) => !isForgotten(at, time)),
    ]
      .filter((snapshot) => (when === 'live' ? snapshot.isLive : isAhead(snapshot)))
      .sort((a, b) => a.fixture.startsAt - b.fixture.startsAt || (a.fixture.id < b.fixture.id ? -1 : 1))
      .map(toMatch)
  }

  match(id: string, now: Date): FeedMatch | undefined {
    const snapshot = this.snapshot(id, now)
    return snapshot && toMatch(snapshot)
  }

  markets(match: FeedMatch, now: Date): FeedMarket[] {
    if (isOver(match)) return []
    const known = this.#markets.peek(match.id)
    if (known?.version === match.version) return known.markets
    const snapshot = this.snapshot(match.id, now)
    if (!snapshot || isOver(snapshot)) return []
    const { version } = snapshot
    const markets = pricesOf(snapshot, this.#ratesOf(snapshot.fixture))
    this.#markets.set(match.id, { version, markets })
    return markets
  }

  expectedFactor({ matchId, selection, gameTime, odds }: Leg, now: Date): number | undefined {
    const snapshot = this.snapshot(matchId, now)
    if (!snapshot || snapshot.isSuspended || isOver(snapshot)) return undefined
    const key = `${matchId}:${gameTime}`
    let known = this.#outlooks.peek(key)
    if (known?.version !== snapshot.version) {
      const outlook = outlookOf(snapshot, this.#ratesOf(snapshot.fixture), gameTime)
      known = { version: snapshot.version, outlook }
      this.#outlooks.set(key, known)
    }
    return known.outlook && meanFactor(chancesOf(selection, known.outlook), odds)
  }

  /** A match as it stands, with what its prices are made of. */
  snapshot(id: string, now: Date): Snapshot | undefined {
    const time = now.getTime()
    const script = this.#scripts.get(id)
    if (script) return snapshotOfScript(script, time)
    const fixture = this.#fixtures.peek(id) ?? fixtureOf(id, time)
    return fixture && this.#snapshotOf(fixture, time)
  }

  /** What the sandbox has said of a match so far. */
  script(id: string): Script | undefined {
    return this.#scripts.get(id)
  }

  #snapshotOf(fixture: Fixture, time: number): Snapshot {
    const rates = this.#ratesOf(fixture)
    const timeline = this.#timelines.get(fixture.id, () => timelineOf(this.#seed, fixture, rates))
    return snapshotOf(fixture, timeline, time)
  }

  #ratesOf(fixture: Fixture): Rates {
    return this.#rates.get(fixture.id, () => ratesOf(this.#seed, fixture))
  }
}

function toMatch({ fixture, state, minute, isLive, isSuspended, version }: Snapshot): FeedMatch {
  return { ...fixture, startsAt: new Date(fixture.startsAt), state, minute, isLive, isSuspended, version }
}

function isOver({ state }: Pick<FeedMatch, 'state'>): boolean {
  return state.period === MatchPeriod.finished || state.period === MatchPeriod.cancelled
}

function isAhead({ state }: Snapshot): boolean {
  return state.period === MatchPeriod.notOpen
}

/** A script that stands before its kick-off: too far ahead for the list, or left behind. */
function isForgotten({ fixture, state }: Snapshot, now: number): boolean {
  const ahead = fixture.startsAt - now
  return state.period === MatchPeriod.notOpen && (ahead > dayMs || ahead < -waitMs)
}
