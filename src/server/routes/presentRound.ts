import { toWireWallet } from '#contract/http/order.ts'
import { toWireAmount, type Cents } from '#contract/money.ts'
import { proofOf, roundResult, type Json, type RoundRow } from '../games/roundRows.ts'

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
    ...inWireAmounts(row.params, base.status === 'open' ? {} : { ...row.outcome, ...row.state }),
  }
}

/** Of several stakes in one round (luckyColor) each has its own amounts, kept in cents. */
function inWireAmounts(params: Json, outcome: Json): { params: Json; outcome: Json } {
  const { stakes } = params as { stakes?: readonly { pick: string; stake: Cents }[] }
  const { payouts } = outcome as { payouts?: readonly Cents[] }
  return {
    params: stakes
      ? { ...params, stakes: stakes.map(({ pick, stake }) => ({ pick, amount: toWireAmount(stake) })) }
      : params,
    outcome: payouts ? { ...outcome, payouts: payouts.map(toWireAmount) } : outcome,
  }
}
