import type { Score } from '#contract/rules/markets.ts'
import type { Sport } from '#contract/rules/sports.ts'
import { profiles, raceOf } from './profiles.ts'
import { hasWon } from './race.ts'

/** Whether the points of a set are counted in this sport. */
export function hasSetPoints(sport: Sport): boolean {
  const profile = profiles[sport]
  return profile.kind === 'sets' && raceOf(profile, 0) !== undefined
}

/** The sets that each side has won with these points. */
export function setsWon(sport: Sport, sets: readonly Score[]): Score {
  const profile = profiles[sport]
  const won = { home: 0, away: 0 }
  if (profile.kind !== 'sets') return won
  sets.forEach(({ home, away }, index) => {
    const race = raceOf(profile, index)
    if (!race) return
    if (hasWon(race, home, away)) won.home++
    else if (hasWon(race, away, home)) won.away++
  })
  return won
}

/** How long the calendar pauses after such a change, in ms: after a score, or after a point of a set. */
export function pauseAfter({ sport, before, after }: { sport: Sport; before: Score; after: Score }): number {
  const profile = profiles[sport]
  const isPoint = before.home === after.home && before.away === after.away
  const pointPauseMs = profile.kind === 'sets' ? raceOf(profile, 0)?.pauseMs : undefined
  return (isPoint && pointPauseMs) || profile.scorePauseMs
}
