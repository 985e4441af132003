import type { Score } from '#contract/rules/markets.ts'
import type { Race } from './profiles.ts'

type Side = keyof Score

/** Whether a side with `own` points has won against one with `other`. */
export function hasWon({ to, cap }: Race, own: number, other: number): boolean {
  return own >= cap || (own >= to && own - other >= 2)
}

/** The probability that the home side wins the set from `score` on, when it wins each point with `pointWins`. */
export function setChance(race: Race, pointWins: number, { home, away }: Score): number {
  if (hasWon(race, home, away)) return 1
  if (hasWon(race, away, home)) return 0
  // By the number of points of each side, from the highest down.
  let next: number[] = []
  for (let h = race.cap; h >= home; h--) {
    const row: number[] = []
    for (let a = race.cap; a >= away; a--) {
      if (hasWon(race, h, a)) row[a] = 1
      else if (hasWon(race, a, h)) row[a] = 0
      else row[a] = pointWins * (next[a] ?? 0) + (1 - pointWins) * (row[a + 1] ?? 0)
    }
    next = row
  }
  return next[away] ?? 0
}

/** The probability of each point with which the home side wins a set with `setWins`. */
export function pointChance(race: Race, setWins: number): number {
  let [low, high] = [0, 1]
  // Halved until the difference is below that of floating-point numbers.
  for (let step = 0; step < 52; step++) {
    const middle = (low + high) / 2
    if (setChance(race, middle, { home: 0, away: 0 }) < setWins) low = middle
    else high = middle
  }
  return (low + high) / 2
}

/** The winners of the points of a set, in order. */
export function playSet(race: Race, pointWins: number, random: () => number): Side[] {
  const points: Side[] = []
  const score = { home: 0, away: 0 }
  while (!hasWon(race, score.home, score.away) && !hasWon(race, score.away, score.home)) {
    const side = random() < pointWins ? 'home' : 'away'
    score[side]++
    points.push(side)
  }
  return points
}
