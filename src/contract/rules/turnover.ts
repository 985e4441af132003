/** Turnover (rollover): the stake still to be placed before cash can be withdrawn (docs/product.md, "Turnover"). */
import { cents, max, min, subtract, ZERO, type Cents } from '../money.ts'
import { multiplyDown } from '../multiplyDown.ts'

/** Which factors apply to a deposit. */
export type TurnoverRule = 'deposit' | 'bonusMultiplier'

/** How many times principal and bonus must be staked. */
export const turnoverFactors: Readonly<Record<TurnoverRule, { principal: number; bonus: number }>> = {
  deposit: { principal: 1, bonus: 2 },
  bonusMultiplier: { principal: 1, bonus: 1 },
}

/** What a deposit adds to the turnover, in cents. */
export function turnoverOfDeposit(principal: Cents, bonus: Cents, rule: TurnoverRule = 'deposit'): Cents {
  const factors = turnoverFactors[rule]
  return cents(principal * factors.principal + bonus * factors.bonus)
}

/** The part of the cash wallet that cannot be withdrawn yet, in cents. */
export function lockedAmount(balance: Cents, turnoverLeft: Cents): Cents {
  return max(ZERO, min(balance, turnoverLeft))
}

/** max(0, balance - locked): the wire's wdAmount. */
export function withdrawableAmount(balance: Cents, turnoverLeft: Cents): Cents {
  return max(ZERO, subtract(balance, lockedAmount(balance, turnoverLeft)))
}

/** What the bonus multiplier credits: multiplier x amount, truncated to whole cents. */
export function multipliedAmount(multiplier: number, amount: Cents): Cents {
  return multiplyDown(amount, multiplier)
}
