import { describe, expect, it } from 'vitest'
import { edgeOf } from '#contract/rules/gameEdge.ts'
import { GameTime } from '#contract/statusCodes.ts'
import { boostedSideOf } from '#server/feed/boosts.ts'
import { fixturesBetween } from '#server/feed/calendar.ts'
import { SimulatedFeed } from '#server/feed/SimulatedFeed.ts'

const start = Date.UTC(2026, 6, 4)
const hour = 3_600_000
const seed = 'boosts'
const feed = new SimulatedFeed(seed)
const fixtures = fixturesBetween('football', start, start + 48 * hour)

/** The boosted options of a match at this moment. */
function boostedAt(id: string, now: Date) {
  const match = feed.match(id, now)
  if (!match) throw new Error(`no match ${id}`)
  return feed
    .markets(match, now)
    .flatMap(({ market, gameTime, options }) => options.map((option) => ({ market, gameTime, ...option })))
    .filter(({ boostedFrom }) => boostedFrom !== undefined)
}

const boosted = fixtures.flatMap(({ id, startsAt }) =>
  boostedAt(id, new Date(startsAt - hour)).map((option) => ({ id, startsAt, ...option })),
)

describe('boosted odds', () => {
  it('are on about a quarter of the matches of football, on one result each', () => {
    expect(fixtures.length).toBeGreaterThan(100)
    expect(boosted.length).toBeGreaterThan(fixtures.length / 8)
    expect(boosted.length).toBeLessThan(fixtures.length / 3)
    expect(new Set(boosted.map(({ id }) => id)).size).toBe(boosted.length)
    for (const { market, gameTime } of boosted)
      expect([market, gameTime]).toEqual(['winner', GameTime.fullMatch])
    for (const sport of ['tennis', 'basketball'] as const)
      for (const fixture of fixturesBetween(sport, start, start + 12 * hour))
        expect(boostedSideOf(seed, fixture)).toBeUndefined()
  })

  it('are higher than the usual price, and keep the edge that rewards count on', () => {
    for (const { id, startsAt, selection, gameTime, odds, boostedFrom } of boosted) {
      expect(odds).toBeGreaterThan(boostedFrom ?? Infinity)
      expect(Math.round(odds * 100) / 100).toBe(odds)
      const mean = feed.expectedFactor({ matchId: id, selection, gameTime, odds }, new Date(startsAt - hour))
      expect(1 - (mean ?? 1)).toBeGreaterThanOrEqual(edgeOf('sports', null))
    }
  })

  it('are the same in every process, other ones with another seed, and end with kick-off', () => {
    const elsewhere = new SimulatedFeed(seed)
    const [first] = boosted
    if (!first) throw new Error('nothing is boosted')
    const before = new Date(first.startsAt - hour)
    const match = elsewhere.match(first.id, before)
    expect(match && elsewhere.markets(match, before)).toEqual(
      feed.markets(feed.match(first.id, before)!, before),
    )
    const sidesOf = (of: string) => fixtures.map((fixture) => boostedSideOf(of, fixture))
    expect(sidesOf('another')).not.toEqual(sidesOf(seed))
    expect(boostedAt(first.id, new Date(first.startsAt + 1_000))).toEqual([])
  })
})
