import type { z } from 'zod'
import { fromWireAmount, toWireAmount, type Cents } from '../money.ts'
import type { SuspendedPrize } from '../rules/prizeSuspension.ts'
import type { suspendedOut } from './wire.schema.ts'

type SuspendedWire = z.output<typeof suspendedOut>

/** The player's suspended prizes, from amounts with at most two decimals to cents. */
export function fromWireSuspended(wire: SuspendedWire): SuspendedPrize<Cents, Date>[] {
  return (wire ?? []).map(({ amount, until, reason }) => ({
    amount: fromWireAmount(amount),
    until: new Date(until),
    reason,
  }))
}

/** A field of a response; left out where nothing is suspended. */
export function toWireSuspended(prizes: readonly SuspendedPrize<Cents, Date>[]): {
  suspended?: NonNullable<SuspendedWire>
} {
  if (prizes.length === 0) return {}
  return {
    suspended: prizes.map(({ amount, until, reason }) => ({
      amount: toWireAmount(amount),
      until: until.toISOString(),
      reason,
    })),
  }
}
