import { describe, expect, it } from 'vitest'
import { favouritesOf } from '#renderer/features/betSlip/QuickPicksStore.ts'
import { market, matchWire } from '../../screens/footballPage/feedFixture.ts'

const next = (id: string, home: number, away: number, change = {}) =>
  matchWire(id, {
    live: false,
    period: 0,
    markets: [market('winner', 1, null, { home, draw: 3.4, away })],
    ...change,
  })

describe('the parlay of the day', () => {
  it('has the favourites of the next matches: no outsider, no sure thing, nothing closed or boosted', () => {
    const boosted = next('boosted', 1.6, 5)
    const winner = boosted.markets[0]
    if (winner?.options[0]) winner.options[0].boostedFrom = 1.5
    // Every option is closed, the market is not yet.
    const half = next('half', 1.6, 2.2)
    const halfWinner = half.markets[0]
    if (halfWinner) for (const option of halfWinner.options) option.suspended = true
    const picks = favouritesOf([
      half,
      next('sure', 1.1, 12),
      next('even', 2.6, 2.7),
      next('closed', 1.5, 6, { suspended: true }),
      boosted,
      next('a', 1.5, 6),
      next('b', 4, 1.8),
      next('c', 2, 3.5),
      next('d', 1.4, 7),
    ])
    expect(picks.map(({ matchId, key, odds }) => [matchId, key, odds])).toEqual([
      ['a', 'winner:1:home:3', 1.5],
      ['b', 'winner:1:away:3', 1.8],
      ['c', 'winner:1:home:3', 2],
    ])
  })

  it('is not offered with fewer than three', () => {
    expect(favouritesOf([next('a', 1.5, 6), next('b', 1.6, 5)])).toEqual([])
  })
})
