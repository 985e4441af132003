import { toWireWallet } from '#contract/http/order.ts'
import { toWireAmount } from '#contract/money.ts'
import { proofOf, roundResult, type RoundRow } from '../games/roundRows.ts'

/** What every round shows. */
export function presentRoundBase(row: RoundRow) {
  return {
    roundId: row.id,
    amount: toWireAmount(row.stake),
    wallet: toWireWallet(row.wallet),
    status: roundResult(row),
    time: row.created_at.toISOString(),
    proof: proofOf(row),
  }
}

/** A round as history shows it. The outcome of an open round is nobody's business yet. */
export function presentRound(row: RoundRow) {
  const base = presentRoundBase(row)
  return {
    ...base,
    gameCode: row.game,
    multiplier: row.multiplier ?? 0,
    payout: toWireAmount(row.payout),
    params: row.params,
    outcome: base.status === 'open' ? {} : { ...row.outcome, ...row.state },
  }
}
