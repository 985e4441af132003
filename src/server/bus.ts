import type { ServerEvent } from '#contract/realtime.ts'
import type { Db, Tx } from './db/client.ts'

/**
 * What one server process tells all of them, through PostgreSQL's NOTIFY: sent inside a transaction it
 * arrives when, and only if, the transaction commits. Payloads stay below NOTIFY's 8,000 bytes.
 */
export type BusMessage =
  /** Of two events with the same name, one with a lower `version` than the last is not delivered any more. */
  | { type: 'event'; userId: string; event: ServerEvent; version?: number }
  | { type: 'broadcast'; name: string; payload: unknown }
  /** `notice`: what its device is told before it is cut off. */
  | { type: 'sessionEnded'; sessionId: string; notice?: string }
  /** Never sent: this process was cut off from the database for a while and may have missed messages. */
  | { type: 'gap' }

const channel = 'palpite_bus'

export interface Bus {
  publish(tx: Tx | Db, message: BusMessage): Promise<void>
  /** Several at once, in their order. */
  publishAll(tx: Tx | Db, messages: readonly BusMessage[]): Promise<void>
  /** Answers a function that ends the subscription. */
  subscribe(listener: (message: BusMessage) => void): () => void
  close(): Promise<void>
}

export async function createBus(db: Db): Promise<Bus> {
  const listeners = new Set<(message: BusMessage) => void>()
  const tell = (message: BusMessage) => {
    for (const listener of listeners) listener(message)
  }
  const stop = await db.listen(channel, (text) => tell(JSON.parse(text) as BusMessage), {
    onReconnect: () => tell({ type: 'gap' }),
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
