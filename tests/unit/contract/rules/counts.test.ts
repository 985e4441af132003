import { describe, expect, it } from 'vitest'
import { countUpDefaults, countUpParts, groupThousands } from '#contract/rules/countUp.ts'
import { onlineCount, shortCount, trueOnlineCount } from '#contract/rules/onlineCount.ts'

describe('online count', () => {
  it('is 101 times the value plus a two-digit number', () => {
    expect(onlineCount(7, 42)).toBe(749)
    expect(onlineCount(0, 10)).toBe(10)
    for (const jitter of [9, 100, 10.5, Number.NaN]) expect(() => onlineCount(7, jitter)).toThrow(RangeError)
  })

  it('is the value itself where the jurisdiction asks for it', () => {
    expect(onlineCount(7, 42, trueOnlineCount)).toBe(7)
  })

  it.each([
    [999, 999, ''],
    [1_000, 1, 'K'],
    [12_345, 12.3, 'K'],
    [999_999, 999.9, 'K'],
    [1_000_000, 1, 'M'],
    [1_290_000, 1.2, 'M'],
  ])('%s is shown as %s %s', (value, amount, unit) => {
    expect(shortCount(value)).toEqual({ amount, unit })
  })
})

describe('count-up', () => {
  it('has the defaults of spec §9', () => {
    expect(countUpDefaults).toEqual({ durationSeconds: 2, separator: ',' })
  })

  it.each([
    [999, 999, ''],
    [1_000, 1, 'K+'],
    [2_999_999, 2, 'M+'],
    [3e9, 3, 'B+'],
  ])('%s is %s %s', (value, amount, unit) => {
    expect(countUpParts(value)).toEqual({ amount, unit })
  })

  it('groups by three', () => {
    expect([0, 999, 1_000, 1_234_567].map((value) => groupThousands(value))).toEqual([
      '0',
      '999',
      '1,000',
      '1,234,567',
    ])
    expect(groupThousands(1_234_567, '.')).toBe('1.234.567')
  })
})
