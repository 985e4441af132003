import { randomUUID } from 'node:crypto'
import { io, type Socket } from 'socket.io-client'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { cents } from '#contract/money.ts'
import { realtimePath } from '#contract/realtime.ts'
import { saveContent } from '#server/domain/content/content.ts'
import { announceNotices } from '#server/domain/content/notices.ts'
import { endSessions } from '#server/domain/accounts/sessions.ts'
import { settleSandboxPayment } from '#server/providers/payment/sandbox/settle.ts'
import { dropSockets } from '#server/realtime/realtime.ts'
import { createLedger } from '#server/ledger/createLedger.ts'
import { createRateLimit } from '#server/flow/rateLimit.ts'
import { createTestServer, type TestPlayer } from './helpers/testServer.ts'
import { testActor } from './helpers/testActor.ts'

const serverA = await createTestServer()
const serverB = await serverA.startAnother()
const [urlA, urlB] = [await serverA.listen(), await serverB.listen()]
const { call, clock, deps, player } = serverA
const { db } = deps

type Received = [name: string, payload: Record<string, unknown>][]
const sockets: Socket[] = []

afterEach(() => {
  for (const socket of sockets.splice(0)) socket.disconnect()
})

function open(url: string, query: Record<string, string>, transports = ['websocket']) {
  const socket = io(url, { path: realtimePath, transports, query, forceNew: true, reconnection: false })
  sockets.push(socket)
  const received: Received = []
  socket.onAny((name: string, payload: Record<string, unknown>) => received.push([name, payload]))
  return { socket, received }
}

/** Resolves when both servers have everything that was published before, such as the balance of a new player. */
async function busIsDelivered(): Promise<void> {
  const name = `internal:${randomUUID()}`
  const arrivals = [serverA, serverB].map(
    ({ deps: { bus } }) =>
      new Promise<void>((resolve) => {
        const unsubscribe = bus.subscribe((message) => {
          if (message.type !== 'broadcast' || message.name !== name) return
          unsubscribe()
          resolve()
        })
      }),
  )
  await deps.bus.publish(db, { type: 'broadcast', name, payload: {} })
  await Promise.all(arrivals)
}

async function connect(url: string, token: string) {
  await busIsDelivered()
  const opened = open(url, { token })
  await new Promise<void>((resolve, reject) => {
    opened.socket.on('connect', resolve)
    opened.socket.on('connect_error', reject)
  })
  return opened
}

function refusal(url: string, query: Record<string, string>, transports?: string[]): Promise<Error> {
  const { socket } = open(url, query, transports)
  return new Promise((resolve, reject) => {
    socket.on('connect', () => reject(new Error('connected')))
    socket.on('connect_error', resolve)
  })
}

/** As if the player had played these games long ago. */
async function playedLongAgo({ userId }: TestPlayer, ...games: string[]): Promise<void> {
  for (const game of games)
    await db.write('insert into recently_played (user_id, game, played_at) values ($1, $2, $3)', [
      userId,
      game,
      new Date(0),
    ])
}

/** The games that the player has played since, by offGame. */
async function playedSince({ userId }: TestPlayer): Promise<string[]> {
  const rows = await db.read<{ game: string }>(
    'select game from recently_played where user_id = $1 and played_at > $2',
    [userId, new Date(0)],
  )
  return rows.map(({ game }) => game)
}

/** Resolves when a player has received everything that was published before, of which it must be the last. */
async function isAllReceived(userId: string, received: Received): Promise<void> {
  const text = randomUUID()
  await deps.bus.publish(db, { type: 'event', userId, event: { name: 'notice', payload: { text } } })
  await expect.poll(() => received.at(-1)).toEqual(['notice', { text }])
  received.pop()
}

const disconnected = (socket: Socket) => expect.poll(() => socket.connected, { interval: 20 }).toBe(false)
const namesOf = (received: Received) => received.map(([name]) => name)

async function deposit(owner: TestPlayer): Promise<string> {
  const { data } = await call<{ orderId: string }>('POST', '/api/app/order/prePay/brl-100', {
    player: owner,
    body: { gift: 1 },
    form: true,
    key: randomUUID(),
  })
  return data.orderId
}

