import { describe, expect, it } from 'vitest'
import { sports, type Sport } from '#contract/rules/sports.ts'
import { fixtureOf, fixturesBetween } from '#server/feed/calendar.ts'
import { leagues } from '#server/feed/leagues.ts'
import { longestMs, profiles } from '#server/feed/profiles.ts'
import { randomOf } from '#server/feed/random.ts'
import { SimulatedFeed } from '#server/feed/SimulatedFeed.ts'
import { isWhole, sized } from '../../../scope.ts'

const hour = 3_600_000
const start = Date.UTC(2026, 4, 17, 9, 26, 53)
const random = randomOf('moments', 'calendar')
const moments = Array.from(
  { length: sized(12, 50) },
  () => new Date(start + Math.floor(random() * 365 * 24 * hour)),
)

/** How long it takes until every team has played once more. */
function roundMs(sport: Sport): number {
  const teams = leagues[sport].reduce((sum, league) => sum + league.teams.length, 0)
  return (teams / 2) * profiles[sport].spacing * (hour / 60)
}

describe.each(sports)('the calendar of %s', (sport) => {
  it('has a match of each team every three or four days', () => {
    expect(roundMs(sport)).toBeGreaterThan(3 * 24 * hour)
    expect(roundMs(sport)).toBeLessThan(4 * 24 * hour)
    const last = new Map<string, number>()
    let [sum, count] = [0, 0]
    for (const { home, away, startsAt } of fixturesBetween(sport, start, start + 10 * roundMs(sport)))
      for (const team of [home, away]) {
        const days = (startsAt - (last.get(team) ?? Infinity)) / (24 * hour)
        last.set(team, startsAt)
        if (!Number.isFinite(days)) continue
        expect(days).toBeGreaterThan(2)
        sum += days
        count++
      }
    expect(count).toBeGreaterThan(500)
    expect(sum / count).toBeGreaterThan(3)
  })

  it('has live and upcoming matches at any moment', () => {
    const feed = new SimulatedFeed('calendar')
    const [least, most] = sport === 'football' ? [6, 10] : [1, 4]
    let without = 0
    for (const now of moments) {
      const live = feed.matches(sport, 'live', now)
      if (live.length === 0) without++
      // Half of all bouts are over before the next one begins.
      if (sport !== 'boxing') expect(live.length, now.toISOString()).toBeGreaterThanOrEqual(least)
      expect(live.length, now.toISOString()).toBeLessThanOrEqual(most)
      const upcoming = feed.matches(sport, 'upcoming', now)
      expect(upcoming.length).toBeGreaterThanOrEqual(6)
      expect(upcoming.every(({ startsAt }) => startsAt > now && +startsAt <= +now + 24 * hour)).toBe(true)
      const kickOffs = [...live, ...upcoming].map(({ startsAt }) => startsAt.getTime())
      expect(kickOffs).toEqual(kickOffs.toSorted((a, b) => a - b))
    }
    expect(without / moments.length).toBeLessThan(0.4)
  })

  it('never lets a team play two matches at once; every team plays every other, at home and away', () => {
    const busy = new Map<string, number>()
    const met = new Set<string>()
    const rounds = 2 * ((leagues[sport][0]?.teams.length ?? 0) - 1)
    const seasonMs = rounds * roundMs(sport)
    // All sports have their calendar from one function: in `npm test` one of them is played to its end.
    const isToEnd = isWhole || sport === 'football'
    const share = isToEnd ? 1.05 : 0.1
    for (const { league, home, away, startsAt } of fixturesBetween(sport, start, start + share * seasonMs)) {
      for (const team of [home, away].map((name) => `${league}: ${name}`)) {
        expect(startsAt).toBeGreaterThanOrEqual(busy.get(team) ?? 0)
        busy.set(team, startsAt + longestMs(profiles[sport]))
      }
      met.add(`${home} - ${away}`)
    }
    const pairs = leagues[sport].reduce((sum, { teams }) => sum + teams.length * (teams.length - 1), 0)
    if (isToEnd) expect(met.size).toBe(pairs)
    else expect(met.size).toBeGreaterThan(0.05 * pairs)
  })

  it('finds any past or future match by its id alone', () => {
    for (const now of [start - 400 * 24 * hour, start, start + 300 * 24 * hour])
      for (const fixture of fixturesBetween(sport, now, now + 4 * hour)) {
        expect(fixtureOf(fixture.id, start)).toEqual(fixture)
        expect(fixture.id.length).toBeLessThanOrEqual(32)
      }
  })

  it('has no duplicate names', () => {
    const names = leagues[sport].flatMap(({ teams }) => teams)
    expect(new Set(names).size).toBe(names.length)
    for (const { teams } of leagues[sport]) expect(teams.length % 2).toBe(0)
  })
})

describe('an invalid id', () => {
  it.each([
    '',
    'football',
    'football-0',
    'football-34-1',
    'football-0-01',
    'football-00-1',
    'football-0--1',
    'football-0-1.5',
    'football-0-999999999',
    'chess-0-1',
    'Football-0-1',
    ' football-0-1',
    'football-0-1 ',
    'football-0-1-1',
    '__proto__-0-1',
    'toString-0-1',
  ])('%j', (id) => {
    expect(fixtureOf(id, start)).toBeUndefined()
    expect(new SimulatedFeed('calendar').match(id, new Date(start))).toBeUndefined()
  })
})
