import type { Cents } from '#contract/money.ts'
import { BetState } from '#contract/statusCodes.ts'
import type { AppDeps } from '../deps.ts'
import type { Tx } from '../db/client.ts'
import { Refusal } from '../errors.ts'
import { cashOutNow, cashOutValue } from './cashOut.ts'
import { forEachTicket, MAX_TICKETS_PER_RUN } from './forEachTicket.ts'
import { lockTicket, type TicketRow } from './ticketRows.ts'

/**
 * Sets or removes (null) the value from which on an open ticket is cashed out by itself. Throws ticketNotFound or
 * ticketSettled.
 */
export async function setAutoCashOut(
  tx: Tx,
  { userId, ticketId, amount }: { userId: string; ticketId: string; amount: Cents | null },
): Promise<TicketRow> {
  const ticket = await lockTicket(tx, userId, ticketId)
  if (ticket.state !== BetState.pending && ticket.state !== BetState.placed)
    throw new Refusal('ticketSettled')
  await tx.query('update tickets set auto_cash_out = $2 where id = $1', [ticketId, amount])
  return { ...ticket, auto_cash_out: amount }
}

/**
 * Cashes out the tickets whose value has reached what their players asked for, each once and at its value of this moment.
 * Safe to run in every process.
 */
export async function autoCashOuts(deps: AppDeps): Promise<void> {
  const rows = await deps.db.query<{ id: string }>(
    `select id from tickets where state = 0 and auto_cash_out is not null order by id limit ${MAX_TICKETS_PER_RUN}`,
  )
  await forEachTicket(
    deps,
    rows.map(({ id }) => id),
    async (tx, ticket) => {
      // The ticket is locked now: it may have been settled, or the player may have changed the value.
      const value = cashOutValue(deps.feed, ticket, deps.clock.now())
      if (value === null || ticket.auto_cash_out === null || value < ticket.auto_cash_out) return
      await cashOutNow(deps, tx, ticket, value)
    },
  )
}
