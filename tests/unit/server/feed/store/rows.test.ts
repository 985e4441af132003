import { describe, expect, it } from 'vitest'
import type { ToldMarket } from '#server/providers/feed/FeedProvider.ts'
import { MarketCodes } from '#server/feed/store/rows.ts'

const total = (line: number | null, options: ToldMarket['options'], gameTime: 1 | 2 = 1): ToldMarket => ({
  market: 'total',
  gameTime,
  line,
  isMain: true,
  isSuspended: false,
  options,
})

describe('the codes of markets', () => {
  it('have market, part and line, also where a provider tells the same first option in others', () => {
    const codes = new MarketCodes()
    const options = { 'total:1:over:2.5': 1.9, 'total:1:under:2.5': 1.9 }
    for (let again = 0; again < 2; again++) {
      expect(codes.of(total(2.5, options))).toBe('total:1:2.5')
      expect(codes.of(total(3.5, options))).toBe('total:1:3.5')
      expect(codes.of(total(2.5, options, 2))).toBe('total:2:2.5')
      expect(codes.of({ ...total(2.5, options), market: 'corners' })).toBe('corners:1:2.5')
      expect(codes.of(total(null, {}))).toBe('total:1:')
      expect(codes.of(total(0.5, {}))).toBe('total:1:0.5')
    }
  })
})