describe('connecting', () => {
  it('needs a valid token', async () => {
    const owner = await player()
    for (const query of [{}, { token: '' }, { token: 'nobody' }, { token: `${owner.token}x` }]) {
      const error = await refusal(urlA, query as Record<string, string>)
      expect(error.message).toBe('loggedOut')
      expect(error).toMatchObject({ data: { status: 40101 } })
    }
    const { socket } = await connect(urlA, owner.token)
    expect(socket.connected).toBe(true)
  })

  it('works over WebSocket only', async () => {
    const owner = await player()
    await expect(refusal(urlA, { token: owner.token }, ['polling'])).resolves.toBeInstanceOf(Error)
  })

  it('says why the server ends the session before it is closed', async () => {
    const owner = await player()
    const { socket, received } = await connect(urlA, owner.token)
    const [session] = await db.read<{ id: string }>('select id from sessions where user_id = $1', [
      owner.userId,
    ])
    await deps.bus.publish(db, { type: 'sessionEnded', sessionId: session?.id ?? '', notice: 'Inatividade' })
    await disconnected(socket)
    expect(received.at(-1)).toEqual(['account:sessionEnded', { text: 'Inatividade' }])
  })

  it('is refused after the session has ended', async () => {
    const owner = await player()
    await endSessions(deps, db, { userId: owner.userId })
    expect((await refusal(urlA, { token: owner.token })).message).toBe('loggedOut')
  })
})

