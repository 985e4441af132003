import { isStopped, type GameTimeCode, type PeriodCode, type Score } from '#contract/rules/markets.ts'
import type { Outcome } from '#contract/rules/settlementRules.ts'
import { settlesAgain, sportRules, type CorrectionReason } from '#contract/rules/sportRules.ts'
import type { Sport } from '#contract/rules/sports.ts'
import { GameTime, MatchPeriod } from '#contract/statusCodes.ts'
import type { Fixture } from './calendar.ts'
import type { MatchEvent, MatchStatistic } from './Feed.ts'
import { profiles, setsToWinOf, type Profile, type TimedProfile } from './profiles.ts'
import { eventsAfter, statisticsAfter, type ScriptedIncident } from './scriptedEvents.ts'
import { pauseAfter, setsWon } from './scriptedSets.ts'
import type { Parts, Snapshot } from './snapshot.ts'

/** The state of a match as the sandbox sets it; stored as JSON in feed_scripts. */
export interface Script {
  fixture: Fixture
  period: PeriodCode
  /** When the period was set, in ms since 1970. */
  periodSince: number
  minute: number | null
  parts: Parts
  isSuspended: boolean
  /** In no list of matches: only its address leads to it. */
  isHidden?: boolean | undefined
  odds: Record<string, number>
  version: number
  /** The points of each set. */
  sets?: readonly Score[] | undefined
  /** Until when betting pauses after a score, in ms since 1970. */
  pausedUntil?: number | undefined
  /** The last ones. */
  events?: readonly MatchEvent[] | undefined
  statistics?: readonly MatchStatistic[] | undefined
  /** When the match stopped first, in ms since 1970: what follows are further messages about the same stop. */
  stoppedSince?: number | undefined
  /** The later kick-off to which a stopped match was put off, in ms since 1970. */
  postponedTo?: number | undefined
  /** How the match ended, where its score does not say it. */
  outcome?: Outcome | undefined
  /** Sets that win the match; undefined: as many as in the calendar, null: the feed does not tell. */
  setsToWin?: number | null | undefined
  /** When a result that had been final was changed last, in ms since 1970. */
  correctedAt?: number | undefined
  /** Why, or why it was not. */
  correction?: CorrectionReason | undefined
}

/** What the sandbox changes in a match; everything left out stays as it is. */
export interface Direction {
  sport?: Sport | undefined
  league?: string | undefined
  home?: string | undefined
  away?: string | undefined
  startsInMs?: number | undefined
  period?: PeriodCode | undefined
  minute?: number | undefined
  homeScore?: number | undefined
  awayScore?: number | undefined
  halfScore?: Score | undefined
  corners?: Score | undefined
  quarters?: Score[] | undefined
  /** The points of each set, the last one may still be played; they make up the score. */
  sets?: Score[] | undefined
  incident?: ScriptedIncident | undefined
  /** Betting pauses, as long as after such a score of the calendar. */
  pause?: true | undefined
  suspend?: boolean | undefined
  finish?: true | undefined
  /** Ends the match, in a way that the score does not say. */
  outcome?: Outcome | undefined
  /** Sets that win the match; null: the feed does not tell. */
  setsToWin?: number | null | undefined
  /** Why the result of a finished match changes; `wrongScore` where it is left out. */
  correction?: CorrectionReason | undefined
  hidden?: boolean | undefined
  odds?: Record<string, number> | undefined
}

const hourMs = 3_600_000
const quarterCodes = [GameTime.quarter1, GameTime.quarter2, GameTime.quarter3, GameTime.quarter4] as const

/** Periods in which a match has begun and is not over. */
export const livePeriods: readonly PeriodCode[] = [
  MatchPeriod.firstHalf,
  MatchPeriod.midfield,
  MatchPeriod.secondHalf,
  MatchPeriod.overtime,
  MatchPeriod.penalties,
  MatchPeriod.cutInHalf,
  MatchPeriod.interrupted,
]
/** Periods in which bets are taken. */
export const bettingPeriods: readonly PeriodCode[] = [
  MatchPeriod.notOpen,
  MatchPeriod.firstHalf,
  MatchPeriod.midfield,
  MatchPeriod.secondHalf,
]
const firstHalfOver: readonly PeriodCode[] = [
  MatchPeriod.midfield,
  MatchPeriod.secondHalf,
  MatchPeriod.overtime,
  MatchPeriod.penalties,
  MatchPeriod.finished,
]
/** The parts of regular time are over. */
const regularTimeOver: readonly PeriodCode[] = [
  MatchPeriod.overtime,
  MatchPeriod.penalties,
  MatchPeriod.finished,
]

