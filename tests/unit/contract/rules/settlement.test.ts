import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { rational, toNumber } from '#contract/rational.ts'
import { cents, fromWireAmount, parseAmount, toWireAmount } from '#contract/money.ts'
import {
  codeOfDistance,
  combinedOdds,
  isQuarterLine,
  parlayCode,
  potentialReturn,
  returnFactor,
  settleTicket,
  type FinalCode,
  type ResultCode,
} from '#contract/rules/settlement.ts'

const parlayOdds = [2, 2.2, 1.91, 2.5]
const parlay = (...codes: ResultCode[]) =>
  settleTicket(
    cents(1000),
    parlayOdds.map((odds, i) => ({ odds, code: codes[i] ?? 10 })),
  )
const quarters = fc.integer({ min: -40, max: 40 }).map((n) => n / 4)
const odds = fc.integer({ min: 101, max: 5000 }).map((n) => n / 100)

describe('return factor', () => {
  it.each([
    [10, 1.91, 191, 100],
    [21, 2, 3, 2],
    [90, 1.91, 1, 1],
    [11, 1.91, 1, 2],
    [20, 1.91, 0, 1],
  ] as const)('code %s at %s is %s/%s', (code, at, numerator, denominator) => {
    expect(returnFactor(code, at)).toEqual(rational(numerator, denominator))
  })
})

describe('known answers', () => {
  it.each([
    ['first leg half won', [21], 15_757],
    ['first two half won', [21, 21], 11_460],
    ['first two half lost', [11, 11], 1_194],
  ] as const)('%s', (_, codes, payout) => {
    expect(parlay(...codes)).toMatchObject({ settled: true, payout })
  })
})

describe('ticket', () => {
  it('labels a single with its own code', () => {
    const single = (code: ResultCode) => settleTicket(cents(1001), [{ odds: 1.91, code }])
    expect(single(10)).toMatchObject({ settled: true, code: 10, payout: 1912 })
    expect(single(21)).toMatchObject({ settled: true, code: 21, payout: 1456 })
    expect(single(90)).toMatchObject({ settled: true, code: 90, payout: 1001 })
    expect(single(11)).toMatchObject({ settled: true, code: 11, payout: 500 })
    expect(single(20)).toMatchObject({ settled: true, code: 20, payout: 0 })
    expect(single(1000)).toEqual({ settled: false })
  })

  it('labels a parlay by its return factor', () => {
    expect(parlay()).toMatchObject({ code: 10, payout: 21_010 })
    expect(parlay(90, 90, 90, 90)).toMatchObject({ code: 90, payout: 1000 })
    expect(parlay(11, 90, 90, 90)).toMatchObject({ code: 11, payout: 500 })
    expect(parlay(11, 11)).toMatchObject({ code: 10 })
    expect(parlay(20)).toMatchObject({ code: 20, payout: 0 })
    expect(
      settleTicket(cents(1000), [
        { odds: 2, code: 10 },
        { odds: 3, code: 11 },
      ]),
    ).toMatchObject({ code: 90, payout: 1000 })
    expect([rational(3, 2), rational(1), rational(1, 100), rational(0)].map(parlayCode)).toEqual([
      10, 90, 11, 20,
    ])
  })

  it('waits for open legs, unless one is lost', () => {
    expect(parlay(10, 1000)).toEqual({ settled: false })
    expect(parlay(1000, 20)).toMatchObject({ settled: true, code: 20, payout: 0 })
  })

  it('needs at least one leg', () => {
    expect(() => settleTicket(cents(1000), [])).toThrow(RangeError)
  })

  it('rounds once, at the end', () => {
    const legs = Array.from({ length: 3 }, () => ({ odds: 1.11, code: 10 as const }))
    expect(settleTicket(cents(10), legs)).toMatchObject({ payout: 14 })
  })

  it('is independent of the order of the legs, and within half a cent of stake x F', () => {
    const leg = fc.record({ odds, code: fc.constantFrom<FinalCode>(10, 21, 90, 11, 20) })
    fc.assert(
      fc.property(
        fc.array(leg, { minLength: 2, maxLength: 4 }),
        fc.integer({ min: 10, max: 500_000 }),
        (legs, stake) => {
          const settlement = settleTicket(cents(stake), legs)
          expect(settleTicket(cents(stake), legs.toReversed())).toEqual(settlement)
          if (!settlement.settled) throw new Error('all codes are final')
          const { numerator, denominator } = settlement.factor
          const twiceError = 2n * (BigInt(settlement.payout) * denominator - BigInt(stake) * numerator)
          expect(twiceError >= -denominator && twiceError < denominator).toBe(true)
        },
      ),
    )
  })
})

describe('potential return', () => {
  it('is the payout when every leg wins', () => {
    expect(potentialReturn(cents(1000), parlayOdds)).toBe(21_010)
    expect(toNumber(combinedOdds(parlayOdds))).toBeCloseTo(21.01, 10)
    fc.assert(
      fc.property(fc.array(odds, { minLength: 1, maxLength: 12 }), (list) => {
        const won = settleTicket(
          cents(100),
          list.map((each) => ({ odds: each, code: 10 })),
        )
        expect(won).toMatchObject({ payout: potentialReturn(cents(100), list) })
      }),
    )
  })
})

describe('limit', () => {
  const long = Array.from({ length: 12 }, () => 50)
  const largest = potentialReturn(cents(500_000), long)

  it('applies to the slip and to the settlement', () => {
    const won = long.map((odds) => ({ odds, code: 10 as const }))
    expect(settleTicket(cents(500_000), won)).toMatchObject({ code: 10, payout: largest })
    expect(potentialReturn(cents(1000), [2, 3], cents(5999))).toBe(5999)
    expect(potentialReturn(cents(1000), [2, 3], cents(6000))).toBe(6000)
    expect(settleTicket(cents(1000), won.slice(0, 1), cents(700))).toMatchObject({ payout: 700 })
  })

  it('is the largest amount that the wire carries', () => {
    expect(fromWireAmount(toWireAmount(largest))).toBe(largest)
    expect(parseAmount(toWireAmount(cents(largest + 1)))).toBeUndefined()
  })
})

describe('distance', () => {
  it.each([
    [3, 10],
    [0.5, 10],
    [0.25, 21],
    [0, 90],
    [-0, 90],
    [-0.25, 11],
    [-0.5, 20],
    [-2.75, 20],
  ])('%s is code %s', (distance, code) => {
    expect(codeOfDistance(distance)).toBe(code)
  })

  it('accepts multiples of a quarter only', () => {
    expect([0, -1.25, 2.5, 3].every(isQuarterLine)).toBe(true)
    expect([0.1, 0.125, Number.NaN, Infinity].some(isQuarterLine)).toBe(false)
    expect(() => codeOfDistance(0.3)).toThrow(RangeError)
  })

  it('a quarter line puts half the stake on each neighbour', () => {
    fc.assert(
      fc.property(quarters, fc.integer({ min: -8, max: 8 }), odds, (line, lead, at) => {
        const lines = Number.isInteger(line * 2) ? [line] : [line - 0.25, line + 0.25]
        const halves = lines.map((each) => toNumber(returnFactor(codeOfDistance(lead + each), at)))
        const whole = toNumber(returnFactor(codeOfDistance(lead + line), at))
        expect(whole).toBeCloseTo(halves.reduce((sum, f) => sum + f, 0) / halves.length, 12)
      }),
    )
  })
})
