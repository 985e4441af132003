import { connect, type NatsConnection } from '@nats-io/transport-node'
import { createListeners, type Bus, type BusMessage } from './bus.ts'
import { isTx } from '../db/client.ts'
import type { Log } from '../observe/log.ts'
import { StartError } from '../config/startError.ts'

const reconnectWaitMs = 250
const connectMs = 5_000

/**
 * The bus through a NATS server, which the database then has no part in: NOTIFY makes all transactions that use it
 * commit one after the other, and every process reads every message from the database. A message of a transaction is
 * sent after the commit. A process that dies in between loses it: wallets are sent again by a sweep (realtime/realtime.ts),
 * and everything else a player gets with the next call.
 */
export async function createNatsBus(
  url: string,
  { log, subject }: { log: Log; subject: string },
): Promise<Bus> {
  const connection = await connectTo(url)
  const { dispatch, subscribe, clear } = createListeners()
  let isConnected = true
  const subscription = connection.subscribe(subject, {
    callback(error, message) {
      if (error) return log.error(error, 'a message of the bus could not be read')
      for (const each of message.json<BusMessage[]>()) dispatch(each)
    },
  })
  // Nothing is lost between the start and the first message only if the server has the subscription by then.
  await connection.flush()
  const watching = watchConnection(connection, {
    onLost: () => {
      isConnected = false
      log.error('the connection to NATS was lost')
    },
    onReconnect: () => {
      isConnected = true
      dispatch({ type: 'gap' })
    },
  })
  const publishAll: Bus['publishAll'] = async (on, messages) => {
    if (messages.length === 0) return
    const send = () => connection.publish(subject, JSON.stringify(messages))
    if (isTx(on)) on.afterCommit(send)
    else send()
  }
  return {
    channel: undefined,
    publish: (on, message) => publishAll(on, [message]),
    publishAll,
    subscribe,
    isConnected: () => isConnected,
    async close() {
      clear()
      subscription.unsubscribe()
      await connection.drain()
      await watching
    },
  }
}

async function connectTo(url: string): Promise<NatsConnection> {
  const { username, password, host, protocol } = new URL(url)
  try {
    return await connect({
      servers: `${protocol}//${host}`,
      ...(username === '' ? {} : { user: decodeURIComponent(username), pass: decodeURIComponent(password) }),
      name: 'palpite',
      timeout: connectMs,
      maxReconnectAttempts: -1,
      reconnectTimeWait: reconnectWaitMs,
    })
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new StartError(`NATS at ${host} cannot be reached: ${reason}`, { cause })
  }
}

async function watchConnection(
  connection: NatsConnection,
  on: { onLost: () => void; onReconnect: () => void },
): Promise<void> {
  for await (const { type } of connection.status()) {
    if (type === 'disconnect') on.onLost()
    if (type === 'reconnect') on.onReconnect()
  }
}