/** Whether bets on the whole match are decided in this period: overtime counts in some sports, penalties in none. */
function isMatchOver(sport: Sport, period: PeriodCode): boolean {
  if (period === MatchPeriod.overtime) return !sportRules[sport].overtime
  return regularTimeOver.includes(period)
}

/** A match that exists only in the sandbox; by default its kick-off is in an hour. */
export function newScript(id: string, direction: Direction, now: number): Script {
  const { sport = 'football' } = direction
  return {
    fixture: {
      id,
      sport,
      league: direction.league ?? 'Liga Sandbox',
      home: direction.home ?? 'Mandante',
      away: direction.away ?? 'Visitante',
      startsAt: now + (direction.startsInMs ?? hourMs),
    },
    period: MatchPeriod.notOpen,
    periodSince: now,
    minute: null,
    parts: {
      [GameTime.fullMatch]: { home: 0, away: 0, final: false },
      ...(hasCorners(sport) ? { [GameTime.cornerKick]: { home: 0, away: 0, final: false } } : {}),
    },
    isSuspended: false,
    odds: {},
    version: now,
  }
}

/** The script that freezes a match of the calendar in its current state. */
export function scriptOf(
  { fixture, state, minute, isSuspended, version, sets }: Snapshot,
  history: { events: readonly MatchEvent[]; statistics: readonly MatchStatistic[] },
  now: number,
): Script {
  return {
    fixture,
    sets,
    ...history,
    period: state.period,
    periodSince: now - state.periodAgeMs,
    minute,
    parts: state.parts,
    setsToWin: state.setsToWin ?? null,
    isSuspended,
    odds: {},
    version,
  }
}

/** The script after a change. */
export function applyDirection(script: Script, direction: Direction, now: number): Script {
  const { fixture } = script
  const { correction = 'wrongScore' } = direction
  const version = Math.max(now, script.version + 2)
  // The result at the venue stands: bets learn why, and nothing else.
  if (script.period === MatchPeriod.finished && !settlesAgain[correction])
    return { ...script, correction, version }
  const isEnd = direction.finish === true || direction.outcome !== undefined
  const period = isEnd ? MatchPeriod.finished : (direction.period ?? script.period)
  const isNewPeriod = isEnd || direction.period !== undefined
  const sport = direction.sport ?? fixture.sport
  const parts = markFinal(sport, partsAfter(script, direction, period), period)
  const minute = minuteOf(script, direction, period)
  const change = {
    sport: fixture.sport,
    before: scoreOf(script.parts, GameTime.fullMatch),
    after: scoreOf(parts, GameTime.fullMatch),
    minute,
    period: period === script.period ? null : period,
    incident: direction.incident ?? null,
  }
  return {
    fixture: {
      ...fixture,
      sport: direction.sport ?? fixture.sport,
      league: direction.league ?? fixture.league,
      home: direction.home ?? fixture.home,
      away: direction.away ?? fixture.away,
      startsAt: direction.startsInMs === undefined ? fixture.startsAt : now + direction.startsInMs,
    },
    period,
    periodSince: isNewPeriod ? now : script.periodSince,
    ...stopAfter(
      script,
      { startsAt: direction.startsInMs === undefined ? undefined : now + direction.startsInMs, period },
      now,
    ),
    // The match goes on: how it had ended holds no more.
    outcome: direction.outcome ?? (period === MatchPeriod.finished ? script.outcome : undefined),
    setsToWin: direction.setsToWin === undefined ? script.setsToWin : direction.setsToWin,
    minute,
    parts,
    sets: direction.sets ?? script.sets,
    events: eventsAfter(script.events ?? [], change),
    statistics: statisticsAfter(script.statistics ?? [], change),
    // A change ends a pause after a generated goal, unless it asks for one itself.
    isSuspended: direction.suspend ?? false,
    isHidden: direction.hidden ?? script.isHidden,
    pausedUntil: direction.pause && now + pauseAfter(change),
    odds: { ...script.odds, ...direction.odds },
    // Must increase even when the sandbox moves the clock back, and beyond the end of a pause.
    version,
    ...(isCorrection(script, { period, parts }, direction)
      ? { correctedAt: now, correction }
      : { correctedAt: script.correctedAt, correction: script.correction }),
  }
}

