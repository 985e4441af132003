import type { AppDeps } from '../app.ts'
import type { Tx } from '../db/client.ts'

/**
 * Tells the player's devices once `tx` has committed that a ticket has changed; nobody waits for it. After the
 * commit: a transaction that notifies makes all others wait to commit.
 */
export function publishTicket(
  deps: Pick<AppDeps, 'bus' | 'db'>,
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
      // The ticket is as it should be, and the client asks again; only this push is lost.
      .catch((error: unknown) => console.error('ticket push failed', error))
  })
}
