/**
 * The daily check-in: a streak of seven days, each worth more, for whoever bet enough the day before
 * (docs/product.md, "Daily check-in").
 */
import { cents, ZERO, type Cents } from '../money.ts'

/** What days 1 to 7 of a streak pay into the bonus wallet, in cents; after day 7 it starts again. */
export const checkInRewards: readonly Cents[] = [10, 10, 15, 15, 20, 30, 50].map(cents)

/** The counted bets (gameEdge.ts) of the day before that a check-in requires, in cents: they cost more than it pays. */
export const checkInBets = cents(200_00)

/** How many times a reward must be staked. */
export const checkInTurnover = 2

/** Today's day of the streak (1 to 7), given `yesterday`'s (0 if missed). */
export function nextStreakDay(yesterday: number): number {
  return (yesterday % checkInRewards.length) + 1
}

/** Reward of days 1 to 7, in cents; 0 for any other day. */
export function checkInReward(streakDay: number): Cents {
  return checkInRewards[streakDay - 1] ?? ZERO
}
