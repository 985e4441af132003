import { describe, expect, it } from 'vitest'
import {
  clampStake,
  isOriginalGame,
  MAX_STAKE,
  MAX_WIN,
  MIN_STAKE,
  stakeError,
} from '#contract/games/gameCodes.ts'
import { cents } from '#contract/money.ts'

describe('stake limits', () => {
  it('are R$ 0.10 and R$ 5,000, and a round pays R$ 1,000,000 at most', () => {
    expect([MIN_STAKE, MAX_STAKE, MAX_WIN]).toEqual([10, 500_000, 100_000_000])
  })

  it.each([
    [10, null],
    [500_000, null],
    [9, 'stakeTooLow'],
    [500_001, 'stakeTooHigh'],
    [0, 'stakeInvalid'],
    [-10, 'stakeInvalid'],
    [10.5, 'stakeInvalid'],
    [Number.NaN, 'stakeInvalid'],
    [Infinity, 'stakeInvalid'],
    ['10', 'stakeInvalid'],
    [null, 'stakeInvalid'],
  ])('stake %s returns %s', (stake, error) => {
    expect(stakeError(stake)).toBe(error)
  })

  it('clamps', () => {
    expect(clampStake(cents(1))).toBe(10)
    expect(clampStake(cents(1_000_000))).toBe(500_000)
    expect(clampStake(cents(77))).toBe(77)
  })
})

it('knows the six originals by their route names', () => {
  for (const code of ['mines', 'limbo', 'luckyColor', 'rowDouble', 'double', 'dice'])
    expect(isOriginalGame(code)).toBe(true)
  for (const code of ['Mines', 'plinko', '', 'toString']) expect(isOriginalGame(code)).toBe(false)
})
