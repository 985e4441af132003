import type { FeedWatch } from '#contract/realtime.ts'
import type { MatchChange, MatchWire } from '#contract/http/sports.ts'
import { createFixture, settled } from '../../stores/rootFixture.ts'

/** A football match in its second half, 2-1 by default. */
export function matchWire(id: string, change: Partial<MatchWire> = {}): MatchWire {
  return {
    matchId: id,
    sport: 'football',
    league: 'Série A',
    home: `Casa ${id}`,
    away: `Fora ${id}`,
    time: '2030-01-01T19:00:00.000Z',
    period: 3,
    minute: 60,
    homeScore: 2,
    awayScore: 1,
    parts: [],
    live: true,
    suspended: false,
    markets: [market('winner', 1, null, { home: 1.5, draw: 4, away: 7 })],
    marketCount: 1,
    version: 1,
    ...change,
  }
}

/** A market with its prices by side; keys as in the contract. */
export function market(
  name: MatchWire['markets'][number]['market'],
  gameTime: number,
  line: number | null,
  prices: Record<string, number>,
): MatchWire['markets'][number] {
  const sides = Object.entries(prices)
  return {
    market: name,
    gameTime,
    line,
    suspended: false,
    options: sides.map(([side, odds]) => {
      const own = line !== null && name === 'handicap' && side === 'away' ? -line : line
      const end = name === 'winner' ? `:${sides.length}` : own === null ? '' : `:${own}`
      return { key: `${name}:${gameTime}:${side}${end}`, side, line: own, odds }
    }),
  }
}

/** Creates a page that can be hidden, and stores with a feed of matches. */
export function createFeedFixture() {
  const fixture = createFixture()
  const lists = { live: [] as MatchWire[], upcoming: [] as MatchWire[] }
  const popular: string[] = []
  const next: MatchWire[] = []
  const counts: { sport: string; live: number; upcoming: number }[] = []
  const watched: FeedWatch[] = []
  const listeners = new Set<() => void>()
  const page = {
    hidden: false,
    addEventListener: (_name: string, listener: () => void) => void listeners.add(listener),
    removeEventListener: (_name: string, listener: () => void) => void listeners.delete(listener),
  }
  const serverTime = '2030-01-01T20:00:00.000Z'
  fixture.root.platform.realtime.watchFeed = (watch) => void watched.push(watch)
  fixture.respond('/api/app/sports/matches', ({ query }) => ({
    data: {
      matches: lists[query['when'] as 'live' | 'upcoming'],
      popular: [...popular],
      ...(query['when'] === 'live' && next.length > 0 ? { next: [...next] } : {}),
      serverTime,
    },
  }))
  fixture.respond('/api/app/sports/overview', () => ({
    data: { sports: counts, simulated: true, serverTime, limits: {} },
  }))
  fixture.root.realtime.start()
  return {
    ...fixture,
    lists,
    counts,
    popular,
    next,
    watched,
    page: page as unknown as Document,
    push: (...matches: MatchWire[]) => fixture.emitEvent({ name: 'feed:matches', payload: { matches } }),
    pushChange: (change: MatchChange) => fixture.emitEvent({ name: 'feed:changes', payload: change }),
    async setHidden(hidden: boolean) {
      page.hidden = hidden
      for (const listener of listeners) listener()
      await settled()
    },
  }
}
