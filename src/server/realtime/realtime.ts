import type { ServerResponse } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import pLimit from 'p-limit'
import { Server, type Socket } from 'socket.io'
import { z } from 'zod'
import { realtimePath } from '#contract/realtime.ts'
import { EnvelopeStatus } from '#contract/errors.ts'
import type { AppDeps } from '../deps.ts'
import type { BusMessage, WalletMessage } from '../messaging/bus.ts'
import { CallGate } from '../flow/callGate.ts'
import { Refusal } from '../texts/refusal.ts'
import { noticeEvents, noticesChanged } from '../domain/content/notices.ts'
import { leaveGame } from '../domain/play/gameSessions.ts'
import { readNewerWallets, walletEvents } from '../domain/payments/walletEvents.ts'
import { isTestAccount } from '../domain/accounts/testAccounts.ts'
import { findSession, liveSessions, type Session } from '../domain/accounts/sessions.ts'
import { offerMultiplier } from '../domain/rewards/multiplierOffers.ts'
import { discountReturning } from '../domain/rewards/returnDiscounts.ts'
import { isAllowedOrigin } from './allowedOrigins.ts'
import { FeedBoard } from './feedBoard.ts'
import { LatestRuns } from '../flow/latestRuns.ts'
import { NewestSockets } from './newestSockets.ts'
import { createRateLimit } from '../flow/rateLimit.ts'
import { RecentNotices } from './recentNotices.ts'
import { senderOf } from './senderOf.ts'

const messagesPerSecond = 50
const maxMessageBytes = 16 * 1024
/** The client opens one in each tab. */
const maxSocketsPerSession = 5
/** A player may have several sessions. */
const maxSocketsPerPlayer = 20
/** Minimum interval between two writes for a player's offGame events. */
const offGameIntervalMs = 1_000
/** Minimum interval between two changes of a socket's subscriptions. */
const watchIntervalMs = 100
/** Concurrent session lookups for handshakes: half of the database connections for reads. */
const concurrentLookups = 2
/**
 * How often sockets of ended sessions are closed, because their session has expired or a notification was lost, and
 * wallets are sent whose event was lost.
 */
const sweepMs = 15_000
/** Prefix of broadcasts between processes, which are never sent to a player. */
const internalPrefix = 'internal:'
const dropName = `${internalPrefix}dropSockets`