describe('events', () => {
  it('reach the player from any process, and nobody else', async () => {
    const [owner, other] = [await player(), await player()]
    const [eventsOnA, eventsOnB, eventsOfOther] = [
      await connect(urlA, owner.token),
      await connect(urlB, (await serverA.login(owner)).token),
      await connect(urlB, other.token),
    ]
    for (const server of [serverA, serverB]) {
      const event = { name: 'notice', payload: { text: `from ${server === serverA}` } } as const
      await server.deps.bus.publish(server.deps.db, { type: 'event', userId: owner.userId, event })
    }
    for (const { received } of [eventsOnA, eventsOnB]) {
      await expect.poll(() => received.length).toBe(2)
      expect(new Set(received.map(([, payload]) => payload['text']))).toEqual(
        new Set(['from true', 'from false']),
      )
    }
    await deps.bus.publish(db, { type: 'broadcast', name: 'round:double', payload: { n: 1 } })
    for (const { received } of [eventsOnA, eventsOnB, eventsOfOther]) {
      await expect.poll(() => received.at(-1)).toEqual(['round:double', { n: 1 }])
    }
    expect(eventsOfOther.received).toHaveLength(1)
  })

  it('that are notices of the operator reach everybody, or the one player, in every process', async () => {
    const [ana, bia] = [await player(), await player()]
    const atAna = await connect(urlA, ana.token)
    const atBia = await connect(urlB, bia.token)
    const notices = ({ received }: { received: Received }) =>
      received.filter(([name]) => name === 'notice').map(([, { text }]) => text)
    const write = (id: string, userId: string | null) =>
      db.tx((tx) =>
        saveContent(deps, tx, {
          kind: 'notice',
          id,
          basedOn: 0,
          staffId: 'staff-1',
          state: {
            enabled: true,
            startsAt: null,
            endsAt: null,
            sort: 1,
            texts: { pt_BR: { text: id } },
            fields: { place: 'everywhere', userId, seconds: 8 },
          },
        }),
      )
    await write('todos', null)
    await announceNotices(deps)
    await write('bia', bia.userId)
    await announceNotices(deps)
    await expect.poll(() => notices(atBia)).toEqual(['todos', 'bia'])
    await expect.poll(() => notices(atAna)).toEqual(['todos'])
  })

  it('that are notices reach a page that was still loading, once and in any process', async () => {
    const owner = await player()
    const other = await serverA.login(owner)
    const early = await connect(urlA, owner.token)
    for (const text of ['first', 'second']) {
      const event = { name: 'notice', payload: { text } } as const
      await deps.bus.publish(db, { type: 'event', userId: owner.userId, event })
    }
    const both = [
      ['notice', { text: 'first' }],
      ['notice', { text: 'second' }],
    ]
    await expect.poll(() => early.received).toEqual(both)
    const late = await connect(urlB, other.token)
    await expect.poll(() => late.received).toEqual(both)
    // Both sessions have seen the notices, so they get none when they reconnect.
    for (const [url, token] of [
      [urlA, owner.token],
      [urlB, other.token],
    ] as const) {
      const again = await connect(url, token)
      const event = { name: 'updateUserInfo', payload: {} } as const
      await deps.bus.publish(db, { type: 'event', userId: owner.userId, event })
      await expect.poll(() => again.received).toEqual([['updateUserInfo', {}]])
      again.socket.disconnect()
    }
  })

  it('of a deposit: balances, paySuccess, updateUserInfo, in the other process too', async () => {
    const owner = await player()
    const orderId = await deposit(owner)
    const { received } = await connect(urlB, owner.token)
    await settleSandboxPayment(serverA.app, deps, orderId, 'pay')
    await expect.poll(() => received.length).toBe(4)
    expect(received).toEqual([
      ['insBalance', { balance: 100, czflag: 1 }],
      ['freeBalance', { freeBalance: 0.15, czflag: 1 }],
      ['paySuccess', { orderId, amount: 100, time: expect.stringMatching(/^\d{4}-.*Z$/) as string }],
      ['updateUserInfo', { payAmount: 100, paySumAmount: 100, czflag: 1 }],
    ])
    await settleSandboxPayment(serverA.app, deps, orderId, 'pay')
    await isAllReceived(owner.userId, received)
    expect(received).toHaveLength(4)
  })

  it('of a withdrawal: the new balance', async () => {
    const owner = await player({ balance: 100 })
    const { received } = await connect(urlB, owner.token)
    const body = { payCardBank: 'CPF', payCardNo: '529.982.247-25', name: 'Ana', amount: 60 }
    await call('POST', '/api/app/order/withdraw', { player: owner, body, key: randomUUID() })
    await expect.poll(() => namesOf(received)).toEqual(['insBalance', 'freeBalance', 'updateUserInfo'])
    expect(received[0]?.[1]).toEqual({ balance: 40, czflag: 0 })
  })

  it('of bets: only after the commit, and the last balance last', async () => {
    const owner = await player({ balance: 100 })
    const { received } = await connect(urlA, owner.token)
    const bet = (roundId: string, fail = false) =>
      deps.db.tx(async (tx) => {
        await deps.ledger.instantRound(tx, {
          actor: testActor,
          userId: owner.userId,
          roundId,
          stake: cents(100),
          payout: cents(0),
          wallet: 'cash',
        })
        if (fail) throw new Error('rolled back')
      })
    await expect(bet(randomUUID(), true)).rejects.toThrow('rolled back')
    await isAllReceived(owner.userId, received)
    expect(received).toEqual([])
    await Promise.all(Array.from({ length: 30 }, () => bet(randomUUID())))
    const last = (name: string) => received.findLast((event) => event[0] === name)?.[1]
    await expect.poll(() => last('insBalance')).toEqual({ balance: 70, czflag: 0 })
    await expect.poll(() => last('userBetAmount')).toEqual({ amount: 30 })
    const balances = received
      .filter(([name]) => name === 'insBalance')
      .map(([, payload]) => Number(payload['balance']))
    expect(balances).toEqual([...balances].sort((a, b) => b - a))
  })

  it('reach the player with the commit, whatever happens to the process after it', async () => {
    const owner = await player({ balance: 100 })
    const { received } = await connect(urlB, owner.token)
    void deps.db.tx(async (tx) => {
      // A process that is killed at the commit does nothing any more.
      tx.afterCommit(() => new Promise(() => undefined))
      await deps.ledger.instantRound(tx, {
        actor: testActor,
        userId: owner.userId,
        roundId: randomUUID(),
        stake: cents(100),
        payout: cents(0),
        wallet: 'cash',
      })
    })
    await expect
      .poll(() => received)
      .toEqual([
        ['insBalance', { balance: 99, czflag: 0 }],
        ['freeBalance', { freeBalance: 0, czflag: 0 }],
        ['userBetAmount', { amount: 1 }],
      ])
  })

  it('carry the balance of their own posting: nobody reads the wallet again', async () => {
    const owner = await player({ balance: 100 })
    const { received } = await connect(urlB, owner.token)
    const round = { userId: owner.userId, stake: cents(100), payout: cents(0), wallet: 'cash' } as const
    await deps.db.tx(async (tx) => {
      for (let bet = 0; bet < 3; bet++)
        await deps.ledger.instantRound(tx, { ...round, actor: testActor, roundId: randomUUID() })
    })
    await expect
      .poll(() => received.flatMap(([name, payload]) => (name === 'insBalance' ? [payload['balance']] : [])))
      .toEqual([99, 98, 97])
  })

  it('that were lost are made up for by the next sweep', async () => {
    const timers = vi.spyOn(globalThis, 'setInterval')
    const other = await serverA.startAnother()
    const sweeps = timers.mock.calls.flatMap(([work, ms]) => (ms === 15_000 ? [work] : []))
    timers.mockRestore()
    const owner = await player({ balance: 100 })
    const { received } = await connect(await other.listen(), owner.token)
    // Its bus loses what follows the commit.
    const silent = createLedger(db, clock)
    const betSilently = () =>
      silent.instantRound(db, {
        actor: testActor,
        userId: owner.userId,
        roundId: randomUUID(),
        stake: cents(100),
        payout: cents(0),
        wallet: 'cash',
      })
    /** From that balance on: what gave the player money may be heard of after the connection. */
    const receivedSince = (balance: number) => {
      const first = received.findIndex(
        ([name, payload]) => name === 'insBalance' && payload['balance'] === balance,
      )
      return first < 0 ? [] : received.slice(first)
    }
    await betSilently()
    for (const sweep of sweeps) sweep()
    await expect.poll(() => receivedSince(99).length).toBe(3)
    // A sweep that finds nothing new sends nothing.
    for (const sweep of sweeps) sweep()
    await betSilently()
    for (const sweep of sweeps) sweep()
    await expect.poll(() => receivedSince(98).length).toBe(3)
    expect(receivedSince(99)[3]).toEqual(['insBalance', { balance: 98, czflag: 0 }])
  })

  it('that are older than the latest balance are dropped', async () => {
    const owner = await player()
    const { received } = await connect(urlA, owner.token)
    const balance = (value: number, version: number) =>
      deps.bus.publish(db, {
        type: 'wallet',
        userId: owner.userId,
        cash: value * 100,
        bonus: 0,
        depositSum: 0,
        betSum: 0,
        version,
        isBet: false,
      })
    for (const [value, version] of [
      [1, 10],
      [2, 9],
      [3, 11],
    ] as const)
      await balance(value, version)
    await expect
      .poll(() => received.flatMap(([name, payload]) => (name === 'insBalance' ? [payload['balance']] : [])))
      .toEqual([1, 3])
  })

  it('carry an offer of the bonus multiplier', async () => {
    const owner = await player()
    const { received } = await connect(urlA, owner.token)
    await call('POST', `/sandbox/api/events/${owner.username}`, {
      body: { event: 'userBetAmount', payload: { amount: 50, bouns: 1.5 } },
    })
    await expect.poll(() => received).toEqual([['userBetAmount', { amount: 50, bouns: 1.5 }]])
  })
})

