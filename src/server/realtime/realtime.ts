import type { ServerResponse } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { Server, type Socket } from 'socket.io'
import { z } from 'zod'
import { realtimePath } from '#contract/realtime.ts'
import { EnvelopeStatus } from '#contract/statusCodes.ts'
import type { AppDeps } from '../deps.ts'
import type { BusMessage } from '../bus.ts'
import { CallGate } from '../callGate.ts'
import { Refusal } from '../errors.ts'
import { leaveGame } from '../domain/play/gameSessions.ts'
import { trackPresence } from '../domain/accounts/presence.ts'
import { findSession, liveSessions, type Session } from '../domain/accounts/sessions.ts'
import { isAllowedOrigin } from './allowedOrigins.ts'
import { FeedBoard } from './feedBoard.ts'
import { LatestRuns } from './latestRuns.ts'
import { NewestSockets } from './newestSockets.ts'
import { createRateLimit } from './rateLimit.ts'
import { senderOf } from './senderOf.ts'

const messagesPerSecond = 50
const largestMessage = 16 * 1024
/** Of a session: the client has one in each tab. */
const mostOfSession = 5
/** Of a player, who may have several sessions. */
const mostOfPlayer = 20
/** Least time between two writes for a player's offGame, in ms. */
const offGameEveryMs = 1_000
/** Least time between two changes of what a socket watches, in ms. */
const watchEveryMs = 100
/** Handshakes that look their session up at a time: half of the connections that reads share. */
const handshakesAtOnce = 2
/**
 * How often sockets are compared with their sessions: for expired ones, and for lost notifications. In ms.
 */
const sweepMs = 15_000
/** Prefix of broadcasts between processes, which are never sent to a player. */
const internalPrefix = 'internal:'
const dropName = `${internalPrefix}dropSockets`

type Outgoing = Record<string, (payload: unknown) => void>
type Incoming = Record<string, (payload: unknown) => void>
type PlayerSocket = Socket<Incoming, Outgoing, Outgoing, { session: Session }>
type PlayerServer = Server<Incoming, Outgoing, Outgoing, { session: Session }>

/** The event's payload is an object with `gameCode`; the bare code is accepted too. */
const offGamePayload = z.union([
  z.object({ gameCode: z.string().min(1).max(64) }).transform(({ gameCode }) => gameCode),
  z.string().min(1).max(64),
])

/**
 * Attaches the real-time connection ("Real time events" in docs/product.md): websocket only, token in the
 * query, one room for each player and one for each session. Everything it sends comes from the bus, so any
 * process may publish it.
 */
export function attachRealtime(app: FastifyInstance, deps: AppDeps): void {
  const sender = senderOf(deps.config.trustProxy)
  const io: PlayerServer = new Server(app.server, {
    path: realtimePath,
    transports: ['websocket'],
    allowUpgrades: false,
    serveClient: false,
    maxHttpBufferSize: largestMessage,
    // For a client that never finishes connecting.
    connectTimeout: 10_000,
    // A client that is refused tries again by itself, with pauses.
    allowRequest: (request, decide) =>
      decide(null, isAllowedOrigin(deps.config, request.headers) && mayConnect(deps, sender(request))),
  })
  io.engine.use(setHeaders)
  const logFault = (error: unknown) => app.log.error(error)
  const presence = trackPresence(deps, logFault)
  const ended = rememberEnded()
  const lastVersions = rememberVersions()
  const reconnectHolds = createReconnectHolds()
  const board = new FeedBoard(deps, { io, report: logFault })
  const ofSession = new NewestSockets<PlayerSocket>(mostOfSession)
  const ofPlayer = new NewestSockets<PlayerSocket>(mostOfPlayer)
  const offGames = new LatestRuns(offGameEveryMs, logFault)
  const watches = new LatestRuns(watchEveryMs, logFault)
  // Longer queues than those of a player's calls: after a restart everybody reconnects at once.
  const handshakes = new CallGate({ waiting: 16_000, waitingOfOne: 2_000, waitMs: 8_000 })

  io.use((socket, next) => {
    const { token } = socket.handshake.query
    authenticate(deps, handshakes, socket, typeof token === 'string' ? token : '').then(
      async (isAuthenticated) => {
        if (isAuthenticated) await reconnectHolds.waitForDrop(socket.data.session.userId)
        next(isAuthenticated ? undefined : loggedOutError())
      },
      (error: unknown) => {
        if (!(error instanceof Refusal)) logFault(error)
        next(new Error(error instanceof Refusal ? error.key : 'internal'))
      },
    )
  })

  io.on('connection', (socket) => {
    const { session } = socket.data
    // The session ended between the lookup and here, and its message has already passed.
    if (ended.has(session.id)) return void socket.disconnect(true)
    void socket.join([userRoom(session.userId), sessionRoom(session.id)])
    presence.enter(session.userId)
    socket.on('disconnect', () => {
      ofSession.remove(session.id, socket)
      ofPlayer.remove(session.userId, socket)
      if (presence.leave(session.userId) === 0) lastVersions.forget(session.userId)
    })
    ofSession.add(session.id, socket)
    ofPlayer.add(session.userId, socket)
    limitMessages(socket)
    socket.on('offGame', (payload) => {
      const gameCode = offGamePayload.safeParse(payload)
      if (gameCode.success) offGames.ask(session.userId, () => leaveGame(deps, session, gameCode.data))
    })
    socket.on('feed:watch', (payload) => {
      // A room must not keep a socket that is gone.
      watches.ask(socket.id, async () => void (socket.connected && board.watch(socket, payload)))
    })
  })

  const unsubscribe = deps.bus.subscribe((message) => {
    if (message.type === 'sessionEnded') ended.add(message.sessionId)
    if (message.type === 'event') {
      const isHere = io.of('/').adapter.rooms.has(userRoom(message.userId))
      if (!isHere || !lastVersions.accept(message)) return
    }
    if (message.type === 'broadcast' && message.name === dropName)
      reconnectHolds.hold(message.payload as Drop)
    if (message.type === 'gap') sweepSockets(io, deps).catch(logFault)
    deliver(io, message)
  })
  const sweep = setInterval(() => {
    sweepSockets(io, deps).catch(logFault)
  }, sweepMs)
  sweep.unref()

  app.addHook('preClose', async () => {
    clearInterval(sweep)
    unsubscribe()
    presence.stop()
    board.stop()
    offGames.stop()
    watches.stop()
    io.disconnectSockets(true)
    io.engine.close()
  })
}

