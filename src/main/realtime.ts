import { RealtimeConnection } from '#contract/realtimeConnection.ts'
import type { ConnectionStatus, ServerEvent } from '#contract/realtime.ts'
import type { Session } from './session/Session.ts'

export interface RealtimeDeps {
  serverUrl: string
  session: Session
  onEvent(event: ServerEvent): void
  onStatus(status: ConnectionStatus): void
}

/** The connection of spec §7 in main: it ends with the session, whoever ended that. */
export function createRealtime(deps: RealtimeDeps): RealtimeConnection {
  const connection = new RealtimeConnection({
    loadIo: async () => (await import('socket.io-client')).io,
    serverUrl: () => deps.serverUrl,
    token: () => deps.session.token,
    onEvent: deps.onEvent,
    onStatus: deps.onStatus,
    onLoggedOut: (token) => deps.session.end(token),
  })
  // A new session, too: the connection of the one before must not speak for it.
  deps.session.onChanged(() => connection.disconnect())
  return connection
}
