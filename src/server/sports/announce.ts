import type { AppDeps } from '../deps.ts'
import type { Tx } from '../db/client.ts'

/**
 * Tells the player's devices that a ticket has changed. Runs in the background after `tx` has committed: a
 * transaction that issues NOTIFY makes all others wait for its commit.
 */
export function publishTicket(
  deps: Pick<AppDeps, 'bus' | 'db' | 'log'>,
  tx: Tx,
  { id, user_id: userId }: { id: string; user_id: string },
): void {
  tx.afterCommit(() => {
    deps.bus
      .publish(deps.db, {
        type: 'event',
        userId,
        event: { name: 'feed:ticket', payload: { ticketId: id } },
      })
      // The ticket is stored, and the client polls; only this event is lost.
      .catch((error: unknown) => deps.log.error(error, 'ticket push failed'))
  })
}