/** Which connections to close, and for how long none of them may come back. */
interface Drop {
  /** null: every player's. */
  userId: string | null
  awayMs: number
}

/** Closes connections in every process (the sandbox's fault `dropSockets`). */
export async function dropSockets(
  deps: Pick<AppDeps, 'bus' | 'db'>,
  drop: Drop = { userId: null, awayMs: 0 },
): Promise<void> {
  await deps.bus.publish(deps.db, { type: 'broadcast', name: dropName, payload: drop })
}

function deliver(io: PlayerServer, message: BusMessage): void {
  if (message.type === 'event') {
    io.to(userRoom(message.userId)).emit(message.event.name, message.event.payload)
  } else if (message.type === 'sessionEnded') {
    const { notice } = message
    if (notice !== undefined)
      io.to(sessionRoom(message.sessionId)).emit('notice', { text: notice, alert: true })
    io.in(sessionRoom(message.sessionId)).disconnectSockets(true)
  } else if (message.type === 'gap') {
    // Whatever was missed, an empty change makes the client load everything again.
    io.emit('updateUserInfo', {})
  } else if (message.name === dropName) {
    const { userId } = message.payload as Drop
    for (const socket of io.of('/').sockets.values()) {
      if (userId === null || socket.data.session.userId === userId) socket.conn.close()
    }
  } else if (!message.name.startsWith(internalPrefix)) {
    io.emit(message.name, message.payload)
  }
}

function mayConnect({ traffic }: AppDeps, address: string): boolean {
  try {
    traffic.buckets.take('sockets', address)
    return true
  } catch (error) {
    if (error instanceof Refusal) return false
    throw error
  }
}

/** Throws tooManyCalls when too many handshakes wait. */
async function authenticate(
  deps: AppDeps,
  handshakes: CallGate,
  socket: PlayerSocket,
  token: string,
): Promise<boolean> {
  const find = () => handshakes.run('lookups', handshakesAtOnce, () => findSession(deps, token))
  const session = token === '' ? undefined : await deps.traffic.lookups.run(`socket ${token}`, find)
  if (session) socket.data.session = session
  return session !== undefined
}

/** What the connection answers itself never passes Fastify, which sets these everywhere else. */
function setHeaders(_request: unknown, response: ServerResponse, next: () => void): void {
  response.setHeader('X-Content-Type-Options', 'nosniff')
  response.setHeader('Cache-Control', 'no-store')
  next()
}

function loggedOutError(): Error {
  return Object.assign(new Error('loggedOut'), { data: { status: EnvelopeStatus.loggedOut } })
}

/** Counts packets before they are parsed into events, so that unknown events and pings count too. */
function limitMessages(socket: PlayerSocket): void {
  const allowed = createRateLimit(messagesPerSecond)
  socket.conn.on('packet', () => {
    if (!allowed()) socket.disconnect(true)
  })
}

async function sweepSockets(io: PlayerServer, deps: AppDeps): Promise<void> {
  const sockets = [...io.of('/').sockets.values()]
  if (sockets.length === 0) return
  const live = await liveSessions(deps, [...new Set(sockets.map((socket) => socket.data.session.id))])
  for (const socket of sockets) {
    if (!live.has(socket.data.session.id)) socket.disconnect(true)
  }
}

/** Ids of sessions that ended within the last minute, which is longer than any connection takes to open. */
function rememberEnded(): { add(id: string): void; has(id: string): boolean } {
  const until = new Map<string, number>()
  return {
    add(id) {
      const now = performance.now()
      for (const [old, time] of until) if (time < now) until.delete(old)
      until.set(id, now + 60_000)
    },
    has: (id) => (until.get(id) ?? 0) > performance.now(),
  }
}

/** Players whose reconnects the sandbox delays: their handshake waits. */
function createReconnectHolds() {
  const until = new Map<string | null, number>()
  return {
    hold: ({ userId, awayMs }: Drop) => void until.set(userId, performance.now() + awayMs),
    async waitForDrop(userId: string): Promise<void> {
      const end = Math.max(until.get(null) ?? 0, until.get(userId) ?? 0)
      const left = end - performance.now()
      if (left > 0) await pause(left)
    },
  }
}

/**
 * The last version of each versioned event of the connected players, because messages of two processes may
 * overtake each other.
 */
function rememberVersions() {
  const versions = new Map<string, Map<string, number>>()
  return {
    /** Returns false for an event older than the last one that the player was sent. */
    accept({ userId, event, version }: Extract<BusMessage, { type: 'event' }>): boolean {
      if (version === undefined) return true
      const known = versions.get(userId) ?? new Map<string, number>()
      if (version < (known.get(event.name) ?? 0)) return false
      versions.set(userId, known.set(event.name, version))
      return true
    },
    forget: (userId: string) => versions.delete(userId),
  }
}

function userRoom(userId: string): string {
  return `user:${userId}`
}

function sessionRoom(sessionId: string): string {
  return `session:${sessionId}`
}
