import { GameTime } from '#contract/statusCodes.ts'
import type { GameTimeCode, Score } from '#contract/rules/markets.ts'
import type { Sport } from '#contract/rules/sports.ts'
import type { PointValues } from './distribution.ts'

/** A stretch of play without a break. */
export interface Play {
  minutes: number
  /** Its share of the match's scoring, a fraction. */
  share: number
  half: 1 | 2
  /** Set in sports where quarters can be bet on. */
  quarter?: GameTimeCode
  /** Minutes of the break after it. */
  breakAfter: number
}

interface Common {
  /** Minutes between two kick-offs of the sport, over all its leagues. */
  spacing: number
  /** How much the strengths of the teams matter. */
  spread: number
  /** Distance between lines: a quarter where goals are few, elsewhere one point, on half lines. */
  step: 0.25 | 1
  ways: 2 | 3
  /** How long betting is suspended after a score, in ms. */
  scorePauseMs: number
}

/** How long a level match that must have a winner goes on. Penalties follow where overtime decides nothing. */
export interface Overtime {
  /** Of the level matches, those that must have a winner, a fraction. */
  share: number
  minutes: number
  penaltyMinutes: number
}

/** Both sides score independently at a constant rate (compound Poisson), or with a share of their attacks. */
export interface TimedProfile extends Common {
  kind: 'timed'
  plays: readonly Play[]
  /** Fewest and most minutes that may be added to each stretch of play. */
  stoppage: readonly [least: number, most: number]
  /** Scores of an average side in a match. */
  mean: number
  values: PointValues
  /** Factor of the home side's rate; the other side's rate is divided by it. */
  home: number
  /**
   * How often each side attacks in a stretch of play, where they do so by turns: it cannot score more often, so that results
   * vary less than those of a side that may score any number of times.
   */
  attacks?: number
  /** Whether the first half can be bet on. */
  hasHalves: boolean
  /** Corners of an average side in a match. */
  corners?: number
  overtime?: Overtime
  /**
   * Level results that are likelier than those of independent sides: by how much, a fraction. Sides that are level late
   * in a match are content with it; of 0-0 there are no more than of independent sides.
   */
  levelResults?: readonly { goals: number; more: number }[]
}

/** Sets, frames, rounds or heats: each is won with the same probability. */
export interface SetsProfile extends Common {
  kind: 'sets'
  /** Wins that decide the match; with `all`, sets that are played whatever the score. */
  target: number
  all: boolean
  /** A set that takes this many minutes, or one that is played point by point. */
  set: { minutes: number } | Race
  /** The set that decides a match, where it is shorter. */
  decider?: Race
  /** What a set adds to the score of its winner and of its loser. */
  worth: readonly SetWorth[]
  givenUp?: GivenUp
}

/** How often a match is over before it is played to its end, fractions; a walkover is before it begins. */
export interface GivenUp {
  walkover?: number
  retirement: number
  knockout?: number
  disqualification?: number
  /** Between which fractions of its length, all moments being as likely. */
  between: readonly [from: number, to: number]
  /** Where it is common, prices count on it. */
  isPriced?: true
}

/** How often a match ends during its play. */
export function stopChance({ retirement, knockout = 0, disqualification = 0 }: GivenUp): number {
  return retirement + knockout + disqualification
}

/** Points of a set: who has `to` of them and leads by two wins it, and so does who has `cap`. */
export interface Race {
  to: number
  cap: number
  /** Minutes that a point takes on average. */
  pointMinutes: number
  /** How long betting is suspended after a point, in ms. */
  pauseMs: number
}

export interface SetWorth {
  won: number
  lost: number
  /** A fraction; together 1. */
  probability: number
}

export type Profile = TimedProfile | SetsProfile

const quarterCodes = [GameTime.quarter1, GameTime.quarter2, GameTime.quarter3, GameTime.quarter4] as const
const goal: PointValues = [[1, 1]]
const defaultScorePauseMs = 10_000