/**
 * A stop counts from its first message, or from the later day to which the match is put off. It is over once the match is
 * played; one that is only told as open again may be told as stopped again, and waits for its kick-off then.
 */
export function stopAfter(
  script: Pick<Script, 'fixture' | 'period' | 'periodSince' | 'stoppedSince' | 'postponedTo'>,
  { startsAt, period }: { startsAt: number | undefined; period: PeriodCode },
  now: number,
): Pick<Script, 'stoppedSince' | 'postponedTo'> {
  const isOpenAgain = period === MatchPeriod.notOpen && script.stoppedSince !== undefined
  if (!isStopped(period) && !isOpenAgain) return { stoppedSince: undefined, postponedTo: undefined }
  const since = script.stoppedSince ?? (isStopped(script.period) ? script.periodSince : now)
  const later = startsAt ?? (isOpenAgain ? script.fixture.startsAt : script.postponedTo)
  return { stoppedSince: since, postponedTo: later !== undefined && later > since ? later : undefined }
}

/** Whether a result that bets may have been settled by is another one now, or is open again. */
export function isCorrection(
  before: Pick<Script, 'period' | 'parts' | 'correctedAt'>,
  after: Pick<Script, 'period' | 'parts'>,
  { outcome, setsToWin }: Pick<Direction, 'outcome' | 'setsToWin'>,
): boolean {
  // A result that was open again is final again.
  if (before.correctedAt !== undefined) return true
  if (before.period === MatchPeriod.cancelled) return after.period !== MatchPeriod.cancelled
  if (before.period === MatchPeriod.finished && after.period !== MatchPeriod.finished) return true
  if (before.period === MatchPeriod.finished && (outcome ?? setsToWin) !== undefined) return true
  const codes = Object.keys(before.parts).map(Number) as GameTimeCode[]
  return codes.some((code) => {
    const [was, is] = [before.parts[code], after.parts[code]]
    return was?.final === true && (!is?.final || was.home !== is.home || was.away !== is.away)
  })
}

function minuteOf(script: Script, direction: Direction, period: PeriodCode): number | null {
  if (direction.minute !== undefined) return direction.minute
  const isPlayed = period === MatchPeriod.firstHalf || period === MatchPeriod.secondHalf
  if (!isPlayed) return null
  const profile = profiles[direction.sport ?? script.fixture.sport]
  if (profile.kind === 'sets') return null
  if (period === script.period && script.minute !== null) return script.minute
  return period === MatchPeriod.firstHalf ? 0 : minutesOf(profile, 1)
}

function minutesOf({ plays }: TimedProfile, half: 1 | 2): number {
  return plays.reduce((sum, play) => (play.half === half ? sum + play.minutes : sum), 0)
}

/** The scores after a change. Goals scored in the first half also update the first-half score. */
function partsAfter(script: Script, direction: Direction, period: PeriodCode): Parts {
  const sport = direction.sport ?? script.fixture.sport
  const profile = profiles[sport]
  const parts: Parts = { ...script.parts }
  const set = (gameTime: GameTimeCode, { home, away }: Score) =>
    (parts[gameTime] = { home, away, final: false })
  const { quarters = [], sets } = direction
  quarters.forEach((score, index) => {
    const code = quarterCodes[index]
    if (code) set(code, score)
  })
  const current = parts[GameTime.fullMatch] ?? { home: 0, away: 0 }
  const played = sets ? setsWon(sport, sets) : quarters.length > 0 ? sumOf(quarters) : current
  const full = { home: direction.homeScore ?? played.home, away: direction.awayScore ?? played.away }
  set(GameTime.fullMatch, full)
  if (direction.halfScore) set(GameTime.firstHalf, direction.halfScore)
  else if (profile.kind === 'timed' && profile.hasHalves && period !== MatchPeriod.notOpen) {
    const half = parts[GameTime.firstHalf]
    const isFirst = period === MatchPeriod.firstHalf || period === MatchPeriod.midfield
    if (quarters.length > 0) set(GameTime.firstHalf, sumOf(quarters.slice(0, 2)))
    else if (isFirst && !(half?.final && period === MatchPeriod.midfield && !setsScore(direction)))
      set(GameTime.firstHalf, full)
    else set(GameTime.firstHalf, half ?? { home: 0, away: 0 })
  }
  if (direction.corners) set(GameTime.cornerKick, direction.corners)
  else if (direction.incident?.kind === 'corner') {
    const taken = scoreOf(parts, GameTime.cornerKick)
    taken[direction.incident.side]++
    set(GameTime.cornerKick, taken)
  }
  return parts
}

