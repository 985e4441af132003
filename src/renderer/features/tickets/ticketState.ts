import type { Ticket } from '#contract/http/sports.ts'
import type { ResultCode } from '#contract/rules/settlement.ts'
import { BetResult, BetState } from '#contract/statusCodes.ts'

export type ResultWord = 'win' | 'winHalf' | 'refund' | 'loseHalf' | 'lose'
/** The state of a ticket in one word; the texts are `sports.tickets.states`. */
export type TicketWord = ResultWord | 'waiting' | 'accepted' | 'void' | 'refused' | 'cashedOut'

const words: Partial<Record<ResultCode, ResultWord>> = {
  [BetResult.win]: 'win',
  [BetResult.winHalf]: 'winHalf',
  [BetResult.refund]: 'refund',
  [BetResult.loseHalf]: 'loseHalf',
  [BetResult.lose]: 'lose',
}

/** null: not settled. */
export function resultWord(result: ResultCode | null): ResultWord | null {
  return result === null ? null : (words[result] ?? null)
}

export function ticketWord({ state, result, reason, isCashedOut }: Ticket): TicketWord {
  if (isCashedOut) return 'cashedOut'
  if (reason !== null) return 'refused'
  if (state === BetState.placed) return 'waiting'
  if (state === BetState.exception) return 'void'
  return resultWord(result) ?? 'accepted'
}
