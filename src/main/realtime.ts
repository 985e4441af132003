import type { ConnectionStatus, FeedWatch, ServerEvent } from '#contract/realtime.ts'
import { onDemand } from './onDemand.ts'
import type { Session } from './session/Session.ts'

export interface RealtimeDeps {
  serverUrl: string
  session: Session
  /** Electron's: `DIRECT`, or a list of proxies. */
  resolveProxy(url: string): Promise<string>
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
  let wasAsked = false
  let watched: FeedWatch | null = null
  const { load, whenLoaded } = onDemand(async () => {
    const { RealtimeConnection } = await import('#realtime/RealtimeConnection.ts')
    const connection = new RealtimeConnection({
      loadIo: async () => {
        // A module is reduced to what is read of it in this form only.
        const io = (await import('socket.io-client')).io
        const { socketRoute } = await import('./socketRoute.ts')
        const route = socketRoute(deps.serverUrl, deps.resolveProxy)
        // Its types know no agent: they are those for browsers.
        return (url, options) => io(url, Object.assign(options, route))
      },
      serverUrl: () => deps.serverUrl,
      token: () => deps.session.token,
      onEvent: deps.onEvent,
      onStatus: deps.onStatus,
      onLoggedOut: deps.onLoggedOut,
    })
    if (watched !== null) connection.watchFeed(watched)
    return connection
  })
  const disconnect = () => whenLoaded((connection) => connection.disconnect())
  // Also for a new session: the connection of the previous one must not be used for it.
  deps.session.onChanged(disconnect)
  return {
    async connect() {
      if (!wasAsked && deps.session.token === null) return
      wasAsked = true
      const connection = await load()
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