type Outgoing = Record<string, (payload: unknown) => void>
type Incoming = Record<string, (payload: unknown) => void>
type PlayerSocket = Socket<Incoming, Outgoing, Outgoing, { session: Session; isTester: boolean }>
type PlayerServer = Server<Incoming, Outgoing, Outgoing, { session: Session; isTester: boolean }>

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
    maxHttpBufferSize: maxMessageBytes,
    // Closes clients that never finish the handshake.
    connectTimeout: 10_000,
    // A refused client retries with backoff.
    allowRequest: (request, decide) =>
      decide(null, isAllowedOrigin(deps.config, request.headers) && mayConnect(deps, sender(request))),
  })
  io.engine.use(setHeaders)
  const logError = (error: unknown) => app.log.error(error)
  const ended = createEndedSessions()
  const lastVersions = createVersionFilter()
  const recentNotices = new RecentNotices()
  const reconnectHolds = createReconnectHolds()
  const board = new FeedBoard(deps, { io, report: logError, onChange: deps.feedSource.onChange })
  const sessionSockets = new NewestSockets<PlayerSocket>(maxSocketsPerSession)
  const playerSockets = new NewestSockets<PlayerSocket>(maxSocketsPerPlayer)
  const offGames = new LatestRuns(offGameIntervalMs, logError)
  const watches = new LatestRuns(watchIntervalMs, logError)
  // One at a time: when all clients reconnect at once, this must not take the database from the players' calls.
  const arrivals = pLimit(1)
  // Longer queues than for a player's calls, because after a restart all clients reconnect at once.
  const handshakes = new CallGate({ waiting: 16_000, waitingPerKey: 2_000, waitMs: 8_000 })

  deps.metrics.gauge('palpite_sockets', 'Open real-time connections.', () => io.engine.clientsCount)
  deps.metrics.queue('handshakes', () => handshakes.waiting)

  io.use((socket, next) => {
    const { token } = socket.handshake.query
    authenticate(deps, handshakes, socket, typeof token === 'string' ? token : '').then(
      async (isAuthenticated) => {
        if (isAuthenticated) await reconnectHolds.waitForDrop(socket.data.session.userId)
        next(isAuthenticated ? undefined : loggedOutError())
      },
      (error: unknown) => {
        if (!(error instanceof Refusal)) logError(error)
        next(new Error(error instanceof Refusal ? error.key : 'internal'))
      },
    )
  })

  io.on('connection', (socket) => {
    const { session } = socket.data
    // The session has ended since the lookup, and its message was already processed.
    if (ended.has(session.id)) return void socket.disconnect(true)
    void socket.join([userRoom(session.userId), sessionRoom(session.id)])
    for (const notice of recentNotices.take(session.userId, session.id)) socket.emit('notice', notice)
    deps.presence.enter(session.userId, { isTester: socket.data.isTester })
    const offer = () =>
      offerMultiplier(deps, session.userId, ({ name, payload }) => socket.emit(name, payload))
    arrivals(offer).catch(logError)
    arrivals(() => discountReturning(deps, session.userId)).catch(logError)
    socket.on('disconnect', () => {
      sessionSockets.remove(session.id, socket)
      playerSockets.remove(session.userId, socket)
      if (deps.presence.leave(session.userId) === 0) lastVersions.forget(session.userId)
    })
    sessionSockets.add(session.id, socket)
    playerSockets.add(session.userId, socket)
    limitMessages(socket)
    socket.on('offGame', (payload) => {
      const gameCode = offGamePayload.safeParse(payload)
      if (gameCode.success) offGames.request(session.userId, () => leaveGame(deps, session, gameCode.data))
    })
    socket.on('feed:watch', (payload) => {
      // A disconnected socket must not join a room.
      watches.request(socket.id, async () => void (socket.connected && board.watch(socket, payload)))
    })
  })

  const sendWallet = (message: WalletMessage) => {
    const { userId } = message
    if (!io.of('/').adapter.rooms.has(userRoom(userId)) || !lastVersions.accept(message)) return
    for (const event of walletEvents(message)) {
      deps.metrics.pushed(event.name)
      deliver(io, { type: 'event', userId, event })
    }
  }
  const oneByOne = pLimit(1)
  const unsubscribe = deps.bus.subscribe((message) => {
    if (message.type === 'sessionEnded') ended.add(message.sessionId)
    if (message.type === 'event') {
      const room = io.of('/').adapter.rooms.get(userRoom(message.userId))
      if (message.event.name === 'notice')
        recentNotices.add(message.userId, message.event.payload, sessionsOf(io, room))
      if (!room) return
      deps.metrics.pushed(message.event.name)
    }
    if (message.type === 'wallet') return sendWallet(message)
    if (message.type === 'broadcast' && message.name === dropName)
      reconnectHolds.hold(message.payload as Drop)
    if (message.type === 'broadcast' && message.name === noticesChanged)
      // In their order: a later one whose read is quicker would come first.
      oneByOne(() => pushNotices(io, deps, message.payload as { ids: string[] })).catch(logError)
    if (message.type === 'gap') sweepSockets(io, deps).catch(logError)
    deliver(io, message)
  })
  const sendLostWallets = async () => {
    const players = new Set([...io.of('/').sockets.values()].map(({ data }) => data.session.userId))
    if (players.size === 0) return
    for (const message of await readNewerWallets(deps, lastVersions.of(players))) sendWallet(message)
  }
  const sweep = setInterval(() => {
    sweepSockets(io, deps).catch(logError)
    sendLostWallets().catch(logError)
  }, sweepMs)
  sweep.unref()

  app.addHook('preClose', async () => {
    clearInterval(sweep)
    unsubscribe()
    deps.presence.stop()
    board.stop()
    io.disconnectSockets(true)
    io.engine.close()
    arrivals.clearQueue()
    // The last one resolves when what is running has ended.
    await Promise.all([offGames.stop(), watches.stop(), arrivals(() => undefined)])
  })
}

