import { describe, expect, it } from 'vitest'
import type { Promotion } from '#contract/http/promotions.ts'
import { dayAfter, offersOn, weekFrom } from '#renderer/screens/gamebouns/promotionDays.ts'

// 2026-11-25 is a Wednesday.
const promotion = (changes: Partial<Promotion>) =>
  ({ id: '1', kind: 'firstDeposit', state: 'login', startsAt: null, endsAt: null, ...changes }) as Promotion
const whats = (day: string, changes: Partial<Promotion>) =>
  offersOn(day, [promotion(changes)], ['rebate']).flatMap(({ promotion: found, what }) =>
    found ? [what] : [],
  )

describe('the promotions calendar', () => {
  it('begins today and crosses the end of a month', () => {
    expect(weekFrom('2026-11-28')).toEqual([
      '2026-11-28',
      '2026-11-29',
      '2026-11-30',
      '2026-12-01',
      '2026-12-02',
      '2026-12-03',
      '2026-12-04',
    ])
    expect(dayAfter('2026-12-31')).toBe('2027-01-01')
  })

  it('ends an offer with its last day in Brasília', () => {
    const untilSaturday = { state: 'available', endsAt: '2026-11-28T03:00:00Z' } as const
    expect(whats('2026-11-27', untilSaturday)).toEqual(['until'])
    expect(whats('2026-11-28', untilSaturday)).toEqual([])
    expect(whats('2026-11-28', { ...untilSaturday, endsAt: '2026-11-28T03:00:01Z' })).toEqual(['until'])
    expect(whats('2026-11-25', { state: 'claimed' })).toEqual([])
    expect(whats('2026-11-25', {})).toEqual(['open'])
  })

  it('counts bets at the weekend, and has days of claiming only where there is something to claim', () => {
    const cashback = (day: string, changes: Partial<Promotion>) =>
      whats(day, { kind: 'weekendCashback', ...changes })
    expect(cashback('2026-11-28', {})).toEqual(['counts'])
    expect(cashback('2026-11-29', { state: 'claimed' })).toEqual(['counts'])
    expect(cashback('2026-11-25', {})).toEqual([])
    const open = { state: 'available', endsAt: '2026-11-28T03:00:00Z' } as const
    expect(cashback('2026-11-27', open)).toEqual(['claim'])
    expect(cashback('2026-11-30', open)).toEqual([])
    const waiting = { state: 'notReady', startsAt: '2026-11-30T03:00:00Z' } as const
    expect(cashback('2026-11-26', waiting)).toEqual([])
    expect(cashback('2026-11-30', waiting)).toEqual(['claim'])
  })

  it('has the daily offers of this operator every day, after the promotions', () => {
    const ids = (daily: Parameters<typeof offersOn>[2]) =>
      offersOn('2026-11-25', [promotion({})], daily).map(({ id }) => id)
    expect(ids(['checkIn', 'rebate'])).toEqual(['1', 'checkIn', 'rebate'])
    expect(ids(['rebate'])).toEqual(['1', 'rebate'])
  })
})
