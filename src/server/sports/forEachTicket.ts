import type { AppDeps } from '../deps.ts'
import type { Tx } from '../db/client.ts'
import { tryLockTicket, type TicketRow } from './ticketRows.ts'

/** Most tickets in one run, because the other jobs wait for it. */
export const TICKETS_PER_RUN = 500

/** Few, so that bets and calls still find a free connection. */
const concurrency = 4

/**
 * Calls `work` for each ticket in a transaction of its own and skips those that another process holds. A
 * ticket that fails is logged and stays for the next run; the others go on.
 */
export async function forEachTicket(
  deps: AppDeps,
  ids: readonly string[],
  work: (tx: Tx, ticket: TicketRow) => Promise<void>,
): Promise<void> {
  const one = async (id: string) => {
    try {
      await deps.db.tx(async (tx) => {
        const ticket = await tryLockTicket(tx, id)
        if (ticket) await work(tx, ticket)
      })
    } catch (error) {
      deps.log.error(error, `ticket ${id} failed`)
    }
  }
  for (let i = 0; i < ids.length; i += concurrency) await Promise.all(ids.slice(i, i + concurrency).map(one))
}
