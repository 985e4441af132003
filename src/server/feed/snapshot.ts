import type { GameTimeCode, MatchState, PeriodCode, Score } from '#contract/rules/markets.ts'
import { sportRules, type CorrectionReason } from '#contract/rules/sportRules.ts'
import type { Sport } from '#contract/rules/sports.ts'
import { GameTime, MatchPeriod } from '#contract/statusCodes.ts'
import type { Fixture } from './calendar.ts'
import type { Incident } from './incidents.ts'
import { nominalMinutes, profiles, raceOf, setsToWinOf, type Profile, type TimedProfile } from './profiles.ts'
import { knownTimeline } from './resultCorrection.ts'
import type { Count } from './count.ts'
import type { Segment, Timeline } from './timeline.ts'

/** A match at one moment, with the inputs of its prices. */
export interface Snapshot {
  fixture: Fixture
  state: MatchState
  minute: number | null
  isLive: boolean
  isSuspended: boolean
  /** The time of the last visible change, in ms since 1970. */
  version: number
  /** For each stretch of play of a timed sport what is left, as a fraction of its average length: 1 all of it, 0 nothing. */
  remaining: readonly number[]
  /** How often each side has scored in the stretch that is played; left out where that is not known. */
  scored?: Score | undefined
  /** The points of each set so far, where they are counted; the last one may still be played. */
  sets: readonly Score[]
  /** Set where the feed may correct the result after the end, and does not yet know that it is: prices include it. */
  correction?: { last?: LastScore | undefined }
  /** Why the result is another one than at first. */
  corrected?: CorrectionReason | undefined
  /** Prices that the sandbox has set, by option key. */
  odds?: Readonly<Record<string, number>>
}

/** The last score of a match so far: a correction takes it back, if no other follows. */
export type LastScore = Pick<Count, 'side' | 'points' | 'play'>

export type Parts = MatchState['parts']

const minuteMs = 60_000
/** During play, prices follow the clock in steps of this many ms. */
const priceStepMs = 5_000
/** Matches are announced this many ms before their kick-off. */
const announcedMs = 30 * 24 * 60 * minuteMs

/** The match at `now`, in ms since 1970. */
export function snapshotOf(fixture: Fixture, played: Timeline, now: number): Snapshot {
  const profile = profiles[fixture.sport]
  const at = now - fixture.startsAt
  const timeline = knownTimeline(played, at)
  if (at < 0) return announcedSnapshot(fixture, now)
  if (timeline.incident && at >= timeline.incident.from)
    return afterIncident(fixture, timeline, timeline.incident, at)
  const isOver = at >= timeline.length
  const changed = lastChange(profile, timeline, at)
  const segment = timeline.segments.find(({ to }) => at < to)
  const periodStart = segment
    ? (timeline.segments.find(({ period }) => period === segment.period)?.from ?? 0)
    : timeline.length
  return {
    fixture,
    state: {
      period: segment?.period ?? MatchPeriod.finished,
      periodAgeMs: at - periodStart,
      parts: partsAt(profile, timeline, at),
      ...setsToWinOf(profile),
      ...(isOver && onPoints(fixture.sport, timeline)),
    },
    minute: segment ? minuteOf(profile, segment, at) : null,
    isLive: !isOver,
    isSuspended: !isOver && pausesOf(profile, timeline).some(([from, to]) => at >= from && at < to),
    version: fixture.startsAt + changed,
    // Between two steps the prices stay those of the last change.
    remaining: remainingOf(profile, timeline, changed),
    scored: scoredIn(timeline, segment?.play ?? null, at),
    sets: setsAt(timeline, at),
    ...(!isOver && { correction: { last: timeline.scores.findLast((count) => count.at <= at) } }),
    ...correctedAt(timeline, at),
  }
}

/** Where a match can end in other ways, too, it is told that it was decided on points. */
function onPoints(sport: Sport, { scores }: Timeline): Pick<MatchState, 'outcome'> {
  if (!sportRules[sport].ends.includes('points')) return {}
  const { home, away } = scoreOf(scores)
  return { outcome: { winner: home > away ? 'home' : home < away ? 'away' : null, reason: 'points' } }
}

function scoredIn({ scores }: Timeline, play: number | null, at: number): Score {
  const soFar = scores.filter((count) => count.play === play && count.at <= at)
  const home = soFar.filter(({ side }) => side === 'home').length
  return { home, away: soFar.length - home }
}

