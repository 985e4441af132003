import type { Cents } from '#contract/money.ts'
import type { FinalCode } from '#contract/rules/settlement.ts'
import type { TicketReason, TicketState } from './ticketRows.ts'

/** How a ticket ended. */
export interface TicketEnd {
  state: TicketState
  result: FinalCode
  payout: Cents
  /**
   * Whether the stake is refunded, so that neither turnover nor sum of bets count it. `payout` is then the
   * stake.
   */
  isRefund?: boolean
  isCashedOut?: boolean
  reason?: TicketReason
}
