import type { Cents } from '#contract/money.ts'
import type { FinalCode } from '#contract/rules/settlement.ts'
import type { AppDeps } from '../app.ts'
import type { Tx } from '../db/client.ts'
import { updateVipLevel } from '../domain/vipProgress.ts'
import { publishBet, publishWallet } from '../domain/walletEvents.ts'
import { publishTicket } from './announce.ts'
import type { TicketReason, TicketRow, TicketState } from './ticketRows.ts'

/** What a ticket came to. */
export interface TicketEnd {
  state: TicketState
  result: FinalCode
  payout: Cents
  /** The stake comes back as if it had not been bet: neither turnover nor bets count it. `payout` is the stake. */
  isRefund?: boolean
  isCashedOut?: boolean
  reason?: TicketReason
}

/** Ends an open ticket, which `tx` has locked: its money goes where it belongs, once. Answers it as it is then. */
export async function closeTicket(
  deps: AppDeps,
  tx: Tx,
  ticket: TicketRow,
  { state, result, payout, isRefund = false, isCashedOut = false, reason }: TicketEnd,
): Promise<TicketRow> {
  const { id, user_id: userId, wallet } = ticket
  const ref = { userId, roundId: id, refType: 'ticket' } as const
  if (isRefund) await deps.ledger.refundRound(tx, ref)
  else {
    const settled = await deps.ledger.settleRound(tx, { ...ref, payout, wallet })
    await updateVipLevel(deps, tx, userId, settled, ticket.stake)
  }
  const settledAt = deps.clock.now()
  tx.lastly(
    `update tickets set state = $2, result = $3, payout = $4, cashed_out = $5, reason = $6, settled_at = $7
      where id = $1`,
    [id, state, result, payout, isCashedOut, reason ?? null, settledAt],
  )
  publishWallet(deps, tx, userId)
  if (isRefund) publishBet(deps, tx, userId)
  publishTicket(deps, tx, ticket)
  return {
    ...ticket,
    state,
    result,
    payout,
    cashed_out: isCashedOut,
    reason: reason ?? null,
    settled_at: settledAt,
  }
}
