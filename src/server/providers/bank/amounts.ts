import { cents, type Cents } from '#contract/money.ts'

/** Cents as the Central Bank's API writes amounts: `37.00`. Throws RangeError for a negative amount. */
export function toBankAmount(amount: Cents): string {
  if (amount < 0) throw new RangeError(`a negative amount: ${amount}`)
  return `${Math.trunc(amount / 100)}.${String(amount % 100).padStart(2, '0')}`
}

/** Reads an amount with exactly two decimals. Throws RangeError for anything else. */
export function fromBankAmount(text: string): Cents {
  const match = /^(\d{1,10})\.(\d{2})$/.exec(text)
  if (!match) throw new RangeError(`not an amount with two decimals: ${text}`)
  return cents(Number(match[1]) * 100 + Number(match[2]))
}