describe('the end of a session', () => {
  it('closes its sockets within a second, in every process, and leaves the others', async () => {
    const owner = await player()
    const [session] = await db.read<{ id: string }>('select id from sessions where user_id = $1', [
      owner.userId,
    ])
    const second = await serverA.login(owner)
    const [first, firstOnB, other] = [
      await connect(urlA, owner.token),
      await connect(urlB, owner.token),
      await connect(urlB, second.token),
    ]
    await endSessions(deps, db, { userId: owner.userId, sessionId: session?.id ?? '' })
    await Promise.all([disconnected(first.socket), disconnected(firstOnB.socket)])
    expect(other.socket.connected).toBe(true)
    await endSessions(deps, db, { userId: owner.userId })
    await disconnected(other.socket)
  })
})

describe('a server cut off from the database', () => {
  it('makes its clients reload afterwards, and closes the sockets of sessions that ended in the meantime', async () => {
    const [owner, gone] = [await player(), await player()]
    const stays = await connect(urlA, owner.token)
    const leaves = await connect(urlA, gone.token)
    // Revoked directly in the database, as if the notification had been lost while the connection was down.
    await db.write('update sessions set revoked_at = $2 where user_id = $1', [gone.userId, clock.now()])
    const cut = await db.write(
      `select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and application_name = 'palpite listens to palpite_bus'`,
    )
    expect(cut.length).toBeGreaterThanOrEqual(2)
    await expect.poll(() => namesOf(stays.received)).toEqual(['updateUserInfo', 'chat:message'])
    await disconnected(leaves.socket)
    const event = { name: 'notice', payload: { text: 'again' } } as const
    await deps.bus.publish(db, { type: 'event', userId: owner.userId, event })
    await expect.poll(() => namesOf(stays.received)).toEqual(['updateUserInfo', 'chat:message', 'notice'])
  })
})

