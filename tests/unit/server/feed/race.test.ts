import { describe, expect, it } from 'vitest'
import { raceOf, profiles } from '#server/feed/profiles.ts'
import { playSet, pointChance, setChance } from '#server/feed/race.ts'
import { randomOf } from '#server/feed/random.ts'

const tennis = { to: 6, cap: 7, pointMinutes: 4, pauseMs: 0 }
const none = { home: 0, away: 0 }

describe('the chance of a set', () => {
  it('known answers', () => {
    expect(setChance(tennis, 0.5, none)).toBeCloseTo(0.5, 12)
    // 5-0: lost by five games in a row and then half of what follows.
    expect(setChance(tennis, 0.5, { home: 5, away: 0 })).toBeCloseTo(1 - 0.5 ** 6, 12)
    // 5-5: two games, or one each and the deciding one.
    const p = 0.6
    expect(setChance(tennis, p, { home: 5, away: 5 })).toBeCloseTo(p * p + 2 * p * (1 - p) * p, 12)
    expect(setChance(tennis, p, { home: 7, away: 6 })).toBe(1)
    expect(setChance(tennis, p, { home: 4, away: 6 })).toBe(0)
  })

  it('is that of the sets that are played', () => {
    const random = randomOf('race', 'sets')
    const from = { home: 3, away: 2 }
    let [reached, won] = [0, 0]
    for (let set = 0; set < 40_000; set++) {
      const points = playSet(tennis, 0.54, random)
      const first = points.slice(0, 5).filter((side) => side === 'home').length
      if (first !== from.home) continue
      reached++
      if (points.at(-1) === 'home') won++
    }
    expect(reached).toBeGreaterThan(5_000)
    const chance = setChance(tennis, 0.54, from)
    const deviation = Math.sqrt((chance * (1 - chance)) / reached)
    expect(Math.abs(won / reached - chance)).toBeLessThan(4.5 * deviation)
  })

  it.each(['tennis', 'volleyball', 'badminton', 'tableTennis'] as const)(
    'of %s is the one its points were made for',
    (sport) => {
      const profile = profiles[sport]
      if (profile.kind !== 'sets') throw new Error('a sport with sets')
      for (const race of [raceOf(profile, 0), profile.decider].filter((each) => each !== undefined))
        for (const chance of [0.2, 0.5, 0.71])
          expect(setChance(race, pointChance(race, chance), none)).toBeCloseTo(chance, 9)
    },
  )
})
