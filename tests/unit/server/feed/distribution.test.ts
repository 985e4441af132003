import { describe, expect, it } from 'vitest'
import {
  certain,
  compoundPoisson,
  differenceOf,
  distributionOf,
  medianOf,
  type Distribution,
  type PointValues,
} from '#server/feed/distribution.ts'

const at = ({ from, p }: Distribution, value: number) => p[value - from] ?? 0
const sum = ({ p }: Distribution) => p.reduce((total, value) => total + value, 0)
const mean = ({ from, p }: Distribution) => p.reduce((total, value, i) => total + value * (from + i), 0)

/** The same distribution without the recursion: the convolutions of n scores, weighted by the probability of n. */
function direct(rate: number, values: PointValues, most: number): number[] {
  const single = Array.from({ length: most + 1 }, (_, k) => values.find(([points]) => points === k)?.[1] ?? 0)
  const result = new Array<number>(most + 1).fill(0)
  let scores = [1, ...new Array<number>(most).fill(0)]
  let weight = Math.exp(-rate)
  for (let n = 0; n <= most; n++) {
    scores.forEach((p, k) => (result[k] = (result[k] ?? 0) + weight * p))
    scores = scores.map((_, k) =>
      scores.slice(0, k + 1).reduce((total, p, j) => total + p * (single[k - j] ?? 0), 0),
    )
    weight *= rate / (n + 1)
  }
  return result
}

describe('points of a Poisson number of scores', () => {
  it.each<[string, number, PointValues]>([
    ['goals', 1.4, [[1, 1]]],
    [
      'baskets',
      7,
      [
        [1, 0.25],
        [2, 0.53],
        [3, 0.22],
      ],
    ],
    [
      'touchdowns',
      4.1,
      [
        [3, 0.4],
        [7, 0.6],
      ],
    ],
  ])('%s: the recursion equals the convolution', (_, rate, values) => {
    const recursive = compoundPoisson(rate, values)
    direct(rate, values, 40).forEach((expected, points) => {
      expect(at(recursive, points)).toBeCloseTo(expected, 11)
    })
    expect(sum(recursive)).toBeCloseTo(1, 12)
    const average = values.reduce((total, [points, p]) => total + points * p, 0)
    expect(mean(recursive)).toBeCloseTo(rate * average, 8)
  })

  it('without any score is 0', () => {
    expect(compoundPoisson(0, [[1, 1]])).toEqual(certain(0))
  })

  it('ends for any number of scores', () => {
    const many = compoundPoisson(120, [[1, 1]])
    expect(sum(many)).toBeCloseTo(1, 12)
    expect(mean(many)).toBeCloseTo(120, 6)
  })
})

describe('two distributions', () => {
  const die = distributionOf([1, 2, 3, 4, 5, 6].map((face) => [face, 1 / 6] as const))

  it('have a difference', () => {
    const lead = differenceOf(die, { ...die, from: die.from + 1 })
    expect([at(lead, -6), at(lead, -1), at(lead, 4), at(lead, 5)]).toEqual([
      expect.closeTo(1 / 36),
      expect.closeTo(6 / 36),
      expect.closeTo(1 / 36),
      0,
    ])
    expect(mean(lead)).toBeCloseTo(-1)
  })

  it('have a median', () => {
    expect(medianOf(die)).toBe(3)
    expect(medianOf(certain(-4))).toBe(-4)
  })
})
