import { randomUUID } from 'node:crypto'
import { io, type Socket } from 'socket.io-client'
import { afterEach, describe, expect, it } from 'vitest'
import { realtimePath } from '#contract/realtime.ts'
import { httpClient, waitingForLocks, whileLocked } from './helpers/floodClient.ts'
import { createTestServer, type TestPlayer } from './helpers/testServer.ts'

const server = await createTestServer()
const { db } = server.deps
const url = await server.listen()
const call = httpClient(url)
const bet = (player: TestPlayer) =>
  call('POST', '/api/app/game/limbo/bet', { player, body: { amount: 1, target: 2 } })

const sockets: Socket[] = []
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.disconnect()
})

function open(token: string, to = url): Socket {
  const options = { path: realtimePath, transports: ['websocket'], query: { token }, forceNew: true }
  const socket = io(to, { ...options, reconnection: false, timeout: 60_000 })
  sockets.push(socket)
  return socket
}

/** Resolves once the socket is connected or refused. */
const settled = (socket: Socket) =>
  new Promise<void>((resolve) => {
    socket.on('connect', () => resolve())
    socket.on('connect_error', () => resolve())
  })
const connect = async (token: string, to?: string) => {
  const socket = open(token, to)
  await settled(socket)
  return socket
}
/** Connections that the server has. */
const connections = () =>
  new Promise<number>((resolve, reject) => {
    server.app.server.getConnections((error, count) => (error ? reject(error) : resolve(count)))
  })
/** Resolves when every one of these sockets has got the next event of its player. */
async function allReached({ userId }: TestPlayer, all: Socket[]): Promise<void> {
  const reached = all.map((socket) => new Promise<void>((resolve) => socket.once('notice', () => resolve())))
  const event = { name: 'notice', payload: { text: 'hello' } } as const
  await server.deps.bus.publish(db, { type: 'event', userId, event })
  await Promise.all(reached)
}
const connected = (all: Socket[]) => all.filter((socket) => socket.connected)

describe('sockets of one session', () => {
  it('are limited to five: the sixth closes the oldest, and the others stay open', async () => {
    const owner = await server.player()
    const [oldest, ...others] = [
      await connect(owner.token),
      await connect(owner.token),
      await connect(owner.token),
      await connect(owner.token),
      await connect(owner.token),
    ]
    expect(connected([oldest as Socket, ...others])).toHaveLength(5)
    const sixth = await connect(owner.token)
    await expect.poll(() => oldest?.connected).toBe(false)
    await allReached(owner, [...others, sixth])
    // A disconnected socket makes room for a new one.
    const before = await connections()
    others[0]?.disconnect()
    await expect.poll(connections).toBe(before - 1)
    const seventh = await connect(owner.token)
    await allReached(owner, [...others.slice(1), sixth, seventh])
  })

  it('are still five after a flood of 1,500, and other players connect meanwhile', async () => {
    const [owner, other] = [await server.player(), await server.player()]
    const flood = Array.from({ length: 1_500 }, () => open(owner.token))
    const allSettled = Promise.all(flood.map(settled))
    const visitor = await connect(other.token)
    expect(visitor.connected).toBe(true)
    await allSettled
    await expect.poll(() => connected(flood).length).toBe(5)
  }, 60_000)

  it('are limited to 20 for a player with many sessions', async () => {
    const owner = await server.player()
    const all: Socket[] = []
    for (let session = 0; session < 5; session++) {
      const { token } = await server.login(owner)
      for (let i = 0; i < 5; i++) all.push(await connect(token))
    }
    await expect.poll(() => connected(all).length).toBe(20)
    expect(connected(all)).toEqual(all.slice(5))
  })
})