/** Which connections to close, and for how long their reconnects are delayed. */
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

function deliver(io: PlayerServer, message: Exclude<BusMessage, WalletMessage>): void {
  if (message.type === 'event') {
    io.to(userRoom(message.userId)).emit(message.event.name, message.event.payload)
  } else if (message.type === 'sessionEnded') {
    const { notice } = message
    if (notice !== undefined)
      io.to(sessionRoom(message.sessionId)).emit('account:sessionEnded', { text: notice })
    io.in(sessionRoom(message.sessionId)).disconnectSockets(true)
  } else if (message.type === 'gap') {
    // Messages may have been lost: empty events make the client load what they are about.
    io.emit('updateUserInfo', {})
    io.emit('chat:message', {})
  } else if (message.name === dropName) {
    const { userId } = message.payload as Drop
    for (const socket of io.of('/').sockets.values()) {
      if (userId === null || socket.data.session.userId === userId) socket.conn.close()
    }
  } else if (!message.name.startsWith(internalPrefix)) {
    io.emit(message.name, message.payload)
  }
}

/** Each process reads the notices itself: with nine languages they are longer than a message of the bus may be. */
async function pushNotices(io: PlayerServer, deps: AppDeps, { ids }: { ids: string[] }): Promise<void> {
  for (const { userId, event } of await noticeEvents(deps, ids)) {
    const to = userId === null ? io : io.to(userRoom(userId))
    to.emit(event.name, event.payload)
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

/** Throws tooManyCalls when too many handshakes are waiting. */
async function authenticate(
  deps: AppDeps,
  handshakes: CallGate,
  socket: PlayerSocket,
  token: string,
): Promise<boolean> {
  const find = () =>
    handshakes.run('lookups', concurrentLookups, async () => {
      const session = await findSession(deps, token)
      return session && { session, isTester: await isTestAccount(deps.db, session.userId) }
    })
  const found = token === '' ? undefined : await deps.traffic.lookups.run(`socket ${token}`, find)
  if (!found) return false
  socket.data.session = found.session
  socket.data.isTester = found.isTester
  return true
}

/** Responses of the socket server itself bypass Fastify, which sets these headers on all others. */
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

/** Ids of sessions that ended within the last minute, which is longer than any handshake takes. */
function createEndedSessions(): { add(id: string): void; has(id: string): boolean } {
  const until = new Map<string, number>()
  return {
    add(id) {
      const now = performance.now()
      for (const [id, time] of until) if (time < now) until.delete(id)
      until.set(id, now + 60_000)
    },
    has: (id) => (until.get(id) ?? 0) > performance.now(),
  }
}

/** Delays the handshakes of players whose connections the sandbox has dropped. */
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

/** The versions of the connected players' wallets, because messages of two processes may overtake each other. */
function createVersionFilter() {
  const versions = new Map<string, number>()
  const versionOf = (userId: string) => versions.get(userId) ?? 0
  return {
    /** Returns false for a wallet that is not newer than the last one that the player was sent. */
    accept({ userId, version }: WalletMessage): boolean {
      if (version <= versionOf(userId)) return false
      versions.set(userId, version)
      return true
    },
    of: (userIds: Iterable<string>) => new Map([...userIds].map((userId) => [userId, versionOf(userId)])),
    forget: (userId: string) => versions.delete(userId),
  }
}

/** The sessions of the sockets in a room. */
function sessionsOf(io: PlayerServer, room: ReadonlySet<string> = new Set()): string[] {
  const { sockets } = io.of('/')
  return [...room].flatMap((id) => sockets.get(id)?.data.session.id ?? [])
}

function userRoom(userId: string): string {
  return `user:${userId}`
}

function sessionRoom(sessionId: string): string {
  return `session:${sessionId}`
}
