import { randomUUID } from 'node:crypto'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { recompute } from '#contract/games/recompute.ts'
import type { Envelope } from '#contract/errors.ts'
import { systemClock } from '#server/time/clock.ts'
import { createLedger } from '#server/ledger/createLedger.ts'
import { startServerProcess, type ServerProcess } from './helpers/serverProcess.ts'
import { createTestDb } from './helpers/testDb.ts'

// Each test starts servers, which is slow on a loaded machine.
vi.setConfig({ testTimeout: 120_000 })

const { db, url: database } = await createTestDb({ connections: 1 })
const ledger = createLedger(db, systemClock)

interface Round {
  roundId: string
  status: string
  payout: number
}
interface RequestOptions {
  body?: object | undefined
  token?: string
  key?: string
}

const started: ServerProcess[] = []
const kill = async ({ child, ended }: ServerProcess) => {
  child.kill('SIGKILL')
  await ended
}
afterEach(async () => {
  for (const server of started.splice(0)) await kill(server)
})

/** Starts a server. All of them use the same database and secrets. */
async function start(): Promise<ServerProcess> {
  const server = await startServerProcess({
    DATABASE_URL: database,
    DATA_DIR: '.data-test',
    LOG_LEVEL: 'silent',
  })
  started.push(server)
  return server
}