function setsScore({ homeScore, awayScore }: Direction): boolean {
  return homeScore !== undefined || awayScore !== undefined
}

/** Marks the parts that are over in this period; a quarter is over when a later one has a score. */
export function markFinal(sport: Sport, parts: Parts, period: PeriodCode): Parts {
  const isHalfOver = firstHalfOver.includes(period)
  const isOver = regularTimeOver.includes(period)
  const quarters = quarterCodes.filter((code) => parts[code])
  const isFinal = (gameTime: GameTimeCode): boolean => {
    if (gameTime === GameTime.fullMatch) return isMatchOver(sport, period)
    if (gameTime === GameTime.firstHalf) return isHalfOver
    const index = (quarters as GameTimeCode[]).indexOf(gameTime)
    if (index < 0) return isOver
    return isOver || index < quarters.length - 1 || (isHalfOver && index < 2)
  }
  const codes = Object.keys(parts).map(Number) as GameTimeCode[]
  return Object.fromEntries(
    codes.map((code) => [code, { ...scoreOf(parts, code), final: isFinal(code) }]),
  ) as Parts
}

function scoreOf(parts: Parts, code: GameTimeCode): Score {
  const { home = 0, away = 0 } = parts[code] ?? {}
  return { home, away }
}

/** The match as the script sets it, whatever the time. */
export function snapshotOfScript(script: Script, now: number): Snapshot {
  const { fixture, period, periodSince, minute, parts, odds, version, pausedUntil, sets = [] } = script
  const { stoppedSince = periodSince, postponedTo = stoppedSince, outcome, setsToWin } = script
  const isPaused = pausedUntil !== undefined && now < pausedUntil
  return {
    fixture,
    state: {
      period,
      periodAgeMs: Math.max(0, now - periodSince),
      parts,
      ...(isStopped(period) && { stoppedMs: now - postponedTo }),
      ...(outcome && { outcome }),
      ...(setsToWin === undefined
        ? setsToWinOf(profiles[fixture.sport])
        : setsToWin !== null && { setsToWin }),
    },
    minute,
    isLive: livePeriods.includes(period),
    isSuspended: script.isSuspended || isPaused || !bettingPeriods.includes(period),
    // The end of a pause is a change too.
    version: pausedUntil === undefined || isPaused ? version : version + 1,
    remaining: remainingOf(profiles[fixture.sport], script),
    sets,
    odds,
    corrected: script.correction,
  }
}

/** The fraction left of each stretch of play, from the minute if there is one, else from the period. */
function remainingOf(profile: Profile, { period, minute, parts }: Script): number[] {
  if (profile.kind === 'sets') return []
  if (period === MatchPeriod.notOpen) return profile.plays.map(() => 1)
  if (regularTimeOver.includes(period)) return profile.plays.map(() => 0)
  const isSecond = firstHalfOver.includes(period)
  const at = minute ?? (isSecond ? minutesOf(profile, 1) : 0)
  let before = 0
  return profile.plays.map(({ minutes, half, quarter }) => {
    const left = Math.min(1, Math.max(0, (before + minutes - at) / minutes))
    before += minutes
    const isOver = (isSecond && half === 1) || (quarter !== undefined && parts[quarter]?.final === true)
    if (isOver) return 0
    // Stoppage time: the current stretch is not over before the script says so, whatever the minute.
    const isCurrent = half === (isSecond ? 2 : 1)
    return isCurrent ? Math.max(left, 2 / minutes) : left
  })
}

function hasCorners(sport: Sport): boolean {
  const profile = profiles[sport]
  return profile.kind === 'timed' && profile.corners !== undefined
}

function sumOf(scores: readonly Score[]): Score {
  return scores.reduce((sum, { home, away }) => ({ home: sum.home + home, away: sum.away + away }), {
    home: 0,
    away: 0,
  })
}
