import type { ServerEvent } from '#contract/realtime.ts'
import { isTx, type Db, type Writer } from '../db/client.ts'
import { isDistributed } from '../db/distributed.ts'

/**
 * A message from one server process to all of them, itself included. Published inside a transaction, it is delivered
 * when the transaction commits, and only then.
 */
export type BusMessage =
  /** A real-time event for one player. */
  | { type: 'event'; userId: string; event: ServerEvent }
  | WalletMessage
  | { type: 'broadcast'; name: string; payload: unknown }
  /** `notice`: why, for the session's devices (account:sessionEnded), sent before their connections are closed. */
  | { type: 'sessionEnded'; sessionId: string; notice?: string }
  /**
   * Never published: this process lost its connection to the bus for a while and may have missed
   * messages.
   */
  | { type: 'gap' }

/** A player's wallet after a posting; amounts in cents. One with a lower `version` than the last one is dropped. */
export interface WalletMessage {
  type: 'wallet'
  userId: string
  cash: number
  bonus: number
  depositSum: number
  betSum: number
  version: number
  /** Whether the posting changed the sum of the bets. */
  isBet: boolean
}

const channel = 'palpite_bus'

export interface Bus {
  /** The channel on which a database function may publish a message itself, with NOTIFY; undefined for other brokers. */
  channel: string | undefined
  publish(tx: Writer, message: BusMessage): Promise<void>
  /** Publishes several messages at once; they are delivered in this order. */
  publishAll(tx: Writer, messages: readonly BusMessage[]): Promise<void>
  /** Returns a function that ends the subscription. */
  subscribe(listener: (message: BusMessage) => void): () => void
  /** Whether messages arrive at present. */
  isConnected(): boolean
  close(): Promise<void>
}

/** The listeners of this process. */
export function createListeners(): Pick<Bus, 'subscribe'> & {
  dispatch: (message: BusMessage) => void
  clear: () => void
} {
  const listeners = new Set<(message: BusMessage) => void>()
  return {
    dispatch(message) {
      for (const listener of listeners) listener(message)
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    clear: () => listeners.clear(),
  }
}

/** The bus through PostgreSQL's NOTIFY. A message must stay below its 8,000 bytes. */
export async function createBus(db: Db): Promise<Bus> {
  // NOTIFY of another node would reach nobody here.
  const mayFunctionsPublish = !(await isDistributed(db))
  const { dispatch, subscribe, clear } = createListeners()
  let isConnected = true
  const stop = await db.listen(channel, (text) => dispatch(JSON.parse(text) as BusMessage), {
    onLost: () => (isConnected = false),
    onReconnect: () => {
      isConnected = true
      dispatch({ type: 'gap' })
    },
  })
  const publishAll: Bus['publishAll'] = async (tx, messages) => {
    if (messages.length === 0) return
    const sql = 'select pg_notify($1, message) from unnest($2::text[]) as message'
    const params = [channel, messages.map((message) => JSON.stringify(message))]
    // No round trip of its own.
    if (isTx(tx)) tx.sendWithCommit(sql, params)
    else await tx.write(sql, params)
  }
  return {
    channel: mayFunctionsPublish ? channel : undefined,
    publish: (tx, message) => publishAll(tx, [message]),
    publishAll,
    subscribe,
    isConnected: () => isConnected,
    async close() {
      clear()
      await stop()
    },
  }
}
