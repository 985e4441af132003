import { io, type Socket } from 'socket.io-client'
import { afterEach, describe, expect, it } from 'vitest'
import { realtimePath } from '#contract/realtime.ts'
import { productionEnv } from '../server/helpers/production.ts'
import { readApi } from './helpers/apiDescription.ts'
import { samplePath } from './helpers/samples.ts'
import { startTarget, type Target } from './helpers/target.ts'
import { isWhole } from '../scope.ts'

const product = 'https://palpite.test'
const games = 'https://games.palpite.test'
const production = await startTarget({ ...productionEnv, PUBLIC_URL: product, GAMES_URL: games })
const sandbox = await startTarget()
const { operations } = await readApi(production.client)
const player = await production.player()

/** Origins of other sites' pages. */
const otherOrigins = [
  'null',
  'http://palpite.test',
  'https://palpite.test:8443',
  'https://www.palpite.test',
  'https://evil.palpite.test',
  'https://palpite.test.evil.example',
  'https://evilpalpite.test',
  'https://palpite.test@evil.example',
  'https://palpite.testing',
  'https://PALPITE.test.evil.example',
  'https://palpite.test evil',
  'https://palpite.tes',
  'file://',
  'chrome-extension://palpite',
  'app://palpite.evil',
  'http://localhost:5173',
  'http://127.0.0.1:5250',
  'http://[::1]',
  '',
  '*',
]

const allowed = async (target: Target, path: string, origin: string, method = 'GET') => {
  const preflight = {
    'access-control-request-method': 'POST',
    'access-control-request-headers': 'authorization',
  }
  const { headers } = await target.client.send({
    method,
    path,
    headers: { origin, ...(method === 'OPTIONS' ? preflight : {}) },
  })
  expect(headers['access-control-allow-credentials']).toBeUndefined()
  return headers['access-control-allow-origin']
}

/** In `npm test` each origin makes some of the calls, the next origin others; a frame without an origin makes all. */
const callShare = 8

describe('a call from a page of another origin', () => {
  it.each(otherOrigins)(
    '%s may make no calls, except that "null" may make those of the chat page',
    async (origin) => {
      const from = otherOrigins.indexOf(origin)
      const asked = operations.filter(
        (_, index) => isWhole || origin === 'null' || (index + from) % callShare === 0,
      )
      const open: string[] = []
      for (const operation of asked) {
        for (const method of ['GET', 'OPTIONS']) {
          const allowedOrigin = await allowed(production, samplePath(operation), origin, method)
          if (allowedOrigin === origin || allowedOrigin === '*') open.push(operation.path)
        }
      }
      const chat = operations
        .filter(({ path, auth }) => auth?.tokens.includes('chat') || path === '/api/app/chat/session')
        .map(({ path }) => path)
      expect([...new Set(open)].sort()).toEqual(origin === 'null' ? [...new Set(chat)].sort() : [])
    },
  )

  it('is allowed from the product only, and below /api/games/ from the games only', async () => {
    const wrong: string[] = []
    for (const operation of operations) {
      const mayCall = operation.path.startsWith('/api/games/') ? games : product
      for (const origin of [product, games]) {
        const allowedOrigin = await allowed(production, samplePath(operation), origin, 'OPTIONS')
        if ((allowedOrigin === origin) !== (origin === mayCall))
          wrong.push(`${operation.name} from ${origin}: ${allowedOrigin}`)
      }
    }
    expect(wrong).toEqual([])
  })

  it.each(['/api/games/../app/user/userInfo', '/api/games/%2e%2e/app/user/userInfo', '/api/games/'])(
    '%s: a path that only looks like one of the games reaches no other call',
    async (path) => {
      const { http } = await production.client.send({
        method: 'GET',
        path,
        headers: { origin: games, authorization: player.token },
      })
      expect(http).toBe(404)
    },
  )

  it('never reaches the sandbox controls', async () => {
    for (const origin of [
      'null',
      'http://evil.example',
      'http://localhost:1',
      sandbox.url.replace('http', 'https'),
    ]) {
      const { http } = await sandbox.client.send({
        method: 'POST',
        path: '/sandbox/api/users',
        headers: { origin, 'content-type': 'text/plain' },
        body: '{"username":"a@b.test","password":"Segura-123"}',
      })
      expect([origin, http]).not.toEqual([origin, 200])
    }
  })
})

