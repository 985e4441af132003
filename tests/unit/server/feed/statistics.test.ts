import { expect, it } from 'vitest'
import { sports, type Sport } from '#contract/rules/sports.ts'
import { GameTime } from '#contract/statusCodes.ts'
import { fixturesBetween } from '#server/feed/calendar.ts'
import { SimulatedFeed } from '#server/feed/SimulatedFeed.ts'

const dayMs = 24 * 3_600_000
const start = Date.parse('2027-03-10T18:00:00Z')
const feed = new SimulatedFeed('statistics')

/** The statistics of ten matches of a sport, every seven minutes, with the score. */
function watched(sport: Sport) {
  return fixturesBetween(sport, start, start + dayMs)
    .slice(0, 10)
    .map(({ id, startsAt }) => ({
      id,
      startsAt,
      moments: Array.from({ length: 26 }, (_, index) => {
        const now = new Date(startsAt + index * 7 * 60_000)
        const statistics = feed.statistics(id, now)
        return {
          parts: feed.match(id, now)?.state.parts ?? {},
          sides: Object.fromEntries(statistics.map(({ kind, home, away }) => [kind, { home, away }])),
        }
      }),
    }))
}

it.each(sports)('in %s, nothing is counted before kick-off, and no count goes down', (sport) => {
  for (const { id, startsAt, moments } of watched(sport)) {
    expect(feed.statistics(id, new Date(startsAt - 1))).toEqual([])
    for (const [index, { sides }] of moments.entries()) {
      for (const [kind, { home, away }] of Object.entries(sides)) {
        if (kind === 'possession') expect(home + away).toBe(100)
        const before = moments[index - 1]?.sides[kind]
        if (!before || kind === 'possession') continue
        expect(home, `${kind} of ${id}`).toBeGreaterThanOrEqual(before.home)
        expect(away, `${kind} of ${id}`).toBeGreaterThanOrEqual(before.away)
      }
    }
  }
})

it('in football, goals are shots on target, and corners are those of the market', () => {
  let shots = 0
  for (const { moments } of watched('football')) {
    for (const { parts, sides } of moments) {
      const { corners, shotsOnTarget, shots: all } = sides
      if (!corners || !shotsOnTarget || !all) continue
      const goals = parts[GameTime.fullMatch]
      expect(corners).toEqual({
        home: parts[GameTime.cornerKick]?.home,
        away: parts[GameTime.cornerKick]?.away,
      })
      for (const side of ['home', 'away'] as const) {
        expect(shotsOnTarget[side]).toBeGreaterThanOrEqual(goals?.[side] ?? Infinity)
        expect(all[side]).toBeGreaterThanOrEqual(shotsOnTarget[side])
      }
      shots = all.home
    }
  }
  expect(shots).toBeGreaterThan(0)
})

it('in basketball and American football, the counts make up the score', () => {
  const points = { basketball: [3, 2, 1], americanFootball: [7, 3] }
  const kinds = {
    basketball: ['threePointers', 'twoPointers', 'freeThrows'],
    americanFootball: ['touchdowns', 'fieldGoals'],
  }
  for (const sport of ['basketball', 'americanFootball'] as const) {
    for (const { moments } of watched(sport)) {
      const last = moments.at(-1)
      const { home, away } = last?.parts[GameTime.fullMatch] ?? {}
      const sum = (side: 'home' | 'away') =>
        kinds[sport].reduce(
          (all, kind, index) => all + (last?.sides[kind]?.[side] ?? 0) * (points[sport][index] ?? 0),
          0,
        )
      expect([sum('home'), sum('away')]).toEqual([home, away])
    }
  }
})

it('in the half-time break, no shot is counted', () => {
  for (const { moments, id, startsAt } of watched('football')) {
    // The break lies between 50 and 60 minutes after kick-off, whatever the stoppage.
    const at = (minute: number) => feed.statistics(id, new Date(startsAt + minute * 60_000))
    if (moments.length > 0) expect(at(59), id).toEqual(at(51))
  }
})
