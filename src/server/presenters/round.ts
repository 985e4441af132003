import { toWireWallet } from '#contract/http/wallet.ts'
import { toWireAmount, type Cents } from '#contract/money.ts'
import { proofOf, roundResult, type Json, type PublicRoundRow, type RoundRow } from '../games/roundRows.ts'

/** The fields that every round has on the wire. */
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

/** A round of the history on the wire. The outcome of an open round is left out. */
export function presentRound(row: RoundRow) {
  const { roundId, amount, wallet, status, time, proof } = presentRoundBase(row)
  const { params, outcome } = withWireAmounts(row.params, status === 'open' ? {} : outcomeOf(row))
  // Field by field, as this is on the way of every bet: where fields follow a spread, Node 20 makes a hidden class for
  // every object, which is slow and is freed only by a full collection.
  return {
    roundId,
    amount,
    wallet,
    status,
    time,
    proof,
    gameCode: row.game,
    multiplier: row.multiplier ?? 0,
    payout: toWireAmount(row.payout),
    params,
    outcome,
  }
}

function outcomeOf({ outcome, state }: RoundRow): Json {
  return state ? { ...outcome, ...state } : (outcome ?? {})
}

/** A round for everybody: its proof and choices, without player and stake, and without the payout of a player who hides amounts. */
export function presentPublicRound(row: PublicRoundRow) {
  const { roundId, gameCode, multiplier, payout, params, time, proof } = presentRound(row)
  const { stakes, ...choices } = params as { stakes?: readonly { pick: string }[] } & Json
  const picks = stakes ? { picks: stakes.map(({ pick }) => pick) } : {}
  return {
    roundId,
    gameCode,
    multiplier,
    payout: row.shows_amounts ? payout : null,
    params: { ...choices, ...picks },
    time,
    proof,
  }
}

/** Converts the several stakes of a luckyColor round, which are stored in cents, to wire amounts. */
function withWireAmounts(params: Json, outcome: Json): { params: Json; outcome: Json } {
  const { stakes } = params as { stakes?: readonly { pick: string; stake: Cents }[] }
  const { payouts } = outcome as { payouts?: readonly Cents[] }
  return {
    params: stakes
      ? { ...params, stakes: stakes.map(({ pick, stake }) => ({ pick, amount: toWireAmount(stake) })) }
      : params,
    outcome: payouts ? { ...outcome, payouts: payouts.map(toWireAmount) } : outcome,
  }
}
