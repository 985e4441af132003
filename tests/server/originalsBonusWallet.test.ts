import { randomUUID } from 'node:crypto'
import { io, type Socket } from 'socket.io-client'
import { afterEach, describe, expect, it } from 'vitest'
import { originalGames, type OriginalGame } from '#contract/games/gameCodes.ts'
import { cents } from '#contract/money.ts'
import { countedInGame, edgeOf } from '#contract/rules/gameEdge.ts'
import { realtimePath } from '#contract/realtime.ts'
import { runDouble } from '#server/games/double/double.ts'
import { fixSeeds } from '#server/sandbox/seeds.ts'
import { stopTime } from './helpers/stopTime.ts'
import { createTestServer, type TestPlayer } from './helpers/testServer.ts'

stopTime()
const server = await createTestServer()
const url = await server.listen()
const { deps, clock } = server

interface Round {
  roundId: string
  status: string
  payout: number
  wallet: string
}

const post = (player: TestPlayer, path: string, body: object) =>
  server.call<Round>('POST', `/api/app/game/${path}`, { player, body, key: randomUUID() })
const roundOf = async (player: TestPlayer, roundId: string) =>
  (await server.call<Round>('GET', `/api/app/game/round/${roundId}`, { player })).data
const wallet = async (player: TestPlayer) => {
  const { cash, bonus, turnoverLeft } = await deps.ledger.wallet(deps.db, player.userId)
  return { cash, bonus, turnoverLeft }
}

interface BetCase {
  /** The bet without its wallet; the stakes add up to R$ 10. */
  body: object
  /** How much of the R$ 10 counts by its risk, if not all of it; times the share of the game. */
  counted?: number
  /** Ends the round that the bet started; an instant game has none. */
  end?: (player: TestPlayer, roundId: string) => Promise<unknown>
}

/** A winning and a losing bet with these seeds (docs/product.md, "Known answers"). */
interface Game {
  path: string
  seeds?: { serverSeed: string; clientSeed: string; nonce: number }
  won: BetCase
  lost: BetCase
  payout: number
}

const land = async () => {
  await clock.advance(14_000)
  await runDouble(deps)
}

const games: Record<OriginalGame, Game> = {
  dice: {
    path: 'dice/bet',
    // Rolls 54.86.
    seeds: {
      serverSeed: 'f2ac89b608eeb01312d115bce6741b32',
      clientSeed: '86ff027f15c48241af7f54a726690ee7',
      nonce: 3,
    },
    won: { body: { amount: 10, direction: 'over', chance: 50 } },
    lost: { body: { amount: 10, direction: 'under', chance: 50 } },
    payout: 19.8,
  },
  limbo: {
    path: 'limbo/bet',
    seeds: {
      serverSeed: '5c5c42b55822f994bd955a4416775190',
      clientSeed: '40cea334816e7a68ed62d208ce4a2572',
      nonce: 0,
    },
    won: { body: { amount: 10, target: 17.41 } },
    lost: { body: { amount: 10, target: 17.42 } },
    payout: 174.1,
  },
  luckyColor: {
    path: 'luckyColor/bet',
    // Digit 9: green and big.
    seeds: {
      serverSeed: 'f7b51b19a4563681f2c1e00ef747884a',
      clientSeed: '94ffb08138facf8cffa9c376d703aaed',
      nonce: 0,
    },
    won: {
      body: {
        stakes: [
          { pick: 'green', amount: 4 },
          { pick: 'small', amount: 6 },
        ],
      },
      // Together the stakes lose 2.80 on average, and twice that counts.
      counted: 5.6,
    },
    lost: { body: { stakes: [{ pick: 'small', amount: 10 }] } },
    payout: 8,
  },
  mines: {
    path: 'mines/bet',
    // Mines on 13, 16 and 22.
    seeds: {
      serverSeed: '5ff5c610e633b2a91c46d1be1f74286b',
      clientSeed: '854581b6f52eaa86503f1dc6433655f9',
      nonce: 2,
    },
    won: {
      body: { amount: 10, mineCount: 3 },
      end: async (player, roundId) => {
        await post(player, 'mines/open', { roundId, tile: 0 })
        await post(player, 'mines/cashOut', { roundId })
      },
      // 88 % of the first tiles are gems: a quarter counts.
      counted: 2.5,
    },
    lost: {
      body: { amount: 10, mineCount: 3 },
      counted: 2.5,
      end: (player, roundId) => post(player, 'mines/open', { roundId, tile: 13 }),
    },
    payout: 11.25,
  },
  rowDouble: {
    path: 'rowDouble/bet',
    seeds: {
      serverSeed: 'f0344667883e7628a041d8e500e6d203',
      clientSeed: '2a73709723181740d73e64233275c29c',
      nonce: 2,
    },
    won: {
      body: { amount: 10, mode: 'hard' },
      end: async (player, roundId) => {
        await post(player, 'rowDouble/pick', { roundId, row: 0, tile: 0 })
        await post(player, 'rowDouble/cashOut', { roundId })
      },
    },
    lost: {
      body: { amount: 10, mode: 'hard' },
      end: (player, roundId) => post(player, 'rowDouble/pick', { roundId, row: 0, tile: 1 }),
    },
    payout: 19.8,
  },
  double: {
    path: 'double/bet',
    won: { body: { amount: 10, colour: 'red' }, end: land },
    lost: { body: { amount: 10, colour: 'white' }, end: land },
    payout: 20,
  },
}

/** Moves to the start of a shared round that lands on 3, red. */
async function beginRedRound(): Promise<void> {
  const next = async () => {
    await clock.moveTo(new Date((Math.floor(clock.now().getTime() / 15_000) + 1) * 15_000))
    await runDouble(deps)
  }
  await next()
  await server.call('POST', '/sandbox/api/double', { body: { slots: [3] } })
  await next()
}

