import { describe, expect, it } from 'vitest'
import { GameTime, MatchPeriod } from '#contract/statusCodes.ts'
import { Desk, type DeskRule } from '#server/feed/desk/Desk.ts'
import { DeskFeed } from '#server/feed/desk/DeskFeed.ts'
import type { FeedMatch } from '#server/feed/Feed.ts'
import { usualMargin } from '#server/feed/margins.ts'
import { SimulatedFeed } from '#server/feed/SimulatedFeed.ts'

const now = new Date(Date.UTC(2026, 6, 4, 15))
const source = new SimulatedFeed('mesa')
const noDatabase = {} as ConstructorParameters<typeof Desk>[0]

function feedWith(...rules: Partial<DeskRule>[]) {
  const desk = new Desk(noDatabase)
  desk.load(
    rules.map((rule) => ({
      sport: '',
      league: '',
      matchId: '',
      market: '',
      isStopped: false,
      priceFactor: null,
      margin: null,
      maxStake: null,
      maxWin: null,
      maxExposure: null,
      changes: 1,
      changedBy: 'trader',
      changedAt: now,
      ...rule,
    })),
    [],
  )
  return { feed: new DeskFeed(source, desk), desk }
}

const first = (when: 'live' | 'upcoming' = 'upcoming') => {
  const match = source.matches('football', when, now).find(({ isSuspended }) => !isSuspended)
  if (!match) throw new Error('no match of football')
  return match
}
const optionsOf = (feed: DeskFeed | SimulatedFeed, match: FeedMatch) =>
  feed
    .markets(match, now)
    .filter(({ isSuspended }) => !isSuspended)
    .flatMap(({ gameTime, options }) =>
      options.filter(({ isClosed }) => !isClosed).map((option) => ({ ...option, gameTime })),
    )

