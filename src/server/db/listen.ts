import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'

export type StopListening = () => Promise<void>

interface ListenOptions {
  onReconnect?: () => void
  onLost?: () => void
  /** How often the connection is checked, and how long the answer may take, in ms. */
  checkMs?: number
  onError: (error: Error) => void
}

const firstWaitMs = 100
const maxWaitMs = 1_000
/** How long connecting may take, in ms. */
const connectMs = 5_000
const defaultCheckMs = 3_000

/**
 * LISTENs on a separate connection. When the connection is lost or silent, it tries to reconnect until the returned
 * function is called. It is checked, because nothing else would show that the network was cut: who only listens sends
 * nothing that could get lost.
 */
export async function listenOn(
  url: string,
  channel: string,
  handler: (payload: string) => void,
  options: ListenOptions,
): Promise<StopListening> {
  const checkMs = options.checkMs ?? defaultCheckMs
  const stopping = new AbortController()
  let current: { client: pg.Client; stopChecks: () => void } | undefined

  const connect = async (): Promise<void> => {
    const client = new pg.Client({
      connectionString: url,
      application_name: `palpite listens to ${channel}`,
      keepAlive: true,
      connectionTimeoutMillis: connectMs,
      query_timeout: checkMs,
    })
    let isListening = false
    let checks: NodeJS.Timeout | undefined
    const stopChecks = () => {
      clearInterval(checks)
      checks = undefined
    }
    const onLost = (error?: Error) => {
      stopChecks()
      // Before it listens, the error is that of `connect`.
      if (!isListening || stopping.signal.aborted) return
      isListening = false
      if (error) options.onError(error)
      void client.end()
      options.onLost?.()
      void reconnect()
    }
    client.on('notification', (message) => {
      if (message.channel === channel) handler(message.payload ?? '')
    })
    client.on('error', onLost)
    client.on('end', () => onLost())
    try {
      await client.connect()
      // A standby refuses this: right after a failover the new primary still is one.
      await client.query(`listen ${client.escapeIdentifier(channel)}`)
      stopping.signal.throwIfAborted()
    } catch (error) {
      void client.end()
      throw error
    }
    isListening = true
    checks = setInterval(() => void client.query('select 1').catch(onLost), checkMs)
    checks.unref()
    current = { client, stopChecks }
  }

  const reconnect = async (): Promise<void> => {
    for (let wait = firstWaitMs; !stopping.signal.aborted; wait = Math.min(wait * 2, maxWaitMs)) {
      try {
        await delay(wait, undefined, { signal: stopping.signal })
        await connect()
        options.onReconnect?.()
        return
      } catch (error) {
        if (stopping.signal.aborted) return
        options.onError(error instanceof Error ? error : new Error(String(error)))
      }
    }
  }

  await connect()
  return async () => {
    stopping.abort()
    current?.stopChecks()
    await current?.client.end().catch(options.onError)
  }
}