const sockets: Socket[] = []
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.disconnect()
})

/** Connects and returns the socket, or the message of the refusal. */
async function connect(
  target: Target,
  query: Record<string, unknown>,
  extraHeaders: Record<string, string> = {},
): Promise<Socket | string> {
  const socket = io(target.url, {
    path: realtimePath,
    transports: ['websocket'],
    query,
    extraHeaders,
    forceNew: true,
    reconnection: false,
  })
  sockets.push(socket)
  return new Promise((resolve) => {
    socket.on('connect', () => resolve(socket))
    socket.on('connect_error', (error) => resolve(error.message))
  })
}

const isConnected = (result: Socket | string) => typeof result !== 'string'

describe('the real-time connection', () => {
  it.each(otherOrigins.filter((origin) => origin !== '' && !origin.includes(' ')))(
    'is refused to a page of %s, even with a valid token',
    async (origin) => {
      expect(await connect(production, { token: player.token }, { origin })).toBe('websocket error')
    },
  )

  it.each([product, undefined])('is open to %s: the product, and the desktop program', async (origin) => {
    const headers: Record<string, string> = origin === undefined ? {} : { origin }
    expect(isConnected(await connect(production, { token: player.token }, headers))).toBe(true)
  })

  it('is open to a page that the same server has served', async () => {
    const local = await sandbox.player()
    expect(isConnected(await connect(sandbox, { token: local.token }, { origin: sandbox.url }))).toBe(true)
    const other = { origin: 'http://evil.example:5250' }
    expect(await connect(sandbox, { token: local.token }, other)).toBe('websocket error')
  })

  it("accepts only a player's token, and only in the query", async () => {
    const revoked = await production.newToken(player)
    const [chat, game] = [await production.chatToken(revoked), await production.gameToken(revoked)]
    const list = [player.token, player.token]
    for (const query of [
      {},
      { token: '' },
      { token: chat },
      { token: game },
      { token: player.userId },
      { token: list },
    ])
      expect(await connect(production, query)).toBe('loggedOut')
    await production.sendAs(revoked, { method: 'POST', path: '/api/app/user/logout', body: {} })
    expect(await connect(production, { token: revoked })).toBe('loggedOut')
    expect(await connect(production, {}, { authorization: player.token })).toBe('loggedOut')
    expect(await connect(production, {}, { cookie: `token=${player.token}` })).toBe('loggedOut')
  })

  it('is closed after a message that is too long, and after too many messages', async () => {
    for (const misuse of [
      (socket: Socket) => socket.emit('feed:watch', { sport: 'a'.repeat(20_000), matchId: null }),
      (socket: Socket) => {
        for (let i = 0; i < 200; i++) socket.emit('nada', i)
      },
    ]) {
      const socket = await connect(production, { token: player.token })
      if (typeof socket === 'string') throw new Error(socket)
      misuse(socket)
      await expect.poll(() => socket.connected, { interval: 20 }).toBe(false)
    }
  })

  it("survives malformed messages, and never delivers another player's event", async () => {
    const other = await production.player()
    const socket = await connect(production, { token: player.token })
    if (typeof socket === 'string') throw new Error(socket)
    const received: unknown[] = []
    socket.onAny((name: string, payload: unknown) => received.push([name, payload]))
    for (const payload of [
      null,
      1,
      'a',
      [],
      { sport: '__proto__', matchId: {} },
      { room: `user:${other.userId}` },
    ]) {
      for (const name of ['feed:watch', 'offGame', 'join', 'notice', `user:${other.userId}`])
        socket.emit(name, payload)
    }
    const event = { name: 'notice', payload: { text: 'só para a outra pessoa' } } as const
    const { bus, db } = production.deps
    await bus.publish(db, { type: 'event', userId: other.userId, event })
    const own = { name: 'notice', payload: { text: 'para mim' } } as const
    await bus.publish(db, { type: 'event', userId: player.userId, event: own })
    await expect.poll(() => received).toEqual([['notice', { text: 'para mim' }]])
    expect(socket.connected).toBe(true)
  })

  it('is refused by long polling', async () => {
    const path = `${realtimePath}/?EIO=4&transport=polling&token=${player.token}`
    expect((await production.client.send({ method: 'GET', path })).http).toBe(400)
  })
})