describe('a feed with a trading desk', () => {
  it('is the source, object by object, where the desk has said nothing', () => {
    const { feed } = feedWith()
    const match = feed.match(first().id, now)
    expect(match).toEqual(source.match(first().id, now))
    expect(match && feed.markets(match, now)).toBe(source.markets(first(), now))
  })

  it('computes the markets that a rule changes once for each version', () => {
    const { feed, desk } = feedWith({ sport: 'football', priceFactor: 0.97 })
    const markets = () => {
      const match = feed.match(first().id, now)
      return match && feed.markets(match, now)
    }
    const before = markets()
    expect(markets()).toBe(before)
    desk.load([], [])
    expect(markets()).not.toBe(before)
  })

  it.each(['upcoming', 'live'] as const)('raises no price above what the selection is worth (%s)', (when) => {
    const match = first(when)
    const { feed } = feedWith({ matchId: match.id, priceFactor: 1.1 })
    const raised = feed.match(match.id, now)
    if (!raised) throw new Error('no match')
    const before = optionsOf(source, match)
    const after = optionsOf(feed, raised)
    expect(after.length).toBeGreaterThan(5)
    expect(after.some(({ odds }, i) => odds > (before[i]?.odds ?? Infinity))).toBe(true)
    for (const { key, selection, gameTime, odds } of after) {
      const mean = source.expectedFactor({ matchId: match.id, selection, gameTime, odds }, now)
      expect(mean, key).toBeLessThanOrEqual(1 + 1e-9)
    }
  })

  it('keeps the price of a combination below what it is worth too, and lowers it by the factor of each selection', () => {
    const { id } = first()
    const pair = [
      { selection: { market: 'winner', side: 'home', ways: 3 }, gameTime: GameTime.fullMatch },
      { selection: { market: 'total', side: 'over', line: 1.5 }, gameTime: GameTime.fullMatch },
    ] as const
    const plain = source.combination(id, pair, now)
    if (!plain?.odds) throw new Error('no price')
    const raised = feedWith({ matchId: id, priceFactor: 1.1 }).feed.combination(id, pair, now)
    expect(raised?.odds).toBeGreaterThan(plain.odds)
    expect((raised?.odds ?? 0) * plain.win + plain.refund).toBeLessThanOrEqual(1)
    const lowered = feedWith({ matchId: id, priceFactor: 0.9 }).feed.combination(id, pair, now)
    expect(lowered?.odds).toBeCloseTo(plain.odds * 0.81, 1)
  })

  it('has the margin that the desk says, with more of it on long odds, and closes only options', () => {
    const match = first()
    const winnerOf = (feed: DeskFeed | SimulatedFeed, of: FeedMatch) =>
      feed.markets(of, now).find(({ market, gameTime }) => market === 'winner' && gameTime === 1)
    const overround = (feed: DeskFeed | SimulatedFeed, of: FeedMatch) =>
      (winnerOf(feed, of)?.options ?? []).reduce((sum, { odds }) => sum + 1 / odds, 0)
    const at = (margin: number) => {
      const { feed } = feedWith({ sport: 'football', league: match.league, market: 'winner:1', margin })
      const changed = feed.match(match.id, now)
      if (!changed) throw new Error('no match')
      const returns = (winnerOf(feed, changed)?.options ?? []).map(({ odds, range }) => [
        range?.fair ?? NaN,
        odds / (range?.fair ?? NaN),
      ])
      return { overround: overround(feed, changed), returns: returns.sort(([a = 0], [b = 0]) => a - b) }
    }
    expect(at(0.12).overround).toBeGreaterThan(1.12)
    expect(at(0.12).overround).toBeLessThan(1.14)
    expect(at(0.03).overround).toBeLessThan(overround(source, match))
    const shares = at(0.12).returns.map(([, share]) => share)
    // Each price is rounded down.
    const rounding = 0.004
    shares.slice(1).forEach((share = NaN, i) => expect(share).toBeLessThan((shares[i] ?? NaN) + rounding))
    expect(shares.at(-1)).toBeLessThan((shares[0] ?? NaN) - rounding)
    // Nor does a smaller margin leave the house less than its least edge.
    for (const [, share] of at(0.02).returns) expect(share).toBeLessThan(0.976)
    const pair = [
      { selection: { market: 'winner', side: 'home', ways: 3 }, gameTime: GameTime.fullMatch },
      { selection: { market: 'total', side: 'over', line: 1.5 }, gameTime: GameTime.fullMatch },
    ] as const
    const { feed } = feedWith({ matchId: match.id, market: 'winner:1', margin: 0.2 })
    const plain = source.combination(match.id, pair, now)?.odds ?? NaN
    const usual = usualMargin(match, 'winner', GameTime.fullMatch)
    expect(feed.combination(match.id, pair, now)?.odds).toBeCloseTo((plain * (1 + usual)) / 1.2, 1)
  })

  it('stops a market alone, or with its match; nothing can be cashed out or combined on it', () => {
    const match = first('live')
    const leg = {
      matchId: match.id,
      selection: { market: 'oddEven', side: 'odd' },
      gameTime: GameTime.fullMatch,
      odds: 2,
    } as const
    expect(source.expectedFactor(leg, now)).toBeGreaterThan(0)
    const market = feedWith({ sport: 'football', market: 'oddEven:1', isStopped: true }).feed
    const told = market.match(match.id, now)
    expect(told?.isSuspended).toBe(false)
    expect(told?.version).toBe(match.version + 1)
    const open = told && market.markets(told, now).map(({ market: kind, isSuspended }) => [kind, isSuspended])
    expect(open).toContainEqual(['oddEven', true])
    expect(open).toContainEqual(['handicap', false])
    expect(market.expectedFactor(leg, now)).toBeUndefined()
    const whole = feedWith({ sport: 'football', league: match.league, isStopped: true }).feed
    expect(whole.match(match.id, now)?.isSuspended).toBe(true)
    expect(
      whole.matches('football', 'live', now).filter(({ isSuspended }) => !isSuspended),
    ).not.toContainEqual(expect.objectContaining({ league: match.league }))
  })

  it('lists no match that was decided by hand, and knows it as a corrected one', () => {
    const { feed, desk } = feedWith()
    const match = first('live')
    desk.load(
      [],
      [
        {
          matchId: match.id,
          state: { period: MatchPeriod.finished, parts: { 1: { home: 2, away: 0, final: true } } },
          voidMarkets: [],
          correction: null,
          changes: 1,
          decidedBy: 'trader',
          decidedAt: now,
        },
      ],
    )
    expect(feed.matches('football', 'live', now).map(({ id }) => id)).not.toContain(match.id)
    expect(feed.match(match.id, now)).toMatchObject({
      isLive: false,
      decidedBy: 'trader',
      state: { period: -1 },
    })
    expect(feed.corrected(now)).toContain(match.id)
    expect(feed.markets(match, now)).toEqual([])
  })
})
