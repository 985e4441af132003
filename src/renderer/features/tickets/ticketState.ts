import type { Ticket } from '#contract/http/sports.ts'
import type { ResultCode } from '#contract/rules/settlement.ts'
import { BetResult, BetState } from '#contract/statusCodes.ts'

export type ResultLabel = 'win' | 'winHalf' | 'refund' | 'loseHalf' | 'lose'
/** The state of a ticket in one word; the texts are `sports.tickets.states`. */
export type TicketLabel = ResultLabel | 'waiting' | 'notDrawn' | 'accepted' | 'void' | 'refused' | 'cashedOut'

const labels: Partial<Record<ResultCode, ResultLabel>> = {
  [BetResult.win]: 'win',
  [BetResult.winHalf]: 'winHalf',
  [BetResult.refund]: 'refund',
  [BetResult.loseHalf]: 'loseHalf',
  [BetResult.lose]: 'lose',
}

/** null: not settled. */
export function resultLabel(result: ResultCode | null): ResultLabel | null {
  return result === null ? null : (labels[result] ?? null)
}

export function ticketLabel({ state, result, reason, isCashedOut }: Ticket): TicketLabel {
  if (isCashedOut) return 'cashedOut'
  if (reason !== null) return 'refused'
  if (state === BetState.placed) return 'waiting'
  if (state === BetState.notDrawn) return 'notDrawn'
  if (state === BetState.exception) return 'void'
  return resultLabel(result) ?? 'accepted'
}