function correctedAt({ correction }: Timeline, at: number): Pick<Snapshot, 'corrected'> {
  if (!correction || at < correction.at) return {}
  return { corrected: correction.kind === 'sides' ? 'wrongSides' : 'wrongScore' }
}

/** A match that was stopped or never begun, or one in overtime: there are no bets, and the scores stand unless overtime counts. */
function afterIncident(
  fixture: Fixture,
  timeline: Timeline,
  { from, steps, scores, outcome }: Incident,
  at: number,
): Snapshot {
  const profile = profiles[fixture.sport]
  const step = steps.findLast((each) => each.from <= at) ?? { from, period: MatchPeriod.interrupted }
  const neverBegan = from === 0
  return {
    fixture,
    state: {
      period: step.period,
      // A stopped match waits from the moment it stopped, whatever it is called later.
      periodAgeMs: at - (step.period < MatchPeriod.finished ? from : step.from),
      parts: neverBegan
        ? { [GameTime.fullMatch]: { home: 0, away: 0, final: false } }
        : { ...partsAt(profile, timeline, from), ...(scores && inOvertime(timeline, scores, at)) },
      ...(outcome && { outcome }),
      ...setsToWinOf(profile),
    },
    minute: null,
    isLive: liveAfterIncident.includes(step.period),
    isSuspended: step.period !== MatchPeriod.finished,
    version: fixture.startsAt + step.from,
    remaining: remainingOf(profile, timeline, from),
    sets: setsAt(timeline, from),
    ...correctedAt(timeline, at),
  }
}

/** The whole match while an overtime goes on that counts for bets, and after it. */
function inOvertime(timeline: Timeline, scores: readonly Count[], at: number): Parts {
  const soFar = scores.filter((count) => count.at <= at)
  const full = scoreOf([...timeline.scores, ...soFar])
  return { [GameTime.fullMatch]: { ...full, final: soFar.length === scores.length } }
}

const liveAfterIncident: readonly PeriodCode[] = [
  MatchPeriod.overtime,
  MatchPeriod.penalties,
  MatchPeriod.interrupted,
]

/** A match at `now`, in ms since 1970, which is before its kick-off: nothing of its course is known yet. */
export function announcedSnapshot(fixture: Fixture, now: number): Snapshot {
  const profile = profiles[fixture.sport]
  const age = now - fixture.startsAt + announcedMs
  return {
    fixture,
    state: {
      period: MatchPeriod.notOpen,
      periodAgeMs: Math.max(0, age),
      parts: { [GameTime.fullMatch]: { home: 0, away: 0, final: false } },
      ...setsToWinOf(profile),
    },
    minute: null,
    isLive: false,
    isSuspended: false,
    version: fixture.startsAt - announcedMs,
    remaining: profile.kind === 'timed' ? profile.plays.map(() => 1) : [],
    sets: [],
    correction: {},
  }
}

/**
 * Times without betting, after a score or a point and in the last minute of play; ms since kick-off. A set that is
 * played point by point has no last minute: closing it would tell how the next point ends.
 */
function pausesOf(profile: Profile, timeline: Timeline): (readonly [number, number])[] {
  const { scores, segments, setPoints, length } = timeline
  const afterScores = scores.map(({ at }) => [at, at + profile.scorePauseMs] as const)
  const pointPause = pointPauseOf(profile)
  const afterPoints = setPoints.map(({ at }) => [at, at + pointPause] as const)
  const beforeEnds =
    setPoints.length > 0 ? [] : segments.filter(({ to }) => profile.kind === 'sets' || to === length)
  return [...afterScores, ...afterPoints, ...beforeEnds.map(({ to }) => [to - minuteMs, to] as const)]
}

function pointPauseOf(profile: Profile): number {
  return (profile.kind === 'sets' && raceOf(profile, 0)?.pauseMs) || 0
}

