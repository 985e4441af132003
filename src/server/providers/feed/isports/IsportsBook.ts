import type { PeriodCode, Score } from '#contract/rules/markets.ts'
import { keyOfOption } from '#contract/rules/sports.ts'
import { GameTime, MatchPeriod } from '#contract/statusCodes.ts'
import { isBehind, type FeedMessage, type ToldMarket, type ToldState } from '../FeedProvider.ts'
import type { BookedKind, BookedPrice, WireChange, WireMatch, WireModified } from './wire.ts'

/** The prices of a market add up to so much, in chances: otherwise they are not read as they are meant. */
const [leastSum, mostSum] = [0.98, 1.5] as const
const halfMinutes = 45
/** Full answers that may leave out a match that is played. */
const mostMisses = 2
/** In seconds: no match is played for longer; and when one is forgotten. */
const [longestPlay, forgottenAfter] = [6 * 3_600, 3 * 24 * 3_600] as const
/** A score that was told this long before the extra time was seen, in seconds, may not be that of the 90 minutes: a call each minute tells all. */
const regularAge = 150

/** What was told of a match, to know what is new. */
interface Seen {
  period: PeriodCode
  /** Score and red cards: prices from before a change of them are closed. */
  incident: string
  incidentAt: number
  /** The first half was watched: a half score of 0-0 is a score. */
  hasHalf: boolean
  /** The ids of the sides; changes of scores do not tell them. */
  sides: string | undefined
  /** Somebody counts corners: there was one. */
  hasCorners: boolean
  /** What the video assistant looks at. */
  isReviewed: boolean
  /** When a row was told last, in seconds since 1970. */
  toldAt: number
  /** Extra time or penalties were played. */
  isExtra: boolean
  /** The kick-off, in seconds since 1970. */
  startsAt: number
  /** So many full answers in a row have left it out. */
  misses: number
  /** The score of the 90 minutes was told, by itself or until they ended. */
  isRegularKnown: boolean
}

/**
 * What one bookmaker and the live scores of iSports say, as messages of the port. Ids get a letter, because those of another
 * sport overlap.
 */
export class IsportsBook {
  readonly #companyId: string
  readonly #leagues: ReadonlySet<string> | undefined
  readonly #seen = new Map<string, Seen>()
  readonly #prices = new Map<string, Map<string, BookedPrice>>()

  /** Without `leagues` all are taken. */
  constructor({ companyId, leagues }: { companyId: string; leagues: readonly string[] | undefined }) {
    this.#companyId = companyId
    this.#leagues = leagues && new Set(leagues)
  }

