import type { AppDeps } from '../deps.ts'
import type { Tx } from '../db/client.ts'
import { tryLockTicket, type TicketId, type TicketRow } from './ticketRows.ts'

/** Limits the duration of a run, because the other jobs wait for it. */
export const MAX_TICKETS_PER_RUN = 500

/** Low, to leave database connections for bets and other calls. */
const concurrency = 4

/**
 * Calls `work` for each ticket in a separate transaction and skips those that another process has locked. A
 * failure is logged and the ticket retried in the next run; the others continue.
 */
export async function forEachTicket(
  deps: AppDeps,
  tickets: readonly TicketId[],
  work: (tx: Tx, ticket: TicketRow) => Promise<void>,
): Promise<void> {
  const workOnTicket = async (ticketId: TicketId) => {
    try {
      await deps.db.tx(async (tx) => {
        const ticket = await tryLockTicket(tx, ticketId)
        if (ticket) await work(tx, ticket)
      })
    } catch (error) {
      deps.log.error(error, `ticket ${ticketId.id} failed`)
    }
  }
  for (let i = 0; i < tickets.length; i += concurrency)
    await Promise.all(tickets.slice(i, i + concurrency).map(workOnTicket))
}
