/** Turnover (rollover): the stake still to be placed before cash may be withdrawn (PRODUCT.md section 2, spec §9). */
import { cents, max, min, subtract, ZERO, type Cents } from '../money.ts'
import { floorOf, plus, rational, rationalOf, times } from '../games/rational.ts'

/** Which factors a deposit's turnover has. */
export type TurnoverRule = 'deposit' | 'bonusMultiplier'

/** How often principal and bonus must be staked (spec §9: main 1x, bonus 2x; bonus-multiplier prompt 1x and 1x). */
export const turnoverFactors: Readonly<Record<TurnoverRule, { principal: number; bonus: number }>> = {
  deposit: { principal: 1, bonus: 2 },
  bonusMultiplier: { principal: 1, bonus: 1 },
}

/** What a deposit adds to the turnover. */
export function turnoverOfDeposit(principal: Cents, bonus: Cents, rule: TurnoverRule = 'deposit'): Cents {
  const factors = turnoverFactors[rule]
  return cents(principal * factors.principal + bonus * factors.bonus)
}

/** What is left of the turnover after a stake. */
export function turnoverAfterStake(left: Cents, stake: Cents): Cents {
  return max(ZERO, subtract(left, stake))
}

/** The part of the cash wallet that cannot be withdrawn yet. */
export function lockedAmount(balance: Cents, turnoverLeft: Cents): Cents {
  return max(ZERO, min(balance, turnoverLeft))
}

/** max(0, balance - locked): the wire's wdAmount. */
export function withdrawableAmount(balance: Cents, turnoverLeft: Cents): Cents {
  return max(ZERO, subtract(balance, lockedAmount(balance, turnoverLeft)))
}

/** The bonus multiplier's new money: multiplier x amount, with two decimals (spec §9), rounded half up. */
export function multipliedAmount(multiplier: number, amount: Cents): Cents {
  return cents(Number(floorOf(plus(times(rationalOf(multiplier), rational(amount)), rational(1, 2)))))
}