function quarters(minutes: number, breaks: readonly [number, number, number]): Play[] {
  return quarterCodes.map((quarter, index) => ({
    minutes,
    share: 0.25,
    half: index < 2 ? 1 : 2,
    quarter,
    breakAfter: breaks[index] ?? 0,
  }))
}

function halves(minutes: number, breakAfter: number, firstShare = 0.5): Play[] {
  return [
    { minutes, share: firstShare, half: 1, breakAfter },
    { minutes, share: 1 - firstShare, half: 2, breakAfter: 0 },
  ]
}

function sets(
  target: number,
  set: SetsProfile['set'],
  spacing: number,
  spread: number,
  rest: Partial<Pick<SetsProfile, 'all' | 'decider' | 'worth' | 'givenUp'>> = {},
): SetsProfile {
  return {
    kind: 'sets',
    target,
    all: false,
    set,
    worth: [{ won: 1, lost: 0, probability: 1 }],
    spacing,
    spread,
    step: 1,
    ways: 2,
    scorePauseMs: defaultScorePauseMs,
    ...rest,
  }
}

/** Rallies follow each other closely: a longer pause after each would leave no time to bet. */
const rally = { pauseMs: 3_000 }

/** Hardly anybody gives up at the beginning, or at the end. */
const inPlay = [0.25, 0.95] as const

/** Ten points for the winner of a round and nine for the other, or eight after a knock-down. */
const roundWorth: readonly SetWorth[] = [
  { won: 10, lost: 9, probability: 0.85 },
  { won: 10, lost: 8, probability: 0.15 },
]

/** How each sport is played and scored. */
export const profiles: Record<Sport, Profile> = {
  football: {
    kind: 'timed',
    plays: halves(45, 15, 0.45),
    stoppage: [1, 5],
    mean: 1.3,
    values: goal,
    home: 1.12,
    hasHalves: true,
    corners: 4.8,
    overtime: { share: 0.05, minutes: 33, penaltyMinutes: 9 },
    levelResults: [
      { goals: 1, more: 0.14 },
      { goals: 2, more: 0.23 },
    ],
    spacing: 15,
    spread: 0.39,
    step: 0.25,
    ways: 3,
    scorePauseMs: defaultScorePauseMs,
  },
  basketball: {
    kind: 'timed',
    plays: quarters(12, [2, 12, 2]),
    stoppage: [0, 0],
    mean: 84,
    values: [
      [1, 0.25],
      [2, 0.53],
      [3, 0.22],
    ],
    home: 1.015,
    attacks: 18,
    hasHalves: true,
    spacing: 45,
    spread: 0.04,
    step: 1,
    ways: 2,
    overtime: { share: 1, minutes: 10, penaltyMinutes: 0 },
    // There is a score every quarter of a minute: a longer pause after each would leave no time to bet.
    scorePauseMs: 3_000,
  },
  tennis: sets(2, { to: 6, cap: 7, pointMinutes: 3.7, pauseMs: defaultScorePauseMs }, 40, 0.75, {
    givenUp: { retirement: 0.0233, walkover: 0.007, between: inPlay },
  }),
  boxing: sets(12, { minutes: 4 }, 40, 0.2, {
    all: true,
    worth: roundWorth,
    // More than half of all bouts are stopped: by a blow, by a corner that has seen enough, hardly ever by the referee.
    givenUp: {
      knockout: 0.49,
      retirement: 0.06,
      disqualification: 0.01,
      between: [0.04, 0.98],
      isPriced: true,
    },
  }),
  snooker: sets(5, { minutes: 20 }, 80, 0.25),
  baseball: {
    kind: 'timed',
    plays: halves(75, 5),
    stoppage: [0, 0],
    mean: 4.5,
    values: [
      [1, 0.62],
      [2, 0.24],
      [3, 0.1],
      [4, 0.04],
    ],
    home: 1.04,
    hasHalves: false,
    // Extra innings.
    overtime: { share: 1, minutes: 20, penaltyMinutes: 0 },
    spacing: 90,
    spread: 0.16,
    step: 1,
    ways: 2,
    scorePauseMs: defaultScorePauseMs,
  },
  volleyball: sets(3, { to: 25, cap: 32, pointMinutes: 0.55, ...rally }, 50, 0.4, {
    decider: { to: 15, cap: 22, pointMinutes: 0.55, ...rally },
  }),
  badminton: sets(2, { to: 21, cap: 30, pointMinutes: 0.7, ...rally }, 30, 0.5, {
    givenUp: { retirement: 0.012, walkover: 0.003, between: inPlay },
  }),
  americanFootball: {
    kind: 'timed',
    plays: quarters(15, [2, 12, 2]),
    stoppage: [0, 0],
    mean: 22,
    values: [
      [3, 0.4],
      [7, 0.6],
    ],
    home: 1.06,
    hasHalves: true,
    overtime: { share: 1, minutes: 20, penaltyMinutes: 0 },
    spacing: 60,
    spread: 0.16,
    step: 1,
    ways: 2,
    scorePauseMs: defaultScorePauseMs,
  },
  tableTennis: sets(4, { to: 11, cap: 15, pointMinutes: 0.55, ...rally }, 27, 0.3, {
    givenUp: { retirement: 0.004, walkover: 0.002, between: inPlay },
  }),
  cricket: {
    kind: 'timed',
    plays: halves(80, 15),
    stoppage: [0, 0],
    mean: 155,
    values: [
      [1, 0.55],
      [2, 0.15],
      [4, 0.2],
      [6, 0.1],
    ],
    home: 1.02,
    hasHalves: false,
    spacing: 120,
    spread: 0.05,
    step: 1,
    ways: 2,
    scorePauseMs: 4_000,
  },
  motorRacing: sets(4, { minutes: 12 }, 45, 0.3),
}

