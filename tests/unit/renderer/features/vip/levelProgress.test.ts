import { expect, test } from 'vitest'
import { cents } from '#contract/money.ts'
import { levelProgress } from '#renderer/features/vip/levelProgress.ts'

const player = { level: 3, depositSum: cents(134_000), betSum: cents(912_000), nextLevel: null }

test('without thresholds from the server the table is used', () => {
  expect(levelProgress(player)).toEqual({
    level: 3,
    next: { level: 4, deposits: { sum: 134_000, goal: 200_000 }, bets: { sum: 912_000, goal: 1_500_000 } },
  })
})

test('sums are capped at the thresholds of the server', () => {
  const nextLevel = { depositSum: cents(100_000), betSum: cents(900_000) }
  expect(levelProgress({ ...player, nextLevel }).next).toMatchObject({
    deposits: { sum: 100_000, goal: 100_000 },
    bets: { sum: 900_000, goal: 900_000 },
  })
})

test('at the top there is no next level', () => {
  expect(levelProgress({ ...player, level: 12 })).toEqual({ level: 12, next: null })
})
