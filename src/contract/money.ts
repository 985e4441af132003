/**
 * Money as an integer number of cents. Two decimals exist only on the wire and on the screen. The brand keeps
 * plain numbers from being used as money. docs/product.md, "Money".
 */
export type Cents = number & { readonly __unit: 'cents' }

export const ZERO = 0 as Cents

/** The two wallets of a player. Cash can be withdrawn, bonus can only be staked. */
export type WalletName = 'cash' | 'bonus'

/** Balances of the two wallets, in cents. */
export type WalletBalances = Record<WalletName, Cents>

/** A number of cents as {@link Cents}. Throws RangeError if it is not a safe integer. */
export function cents(value: number): Cents {
  if (!Number.isSafeInteger(value)) throw new RangeError(`not integer cents: ${value}`)
  return value as Cents
}

/**
 * Parses a wire amount, a number or numeric string with at most two decimals, into cents. Throws RangeError for
 * anything else.
 */
export function fromWireAmount(amount: number | string): Cents {
  const text = typeof amount === 'number' ? wireText(amount) : amount.trim()
  const match = /^(-?)(\d{1,13})(?:\.(\d{1,2}))?$/.exec(text)
  if (!match) throw new RangeError(`not an amount: ${text}`)
  const [, sign, whole = '0', fraction = ''] = match
  const value = Number(whole) * 100 + Number(fraction.padEnd(2, '0'))
  return cents(sign === '-' && value !== 0 ? -value : value)
}

/** Like {@link fromWireAmount}, but returns undefined instead of throwing. */
export function parseAmount(amount: number | string): Cents | undefined {
  try {
    return fromWireAmount(amount)
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}

/** Cents as a wire amount: a number with at most two decimals. */
export function toWireAmount(value: Cents): number {
  return value / 100
}

export function add(...values: Cents[]): Cents {
  return cents(values.reduce<number>((sum, value) => sum + value, 0))
}

export function subtract(a: Cents, b: Cents): Cents {
  return cents(a - b)
}

export function min(a: Cents, b: Cents): Cents {
  return a < b ? a : b
}

export function max(a: Cents, b: Cents): Cents {
  return a > b ? a : b
}

function wireText(amount: number): string {
  if (!Number.isFinite(amount)) throw new RangeError(`not a finite amount: ${amount}`)
  return Math.abs(amount) < 1e13 ? String(amount) : 'too large'
}
