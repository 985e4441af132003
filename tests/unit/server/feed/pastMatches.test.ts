import { describe, expect, it } from 'vitest'
import { sports } from '#contract/rules/sports.ts'
import { GameTime, MatchPeriod } from '#contract/statusCodes.ts'
import { Desk } from '#server/feed/desk/Desk.ts'
import { DeskFeed } from '#server/feed/desk/DeskFeed.ts'
import type { FeedMatch } from '#server/feed/Feed.ts'
import { scriptOf } from '#server/feed/scripts.ts'
import { SimulatedFeed } from '#server/feed/SimulatedFeed.ts'

const now = new Date(Date.UTC(2026, 6, 4, 15))
const feed = new SimulatedFeed('past')
const scoreOf = ({ state }: FeedMatch) => state.parts[GameTime.fullMatch]

function upcoming(sport: (typeof sports)[number]): FeedMatch {
  const [match] = feed.matches(sport, 'upcoming', now)
  if (!match) throw new Error(`no match of ${sport}`)
  return match
}

describe('what both sides have played before a match', () => {
  it.each(sports)('is finished, in %s, has its side, and the last comes first', (sport) => {
    const match = upcoming(sport)
    const { home, away, meetings } = feed.past(match, now)
    for (const [list, sides] of [
      [home, [match.home]],
      [away, [match.away]],
      [meetings, [match.home, match.away]],
    ] as const) {
      // Of the meetings one may have been cancelled.
      expect(list.length).toBeGreaterThanOrEqual(3)
      expect(list.length).toBeLessThanOrEqual(5)
      const kickOffs = list.map(({ startsAt }) => startsAt.getTime())
      expect(kickOffs).toEqual(kickOffs.toSorted((a, b) => b - a))
      for (const each of list) {
        expect(each.state.period).toBe(MatchPeriod.finished)
        expect(each.startsAt < now).toBe(true)
        expect([each.home, each.away]).toEqual(expect.arrayContaining([...sides]))
        expect(scoreOf(each)).toEqual(scoreOf(feed.match(each.id, now) ?? each))
      }
    }
  })

  it('ends before the match, and has no match that is still played', () => {
    const [live] = feed.matches('football', 'live', now)
    if (!live) throw new Error('no live match')
    const later = new Date(live.startsAt.getTime() + 30 * 24 * 3_600_000)
    for (const list of Object.values(feed.past(live, later)) as FeedMatch[][])
      for (const { startsAt } of list) expect(startsAt < live.startsAt).toBe(true)
    const [last] = feed.past(live, now).home
    if (!last) throw new Error('no earlier match')
    const during = new Date(last.startsAt.getTime() + 60_000)
    expect(feed.past(live, during).home.map(({ id }) => id)).not.toContain(last.id)
  })

  it('is nothing in a league that the calendar does not have', () => {
    expect(feed.past({ ...upcoming('football'), league: 'Liga de Marte' }, now)).toEqual({
      home: [],
      away: [],
      meetings: [],
    })
  })

  it('leaves out what the sandbox hides from lists', () => {
    const match = upcoming('football')
    const own = new SimulatedFeed('past')
    const [last] = own.past(match, now).home
    const snapshot = last && own.snapshot(last.id, now)
    if (!snapshot) throw new Error('no earlier match')
    const script = scriptOf(snapshot, { events: [], statistics: [] }, now.getTime())
    const firstWith = (isHidden: boolean) => {
      own.load('past', new Map([[last.id, { ...script, isHidden }]]))
      return own.past(match, now).home[0]?.id
    }
    expect(firstWith(false)).toBe(last.id)
    expect(firstWith(true)).not.toBe(last.id)
  })

  it('leaves out what the trading desk has cancelled', () => {
    const match = upcoming('football')
    const [last] = feed.past(match, now).home
    if (!last) throw new Error('no earlier match')
    const desk = new Desk({} as ConstructorParameters<typeof Desk>[0])
    const decided = new DeskFeed(feed, desk)
    expect(decided.past(match, now).home[0]?.id).toBe(last.id)
    desk.load(
      [],
      [
        {
          matchId: last.id,
          state: { period: MatchPeriod.cancelled, parts: {} },
          voidMarkets: [],
          correction: null,
          changes: 1,
          decidedBy: 'trader',
          decidedAt: now,
        },
      ],
    )
    expect(decided.past(match, now).home.map(({ id }) => id)).not.toContain(last.id)
  })
})
