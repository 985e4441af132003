import type { AppDeps } from '../app.ts'
import type { Tx } from '../db/client.ts'
import { takeUpTicket, type TicketRow } from './ticketRows.ts'

/** So many tickets in one turn: the other jobs of the second wait for it. */
export const TICKETS_A_TURN = 500

/** Few, so that bets and calls find a connection as well. */
const atOnce = 4

/**
 * Does `work` with each ticket in a transaction of its own, those left out that another process has. One that
 * fails is reported and stays for the next turn; it does not keep the others from theirs.
 */
export async function eachTicket(
  deps: AppDeps,
  ids: readonly string[],
  work: (tx: Tx, ticket: TicketRow) => Promise<void>,
): Promise<void> {
  const one = async (id: string) => {
    try {
      await deps.db.tx(async (tx) => {
        const ticket = await takeUpTicket(tx, id)
        if (ticket) await work(tx, ticket)
      })
    } catch (error) {
      console.error(`ticket ${id} failed`, error)
    }
  }
  for (let i = 0; i < ids.length; i += atOnce) await Promise.all(ids.slice(i, i + atOnce).map(one))
}