async function prepare(game: OriginalGame, fields: object): Promise<TestPlayer> {
  const player = await server.player({ turnover: 100, ...fields })
  const { seeds } = games[game]
  if (seeds) await fixSeeds(deps, player.userId, seeds)
  else await beginRedRound()
  return player
}

const sockets: Socket[] = []
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.disconnect()
})

/** The last payload of each event sent to the player. */
async function listen({ token }: TestPlayer) {
  const socket = io(url, { path: realtimePath, transports: ['websocket'], query: { token }, forceNew: true })
  sockets.push(socket)
  const last = new Map<string, unknown>()
  socket.onAny((name: string, payload: unknown) => last.set(name, payload))
  await new Promise<void>((resolve, reject) => {
    socket.on('connect', resolve)
    socket.on('connect_error', reject)
  })
  return () => ({
    insBalance: last.get('insBalance'),
    freeBalance: last.get('freeBalance'),
    userBetAmount: last.get('userBetAmount'),
  })
}

describe.each(Object.keys(games) as OriginalGame[])('%s on the bonus wallet', (game) => {
  const { path, payout, ...bets } = games[game]

  it.each(['won', 'lost'] as const)(
    '%s: only the bonus wallet changes, the stake counts for turnover, both are pushed',
    async (result) => {
      const player = await prepare(game, { balance: 50, freeBalance: 30 })
      const pushed = await listen(player)
      const { body, end, counted = 10 } = bets[result]
      const paid = result === 'won' ? payout : 0
      const events = (freeBalance: number) => ({
        insBalance: { balance: 50, czflag: 0 },
        freeBalance: { freeBalance, czflag: 0 },
        userBetAmount: { amount: 10 },
      })
      const placed = await post(player, path, { ...body, wallet: 'freeBalance' })
      expect(placed).toMatchObject({ httpStatus: 200, data: { wallet: 'freeBalance' } })
      if (end) {
        expect(placed.data).toMatchObject({ status: 'open', payout: 0 })
        expect(await wallet(player)).toEqual({ cash: 50_00, bonus: 20_00, turnoverLeft: 100_00 })
        await expect.poll(pushed).toEqual(events(20))
        await end(player, placed.data.roundId)
      }
      expect(await roundOf(player, placed.data.roundId)).toMatchObject({
        status: result,
        payout: paid,
        wallet: 'freeBalance',
      })
      const bonus = 20_00 + Math.round(paid * 100)
      const turnoverLeft = 100_00 - countedInGame(cents(Math.round(counted * 100)), edgeOf(game, null))
      expect(await wallet(player)).toEqual({ cash: 50_00, bonus, turnoverLeft })
      await expect.poll(pushed).toEqual(events(bonus / 100))
      expect(await deps.ledger.violations()).toEqual([])
    },
  )

  it('takes nothing from the other wallet when the chosen one holds too little', async () => {
    const player = await prepare(game, { balance: 50, freeBalance: 9.99 })
    const { body } = bets.won
    expect(await post(player, path, { ...body, wallet: 'freeBalance' })).toMatchObject({
      httpStatus: 500,
      status: 9999,
    })
    const untouched = { cash: 50_00, bonus: 9_99, turnoverLeft: 100_00 }
    expect(await wallet(player)).toEqual(untouched)
    const poor = await prepare(game, { balance: 9.99, freeBalance: 50 })
    for (const named of [{ wallet: 'balance' }, {}]) {
      expect((await post(poor, path, { ...body, ...named })).status).toBe(9999)
    }
    expect(await wallet(poor)).toEqual({ cash: 9_99, bonus: 50_00, turnoverLeft: 100_00 })
  })

  it.each(['bonus', '', null, 1, ['freeBalance']])('refuses %j as a wallet', async (name) => {
    const player = await prepare(game, { balance: 50, freeBalance: 50 })
    expect((await post(player, path, { ...bets.won.body, wallet: name })).httpStatus).toBe(400)
    expect(await wallet(player)).toMatchObject({ cash: 50_00, bonus: 50_00 })
  })
})

it('every original is tested with the bonus wallet here', () => {
  expect(Object.keys(games).sort()).toEqual([...originalGames].sort())
})

describe.each([
  ['mines', 'mines/open', { tile: 0 }, 11.25],
  ['rowDouble', 'rowDouble/pick', { row: 0, tile: 0 }, 19.8],
] as const)('%s left by its player', (game, path, first, payout) => {
  const start = async () => {
    const player = await prepare(game, { balance: 50, freeBalance: 30 })
    const body = { ...games[game].won.body, wallet: 'freeBalance' }
    const { roundId } = (await post(player, games[game].path, body)).data
    return { player, roundId }
  }
  const leave = (player: TestPlayer) => server.call('GET', '/api/app/game/stopGame', { player })

  it('returns an untouched stake to the bonus wallet', async () => {
    const { player, roundId } = await start()
    await leave(player)
    expect(await wallet(player)).toMatchObject({ cash: 50_00, bonus: 30_00 })
    expect((await roundOf(player, roundId)).status).toBe('refunded')
    expect(await deps.ledger.violations()).toEqual([])
  })

  it('pays a win into the bonus wallet', async () => {
    const { player, roundId } = await start()
    await post(player, path, { roundId, ...first })
    await leave(player)
    expect(await wallet(player)).toMatchObject({
      cash: 50_00,
      bonus: 20_00 + Math.round(payout * 100),
    })
    expect(await deps.ledger.violations()).toEqual([])
  })
})
