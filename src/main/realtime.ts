import type { ConnectionStatus, FeedWatch, ServerEvent } from '#contract/realtime.ts'
import type { RealtimeConnection } from '#realtime/RealtimeConnection.ts'
import type { Session } from './session/Session.ts'

export interface RealtimeDeps {
  serverUrl: string
  session: Session
  /** The server refused this token. */
  onLoggedOut(token: string): void
  onEvent(event: ServerEvent): void
  onStatus(status: ConnectionStatus): void
}

export interface Realtime {
  connect(): Promise<void>
  disconnect(): void
  offGame(gameCode: string): void
  watchFeed(watched: FeedWatch): void
}

/**
 * The real-time connection in main (docs/product.md, "Real time events"). It ends with the session. Its code is loaded
 * with the first session; all calls keep their order.
 */
export function createRealtime(deps: RealtimeDeps): Realtime {
  let loaded: Promise<RealtimeConnection> | undefined
  let watched: FeedWatch | null = null
  const load = async () => {
    const { RealtimeConnection } = await import('#realtime/RealtimeConnection.ts')
    const connection = new RealtimeConnection({
      loadIo: async () => (await import('socket.io-client')).io,
      serverUrl: () => deps.serverUrl,
      token: () => deps.session.token,
      onEvent: deps.onEvent,
      onStatus: deps.onStatus,
      onLoggedOut: deps.onLoggedOut,
    })
    if (watched !== null) connection.watchFeed(watched)
    return connection
  }
  /** Nothing is connected before the code is there; a failure to load it is that of `connect`. */
  const whenLoaded = (work: (connection: RealtimeConnection) => void) => {
    loaded?.then(work, () => undefined)
  }
  const disconnect = () => whenLoaded((connection) => connection.disconnect())
  // Also for a new session: the connection of the previous one must not be used for it.
  deps.session.onChanged(disconnect)
  return {
    async connect() {
      if (loaded === undefined && deps.session.token === null) return
      const connection = await (loaded ??= load())
      await connection.connect()
    },
    disconnect,
    offGame: (gameCode) => whenLoaded((connection) => connection.offGame(gameCode)),
    watchFeed(next) {
      watched = next
      whenLoaded((connection) => connection.watchFeed(next))
    },
  }
}
