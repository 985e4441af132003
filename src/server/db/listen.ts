import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'

export type StopListening = () => Promise<void>

interface ListenOptions {
  onReconnect?: () => void
  onError: (error: Error) => void
}

const firstWaitMs = 100
const maxWaitMs = 2_000

/**
 * LISTENs on a separate connection. When the connection is lost, it tries to reconnect until the returned function is
 * called.
 */
export async function listenOn(
  url: string,
  channel: string,
  handler: (payload: string) => void,
  options: ListenOptions,
): Promise<StopListening> {
  const stopping = new AbortController()
  let current: pg.Client | undefined

  const connect = async (): Promise<void> => {
    const client = new pg.Client({ connectionString: url, keepAlive: true })
    let lost = false
    const onLost = (error?: Error) => {
      if (lost || stopping.signal.aborted) return
      lost = true
      if (error) options.onError(error)
      void client.end().catch(options.onError)
      void reconnect()
    }
    client.on('notification', (message) => {
      if (message.channel === channel) handler(message.payload ?? '')
    })
    await client.connect()
    client.on('error', onLost)
    client.on('end', () => onLost())
    await client.query(`listen ${client.escapeIdentifier(channel)}`)
    current = client
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
    await current?.end().catch(options.onError)
  }
}
