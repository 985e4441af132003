import type { ManagerOptions, Socket, SocketOptions } from 'socket.io-client'
import {
  realtimePath,
  serverEventNames,
  type ConnectionStatus,
  type FeedWatch,
  type ServerEvent,
  type ServerEventName,
} from './realtime.ts'

type Io = (url: string, options: Partial<ManagerOptions & SocketOptions>) => Socket

/** What the connection needs from its host and what it tells it. */
export interface ConnectionHost {
  /** Loads socket.io-client; asked at the first connect, so that neither host loads it at start. */
  loadIo(): Promise<Io>
  /** Origin of the server, without a path. */
  serverUrl(): string
  /** The session's token, or null: then nothing is connected. */
  token(): string | null
  onEvent(event: ServerEvent): void
  onStatus(status: ConnectionStatus): void
  /** The server refused the handshake because the session is over. */
  onLoggedOut(token: string): void
}

/**
 * The real-time connection of spec §7 as both hosts run it: websocket only, token in the query, it comes back
 * by itself, and only events of the contract go through. One connection at a time; a new `connect` with the
 * same token changes nothing, with another token it replaces the connection.
 */
export class RealtimeConnection {
  readonly #host: ConnectionHost
  #socket: Socket | null = null
  #token: string | null = null
  #status: ConnectionStatus = 'offline'
  #retry: ReturnType<typeof setTimeout> | null = null
  #watched: FeedWatch = { sport: null, matchId: null }

  constructor(host: ConnectionHost) {
    this.#host = host
  }

  async connect(): Promise<void> {
    const token = this.#host.token()
    if (token === this.#token) {
      // Who asks may be a window that was loaded anew: it does not know that the connection is there.
      if (token !== null) this.#host.onStatus(this.#status)
      return
    }
    this.disconnect()
    if (token === null) return
    this.#token = token
    this.#setStatus('connecting')
    const io = await this.#load()
    // Logged out, or in again, while the library was loading.
    if (this.#token !== token) return
    this.#open(io, token)
  }

  disconnect(): void {
    if (this.#retry !== null) clearTimeout(this.#retry)
    this.#retry = null
    this.#token = null
    this.#socket?.removeAllListeners()
    this.#socket?.offAny()
    this.#socket?.disconnect()
    this.#socket = null
    this.#setStatus('offline')
  }

  /** Says that the player left a game. Nothing to do without a connection: the server then knows already. */
  offGame(gameCode: string): void {
    if (this.#socket?.connected) this.#socket.emit('offGame', { gameCode })
  }

  /** Says what the player looks at, now and after every return of the connection. */
  watchFeed(watched: FeedWatch): void {
    this.#watched = watched
    if (this.#socket?.connected) this.#socket.emit('feed:watch', watched)
  }

  async #load(): Promise<Io> {
    try {
      return await this.#host.loadIo()
    } catch (error) {
      // Offline before the library came: the next connect tries again.
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
      // Back within two seconds of the network's return, however long it was away.
      reconnectionDelay: 300,
      reconnectionDelayMax: 1_500,
      timeout: 5_000,
    })
    this.#socket = socket
    socket.on('connect', () => {
      const { sport, matchId } = this.#watched
      if (sport !== null || matchId !== null) socket.emit('feed:watch', this.#watched)
      this.#setStatus('online')
    })
    socket.on('disconnect', (reason) => {
      this.#setStatus('connecting')
      // The one reason after which socket.io leaves the return to us (a server that is being replaced).
      if (reason === 'io server disconnect') this.#retryLater(socket)
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
    this.#retry = setTimeout(() => socket.connect(), 1_000)
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