  /**
   * /livescores and /schedule; `now` in seconds since 1970. What the schedule says of a match may be older than the scores
   * (`mayBeOld`).
   */
  matches(rows: readonly WireMatch[], now: number, { mayBeOld = false } = {}): FeedMessage[] {
    return rows
      .filter(({ leagueId }) => this.#leagues?.has(leagueId) ?? true)
      .flatMap((row): FeedMessage[] => {
        const { matchId, leagueId, leagueName, homeId, homeName, awayId, awayName, matchTime, neutral } = row
        const isNew = !this.#seen.has(matchId)
        const fixture: FeedMessage = {
          kind: 'fixture',
          matchId: idOf(matchId),
          sport: 'football',
          league: { id: idOf(leagueId), name: leagueName },
          home: { id: idOf(homeId), name: homeName },
          away: { id: idOf(awayId), name: awayName },
          startsAt: matchTime * 1_000,
          isNeutral: neutral ?? false,
        }
        const state = this.#listed({ ...row, sides: `${homeId} ${awayId}` }, now, mayBeOld)
        return [fixture, ...state, ...(isNew ? this.#markets(matchId) : [])]
      })
  }

  /** /livescores/changes. */
  changes(rows: readonly WireChange[], now: number): FeedMessage[] {
    return rows.flatMap((row) =>
      this.#seen.has(row.matchId) ? this.#state(row, row.startTime ?? 0, now) : [],
    )
  }

  /**
   * /schedule/modify: a match that is deleted is cancelled, also one that this run has not seen, because no list has it any more;
   * one that is moved comes with the schedule.
   */
  modified(rows: readonly WireModified[]): FeedMessage[] {
    return rows.flatMap(({ matchId, type }): FeedMessage[] =>
      type === 'delete' ? [{ kind: 'state', matchId: idOf(matchId), period: MatchPeriod.cancelled }] : [],
    )
  }

  /** Whether a match is played, as far as is known. */
  hasLive(): boolean {
    return [...this.#seen.values()].some(({ period }) => isPlayed(period))
  }

  /** /odds/main: these are all prices; others are gone. */
  allPrices(prices: readonly BookedPrice[]): FeedMessage[] {
    const told = new Set(prices.map((price) => `${price.companyId} ${price.matchId} ${slotOf(price)}`))
    const changed = new Set<string>()
    for (const [matchId, known] of this.#prices)
      for (const slot of known.keys()) {
        if (told.has(`${this.#companyId} ${matchId} ${slot}`)) continue
        known.delete(slot)
        changed.add(matchId)
      }
    return this.#added(prices, changed)
  }

  /** Prices of the bookmaker that have changed; those of others are left out, and older ones than are known. */
  prices(prices: readonly BookedPrice[]): FeedMessage[] {
    return this.#added(prices, new Set())
  }

  #added(prices: readonly BookedPrice[], changed: Set<string>): FeedMessage[] {
    for (const price of prices) {
      const { matchId, companyId } = price
      if (companyId !== this.#companyId) continue
      const ofMatch = this.#prices.get(matchId) ?? new Map<string, BookedPrice>()
      const known = ofMatch.get(slotOf(price))
      if (known && known.changeTime > price.changeTime) continue
      ofMatch.set(slotOf(price), price)
      this.#prices.set(matchId, ofMatch)
      changed.add(matchId)
    }
    return [...changed].flatMap((matchId) => this.#markets(matchId))
  }

  /** Markets of these kinds are closed. */
  close(matchId: string, companyId: string, kinds: readonly BookedKind[], changeTime: number): FeedMessage[] {
    const known = this.#prices.get(matchId)
    if (!known || companyId !== this.#companyId) return []
    const closed = [...known.values()]
      .filter(({ kind, changeTime: at }) => kinds.includes(kind) && at <= changeTime)
      .map((price) => ({ ...price, isClosed: true, changeTime }))
    return this.prices(closed)
  }

  /**
   * /livescores has all matches of the day: one that is played and missing twice is closed until it is told again. Matches of
   * which nothing has been told for days are forgotten.
   */
  missing(rows: readonly WireMatch[], now: number): FeedMessage[] {
    const told = new Set(rows.map(({ matchId }) => matchId))
    return [...this.#seen].flatMap(([matchId, seen]): FeedMessage[] => {
      if (now - seen.toldAt > forgottenAfter && now - seen.startsAt > forgottenAfter) {
        this.#seen.delete(matchId)
        this.#prices.delete(matchId)
      }
      if (told.has(matchId) || !isPlayed(seen.period)) return []
      seen.misses++
      return seen.misses === mostMisses ? [{ kind: 'state', matchId: idOf(matchId), isSuspended: true }] : []
    })
  }

  /** The ids of matches that have been played for so long that their end must have been missed. */
  endless(now: number): string[] {
    const endless = [...this.#seen].filter(
      ([, { period, startsAt }]) => isPlayed(period) && now - startsAt > longestPlay,
    )
    return endless.map(([matchId]) => idOf(matchId))
  }

  /** The ids of matches that are over, though the score of their 90 minutes is unknown. */
  unresolved(): string[] {
    const unresolved = [...this.#seen].filter(
      ([, { period, isRegularKnown }]) => period === MatchPeriod.finished && !isRegularKnown,
    )
    return unresolved.map(([matchId]) => idOf(matchId))
  }

  #listed(row: WireMatch & SidesOfRow, now: number, mayBeOld: boolean): FeedMessage[] {
    const known = this.#seen.get(row.matchId)
    const period = periodOf(row.status)
    if (mayBeOld && known && period !== undefined && isBehind(period, known.period)) return []
    const told = this.#state(row, row.halfStartTime ?? 0, now)
    return mayBeOld ? told.map((each) => (each.kind === 'state' ? { ...each, mayBeOld } : each)) : told
  }

  #state(row: WireChange & SidesOfRow, halfStart: number, now: number): FeedMessage[] {
    const { matchId, homeRed, awayRed } = row
    const period = periodOf(row.status)
    if (period === undefined) return []
    const before = this.#seen.get(matchId)
    const incident = [row.homeScore, row.awayScore, homeRed, awayRed].join(' ')
    const isExtra = isExtraOf(row, before)
    const regular = regularScore(row, isExtra)
    const isJustOver = before !== undefined && (before.isExtra || now - before.toldAt <= regularAge)
    const isFirst = period === MatchPeriod.firstHalf || period === MatchPeriod.midfield
    const sides = row.sides ?? before?.sides
    // Prices from before the sides were exchanged are those of the other ones.
    const isExchanged = before?.sides !== undefined && sides !== before.sides
    const seen: Seen = {
      period,
      incident,
      incidentAt: isExchanged ? now : incidentAtOf(before, incident, period, now),
      hasHalf: (before?.hasHalf ?? false) || isFirst,
      sides,
      hasCorners: (before?.hasCorners ?? false) || row.homeCorner + row.awayCorner > 0,
      isReviewed: (row.var ?? '') !== '',
      toldAt: now,
      startsAt: row.matchTime,
      misses: 0,
      isExtra,
      isRegularKnown: regular !== undefined || (isJustOver && before.isRegularKnown),
    }
    this.#seen.set(matchId, seen)
    // Bets would be settled by an older score: staff must enter that of the 90 minutes.
    if (!seen.isRegularKnown) return [{ kind: 'state', matchId: idOf(matchId), isSuspended: true }]
    if (period === MatchPeriod.finished || period === MatchPeriod.cancelled) this.#prices.delete(matchId)
    const state: ToldState = {
      kind: 'state',
      matchId: idOf(matchId),
      period,
      minute: minuteOf(period, halfStart, now),
      ...(halfStart > 0 && period === MatchPeriod.firstHalf && { periodSince: halfStart * 1_000 }),
      parts: partsOf(row, seen, regular),
      isSuspended: seen.isReviewed,
      statistics: [
        { kind: 'yellowCards', home: row.homeYellow, away: row.awayYellow },
        { kind: 'redCards', home: homeRed, away: awayRed },
      ],
    }
    const isOther =
      before === undefined || before.incident !== incident || before.period !== period || isExchanged
    return [state, ...(isOther && before !== undefined ? this.#markets(matchId) : [])]
  }

  /** All markets of a match: one line of each kind, as the bookmaker has it. */
  #markets(matchId: string): FeedMessage[] {
    const seen = this.#seen.get(matchId)
    const prices = this.#prices.get(matchId)
    if (!seen || !prices) return []
    const markets = [...prices.values()].flatMap((price) => marketOf(price, seen))
    return [{ kind: 'markets', matchId: idOf(matchId), markets, areAll: true }]
  }
}

/** Nobody knows when the last goal of a match fell that is seen for the first time while it is played: after a restart. */
function incidentAtOf(before: Seen | undefined, incident: string, period: PeriodCode, now: number): number {
  if (!before) return isPlayed(period) ? now : 0
  return before.incident === incident ? before.incidentAt : now
}

/** Of a row that tells who plays. */
interface SidesOfRow {
  sides?: string
}

function isPlayed(period: number): boolean {
  return period > MatchPeriod.notOpen
}

/** The id of a match, league or team outside of the adapter. */
export function idOf(id: string): string {
  return `f${id}`
}

function slotOf({ kind, isHalf }: BookedPrice): string {
  return `${kind} ${isHalf}`
}

function periodOf(status: number): PeriodCode | undefined {
  return Object.values(MatchPeriod).find((code) => code === status)
}

/** The minute of play: the first half stands at 45 in its added time, the second at 90. */
function minuteOf(period: PeriodCode, halfStart: number, now: number): number | null {
  if (halfStart === 0) return null
  const played = Math.min(halfMinutes, Math.max(0, Math.floor((now - halfStart) / 60)))
  if (period === MatchPeriod.firstHalf) return played
  return period === MatchPeriod.secondHalf ? halfMinutes + played : null
}

function partsOf(
  row: WireChange,
  { hasHalf, hasCorners }: Seen,
  whole: Score | undefined,
): NonNullable<ToldState['parts']> {
  const half = halfOf(row, hasHalf, whole)
  const corners = hasCorners ? { home: row.homeCorner, away: row.awayCorner } : null
  // What is not known is taken back: an earlier run may have stored a part that was still played.
  const isPlayOver = isPlayed(row.status) || row.status === MatchPeriod.finished
  return {
    ...(whole && { [GameTime.fullMatch]: whole }),
    ...((half || isPlayOver) && { [GameTime.firstHalf]: half }),
    ...((corners || isPlayOver) && { [GameTime.cornerKick]: corners }),
  }
}

/** The score of the first half; null where its 0-0 may only be the default. */
function halfOf(
  { status, homeHalfScore: home, awayHalfScore: away }: WireChange,
  hasHalf: boolean,
  whole: Score | undefined,
): Score | null {
  const half = { home, away }
  const isDefault = isNil(half)
  // While it is played its score is that of the match, and in the break where its own is not told yet.
  if (whole && status === MatchPeriod.firstHalf) return whole
  if (whole && status === MatchPeriod.midfield && isDefault) return whole
  if (!isDefault || hasHalf) return half
  const isOver = isPlayed(status) || status === MatchPeriod.finished
  return isOver && whole && isNil(whole) ? half : null
}

function isNil({ home, away }: Score): boolean {
  return home === 0 && away === 0
}

function isExtraOf({ status, extraExplain }: WireChange, before: Seen | undefined): boolean {
  const isNow = status === MatchPeriod.overtime || status === MatchPeriod.penalties
  // The result may come without its explanation.
  const isResult = status === MatchPeriod.finished && (before?.isExtra ?? false)
  return isNow || isResult || (extraExplain?.extraTimeStatus ?? 0) > 0
}

/**
 * The score of the 90 minutes. From the extra time on it is only believed where it is told by itself; else the one that was
 * told before stands.
 */
function regularScore(
  { homeScore, awayScore, extraExplain: extra }: WireChange,
  isExtra: boolean,
): Score | undefined {
  if (!isExtra) return { home: homeScore, away: awayScore }
  if (!extra || extra.minute < 2 * halfMinutes) return undefined
  const isPlausible = extra.homeScore <= homeScore && extra.awayScore <= awayScore
  return isPlausible ? { home: extra.homeScore, away: extra.awayScore } : undefined
}

function marketOf(price: BookedPrice, seen: Seen): ToldMarket[] {
  const { kind, isHalf, line, odds, changeTime, isClosed, isInPlay } = price
  const sum = odds.reduce((total, each) => total + 1 / each, 0)
  if (odds.some((each) => each <= 1) || sum < leastSum || sum > mostSum) return []
  const isLive = isPlayed(seen.period)
  const gameTime = isHalf ? GameTime.firstHalf : GameTime.fullMatch
  const told = {
    market: kind,
    gameTime,
    isMain: !isHalf,
    // Of before the kick-off, or of before the last goal or red card.
    isSuspended: isClosed || isLive !== isInPlay || changeTime < seen.incidentAt,
  }
  const [one = 0, two = 0, three = 0] = odds
  if (kind === 'winner') {
    const key = (side: 'home' | 'draw' | 'away') =>
      keyOfOption({ selection: { market: 'winner', side, ways: 3 }, gameTime })
    return [
      { ...told, line: null, options: { [key('home')]: one, [key('draw')]: two, [key('away')]: three } },
    ]
  }
  if (line === null || !Number.isInteger(line * 4)) return []
  if (kind === 'total') {
    const key = (side: 'over' | 'under') =>
      keyOfOption({ selection: { market: 'total', side, line }, gameTime })
    return [{ ...told, line, options: { [key('over')]: one, [key('under')]: two } }]
  }
  // They say what the home side gives, we what it gets; 0 - 0 keeps its sign.
  const home = 0 - line
  const key = (side: 'home' | 'away', own: number) =>
    keyOfOption({ selection: { market: 'handicap', side, line: own }, gameTime })
  return [{ ...told, line: home, options: { [key('home', home)]: one, [key('away', line)]: two } }]
}
