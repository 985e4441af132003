import type { Sport } from '#contract/rules/sports.ts'
import { fixturesBetween, type Fixture } from './calendar.ts'
import { longestMs, profiles } from './profiles.ts'
import { randomOf } from './random.ts'

const minuteMs = 60_000
/** How often the result of a match is corrected after it was final. */
const chance = 0.008
/** When, in minutes after the end. */
const [earliest, latest] = [60, 360] as const

/** What a correction depends on and changes. */
interface Play {
  scores: readonly unknown[]
  length: number
  incident?: unknown
}

/**
 * When the result of a match is corrected, in ms since kick-off, as the seed decides it: its last score is taken back.
 * Never to almost all matches, to those that were stopped, without a score, or played in sets: whoever has won the last
 * set has won the match.
 */
export function correctionOf(
  seed: string,
  { id, sport }: Fixture,
  { scores, length, incident }: Play,
): number | undefined {
  if (!canBeCorrected(sport) || incident || scores.length === 0) return undefined
  const random = randomOf(seed, `correction:${id}`)
  if (random() >= chance) return undefined
  const after = earliest + Math.floor(random() * (latest - earliest))
  return Math.ceil(length / minuteMs) * minuteMs + after * minuteMs
}

/** The match as it is known at `at` (ms since kick-off): after a correction without its last score. */
export function knownTimeline<Timeline extends Play & { correctedAt?: number | undefined }>(
  timeline: Timeline,
  at: number,
): Timeline {
  const { correctedAt, scores } = timeline
  if (correctedAt === undefined || at < correctedAt) return timeline
  return { ...timeline, scores: scores.slice(0, -1) }
}

/** The matches that may have been corrected in the last `ms` up to `now` (ms since 1970). */
export function* maybeCorrected(seed: string, sports: readonly Sport[], now: number, ms: number) {
  for (const sport of sports.filter(canBeCorrected)) {
    const longest = longestMs(profiles[sport]) + latest * minuteMs
    for (const fixture of fixturesBetween(sport, now - ms - longest, now))
      // Most matches need not be played to know that they are not.
      if (randomOf(seed, `correction:${fixture.id}`)() < chance) yield fixture
  }
}

function canBeCorrected(sport: Sport): boolean {
  return profiles[sport].kind === 'timed'
}
