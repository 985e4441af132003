import { EventEmitter } from 'node:events'
import type { Socket } from 'socket.io-client'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { RealtimeConnection } from '#realtime/RealtimeConnection.ts'

/** The parts of a socket.io client that the connection uses. */
class FakeSocket extends EventEmitter {
  connected = false
  active = true
  sent: unknown[][] = []
  any: ((name: string, payload: unknown) => void)[] = []
  connect = vi.fn()
  disconnect = vi.fn(() => {
    this.connected = false
  })
  constructor(
    readonly url: string,
    readonly options: Record<string, unknown>,
  ) {
    super()
  }
  onAny(listener: (name: string, payload: unknown) => void): void {
    this.any.push(listener)
  }
  offAny(): void {
    this.any = []
  }
  override emit(name: string, ...args: unknown[]): boolean {
    this.sent.push([name, ...args])
    return true
  }
  /** Simulates the server or the network. */
  simulate(name: string, ...args: unknown[]): void {
    if (name === 'connect') this.connected = true
    super.emit(name, ...args)
  }
  receive(name: string, payload: unknown): void {
    for (const listener of this.any) listener(name, payload)
  }
}

let sockets: FakeSocket[]
let token: string | null
const onEvent = vi.fn()
const onStatus = vi.fn()
const onLoggedOut = vi.fn()
let connection: RealtimeConnection
let loads: number

beforeEach(() => {
  vi.useFakeTimers()
  vi.clearAllMocks()
  sockets = []
  token = 'token-1'
  loads = 0
  connection = new RealtimeConnection({
    loadIo: () => {
      loads++
      return Promise.resolve((url: string, options: object) => {
        const socket = new FakeSocket(url, options as Record<string, unknown>)
        sockets.push(socket)
        return socket as unknown as Socket
      })
    },
    serverUrl: () => 'http://server',
    token: () => token,
    onEvent,
    onStatus,
    onLoggedOut,
  })
})

afterEach(() => vi.useRealTimers())

async function connected(): Promise<FakeSocket> {
  await connection.connect()
  const socket = sockets.at(-1)
  if (!socket) throw new Error('no socket')
  socket.simulate('connect')
  return socket
}

describe('connect', () => {
  it('uses the real-time path, websocket only, with the token in the query', async () => {
    const socket = await connected()
    expect(socket.url).toBe('http://server')
    expect(socket.options).toMatchObject({
      path: '/gamecenter-siop',
      transports: ['websocket'],
      query: { token: 'token-1' },
    })
    expect(onStatus.mock.calls).toEqual([['connecting'], ['online']])
  })

  it('does nothing and loads nothing without a session', async () => {
    token = null
    await connection.connect()
    expect(loads).toBe(0)
    expect(onStatus).not.toHaveBeenCalled()
  })

  it('twice has no further effect', async () => {
    await Promise.all([connection.connect(), connection.connect()])
    await connection.connect()
    expect(sockets).toHaveLength(1)
  })

  it('reports its status again to a reloaded window', async () => {
    await connected()
    onStatus.mockClear()
    await connection.connect()
    expect(onStatus.mock.calls).toEqual([['online']])
  })

  it('with another token, replaces the connection', async () => {
    const first = await connected()
    token = 'token-2'
    await connection.connect()
    expect(first.disconnect).toHaveBeenCalledOnce()
    expect(sockets[1]?.options).toMatchObject({ query: { token: 'token-2' } })
    first.receive('notice', { text: 'to the player before' })
    expect(onEvent).not.toHaveBeenCalled()
  })

  it('is abandoned when the session ends while the library loads', async () => {
    const connecting = connection.connect()
    connection.disconnect()
    await connecting
    expect(sockets).toHaveLength(0)
  })
})

