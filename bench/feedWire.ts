import { createServer, type Socket } from 'node:net'
import type { FeedMessage, ToldFixture, ToldMarket } from '../src/server/providers/feed/FeedProvider.ts'

/** The wire of the bench of the feed: a line of JSON for each message; the programs answer `stored N` for N lines. */

export const wireMatches = 5_000
export const marketsOfMatch = 40
export const changesPerSecond = 10_000

/** A line: one match, or the prices of one of its markets. */
export type WireLine = { fixture: ToldFixture } | { matchId: string; market: ToldMarket }

export function messageOf(line: WireLine): FeedMessage {
  return 'fixture' in line ? line.fixture : { kind: 'markets', matchId: line.matchId, markets: [line.market] }
}

/** Calls `take` with the lines of each piece that arrives; returns the port. */
export async function listenForLines(
  take: (lines: WireLine[], answer: (text: string) => void) => void,
): Promise<number> {
  const server = createServer((socket: Socket) => {
    let rest = ''
    socket.setEncoding('utf8')
    socket.on('error', () => socket.destroy())
    socket.on('data', (piece: string) => {
      const parts = (rest + piece).split('\n')
      rest = parts.pop() ?? ''
      if (parts.length > 0)
        take(
          parts.map((part) => JSON.parse(part) as WireLine),
          (text) => socket.write(`${text}\n`),
        )
    })
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  server.unref()
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return address.port
}

export function wireFixture(index: number, startsAt: number): ToldFixture {
  return {
    kind: 'fixture',
    matchId: `b${index}`,
    sport: 'football',
    league: { id: `l${index % 100}`, name: `Liga ${index % 100}` },
    home: { id: `h${index}`, name: `Casa ${index}` },
    away: { id: `a${index}`, name: `Fora ${index}` },
    startsAt: startsAt + index * 1_000,
  }
}

/** A market of a match, with prices that are others at each change: `change` counts those of all markets. */
export function wireMarket(index: number, change: number): ToldMarket {
  const round = Math.floor(change / (wireMatches * marketsOfMatch))
  const odds = (shift: number) => (130 + ((change * 7 + round * 53 + shift) % 700)) / 100
  const common = { gameTime: 1, isMain: index < 3, isSuspended: false } as const
  if (index === 0)
    return {
      ...common,
      market: 'winner',
      line: null,
      options: { 'winner:1:home:3': odds(0), 'winner:1:draw:3': odds(130), 'winner:1:away:3': odds(230) },
    }
  const isTotal = index % 2 === 1
  const line = isTotal ? 0.25 + index / 4 : (index - 20) / 4
  if (isTotal)
    return {
      ...common,
      market: 'total',
      line,
      options: { [`total:1:over:${line}`]: odds(0), [`total:1:under:${line}`]: odds(90) },
    }
  return {
    ...common,
    market: 'handicap',
    line,
    options: { [`handicap:1:home:${line}`]: odds(0), [`handicap:1:away:${0 - line}`]: odds(90) },
  }
}
