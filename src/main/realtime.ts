import type { ConnectionStatus, ServerEvent } from '#contract/realtime.ts'
import { RealtimeConnection } from '#realtime/RealtimeConnection.ts'
import type { Session } from './session/Session.ts'

export interface RealtimeDeps {
  serverUrl: string
  session: Session
  /** The server refused this token. */
  onLoggedOut(token: string): void
  onEvent(event: ServerEvent): void
  onStatus(status: ConnectionStatus): void
}

/** The real-time connection in main (docs/product.md, "Real time events"). It ends with the session. */
export function createRealtime(deps: RealtimeDeps): RealtimeConnection {
  const connection = new RealtimeConnection({
    loadIo: async () => (await import('socket.io-client')).io,
    serverUrl: () => deps.serverUrl,
    token: () => deps.session.token,
    onEvent: deps.onEvent,
    onStatus: deps.onStatus,
    onLoggedOut: deps.onLoggedOut,
  })
  // Also for a new session: the connection of the previous one must not be used for it.
  deps.session.onChanged(() => connection.disconnect())
  return connection
}
