import { slotRound, type SlotCode, type SlotOutcome } from '#contract/games/slots.ts'
import { toWireAmount } from '#contract/money.ts'
import type { RoundRow } from '../games/roundRows.ts'
import { presentRoundBase } from './round.ts'

/** A round of the slot `code` on the wire, with all its free spins. */
export function presentSlotRound(code: SlotCode, row: RoundRow) {
  const { spins, units } = slotRound(code, row.outcome as SlotOutcome)
  return {
    ...presentRoundBase(row),
    gameCode: row.game,
    multiplier: row.multiplier ?? 0,
    payout: toWireAmount(row.payout),
    units,
    spins: spins.map(({ grid: _, ...spin }) => spin),
  }
}
