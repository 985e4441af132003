import type { ServerEvent } from '#contract/realtime.ts'
import type { Db, Tx } from './db/client.ts'

/**
 * A message from one server process to all of them, itself included, through PostgreSQL's NOTIFY. Published
 * inside a transaction, it is delivered when the transaction commits, and only then. A message must stay
 * below NOTIFY's 8,000 bytes.
 */
export type BusMessage =
  /**
   * A real-time event for one player. An event with a lower `version` than the last one of that name is
   * dropped.
   */
  | { type: 'event'; userId: string; event: ServerEvent; version?: number }
  | { type: 'broadcast'; name: string; payload: unknown }
  /** `notice`: text for the session's device, sent before its connection is closed. */
  | { type: 'sessionEnded'; sessionId: string; notice?: string }
  /**
   * Never published: this process lost its connection to the database for a while and may have missed
   * messages.
   */
  | { type: 'gap' }

const channel = 'palpite_bus'

export interface Bus {
  publish(tx: Tx | Db, message: BusMessage): Promise<void>
  /** Publishes several messages in one statement; they are delivered in this order. */
  publishAll(tx: Tx | Db, messages: readonly BusMessage[]): Promise<void>
  /** Returns a function that ends the subscription. */
  subscribe(listener: (message: BusMessage) => void): () => void
  close(): Promise<void>
}

export async function createBus(db: Db): Promise<Bus> {
  const listeners = new Set<(message: BusMessage) => void>()
  const dispatch = (message: BusMessage) => {
    for (const listener of listeners) listener(message)
  }
  const stop = await db.listen(channel, (text) => dispatch(JSON.parse(text) as BusMessage), {
    onReconnect: () => dispatch({ type: 'gap' }),
  })
  return {
    async publish(tx, message) {
      await tx.query('select pg_notify($1, $2)', [channel, JSON.stringify(message)])
    },
    async publishAll(tx, messages) {
      if (messages.length === 0) return
      await tx.query('select pg_notify($1, message) from unnest($2::text[]) as message', [
        channel,
        messages.map((message) => JSON.stringify(message)),
      ])
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    async close() {
      listeners.clear()
      await stop()
    },
  }
}
