import { autorun } from 'mobx'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { fromWireMatch } from '#contract/http/sports.ts'
import { PriceMoves } from '#renderer/features/odds/PriceMoves.ts'
import { market, matchWire } from '../../screens/footballPage/feedFixture.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const match = (prices: Record<string, number>) =>
  fromWireMatch(matchWire('a', { markets: [market('winner', 1, null, prices)] }))
const before = match({ home: 1.5, draw: 4, away: 7 })
const [home, draw, away] = before.markets[0]!.options.map(({ key }) => key) as [string, string, string]

describe('a changed price', () => {
  it('is marked with its direction for a while', () => {
    const moves = new PriceMoves()
    moves.mark(before, match({ home: 1.6, draw: 3.9, away: 7 }))
    expect([home, draw, away].map((key) => moves.of('a', key))).toEqual(['up', 'down', null])
    expect(moves.of('b', home)).toBeNull()
    vi.advanceTimersByTime(2_300)
    expect(moves.of('a', home)).toBe('up')
    vi.advanceTimersByTime(200)
    expect([home, draw].map((key) => moves.of('a', key))).toEqual([null, null])
  })

  it('stays marked from its last change on', () => {
    const moves = new PriceMoves()
    const higher = match({ home: 1.6, draw: 4, away: 7 })
    moves.mark(before, higher)
    vi.advanceTimersByTime(2_000)
    moves.mark(higher, match({ home: 1.7, draw: 4.1, away: 7 }))
    vi.advanceTimersByTime(2_000)
    expect([home, draw].map((key) => moves.of('a', key))).toEqual(['up', 'up'])
    vi.advanceTimersByTime(500)
    expect([home, draw].map((key) => moves.of('a', key))).toEqual([null, null])
  })

  it('is not the first price of another option', () => {
    const moves = new PriceMoves()
    const line = (odds: number, at: number) =>
      fromWireMatch(matchWire('a', { markets: [market('total', 1, at, { over: odds })] }))
    const next = line(2.1, 3.5)
    moves.mark(line(1.9, 2.5), next)
    expect(moves.of('a', next.markets[0]!.options[0]!.key)).toBeNull()
  })

  it('renders only the price that has changed', () => {
    const moves = new PriceMoves()
    const drawn = { home: 0, draw: 0 }
    const stops = [
      autorun(() => void (moves.of('a', home), drawn.home++)),
      autorun(() => void (moves.of('a', draw), drawn.draw++)),
    ]
    moves.mark(before, match({ home: 1.6, draw: 4, away: 7 }))
    expect(drawn).toEqual({ home: 2, draw: 1 })
    for (const stop of stops) stop()
  })
})

it('many marks end in several tasks', () => {
  const moves = new PriceMoves()
  const many = (odds: number) =>
    match(Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`side${index}`, odds])))
  const keys = many(2).markets[0]!.options.map(({ key }) => key)
  const marked = () => keys.filter((key) => moves.of('a', key) !== null).length
  moves.mark(many(2), many(3))
  expect(marked()).toBe(30)
  vi.advanceTimersByTime(2_400)
  expect(marked()).toBe(18)
  vi.advanceTimersByTime(100)
  expect(marked()).toBe(0)
})
