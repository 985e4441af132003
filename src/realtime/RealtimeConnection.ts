import type { ManagerOptions, Socket, SocketOptions } from 'socket.io-client'
import {
  realtimePath,
  type ClientEvents,
  type ConnectionStatus,
  type FeedWatch,
  type ServerEvent,
  type ServerEventName,
} from '#contract/realtime.ts'
import { serverEventNames } from '#contract/serverEventNames.ts'

type Io = (url: string, options: Partial<ManagerOptions & SocketOptions>) => Socket

/** What the connection needs from its host, and what it reports to it. */
export interface ConnectionHost {
  /** Loads socket.io-client. Called at the first connect, so that neither host loads it at start. */
  loadIo(): Promise<Io>
  /** Origin of the server, without a path. */
  serverUrl(): string
  /** The session's token; null: nothing is connected. */
  token(): string | null
  onEvent(event: ServerEvent): void
  onStatus(status: ConnectionStatus): void
  /** The server refused the handshake because the session is over. */
  onLoggedOut(token: string): void
}

const firstRetryMs = 1_000
/** Tabs beyond the server's limit per session close each other in turn, so their retries slow down up to this. */
const longestRetryMs = 30_000
/** A connection that lasts this long counts as stable and resets the backoff. */
const stableMs = 30_000

/**
 * The real-time connection as both hosts run it: websocket only, the token in the query, automatic
 * reconnects, and only events of the contract are passed on. There is one connection at a time: `connect`
 * with the same token changes nothing, with another token it replaces the connection.
 */
export class RealtimeConnection {
  readonly #host: ConnectionHost
  #socket: Socket | null = null
  #token: string | null = null
  #status: ConnectionStatus = 'offline'
  #retry: ReturnType<typeof setTimeout> | null = null
  /** Connections in a row that the server closed before they were stable. */
  #earlyCloses = 0
  #stableTimer: ReturnType<typeof setTimeout> | null = null
  #watched: FeedWatch = { sport: null, matchId: null }

  constructor(host: ConnectionHost) {
    this.#host = host
  }

  async connect(): Promise<void> {
    const token = this.#host.token()
    if (token === this.#token) {
      // The caller may be a window that was reloaded and does not know the current status.
      if (token !== null) this.#host.onStatus(this.#status)
      return
    }
    this.disconnect()
    if (token === null) return
    this.#token = token
    this.#setStatus('connecting')
    const io = await this.#load()
    // The player logged out, or in again, while the library was loading.
    if (this.#token !== token) return
    this.#open(io, token)
  }

  disconnect(): void {
    if (this.#retry !== null) clearTimeout(this.#retry)
    this.#retry = null
    this.#cancelStableTimer()
    this.#earlyCloses = 0
    this.#token = null
    this.#socket?.removeAllListeners()
    this.#socket?.offAny()
    this.#socket?.disconnect()
    this.#socket = null
    this.#setStatus('offline')
  }

  /**
   * Reports that the player left a game. Without a connection there is nothing to do: the server already
   * knows.
   */
  offGame(gameCode: string): void {
    this.#send('offGame', { gameCode })
  }

  /** Reports what the player looks at, now and after every reconnect. */
  watchFeed(watched: FeedWatch): void {
    this.#watched = watched
    this.#send('feed:watch', watched)
  }

  /** Does nothing while there is no connection. */
  #send<Name extends keyof ClientEvents>(name: Name, payload: ClientEvents[Name]): void {
    if (this.#socket?.connected) this.#socket.emit(name, payload)
  }

  async #load(): Promise<Io> {
    try {
      return await this.#host.loadIo()
    } catch (error) {
      // Offline before the library was loaded: the next connect tries again.
      this.disconnect()
      throw error
    }
  }

  #open(io: Io, token: string): void {
    const socket = io(this.#host.serverUrl(), {
      path: realtimePath,
      transports: ['websocket'],
      query: { token },
      forceNew: true,
      // Short, so that the client reconnects within two seconds once the network is back, however long it was down.
      reconnectionDelay: 300,
      reconnectionDelayMax: 1_500,
      timeout: 5_000,
    })
    this.#socket = socket
    socket.on('connect', () => {
      const { sport, matchId } = this.#watched
      if (sport !== null || matchId !== null) this.#send('feed:watch', this.#watched)
      this.#setStatus('online')
      this.#cancelStableTimer()
      this.#stableTimer = setTimeout(() => (this.#earlyCloses = 0), stableMs)
    })
    socket.on('disconnect', (reason) => {
      this.#setStatus('connecting')
      this.#cancelStableTimer()
      // The one reason after which socket.io does not reconnect by itself: the server is being replaced, or the
      // session has too many connections.
      if (reason !== 'io server disconnect') return
      this.#retryLater(socket)
      this.#earlyCloses++
    })
    socket.on('connect_error', (error: Error & { data?: unknown }) => {
      if (socket.active) return
      if (error.message === 'loggedOut') {
        this.disconnect()
        this.#host.onLoggedOut(token)
      } else this.#retryLater(socket)
    })
    socket.onAny((name: string, payload: unknown) => {
      if (isServerEvent(name, payload)) this.#host.onEvent({ name, payload } as ServerEvent)
    })
  }

  #retryLater(socket: Socket): void {
    const wait = Math.min(firstRetryMs * 2 ** this.#earlyCloses, longestRetryMs)
    this.#retry = setTimeout(() => socket.connect(), wait)
  }

  #cancelStableTimer(): void {
    if (this.#stableTimer !== null) clearTimeout(this.#stableTimer)
    this.#stableTimer = null
  }

  #setStatus(status: ConnectionStatus): void {
    if (status === this.#status) return
    this.#status = status
    this.#host.onStatus(status)
  }
}

function isServerEvent(name: string, payload: unknown): name is ServerEventName {
  const known: readonly string[] = serverEventNames
  return known.includes(name) && typeof payload === 'object' && payload !== null
}