describe('handshakes', () => {
  it('with 50 tokens use at most two database connections', async () => {
    const handshakes: Promise<void>[] = []
    let arrived = 0
    server.app.server.on('upgrade', () => arrived++)
    await whileLocked(db, ['lock table sessions in access exclusive mode'], async () => {
      for (let i = 0; i < 50; i++) handshakes.push(settled(open(randomUUID())))
      // A lookup may wait behind the other one, on the same connection.
      await expect.poll(() => arrived).toBe(50)
      await expect.poll(() => waitingForLocks(db)).toBeGreaterThan(0)
      expect((await call('GET', '/api/app/main/appInfo', {})).httpStatus).toBe(200)
      expect(await waitingForLocks(db)).toBeLessThanOrEqual(2)
    })
    await Promise.all(handshakes)
  })

  it('from one IP address are limited, without affecting those from another', async () => {
    const limited = await createTestServer({ RATE_LIMITS: 'sockets=1/5', TRUST_PROXY: '1' })
    const limitedUrl = await limited.listen()
    const owners = await Promise.all(Array.from({ length: 12 }, () => limited.player()))
    const from = async (address: string, owner: TestPlayer) => {
      const socket = io(limitedUrl, {
        path: realtimePath,
        transports: ['websocket'],
        query: { token: owner.token },
        forceNew: true,
        reconnection: false,
        extraHeaders: { 'x-forwarded-for': address },
      })
      sockets.push(socket)
      await settled(socket)
      return socket.connected
    }
    const crowd = await Promise.all(owners.map((owner) => from('203.0.113.1', owner)))
    expect(crowd.filter(Boolean).length).toBeGreaterThanOrEqual(5)
    expect(crowd.filter(Boolean).length).toBeLessThan(12)
    expect(await from('203.0.113.2', owners[0] as TestPlayer)).toBe(true)
  })
})

describe('offGame of 60 sockets', () => {
  /** Opens five sockets in each of twelve sessions; the server keeps 20 of them open. */
  async function flood(owner: TestPlayer): Promise<Socket[]> {
    const all: Socket[] = []
    for (let session = 0; session < 12; session++) {
      const { token } = await server.login(owner)
      const opened = Array.from({ length: 5 }, () => open(token))
      await Promise.all(opened.map(settled))
      all.push(...opened)
    }
    return all
  }
  const sendOffGame = (all: Socket[], times: number) => {
    for (const socket of connected(all))
      for (let i = 0; i < times; i++) socket.emit('offGame', { gameCode: 'limbo' })
  }

  it('causes one write at a time, and delays no other call', async () => {
    const [owner, other] = [await server.player(), await server.player({ balance: 100 })]
    const all = await flood(owner)
    const lock = ['select 1 from sessions where user_id = $1 for update', [owner.userId]] as const
    await whileLocked(db, lock, async () => {
      sendOffGame(all, 40)
      await expect.poll(() => waitingForLocks(db)).toBe(1)
      for (let i = 0; i < 10; i++) expect((await bet(other)).httpStatus).toBe(200)
      expect(await waitingForLocks(db)).toBe(1)
    })
  })

  it('causes at most one write a second, for the last event', async () => {
    const owner = await server.player({ balance: 10 })
    await bet(owner)
    await db.write(`create table seen_writes (at timestamptz not null default clock_timestamp())`)
    await db.write(
      `create function note_seen() returns trigger language plpgsql as
        'begin insert into seen_writes default values; return null; end'`,
    )
    await db.write(
      `create trigger note_seen after update of last_seen_at on sessions
        for each row execute function note_seen()`,
    )
    const all = await flood(owner)
    const writes = async () => (await db.read('select 1 from seen_writes')).length
    const startedAt = performance.now()
    for (let round = 0; round < 3; round++) {
      for (let i = 0; i < 5; i++) sendOffGame(all, 2)
      await expect.poll(writes, { timeout: 5_000 }).toBeGreaterThan(round)
    }
    const playedAt = async () =>
      (
        await db.read<{ played_at: Date }>('select played_at from recently_played where user_id = $1', [
          owner.userId,
        ])
      )[0]?.played_at.getTime()
    const last = server.clock.now().getTime()
    sendOffGame(all, 1)
    await expect.poll(playedAt).toBeGreaterThanOrEqual(last)
    const seconds = (performance.now() - startedAt) / 1_000
    expect(await writes()).toBeGreaterThanOrEqual(2)
    expect(await writes()).toBeLessThanOrEqual(1 + Math.ceil(seconds))
  })
})