async function request<Data>(
  { url }: ServerProcess,
  path: string,
  { body, token, key = randomUUID() }: RequestOptions = {},
) {
  const response = await fetch(`${url}${path}`, {
    method: body ? 'POST' : 'GET',
    headers: {
      'content-type': 'application/json',
      'idempotency-key': key,
      ...(token ? { authorization: token } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  return { http: response.status, ...((await response.json()) as Envelope<Data>) }
}

async function newPlayer(server: ServerProcess) {
  const username = `${randomUUID()}@example.com`
  const body = { username, password: 'Segura-123', balance: 100, kyc: 1 }
  const { data } = await request<{ token: string; user: { uId: string } }>(server, '/sandbox/api/users', {
    body,
  })
  return { username, token: data.token, userId: data.user.uId }
}

/** Amounts in cents; `heldRounds` is the stake of an unfinished round. */
const wallet = async ({ userId }: { userId: string }) => {
  const { cash, heldRounds } = await ledger.wallet(db, userId)
  return { cash, heldRounds }
}

const rounds = [
  {
    game: 'mines',
    seeds: {
      serverSeed: '5ff5c610e633b2a91c46d1be1f74286b',
      clientSeed: '854581b6f52eaa86503f1dc6433655f9',
      nonce: 2,
    },
    bet: { mineCount: 3 },
    steps: [
      ['open', { tile: 0 }],
      ['open', { tile: 1 }],
    ],
    payouts: [11.25, 12.85],
  },
  {
    game: 'rowDouble',
    seeds: {
      serverSeed: 'f0344667883e7628a041d8e500e6d203',
      clientSeed: '2a73709723181740d73e64233275c29c',
      nonce: 2,
    },
    bet: { mode: 'hard' },
    steps: [
      ['pick', { row: 0, tile: 0 }],
      ['pick', { row: 1, tile: 0 }],
    ],
    payouts: [19.8, 39.6],
  },
] as const

describe.each(rounds)('a server that dies in the middle of an open round of $game', (round) => {
  const { game, seeds, bet, steps, payouts } = round
  const path = (call: string) => `/api/app/game/${game}/${call}`

  /** Starts a round of R$ 10 and opens its first tile. */
  async function begin(server: ServerProcess) {
    const player = await newPlayer(server)
    const { token } = player
    const fixed = await request(server, `/sandbox/api/seeds/${player.username}`, { body: seeds })
    expect(fixed.http).toBe(200)
    const { data } = await request<Round>(server, path('bet'), { body: { amount: 10, ...bet }, token })
    const { roundId } = data
    const [call, tile] = steps[0]
    const first = await request<Round>(server, path(call), { body: { roundId, ...tile }, token })
    expect(first.data).toMatchObject({ status: 'open', payout: payouts[0] })
    return { player, token, roundId, reached: first.data }
  }

  it('preserves it: the next server returns it with its stake held, continues it and pays it once', async () => {
    const first = await start()
    const { player, token, roundId, reached } = await begin(first)
    await kill(first)
    const second = await start()
    expect((await request(second, path('current'), { token })).data).toEqual(reached)
    expect(await wallet(player)).toEqual({ cash: 90_00, heldRounds: 10_00 })
    const inPlay = await request<{ kind: string }[]>(second, '/api//app/game/inPlay', { token })
    expect(inPlay.data.filter(({ kind }) => kind === 'round')).toMatchObject([{ gameCode: game, roundId }])
    const another = await request(second, path('bet'), { body: { amount: 10, ...bet }, token })
    expect(another.http).toBe(409)

    const [call, tile] = steps[1]
    const next = await request<Round>(second, path(call), { body: { roundId, ...tile }, token })
    expect(next.data).toMatchObject({ status: 'open', payout: payouts[1] })
    const outs = await Promise.all(
      Array.from({ length: 10 }, () => request<Round>(second, path('cashOut'), { body: { roundId }, token })),
    )
    expect(outs.map(({ http }) => http).sort()).toEqual([200, ...Array<number>(9).fill(409)])
    expect(outs.find(({ http }) => http === 200)?.data).toMatchObject({ status: 'won', payout: payouts[1] })
    expect(await wallet(player)).toEqual({
      cash: 90_00 + Math.round(payouts[1] * 100),
      heldRounds: 0,
    })
    expect((await request(second, path('current'), { token })).data).toBeNull()
    expect(await ledger.violations()).toEqual([])
  })

  it('while it is paying: the next server responds to the same call, and the round is paid once', async () => {
    const first = await start()
    const { player, token, roundId } = await begin(first)
    const [body, key] = [{ roundId }, randomUUID()]
    const cut = request(first, path('cashOut'), { body, token, key }).catch(() => undefined)
    // The kill falls somewhere between the call's arrival and its response; the checks below must pass in any case.
    await new Promise((resolve) => setTimeout(resolve, 4))
    await kill(first)
    await cut
    const second = await start()
    const again = await request<Round>(second, path('cashOut'), { body, token, key })
    expect(again).toMatchObject({ http: 200, data: { roundId, status: 'won', payout: payouts[0] } })
    expect((await request(second, path('cashOut'), { body, token })).http).toBe(409)
    expect(await wallet(player)).toEqual({
      cash: 90_00 + Math.round(payouts[0] * 100),
      heldRounds: 0,
    })
    expect(await ledger.violations()).toEqual([])
  })
})

describe('a server that dies in the middle of a shared round', () => {
  it('has paid or preserved every bet once it is back', async () => {
    const first = await start()
    const { token } = await newPlayer(first)
    // A new round, with all of its betting time left.
    const now = Date.parse((await request<{ now: string }>(first, '/sandbox/api/clock')).data.now)
    const startsAt = (Math.floor(now / 15_000) + 1) * 15_000
    await request(first, '/sandbox/api/clock', { body: { now: startsAt } })
    const bets = await Promise.all(
      ['red', 'white', 'black'].map((colour) =>
        request<Round>(first, '/api/app/game/double/bet', { body: { amount: 10, colour }, token }),
      ),
    )
    expect(bets.map(({ data }) => data.status)).toEqual(['open', 'open', 'open'])
    await kill(first)
    const second = await start()
    await request(second, '/sandbox/api/clock', { body: { now: startsAt + 14_000 } })
    const rounds = await Promise.all(
      bets.map(async ({ data }) => {
        const response = await request<
          Round & {
            outcome: { slot: number }
            proof: { serverSeed: string; clientSeed: string; nonce: number }
          }
        >(second, `/api/app/game/round/${data.roundId}`, { token })
        return response.data
      }),
    )
    expect(rounds.map(({ status }) => status).sort()).toEqual(['lost', 'lost', 'won'])
    const [
      { outcome, proof } = { outcome: { slot: -1 }, proof: { serverSeed: '', clientSeed: '', nonce: 0 } },
    ] = rounds
    const again = await recompute('double', proof.serverSeed, proof.clientSeed, proof.nonce, {})
    expect(again).toMatchObject({ ok: true, value: { slot: outcome.slot } })
    const won = rounds.reduce((sum, { payout }) => sum + payout, 0)
    const { data } = await request<{ balance: number }>(second, '/api/app/user/getBalance', { token })
    expect(data.balance).toBe(70 + won)
    expect([20, 140]).toContain(won)
  })
})
