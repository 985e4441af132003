import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  DOUBLE_STRIP,
  doubleColour,
  doubleColours,
  doubleOutcome,
  doubleRtp,
  parseDouble,
  settleDouble,
} from '#contract/games/double.ts'
import { rational } from '#contract/rational.ts'
import { cents } from '#contract/money.ts'
import { chainDraws, chiSquare, counts, critical } from './chain.ts'

const slots = Array.from({ length: 15 }, (_, slot) => slot)

it('accepts three colours and never throws', () => {
  for (const colour of ['red', 'white', 'black'])
    expect(parseDouble({ colour })).toEqual({ ok: true, value: { colour } })
  for (const colour of ['green', '', 0, null])
    expect(parseDouble({ colour })).toEqual({ ok: false, error: 'betInvalid' })
  fc.assert(fc.property(fc.anything(), (input) => typeof parseDouble(input).ok === 'boolean'))
})

it('has one white, seven red and seven black slots, each once on the strip', () => {
  expect(slots.map(doubleColour)).toEqual(['white', ...Array(7).fill('red'), ...Array(7).fill('black')])
  expect(DOUBLE_STRIP.toSorted((a, b) => a - b)).toEqual(slots)
})

it('turns floats into slots 0 to 14', () => {
  expect(doubleOutcome([0])).toEqual({ slot: 0, colour: 'white' })
  expect(doubleOutcome([1 - 2 ** -32])).toEqual({ slot: 14, colour: 'black' })
})

describe('bet', () => {
  it('pays white x14, red and black x2', () => {
    const pay = (colour: (typeof doubleColours)[number], slot: number) =>
      settleDouble(cents(1000), { colour }, { slot, colour: doubleColour(slot) }).payout
    expect([pay('white', 0), pay('red', 1), pay('red', 7), pay('black', 8), pay('black', 14)]).toEqual([
      14_000, 2000, 2000, 2000, 2000,
    ])
    expect([pay('white', 1), pay('red', 0), pay('red', 8), pay('black', 7), pay('black', 0)]).toEqual([
      0, 0, 0, 0, 0,
    ])
  })

  it('returns exactly 14/15, also when all settlements are enumerated', () => {
    for (const colour of doubleColours) {
      expect(doubleRtp(colour)).toEqual(rational(14, 15))
      const paid = slots.reduce(
        (sum, slot) =>
          sum + settleDouble(cents(100), { colour }, { slot, colour: doubleColour(slot) }).payout,
        0,
      )
      expect(rational(paid, 15 * 100)).toEqual(rational(14, 15))
    }
  })
})

it('stops on every slot equally often (20,000 draws)', () => {
  const observed = counts(
    chainDraws('double', 20_000, 1).map((list) => doubleOutcome(list).slot),
    15,
  )
  expect(chiSquare(observed, new Array<number>(15).fill(1 / 15))).toBeLessThan(critical(14))
})
