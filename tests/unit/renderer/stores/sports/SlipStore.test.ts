import { describe, expect, it } from 'vitest'
import { slipOf, type SlipPick } from '#renderer/stores/sports/SlipStore.ts'
import { createWorld } from '../rootWorld.ts'

const pick: SlipPick = {
  matchId: 'm1',
  sport: 'football',
  home: 'Aurora',
  away: 'Litoral',
  startsAt: '2030-01-01T20:00:00Z',
  isLive: false,
  key: 'winner:1:home:3',
  odds: 2,
}

describe('the slip', () => {
  it('is one for each app', () => {
    const { root } = createWorld()
    expect(slipOf(root)).toBe(slipOf(root))
    expect(slipOf(root)).not.toBe(slipOf(createWorld().root))
  })

  it('takes a pick in and, pressed again, out', () => {
    const slip = slipOf(createWorld().root)
    slip.toggle(pick)
    expect(slip.has('m1', pick.key)).toBe(true)
    expect(slip.has('m1', 'winner:1:away:3')).toBe(false)
    slip.toggle(pick)
    expect(slip.has('m1', pick.key)).toBe(false)
  })
})
