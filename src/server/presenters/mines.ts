import { minesPayout, minesState } from '#contract/games/mines.ts'
import { multiplierNumber } from '#contract/games/multiplier.ts'
import { toWireAmount } from '#contract/money.ts'
import { minesOf } from '../games/mines/mines.ts'
import type { RoundRow } from '../games/roundRows.ts'
import { presentRoundBase } from './round.ts'

/** A round of mines on the wire. While it is open, its mines stay on the server. */
export function presentMines(row: RoundRow) {
  const { mineCount, mines, opened } = minesOf(row)
  const base = presentRoundBase(row)
  const { status } = base
  const state = minesState({ mines }, opened)
  return {
    ...base,
    mineCount,
    opened,
    mines: status === 'open' ? null : mines,
    multiplier: status === 'lost' ? 0 : multiplierNumber(state.multiplier),
    nextMultiplier:
      status === 'open' && state.nextMultiplier !== null ? multiplierNumber(state.nextMultiplier) : null,
    payout: toWireAmount(status === 'open' ? minesPayout(row.stake, mineCount, state.gems) : row.payout),
  }
}
