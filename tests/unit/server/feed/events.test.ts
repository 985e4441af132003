import { expect, it } from 'vitest'
import { sports } from '#contract/rules/sports.ts'
import { fixturesBetween } from '#server/feed/calendar.ts'
import { SimulatedFeed } from '#server/feed/SimulatedFeed.ts'
import { GameTime } from '#contract/statusCodes.ts'

const dayMs = 24 * 3_600_000
const start = Date.parse('2027-03-10T18:00:00Z')
const feed = new SimulatedFeed('events')

it.each(sports)('the events of a %s match lead to its score, and none is told before it happens', (sport) => {
  const fixtures = fixturesBetween(sport, start, start + dayMs).slice(0, 12)
  let told = 0
  for (const { id, startsAt } of fixtures) {
    expect(feed.events(id, new Date(startsAt - 1))).toEqual([])
    for (let minute = 0; minute < 180; minute += 7) {
      const now = new Date(startsAt + minute * 60_000)
      const events = feed.events(id, now)
      const parts = feed.match(id, now)?.state.parts
      const last = events.findLast(({ kind }) => kind === 'score')
      const { home = 0, away = 0 } = parts?.[GameTime.fullMatch] ?? {}
      if (last) expect(last.score, `${id} after ${minute} min`).toEqual({ home, away })
      else if (events.length < 20) expect([home, away]).toEqual([0, 0])
      expect(events.length).toBeLessThanOrEqual(20)
      const minutes = events.flatMap((event) => event.minute ?? [])
      expect(minutes).toEqual([...minutes].sort((a, b) => a - b))
      told += events.length
    }
  }
  expect(told).toBeGreaterThan(0)
})