const minuteMs = 60_000

/** The longest duration of a match, in ms. */
export function longestMs(profile: Profile): number {
  if (profile.kind === 'sets') return Math.ceil(mostSets(profile) * longestSet(profile.set) * minuteMs)
  const play = profile.plays.reduce((sum, { minutes, breakAfter }) => sum + minutes + breakAfter, 0)
  const { minutes, penaltyMinutes } = profile.overtime ?? { minutes: 0, penaltyMinutes: 0 }
  return (play + profile.plays.length * profile.stoppage[1] + minutes + penaltyMinutes) * minuteMs
}

/** The probability that a side scores with an attack: `scores` is its number of scores in a match. */
export function attackChance({ plays, attacks = 1 }: TimedProfile, play: number, scores: number): number {
  return Math.min(0.99, (scores * (plays[play]?.share ?? 0)) / attacks)
}

/** What a stretch of play takes on average, with the time added to it. */
export function nominalMinutes({ stoppage: [least, most] }: TimedProfile, minutes: number): number {
  return minutes + (least + most) / 2
}

/** A point takes at most this many times its mean, and at least as much less. */
export const longestPoint = 1.4

/** In minutes. */
function longestSet(set: SetsProfile['set']): number {
  return 'minutes' in set ? set.minutes : (2 * set.cap - 1) * set.pointMinutes * longestPoint
}

/** How the next set of a match is played, point by point; undefined where only its end counts. */
export function raceOf({ set, decider, ...profile }: SetsProfile, setsPlayed: number): Race | undefined {
  if ('minutes' in set) return undefined
  return decider && setsPlayed === 2 * profile.target - 2 ? decider : set
}

/** The sets that a score stands for. */
export function setsPlayed({ worth }: SetsProfile, { home, away }: Score): number {
  // Rounds of boxing: twelve of 18 or 19 points each cannot be mistaken for thirteen.
  return Math.floor((home + away) / Math.min(...worth.map(({ won, lost }) => won + lost)))
}

/** What the calendar tells of the sets that win a match; nothing where all are played, or none are. */
export function setsToWinOf(profile: Profile): { setsToWin?: number } {
  return profile.kind === 'sets' && !profile.all ? { setsToWin: profile.target } : {}
}

/** The highest possible number of sets. */
export function mostSets({ target, all }: SetsProfile): number {
  return all ? target : 2 * target - 1
}
