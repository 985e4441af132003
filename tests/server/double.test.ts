import { createHash, randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { DOUBLE_ROUND_MS, doubleColour, doublePayTable, type DoubleColour } from '#contract/games/double.ts'
import { verifyChainSeed } from '#contract/games/fair.ts'
import { recompute } from '#contract/games/recompute.ts'
import type { DoubleRoundWire } from '#contract/http/double.ts'
import type { Bus } from '#server/messaging/bus.ts'
import { LatestRuns } from '#server/flow/latestRuns.ts'
import { announceDouble } from '#server/games/double/announce.ts'
import { buildChain } from '#server/games/double/chain.ts'
import { runDouble, startDouble } from '#server/games/double/double.ts'
import { roundsDueSql } from '#server/games/double/sharedRound.ts'
import { showAmounts } from './helpers/showAmounts.ts'
import { stopTime } from './helpers/stopTime.ts'
import { createTestServer, type TestPlayer, type TestServer } from './helpers/testServer.ts'

type State = DoubleRoundWire & {
  mine: { betId: string; colour: DoubleColour; amount: number }[]
  history: { roundId: string; slot: number; serverSeed: string }[]
}
interface Bet {
  roundId: string
  status: string
  payout: number
  multiplier: number
  params: { colour: DoubleColour; doubleRound: string }
  outcome: { slot?: number; colour?: DoubleColour }
  proof: { serverSeed: string | null; serverSeedHash: string; clientSeed: string; nonce: number }
}

stopTime()
const server = await createTestServer()
const { deps, clock } = server

/** Moves the clock to `ms` after the start of the round. */
async function moveIntoRound(startsAt: string, ms: number): Promise<void> {
  await clock.moveTo(new Date(Date.parse(startsAt) + ms))
}

/** Moves the clock to the start of the next round, so that every test has a new one. */
async function toNextRound(on: TestServer = server): Promise<void> {
  const now = clock.now().getTime()
  await clock.moveTo(new Date((Math.floor(now / DOUBLE_ROUND_MS) + 1) * DOUBLE_ROUND_MS))
  await runDouble(on.deps)
}
async function toLanding(): Promise<void> {
  await clock.advance(14_000)
  await runDouble(deps)
}
const state = async (player?: TestPlayer, on = server) =>
  (await on.call<State>('GET', '/api/app/game/double/state', { player })).data
const bet = (
  player: TestPlayer | undefined,
  body: object,
  { key = randomUUID(), on = server }: { key?: string; on?: TestServer } = {},
) => on.call<Bet>('POST', '/api/app/game/double/bet', { player, body, key })
const round = async (player: TestPlayer, id: string) =>
  (await server.call<Bet>('GET', `/api/app/game/round/${id}`, { player })).data
const balance = async (player: TestPlayer) => (await deps.ledger.wallet(deps.db, player.userId)).cash

describe('the shared round', () => {
  it('needs no run of its job while it takes bets, and one in every other phase', async () => {
    const isDue = async () => {
      const sql = `select (${roundsDueSql}) as due`
      const [row] = await deps.db.read<{ due: boolean }>(sql, [clock.now()])
      return row?.due
    }
    // There is one before it.
    await toNextRound()
    await toNextRound()
    const { startsAt } = await state()
    const dueAt = async (ms: number) => {
      await moveIntoRound(startsAt, ms)
      return isDue()
    }
    expect(await dueAt(9_900)).toBe(false)
    // The last one is not paid yet, which nobody has bet on.
    await deps.db.write(
      'update double_rounds set settled_at = null where sequence = (select max(sequence) - 1 from double_rounds)',
    )
    expect(await isDue()).toBe(true)
    await runDouble(deps)
    expect(await isDue()).toBe(false)
    for (const ms of [10_100, 14_000, 15_100, -15_100]) expect(await dueAt(ms)).toBe(true)
  })

  it('accepts bets, closes, lands and pays; then the next round begins', async () => {
    const player = await server.player({ balance: 100 })
    await showAmounts(deps, player.userId)
    await toNextRound()
    const before = await state(player)
    expect(before).toMatchObject({ phase: 'betting', slot: null, bets: [], mine: [] })
    expect(before.proof.serverSeed).toBeNull()
    expect(Date.parse(before.startsAt) % DOUBLE_ROUND_MS).toBe(0)
    for (const colour of ['red', 'white', 'black']) {
      const placed = await bet(player, { amount: 10, colour, roundId: before.roundId })
      expect(placed).toMatchObject({ httpStatus: 200, data: { status: 'open', outcome: {} } })
      expect(placed.data.proof.serverSeed).toBeNull()
      // They are pushed in order.
      await clock.advance(1)
    }
    expect(await balance(player)).toBe(70_00)
    const open = await state(player)
    expect(open.mine.map(({ colour }) => colour)).toEqual(['red', 'white', 'black'])
    expect(open.totals).toEqual({
      red: { amount: 10, count: 1 },
      white: { amount: 10, count: 1 },
      black: { amount: 10, count: 1 },
    })
    expect(open.bets).toHaveLength(3)
    expect(open.bets[0]?.player).not.toContain(player.username.slice(3))

    await moveIntoRound(before.startsAt, 10_100)
    const spinning = await state(player)
    expect(spinning).toMatchObject({ phase: 'spinning', roundId: before.roundId })
    expect(spinning.slot).toBeTypeOf('number')
    expect(spinning.history.some(({ roundId }) => roundId === before.roundId)).toBe(false)
    expect(await bet(player, { amount: 1, colour: 'red' })).toMatchObject({
      httpStatus: 400,
      message: 'As apostas desta rodada já fecharam. Aposte na próxima.',
    })

    await moveIntoRound(before.startsAt, 13_600)
    await runDouble(deps)
    const landed = await state(player)
    expect(landed.phase).toBe('result')
    const slot = landed.slot as number
    expect(landed.history[0]).toMatchObject({ roundId: before.roundId, slot })
    const pays = doublePayTable[doubleColour(slot)].multiplier / 10_000
    expect(await balance(player)).toBe(70_00 + pays * 10_00)
    for (const { betId, colour } of landed.mine) {
      const settled = await round(player, betId)
      const won = colour === doubleColour(slot)
      expect(settled).toMatchObject({ status: won ? 'won' : 'lost', payout: won ? pays * 10 : 0 })
      expect(settled.outcome).toMatchObject({ slot, colour: doubleColour(slot) })
    }
    const history = await server.call<Bet[]>('GET', '/api/app/game/history/double', { player })
    expect(history.data).toHaveLength(3)

    await moveIntoRound(before.startsAt, DOUBLE_ROUND_MS + 50)
    const next = await state(player)
    expect(Number(next.roundId)).toBe(Number(before.roundId) + 1)
    expect(next).toMatchObject({ phase: 'betting', mine: [], bets: [] })
    expect(await deps.ledger.violations()).toEqual([])
  })

  it('can be watched without a login, but not bet on', async () => {
    await toNextRound()
    expect((await state()).mine).toEqual([])
    expect((await bet(undefined, { amount: 1, colour: 'red' })).httpStatus).toBe(401)
  })

  it.each([
    [{ amount: 0.09, colour: 'red' }, 400],
    [{ amount: 5000.01, colour: 'red' }, 400],
    [{ amount: 1, colour: 'green' }, 400],
    [{ amount: 1, colour: 'red', slot: 3 }, 400],
    [{ amount: 200, colour: 'red' }, 500],
    [{ amount: 1, colour: 'red', roundId: '999999' }, 400],
  ])('refuses %j', async (body, http) => {
    const player = await server.player({ balance: 100 })
    await toNextRound()
    const response = await bet(player, body)
    expect(response.httpStatus).toBe(http)
    expect(response.message).not.toBe('')
    expect(await balance(player)).toBe(100_00)
  })

  it('refuses players in a pause', async () => {
    const player = await server.player({ balance: 100 })
    await toNextRound()
    const until = new Date(clock.now().getTime() + 86_400_000)
    await deps.db.write('update users set excluded_until = $2 where id = $1', [player.userId, until])
    expect((await bet(player, { amount: 1, colour: 'red' })).httpStatus).toBeGreaterThanOrEqual(400)
    expect(await balance(player)).toBe(100_00)
  })

  it('limits parallel bets to the balance, and one key to one bet', async () => {
    const player = await server.player({ balance: 30 })
    await showAmounts(deps, player.userId)
    await toNextRound()
    const responses = await Promise.all(
      Array.from({ length: 50 }, () => bet(player, { amount: 1, colour: 'black' })),
    )
    expect(responses.filter(({ httpStatus }) => httpStatus === 200)).toHaveLength(30)
    expect(responses.filter(({ status }) => status === 9999)).toHaveLength(20)
    expect((await state()).totals.black).toEqual({ amount: 30, count: 30 })
    const other = await server.player({ balance: 30 })
    const key = randomUUID()
    const same = await Promise.all(
      Array.from({ length: 10 }, () => bet(other, { amount: 1, colour: 'red' }, { key })),
    )
    expect(new Set(same.map(({ text }) => text)).size).toBe(1)
    expect(await balance(other)).toBe(29_00)
    await toLanding()
    expect(await deps.ledger.violations()).toEqual([])
  })

  it('an open bet prevents neither a seed change nor a mines round', async () => {
    const player = await server.player({ balance: 30 })
    await toNextRound()
    await bet(player, { amount: 1, colour: 'red' })
    const rotated = await server.call('POST', '/api/app/game/rotateSeeds', {
      player,
      key: randomUUID(),
      body: { clientSeed: 'minha' },
    })
    expect(rotated.httpStatus).toBe(200)
    expect((await server.call('GET', '/api/app/game/stopGame', { player })).httpStatus).toBe(200)
    expect(await balance(player)).toBe(29_00)
  })
})

describe('several processes', () => {
  it('share one round and settle every bet exactly once', async () => {
    const second = await server.startAnother()
    const players = await Promise.all(Array.from({ length: 4 }, () => server.player({ balance: 50 })))
    await toNextRound()
    await expect.poll(() => second.clock.offset()).toBe(clock.offset())
    await runDouble(second.deps)
    const [ownState, otherState] = [await state(), await state(undefined, second)]
    expect(otherState.roundId).toBe(ownState.roundId)
    const placed = await Promise.all(
      players.flatMap((player) =>
        (['red', 'black', 'white'] as const).flatMap((colour, i) =>
          Array.from({ length: 3 }, () =>
            bet(player, { amount: 1, colour }, { on: i === 0 ? second : server }),
          ),
        ),
      ),
    )
    expect(placed.every(({ httpStatus }) => httpStatus === 200)).toBe(true)
    expect((await state()).totals.red.count).toBe(12)
    await clock.advance(14_000)
    await expect.poll(() => second.clock.offset()).toBe(clock.offset())
    await Promise.all([runDouble(deps), runDouble(second.deps), runDouble(deps), runDouble(second.deps)])
    await runDouble(deps)
    const { slot } = await state()
    const back = (3 * doublePayTable[doubleColour(slot as number)].multiplier) / 10_000
    for (const player of players) expect(await balance(player)).toBe((50 - 9 + back) * 100)
    const settles = await deps.db.read(
      `select ref_id from transfers where kind = 'settle' and user_id = any($1)`,
      [players.map(({ userId }) => userId)],
    )
    expect(settles).toHaveLength(36)
    expect(await deps.ledger.violations()).toEqual([])
  })

  it('accept 40 of 100 concurrent bets when the balance covers 40', async () => {
    const second = await server.startAnother()
    const player = await server.player({ balance: 20 })
    await showAmounts(deps, player.userId)
    await toNextRound()
    await expect.poll(() => second.clock.offset()).toBe(clock.offset())
    const responses = await Promise.all(
      Array.from({ length: 100 }, (_, i) =>
        bet(player, { amount: 0.5, colour: 'red' }, { on: i % 2 ? second : server }),
      ),
    )
    expect(responses.filter(({ httpStatus }) => httpStatus === 200)).toHaveLength(40)
    expect(responses.filter(({ httpStatus, status }) => httpStatus === 500 && status === 9999)).toHaveLength(
      60,
    )
    expect(await balance(player)).toBe(0)
    const { mine, totals } = await state(player)
    expect(mine).toHaveLength(40)
    expect(totals.red).toEqual({ amount: 20, count: 40 })
    await toLanding()
    const { slot } = await state()
    expect(await balance(player)).toBe(doubleColour(slot as number) === 'red' ? 40_00 : 0)
    expect(await deps.ledger.violations()).toEqual([])
  })

  it('start one round when none of them finds one', async () => {
    const second = await server.startAnother()
    await clock.advance(60_000)
    await expect.poll(() => second.clock.offset()).toBe(clock.offset())
    const states = await Promise.all(
      Array.from({ length: 8 }, (_, i) => state(undefined, i % 2 ? second : server)),
    )
    expect(new Set(states.map(({ roundId }) => roundId)).size).toBe(1)
  })
})

describe('a server that stops', () => {
  it('waits for the announcement in progress and starts no other', async () => {
    const started: unknown[] = []
    const published: unknown[] = []
    let allow: () => void = () => undefined
    const allowed = new Promise<void>((resolve) => (allow = resolve))
    const publish: Bus['publish'] = async (_on, message) => {
      started.push(message)
      await allowed
      published.push(message)
    }
    const bus = { ...deps.bus, publish }
    const slow = { ...deps, bus, announcements: new LatestRuns(0, () => undefined) }
    const stop = startDouble(slow)
    announceDouble(slow)
    await expect.poll(() => started.length).toBe(1)
    announceDouble(slow)
    const before: number[] = []
    const stopped = stop().then(() => before.push(published.length))
    // A server that waited for nothing would have stopped by then.
    await deps.db.read('select 1')
    expect(before).toEqual([])
    allow()
    await stopped
    expect(before).toEqual([1])
    // The one that was requested meanwhile would start at once.
    await deps.db.read('select 1')
    expect(started).toHaveLength(1)
  })
})

describe('time', () => {
  it('settles a round late, with its committed outcome, when no process was running at its end', async () => {
    const player = await server.player({ balance: 10 })
    await toNextRound()
    const { roundId, proof } = await state()
    const { data } = await bet(player, { amount: 1, colour: 'red' })
    // All processes were down for an hour.
    await clock.advance(3_600_000)
    const restarted = await server.startAnother()
    await runDouble(restarted.deps)
    const settled = await round(player, data.roundId)
    expect(settled.params.doubleRound).toBe(roundId)
    expect(settled.proof.serverSeedHash).toBe(proof.serverSeedHash)
    const serverSeed = settled.proof.serverSeed as string
    expect(createHash('sha256').update(serverSeed).digest('hex')).toBe(proof.serverSeedHash)
    const again = await recompute('double', serverSeed, proof.clientSeed, proof.nonce, {})
    expect(again).toEqual({ ok: true, value: { slot: settled.outcome.slot, colour: settled.outcome.colour } })
    expect(settled.status).toBe(settled.outcome.colour === 'red' ? 'won' : 'lost')
  })

  it('starts a new round when the clock is set back, and accepts no bets on a revealed one', async () => {
    const player = await server.player({ balance: 10 })
    await toNextRound()
    await bet(player, { amount: 1, colour: 'white' })
    const old = await state()
    await clock.advance(-86_400_000)
    await runDouble(deps)
    const freshState = await state(player)
    expect(Number(freshState.roundId)).toBe(Number(old.roundId) + 1)
    expect(freshState.history[0]?.roundId).toBe(old.roundId)
    const open = await deps.db.read(`select 1 from game_rounds where user_id = $1 and status = 'open'`, [
      player.userId,
    ])
    expect(open).toEqual([])
    await clock.advance(86_400_000)
  })
})

describe('the chain', () => {
  it('is committed before its first round; every revealed seed hashes back to it', async () => {
    const first = await state()
    for (let i = 0; i < 3; i++) {
      await toNextRound()
      const { proof } = await state()
      expect(proof.commitment).toBe(first.proof.commitment)
      await clock.advance(10_100)
      const closed = await state()
      const seed = closed.proof.serverSeed as string
      expect(await verifyChainSeed(seed, proof.nonce, proof.commitment)).toBe(true)
      const again = await recompute('double', seed, proof.clientSeed, proof.nonce, {})
      expect(again).toEqual({
        ok: true,
        value: { slot: closed.slot, colour: doubleColour(closed.slot as number) },
      })
    }
  })

  it('plays the outcomes of a chain committed beforehand, then starts another chain', async () => {
    const separateServer = await createTestServer()
    const [serverSeed, clientSeed] = ['f7b51b19a4563681f2c1e00ef747884a', '94ffb08138facf8cffa9c376d703aaed']
    const { commitment } = buildChain(serverSeed, 1)
    await separateServer.deps.db.write(
      `insert into double_chains (commitment, last_seed, client_seed, length, created_at)
       values ($1, $2, $3, 1, now())`,
      [commitment, serverSeed, clientSeed],
    )
    await separateServer.clock.moveTo(new Date('2030-01-01T00:00:00Z'))
    const player = await separateServer.player({ balance: 10 })
    const before = await state(player, separateServer)
    expect(before.proof).toMatchObject({ serverSeedHash: commitment, commitment, nonce: 0, chainLength: 1 })
    await bet(player, { amount: 1, colour: 'black' }, { on: separateServer })
    await separateServer.clock.advance(13_600)
    await runDouble(separateServer.deps)
    // docs/product.md, "Known answers": double, nonce 0.
    expect((await state(player, separateServer)).slot).toBe(13)
    expect((await separateServer.deps.ledger.wallet(separateServer.deps.db, player.userId)).cash).toBe(11_00)
    await separateServer.clock.advance(2_000)
    const after = await state(player, separateServer)
    expect(after.proof).toMatchObject({ nonce: 0, chainLength: 10_000 })
    expect(after.proof.commitment).not.toBe(commitment)
  })
})