describe('events', () => {
  it('of the contract are passed on', async () => {
    const socket = await connected()
    socket.receive('insBalance', { balance: 12.5, czflag: 1 })
    expect(onEvent).toHaveBeenCalledExactlyOnceWith({
      name: 'insBalance',
      payload: { balance: 12.5, czflag: 1 },
    })
  })

  it.each([
    ['unknown', {}],
    ['__proto__', {}],
    ['notice', null],
    ['notice', 'text'],
  ])('%s with %o are not', async (name, payload) => {
    const socket = await connected()
    socket.receive(name, payload)
    expect(onEvent).not.toHaveBeenCalled()
  })

  it('sends what is watched, and again after every reconnect', async () => {
    const football = { sport: 'football', matchId: null }
    connection.watchFeed(football)
    const socket = await connected()
    expect(socket.sent).toEqual([['feed:watch', football]])
    socket.simulate('connect')
    expect(socket.sent).toHaveLength(2)
    connection.watchFeed({ sport: null, matchId: null })
    expect(socket.sent.at(-1)).toEqual(['feed:watch', { sport: null, matchId: null }])
    socket.simulate('connect')
    expect(socket.sent).toHaveLength(3)
  })

  it('sends offGame with its code, only while connected', async () => {
    connection.offGame('mines')
    const socket = await connected()
    connection.offGame('mines')
    expect(socket.sent).toEqual([['offGame', { gameCode: 'mines' }]])
  })
})

describe('reconnects', () => {
  it('through socket.io after a lost network', async () => {
    const socket = await connected()
    socket.simulate('disconnect', 'transport close')
    vi.advanceTimersByTime(60_000)
    expect(socket.connect).not.toHaveBeenCalled()
    expect(onStatus).toHaveBeenLastCalledWith('connecting')
    socket.simulate('connect')
    expect(onStatus).toHaveBeenLastCalledWith('online')
  })

  it('on its own after the server closed the connection', async () => {
    const socket = await connected()
    socket.simulate('disconnect', 'io server disconnect')
    vi.advanceTimersByTime(1_000)
    expect(socket.connect).toHaveBeenCalledOnce()
  })

  it('more and more slowly while the server keeps closing it soon, as it does with too many tabs', async () => {
    const socket = await connected()
    const waits = [1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000]
    for (const [times, wait] of waits.entries()) {
      socket.simulate('disconnect', 'io server disconnect')
      vi.advanceTimersByTime(wait - 1)
      expect(socket.connect).toHaveBeenCalledTimes(times)
      vi.advanceTimersByTime(1)
      expect(socket.connect).toHaveBeenCalledTimes(times + 1)
      socket.simulate('connect')
    }
    vi.advanceTimersByTime(30_000)
    socket.simulate('disconnect', 'io server disconnect')
    vi.advanceTimersByTime(1_000)
    expect(socket.connect).toHaveBeenCalledTimes(waits.length + 1)
  })

  it('not after disconnect', async () => {
    const socket = await connected()
    socket.simulate('disconnect', 'io server disconnect')
    connection.disconnect()
    vi.advanceTimersByTime(60_000)
    expect(socket.connect).not.toHaveBeenCalled()
    expect(onStatus).toHaveBeenLastCalledWith('offline')
  })
})

describe('a refused handshake', () => {
  it('ends the session when the server reports it', async () => {
    await connection.connect()
    const [socket] = sockets
    if (socket) socket.active = false
    socket?.simulate('connect_error', new Error('loggedOut'))
    expect(onLoggedOut).toHaveBeenCalledExactlyOnceWith('token-1')
    expect(socket?.disconnect).toHaveBeenCalledOnce()
  })

  it('is retried for any other reason', async () => {
    await connection.connect()
    const [socket] = sockets
    if (socket) socket.active = false
    socket?.simulate('connect_error', new Error('internal'))
    vi.advanceTimersByTime(1_000)
    expect(onLoggedOut).not.toHaveBeenCalled()
    expect(socket?.connect).toHaveBeenCalledOnce()
  })
})
