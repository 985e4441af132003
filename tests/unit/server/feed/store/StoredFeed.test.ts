import { describe, expect, it } from 'vitest'
import { GameTime, MatchPeriod } from '#contract/statusCodes.ts'
import type { StoredMatch } from '#server/feed/store/rows.ts'
import { isKnown, StoredFeed } from '#server/feed/store/StoredFeed.ts'

const startsAt = Date.UTC(2026, 5, 1, 18)
const now = new Date(startsAt - 3_600_000)
const match: StoredMatch = {
  fixture: { id: 'm', sport: 'football', league: 'Liga', home: 'Casa', away: 'Fora', startsAt },
  leagueId: 'l',
  homeId: 'h',
  awayId: 'a',
  countryId: undefined,
  isNeutral: false,
  coverage: undefined,
  period: MatchPeriod.notOpen,
  periodSince: startsAt - 86_400_000,
  minute: null,
  parts: { [GameTime.fullMatch]: { home: 0, away: 0, final: false } },
  isSuspended: false,
}
const [HOME, DRAW, AWAY] = ['winner:1:home:3', 'winner:1:draw:3', 'winner:1:away:3'] as const

describe('the memory of what a provider tells', () => {
  it('has the prices that were told last, whatever options and in whatever order', () => {
    const feed = new StoredFeed()
    let version = now.getTime()
    const tell = (options: Record<string, number | null>) => {
      const market = { matchId: 'm', code: 'winner:1:', isMain: true, isSuspended: false, options }
      feed.apply(++version, { matches: [match], markets: [market], cancels: [] })
      expect(isKnown(feed.held('m')?.markets.get(market.code), market)).toBe(true)
      const shown = feed.match('m', now)
      const [shownMarket] = shown ? feed.markets(shown, now) : []
      return Object.fromEntries(
        (shownMarket?.options ?? []).map(({ key, odds, isClosed }) => [key, isClosed ? null : odds]),
      )
    }
    const told: Record<string, number | null>[] = [
      { [HOME]: 2.1, [DRAW]: 3.3, [AWAY]: 3.5 },
      { [HOME]: 2.2, [DRAW]: 3.2, [AWAY]: null },
      { [HOME]: 1.9, [AWAY]: 4.1, [DRAW]: 3.4 },
      { [HOME]: 1.8, [AWAY]: 4.2 },
      { [HOME]: 1.7, [AWAY]: 4.3, [DRAW]: 3.6 },
    ]
    for (const options of told) expect(tell(options)).toEqual(options)
  })

  it('takes no prices of a match that is over, and knows of no other match', () => {
    const feed = new StoredFeed()
    expect(feed.held('m')).toBeUndefined()
    feed.apply(1, { matches: [match], markets: [], cancels: [] })
    expect(feed.held('m')?.isOver).toBe(false)
    feed.apply(2, { matches: [{ ...match, period: MatchPeriod.finished }], markets: [], cancels: [] })
    expect(feed.held('m')?.isOver).toBe(true)
    feed.apply(3, { matches: [match], markets: [], cancels: [] })
    expect(feed.held('m')?.isOver).toBe(false)
  })

  it('knows the finished matches of both sides', () => {
    const feed = new StoredFeed()
    const played = (
      id: string,
      home: string,
      away: string,
      days: number,
      more: Partial<StoredMatch> = {},
    ) => ({
      ...match,
      fixture: { ...match.fixture, id, home, away, startsAt: startsAt - days * 86_400_000 },
      period: MatchPeriod.finished,
      ...more,
    })
    const matches = [
      match,
      played('meeting', 'Fora', 'Casa', 2),
      played('home', 'Casa', 'Outro', 1),
      played('other', 'Outro', 'Terceiro', 1),
      played('cancelled', 'Casa', 'Fora', 3, { period: MatchPeriod.cancelled }),
    ]
    feed.apply(1, { matches, markets: [], cancels: [] })
    const shown = feed.match('m', now)
    const past = shown && feed.past(shown, now)
    const ids = (list: readonly { id: string }[] | undefined) => list?.map(({ id }) => id)
    expect(ids(past?.home)).toEqual(['home', 'meeting'])
    expect(ids(past?.away)).toEqual(['meeting'])
    expect(ids(past?.meetings)).toEqual(['meeting'])
  })
})
