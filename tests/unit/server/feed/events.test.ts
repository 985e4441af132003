import { expect, it } from 'vitest'
import { hasHalves, sports } from '#contract/rules/sports.ts'
import { fixturesBetween, type Fixture } from '#server/feed/calendar.ts'
import { profiles } from '#server/feed/profiles.ts'
import { SimulatedFeed } from '#server/feed/SimulatedFeed.ts'
import { GameTime, MatchPeriod } from '#contract/statusCodes.ts'

const dayMs = 24 * 3_600_000
const start = Date.parse('2027-03-10T18:00:00Z')
const feed = new SimulatedFeed('events')

it.each(sports)('whether %s is played in halves is the same in the rules and in the feed', (sport) => {
  const profile = profiles[sport]
  expect(profile.kind === 'timed' && profile.hasHalves).toBe(hasHalves(sport))
})

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
      const isHalf = events.some(
        ({ period }) => period === MatchPeriod.firstHalf || period === MatchPeriod.secondHalf,
      )
      if (!hasHalves(sport)) expect(isHalf, `${sport} has halves`).toBe(false)
    }
  }
  expect(told).toBeGreaterThan(0)
})

it('football tells its cards and periods: as many cards as its statistics, each period with its score', () => {
  const [{ id, startsAt }] = fixturesBetween('football', start, start + dayMs).slice(3) as [Fixture]
  const end = new Date(startsAt + 150 * 60_000)
  const seen = new Set<string>()
  for (let minute = 0; minute <= 150; minute += 1) {
    const now = new Date(startsAt + minute * 60_000)
    const match = feed.match(id, now)
    for (const { kind, side, period, score, minute: at } of feed.events(id, now)) {
      if (kind === 'period') {
        expect(side).toBeNull()
        seen.add(`${period}: ${score?.home}-${score?.away}`)
      } else if (kind !== 'score' && kind !== 'corner') seen.add(`${kind} ${side} ${at}`)
    }
    // The last period that was told is the one that is played.
    const told = feed.events(id, now).findLast(({ kind }) => kind === 'period')
    expect(told?.period).toBe(match?.state.period)
  }
  const counted = feed.statistics(id, end).filter(({ kind }) => kind.endsWith('Cards'))
  const cards = counted.reduce((sum, { home, away }) => sum + home + away, 0)
  expect([...seen].filter((text) => text.includes('Card'))).toHaveLength(cards)
  expect(cards).toBeGreaterThan(0)
  const { home = 0, away = 0 } = feed.match(id, end)?.state.parts[GameTime.fullMatch] ?? {}
  expect([...seen].filter((text) => !text.includes('Card'))).toEqual([
    '1: 0-0',
    expect.stringMatching(/^2: /),
    expect.stringMatching(/^3: /),
    `-1: ${home}-${away}`,
  ])
})