describe('limits', () => {
  it('fifty messages a second are allowed, more end the connection', async () => {
    const [calm, wild] = [await player(), await player()]
    const { socket: slow, received } = await connect(urlA, calm.token)
    await playedLongAgo(calm, 'mines')
    for (let i = 0; i < 44; i++) slow.emit('anything', i)
    slow.emit('offGame', { gameCode: 'mines' })
    await expect.poll(() => playedSince(calm)).toEqual(['mines'])
    await isAllReceived(calm.userId, received)
    const { socket: fast } = await connect(urlA, wild.token)
    for (let i = 0; i < 80; i++) fast.emit('anything', i)
    await disconnected(fast)
  })

  it('use a sliding window', () => {
    let now = 0
    const allowed = createRateLimit(2, () => now)
    expect([allowed(), allowed(), allowed()]).toEqual([true, true, false])
    now = 999
    expect(allowed()).toBe(false)
    now = 1_000
    expect([allowed(), allowed(), allowed()]).toEqual([true, true, false])
  })

  it('a message of 16 KB is too large', async () => {
    const { socket } = await connect(urlA, (await player()).token)
    socket.emit('offGame', { gameCode: 'x'.repeat(20_000) })
    await disconnected(socket)
  })
})

describe('offGame', () => {
  it('records when the game was last played and the session last seen', async () => {
    const owner = await player()
    await playedLongAgo(owner, 'mines')
    const { socket } = await connect(urlA, owner.token)
    const before = clock.now()
    socket.emit('offGame', { gameCode: 'mines' })
    const played = async () => {
      const rows = await db.read<{ played_at: Date }>(
        'select played_at from recently_played where user_id = $1',
        [owner.userId],
      )
      return rows.map((row) => row.played_at.getTime())
    }
    await expect.poll(async () => (await played())[0]).toBeGreaterThanOrEqual(before.getTime())
    const [session] = await db.read<{ last_seen_at: Date }>(
      'select last_seen_at from sessions where user_id = $1',
      [owner.userId],
    )
    expect(session?.last_seen_at.getTime()).toBeGreaterThanOrEqual(before.getTime())
  })

  it('has no effect with an unknown game or an invalid payload', async () => {
    const owner = await player()
    await playedLongAgo(owner, 'mines', 'limbo')
    const { socket, received } = await connect(urlA, owner.token)
    for (const payload of [
      { gameCode: 'nothing' },
      ['mines'],
      null,
      7,
      { gameCode: 7 },
      [],
      { gameCode: '' },
    ]) {
      socket.emit('offGame', payload)
    }
    socket.emit('offGame')
    // The next one has, so that those before it have been read.
    socket.emit('offGame', { gameCode: 'limbo' })
    await expect.poll(() => playedSince(owner), { timeout: 5_000 }).toEqual(['limbo'])
    await isAllReceived(owner.userId, received)
  })
})

describe('the number of connected players', () => {
  const onlineOnA = () => deps.presence.onlineCount
  const onlineOnB = () => serverB.deps.presence.onlineCount

  it('counts each once, immediately in this process and soon in the others', async () => {
    await expect.poll(onlineOnA).toBe(0)
    const [one, two] = [await player(), await player()]
    const opened = [
      await connect(urlA, one.token),
      await connect(urlA, (await serverA.login(one)).token),
      await connect(urlA, two.token),
    ]
    expect(onlineOnA()).toBe(2)
    expect(deps.presence.isConnected(one.userId)).toBe(true)
    await expect.poll(onlineOnB).toBe(2)
    // Nobody else sees that a test account is there.
    const tester = await player({ testFlag: '1' })
    opened.push(await connect(urlA, tester.token))
    expect(deps.presence.isConnected(tester.userId)).toBe(true)
    expect(onlineOnA()).toBe(2)
    for (const { socket } of opened) socket.disconnect()
    await expect.poll(onlineOnA).toBe(0)
    expect(deps.presence.isConnected(one.userId)).toBe(false)
    await expect.poll(onlineOnB).toBe(0)
  })
})

it('the sandbox cuts all connections; they can reconnect', async () => {
  const owner = await player()
  const [one, two] = [await connect(urlA, owner.token), await connect(urlB, owner.token)]
  await dropSockets(deps)
  await Promise.all([disconnected(one.socket), disconnected(two.socket)])
  expect((await connect(urlA, owner.token)).socket.connected).toBe(true)
})

it('the sandbox cuts the connections of one player, and blocks reconnects for a while', async () => {
  const [unlucky, lucky] = [await player(), await player()]
  const [cut, kept] = [await connect(urlA, unlucky.token), await connect(urlA, lucky.token)]
  await dropSockets(deps, { userId: unlucky.userId, awayMs: 400 })
  await disconnected(cut.socket)
  const start = performance.now()
  expect((await connect(urlA, unlucky.token)).socket.connected).toBe(true)
  expect(performance.now() - start).toBeGreaterThan(200)
  expect(kept.socket.connected).toBe(true)
})
