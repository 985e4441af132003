import { multiplierNumber } from '#contract/games/multiplier.ts'
import { rowDoublePayout, rowDoubleState } from '#contract/games/rowDouble.ts'
import { toWireAmount } from '#contract/money.ts'
import type { RoundRow } from '../games/roundRows.ts'
import { rowDoubleOf } from '../games/rowDouble/rowDouble.ts'
import { presentRoundBase } from './round.ts'

/** A rowDouble round on the wire. While it is open, its safe tiles stay on the server. */
export function presentRowDouble(row: RoundRow) {
  const { mode, safe, picks } = rowDoubleOf(row)
  const base = presentRoundBase(row)
  const state = rowDoubleState(mode, { safe }, picks)
  const isOpen = base.status === 'open'
  return {
    ...base,
    mode,
    picks,
    safe: isOpen ? null : safe,
    multiplier: base.status === 'lost' ? 0 : multiplierNumber(state.multiplier),
    nextMultiplier: isOpen && state.nextMultiplier !== null ? multiplierNumber(state.nextMultiplier) : null,
    payout: toWireAmount(isOpen ? rowDoublePayout(row.stake, mode, state.rows) : row.payout),
  }
}
