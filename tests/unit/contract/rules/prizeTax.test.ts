import { expect, it } from 'vitest'
import { cents } from '#contract/money.ts'
import { prizeRateOf, prizesOf } from '#contract/rules/prizeTax.ts'
import { loadProfile } from '#server/config/jurisdictions.ts'
import { taxOf, taxRateOn } from '#server/domain/reports/tax.ts'

const { prizeTax, revenueTax } = loadProfile('br')

it('taxes prizes above the free amount; losses count within a kind of bet only', () => {
  expect(prizeRateOf(prizeTax, 2024)).toBeUndefined()
  const rate = prizeRateOf(prizeTax, 2026)
  if (!rate) throw new Error('no rate in 2026')
  const of = (sports: number, games: number) => prizesOf({ sports: cents(sports), games: cents(games) }, rate)
  expect(of(2_846_720, -9_000_000)).toEqual({ net: 2_846_720, taxable: 0, tax: 0 })
  // A cent above: 0.15 of a cent is none, and four are more than half.
  expect(of(2_846_721, -1)).toMatchObject({ taxable: 1, tax: 0 })
  expect(of(2_846_724, 0)).toMatchObject({ taxable: 4, tax: 1 })
  expect(of(2_000_000, 2_000_000)).toEqual({ net: 4_000_000, taxable: 1_153_280, tax: 172_992 })
  expect(of(-5, -5)).toEqual({ net: 0, taxable: 0, tax: 0 })
})

it('taxes revenue by the day: 12 % until March 2026, then 13, 14 and 15 %', () => {
  expect(
    ['2024-12-31', '2026-03-31', '2026-04-01', '2026-12-31', '2027-01-01', '2028-01-01'].map((day) =>
      taxRateOn(revenueTax, day),
    ),
  ).toEqual([0, 1200, 1300, 1300, 1400, 1500])
  expect(
    taxOf(revenueTax, [
      { day: '2026-03-31', base: cents(10_000) },
      { day: '2026-04-01', base: cents(10_000) },
    ]),
  ).toBe(2_500)
})
