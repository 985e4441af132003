import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cents } from '#contract/money.ts'
import { nextVip, VIP_MAX_LEVEL, vipImageIndex, vipLevelOf, vipRow, vipTable } from '#contract/rules/vip.ts'

/** docs/product.md, "VIP levels", as text. */
const spec = `
| 0 | 0 | - | - | 1 | 3 |
| 1 | 5 | 100 | 400 | 1 | 2.5 |
| 2 | 25 | 500 | 3000 | 1 | 2 |
| 3 | 50 | 1000 | 6000 | 1 | 1.5 |
| 4 | 100 | 2000 | 15000 | 1 | 1 |
| 5 | 250 | 5000 | 40000 | 2 | 0.5 |
| 6 | 500 | 10000 | 80000 | 2 | 0 |
| 7 | 2500 | 50000 | 400000 | 2 | 0 |
| 8 | 10000 | 200000 | 1600000 | 2 | 0 |
| 9 | 25000 | 500000 | 3000000 | 3 | 0 |
| 10 | 75000 | 1500000 | 6000000 | 3 | 0 |
| 11 | 250000 | 5000000 | 20000000 | 3 | 0 |
| 12 | 500000 | 10000000 | 40000000 | 5 | 0 |`

describe('table', () => {
  it('is the documented one', () => {
    const rows = spec
      .trim()
      .split('\n')
      .map((line) =>
        line
          .split('|')
          .slice(1, -1)
          .map((cell) => Number(cell.trim().replace('-', '0'))),
      )
    expect(
      vipTable.map((row) => [
        row.level,
        row.promotionBonus / 100,
        row.depositSum / 100,
        row.betSum / 100,
        row.withdrawalsPerDay,
        row.withdrawalFee * 100,
      ]),
    ).toEqual(rows)
    expect(VIP_MAX_LEVEL).toBe(12)
  })

  it('has a row for any level', () => {
    expect(vipRow(5).withdrawalFee).toBe(0.005)
    expect([vipRow(-1), vipRow(99), vipRow(Number.NaN)].map((row) => row.level)).toEqual([0, 12, 0])
    expect(nextVip(11)?.level).toBe(12)
    expect(nextVip(12)).toBeNull()
  })
})

describe('level', () => {
  it('needs deposits and bets', () => {
    expect(vipLevelOf(cents(10_000), cents(40_000))).toBe(1)
    expect(vipLevelOf(cents(9_999), cents(40_000))).toBe(0)
    expect(vipLevelOf(cents(10_000), cents(39_999))).toBe(0)
    expect(vipLevelOf(cents(1e9), cents(0))).toBe(0)
    expect(vipLevelOf(cents(1e9), cents(4e9))).toBe(12)
    expect(vipLevelOf(cents(1e9), cents(4e9 - 1))).toBe(11)
  })

  it('never falls as sums grow', () => {
    const sum = fc.integer({ min: 0, max: 5e9 })
    fc.assert(
      fc.property(
        sum,
        sum,
        sum,
        sum,
        (deposit, bet, more, still) =>
          vipLevelOf(cents(deposit), cents(bet)) <= vipLevelOf(cents(deposit + more), cents(bet + still)),
      ),
    )
  })
})

describe('picture', () => {
  it('shows the picture of level 0 above 23', () => {
    expect([0, 12, 23, 24, 100, -1, 1.5].map(vipImageIndex)).toEqual([0, 12, 23, 0, 0, 0, 0])
  })
})