/** The last moment up to `at` at which anything changed, in ms since kick-off. */
function lastChange(profile: Profile, timeline: Timeline, at: number): number {
  const { segments, scores, corners, setPoints, length, correction } = timeline
  let beforeEnds = 0
  const addMoment = (moment: number) => {
    if (moment <= at && moment > beforeEnds) beforeEnds = moment
  }
  for (const { from, to, play } of segments) {
    addMoment(from)
    // The markets of a part close in its last minute.
    if (play !== null) addMoment(to - minuteMs)
    const isRunning = profile.kind === 'timed' && play !== null && at >= from && at < to
    if (isRunning) addMoment(from + Math.floor((at - from) / priceStepMs) * priceStepMs)
  }
  for (const count of scores) {
    addMoment(count.at)
    addMoment(count.at + profile.scorePauseMs)
  }
  const pointPause = pointPauseOf(profile)
  for (const { at: moment } of setPoints) {
    addMoment(moment)
    addMoment(moment + pointPause)
  }
  for (const { at: moment } of corners) addMoment(moment)
  addMoment(length)
  if (correction && at >= correction.at) return correction.at
  // Nothing else changes after the end of the match.
  return Math.min(beforeEnds, length)
}

/** The minute of play at `at`, in ms since kick-off; null for a sport without a clock, and in a break. */
export function minuteOf(profile: Profile, { from, play }: Segment, at: number): number | null {
  if (profile.kind === 'sets' || play === null) return null
  const before = profile.plays.slice(0, play).reduce((sum, { minutes }) => sum + minutes, 0)
  return before + Math.min(Math.floor((at - from) / minuteMs), profile.plays[play]?.minutes ?? 0)
}

/**
 * What is left of each stretch of play, of its average length. Until its regular time is over nobody knows how much time
 * will be added, and the average counts.
 */
function remainingOf(profile: Profile, { segments }: Timeline, at: number): number[] {
  if (profile.kind === 'sets') return []
  return segments.flatMap(({ from, to, play }) => {
    if (play === null) return []
    const { minutes = 0 } = profile.plays[play] ?? {}
    const whole = nominalMinutes(profile, minutes) * minuteMs
    if (at <= from) return [1]
    const end = at < from + minutes * minuteMs ? from + whole : to
    return [Math.max(0, end - at) / whole]
  })
}

/** The scores of the parts that have begun; the full match is always there. */
function partsAt(profile: Profile, timeline: Timeline, at: number): Parts {
  const { segments, scores, corners, length } = timeline
  const isOver = at >= length
  const scoresSoFar = scores.filter((count) => count.at <= at)
  const parts: Parts = { [GameTime.fullMatch]: { ...scoreOf(scoresSoFar), final: isOver } }
  if (profile.kind === 'sets') return parts
  for (const part of partialsOf(profile)) {
    const segmentsOfPart = segments.filter(({ play }) => play !== null && part.plays.includes(play))
    if (at < (segmentsOfPart[0]?.from ?? 0)) continue
    const score = scoreOf(scoresSoFar.filter(({ play }) => part.plays.includes(play)))
    parts[part.gameTime] = { ...score, final: at >= (segmentsOfPart.at(-1)?.to ?? 0) }
  }
  if (profile.corners)
    parts[GameTime.cornerKick] = { ...scoreOf(corners.filter((c) => c.at <= at)), final: isOver }
  return parts
}

/** The points of each set that has begun. */
function setsAt({ segments, setPoints }: Timeline, at: number): Score[] {
  if (setPoints.length === 0) return []
  return segments
    .filter(({ from }) => from <= at)
    .map(({ play }) => scoreOf(setPoints.filter((count) => count.play === play && count.at <= at)))
}

/** The parts of a timed match that can be bet on besides the whole, with their stretches of play. */
export function partialsOf({
  plays,
  hasHalves,
}: TimedProfile): { gameTime: GameTimeCode; plays: readonly number[] }[] {
  const indexes = plays.map((_, index) => index)
  const firstHalf = indexes.filter((index) => plays[index]?.half === 1)
  return [
    ...(hasHalves ? [{ gameTime: GameTime.firstHalf, plays: firstHalf }] : []),
    ...plays.flatMap(({ quarter }, index) => (quarter ? [{ gameTime: quarter, plays: [index] }] : [])),
  ]
}

/** The parts of a match that bets of this sport are settled by. */
export function partsOfSport(sport: Sport): GameTimeCode[] {
  const profile = profiles[sport]
  if (profile.kind === 'sets') return [GameTime.fullMatch]
  return [
    GameTime.fullMatch,
    ...partialsOf(profile).map(({ gameTime }) => gameTime),
    ...(profile.corners ? [GameTime.cornerKick] : []),
  ]
}

function scoreOf(counts: readonly Count[]): Score {
  const score = { home: 0, away: 0 }
  for (const { side, points } of counts) score[side] += points
  return score
}
