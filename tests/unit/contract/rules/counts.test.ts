import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { onlineCount, shortCount, type OnlineCountRule } from '#contract/rules/onlineCount.ts'

/** The online count rule of a jurisdiction profile. */
function ruleOf(profile: string): OnlineCountRule {
  const path = join(import.meta.dirname, `../../../../resources/jurisdictions/${profile}.json`)
  return (JSON.parse(readFileSync(path, 'utf8')) as { onlineCount: OnlineCountRule }).onlineCount
}

describe('online count', () => {
  it('is 101 times the value plus a two-digit number', () => {
    const rule = ruleOf('spec')
    expect(onlineCount(7, 42, rule)).toBe(749)
    expect(onlineCount(0, 10, rule)).toBe(10)
    for (const jitter of [9, 100, 10.5, Number.NaN]) {
      expect(() => onlineCount(7, jitter, rule)).toThrow(RangeError)
    }
  })

  it('is the head count itself in Brazil', () => {
    expect(onlineCount(7, 42, ruleOf('br'))).toBe(7)
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
