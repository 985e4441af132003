import type { Cents } from '#contract/money.ts'
import { BetState } from '#contract/statusCodes.ts'
import type { AppDeps } from '../deps.ts'
import type { Tx } from '../db/client.ts'
import { jobActor } from '../ledger/ledger.ts'
import { Refusal } from '../texts/refusal.ts'
import { cashOutNow, cashOutValue } from './cashOut.ts'
import { forEachTicket, MAX_TICKETS_PER_RUN } from './forEachTicket.ts'
import { autoCashOutTickets, lockTicket, type TicketRow } from './ticketRows.ts'

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
  await tx.query('update tickets set auto_cash_out = $3 where user_id = $1 and id = $2', [
    userId,
    ticketId,
    amount,
  ])
  return { ...ticket, auto_cash_out: amount }
}

/**
 * Cashes out the tickets whose value has reached what their players asked for, each once and at its value of this moment.
 * Safe to run in every process.
 */
export async function autoCashOuts(deps: AppDeps): Promise<void> {
  const isDue = (ticket: TicketRow, value: Cents | null): value is Cents =>
    value !== null && ticket.auto_cash_out !== null && value >= ticket.auto_cash_out
  for (let after = ''; ;) {
    const page = await autoCashOutTickets(deps.db, { after, limit: MAX_TICKETS_PER_RUN })
    const due = page.filter((ticket) => isDue(ticket, cashOutValue(deps.feed, ticket, deps.clock.now())))
    await forEachTicket(
      deps,
      due,
      async (tx, ticket) => {
        // The ticket is locked now: it may have been settled, or the player may have changed the value.
        const value = cashOutValue(deps.feed, ticket, deps.clock.now())
        if (isDue(ticket, value)) await cashOutNow(deps, tx, jobActor('autoCashOut'), ticket, value)
      },
    )
    const last = page.at(-1)
    if (!last || page.length < MAX_TICKETS_PER_RUN) return
    after = last.id
  }
}
