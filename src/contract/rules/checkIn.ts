/** The daily check-in (PRODUCT.md section 9): a streak of seven days, each worth more. The rewards are ours. */
import { cents, ZERO, type Cents } from '../money.ts'

/** What day 1 to 7 of a streak pays into the bonus wallet; after day 7 it begins again. */
export const checkInRewards: readonly Cents[] = [50, 70, 100, 130, 160, 200, 500].map(cents)

/** How often a reward must be staked. */
export const checkInTurnover = 2

/** Day of the streak (1 to 7) that today is, after `yesterday`'s (0 when yesterday was missed). */
export function nextStreakDay(yesterday: number): number {
  return (yesterday % checkInRewards.length) + 1
}

/** Reward of day 1 to 7; nothing outside. */
export function checkInReward(streakDay: number): Cents {
  return checkInRewards[streakDay - 1] ?? ZERO
}
