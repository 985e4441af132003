import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { verifyChainSeed } from '#contract/games/fair.ts'
import type { OriginalGame } from '#contract/games/gameCodes.ts'
import { recompute, type Outcomes } from '#contract/games/recompute.ts'
import type { DoubleRoundWire } from '#contract/http/double.ts'
import { runDouble } from '#server/games/double/double.ts'
import { fixSeeds } from '#server/sandbox/seeds.ts'
import { stopTime } from './helpers/stopTime.ts'
import { createTestServer, type TestPlayer } from './helpers/testServer.ts'
import { sized } from '../scope.ts'

stopTime()
const server = await createTestServer()
const { deps, clock } = server

interface Round {
  roundId: string
  status: string
  payout: number
  proof: { nonce: number }
}

const post = (player: TestPlayer, path: string, body: object, key = randomUUID()) =>
  server.call<Round>('POST', `/api/app/game/${path}`, { player, body, key })
const balance = async (player: TestPlayer) => (await deps.ledger.wallet(deps.db, player.userId)).cash

/** Seeds with which none of the first `count` rounds wins. */
async function losingSeeds<Game extends OriginalGame>(
  game: Game,
  params: object,
  wins: (outcome: Outcomes[Game]) => boolean,
  count: number,
): Promise<{ serverSeed: string; clientSeed: string; nonce: number }> {
  for (let attempt = 0; ; attempt++) {
    const [serverSeed, clientSeed] = ['known', `try-${attempt}`]
    const outcomes = await Promise.all(
      Array.from({ length: count }, (_, nonce) => recompute(game, serverSeed, clientSeed, nonce, params)),
    )
    if (!outcomes.some((outcome) => !outcome.ok || wins(outcome.value as Outcomes[Game])))
      return { serverSeed, clientSeed, nonce: 0 }
  }
}

const plays = sized(40, 100)

describe('many plays at once on one balance: exactly as many succeed as the balance covers', () => {
  const bodies = {
    dice: { path: 'dice/bet', body: { amount: 1, direction: 'over', chance: 2 } },
    limbo: { path: 'limbo/bet', body: { amount: 1, target: 1_000_000 } },
    luckyColor: { path: 'luckyColor/bet', body: { stakes: [{ pick: '0', amount: 1 }] } },
    mines: { path: 'mines/betPlay', body: { amount: 1, mineCount: 24, tiles: [0] } },
    rowDouble: { path: 'rowDouble/betPlay', body: { amount: 1, mode: 'hard', tiles: Array(9).fill(0) } },
  }
  const seeds = {
    dice: () => losingSeeds('dice', {}, ({ roll }) => roll > 98, 20),
    limbo: () => losingSeeds('limbo', {}, ({ result }) => result >= 1_000_000, 20),
    luckyColor: () => losingSeeds('luckyColor', {}, ({ digit }) => digit === 0, 20),
    mines: () => losingSeeds('mines', { mineCount: 24 }, ({ mines }) => !mines.includes(0), 20),
    rowDouble: () =>
      losingSeeds('rowDouble', { mode: 'hard' }, ({ safe }) => safe.every(([tile]) => tile === 0), 20),
  }

  it.each(Object.keys(bodies) as (keyof typeof bodies)[])('%s', async (game) => {
    const player = await server.player({ balance: 20.5 })
    await fixSeeds(deps, player.userId, await seeds[game]())
    const { path, body } = bodies[game]
    const responses = await Promise.all(Array.from({ length: plays }, () => post(player, path, body)))
    const played = responses.filter(({ httpStatus }) => httpStatus === 200)
    expect(played).toHaveLength(20)
    const refused = responses.filter(({ httpStatus, status }) => httpStatus === 500 && status === 9999)
    expect(refused).toHaveLength(plays - 20)
    expect(await balance(player)).toBe(50)
    expect(played.map(({ data }) => data.proof.nonce).sort((a, b) => a - b)).toEqual(
      Array.from({ length: 20 }, (_, nonce) => nonce),
    )
    expect(await deps.ledger.violations()).toEqual([])
  })
})

describe('invalid stakes', () => {
  const bets: Record<string, (amount: string) => string> = {
    'dice/bet': (amount) => `{"amount":${amount},"direction":"over","chance":50}`,
    'limbo/bet': (amount) => `{"amount":${amount},"target":2}`,
    'luckyColor/bet': (amount) => `{"stakes":[{"pick":"green","amount":${amount}}]}`,
    'mines/bet': (amount) => `{"amount":${amount},"mineCount":3}`,
    'mines/betPlay': (amount) => `{"amount":${amount},"mineCount":3,"tiles":[0]}`,
    'rowDouble/bet': (amount) => `{"amount":${amount},"mode":"easy"}`,
    'rowDouble/betPlay': (amount) => `{"amount":${amount},"mode":"easy","tiles":[0]}`,
    'double/bet': (amount) => `{"amount":${amount},"colour":"red"}`,
  }
  const amounts = [
    '0',
    '-1',
    '"NaN"',
    '1e309',
    '"1e309"',
    '0.105',
    '"0,105"',
    '""',
    'null',
    'true',
    '[1]',
    '{}',
  ]

  it.each(Object.keys(bets))('%s refuses each of them with a message, and moves no money', async (path) => {
    const player = await server.player({ balance: 100 })
    for (const amount of [...amounts, '0.09', '5000.01']) {
      const response = await server.app.inject({
        method: 'POST',
        url: `/api/app/game/${path}`,
        headers: {
          authorization: player.token,
          'idempotency-key': randomUUID(),
          'content-type': 'application/json',
          lang: 'pt_BR',
        },
        payload: bets[path]?.(amount) ?? '',
      })
      expect(response.statusCode, amount).toBe(400)
      expect(response.json<{ message: string }>().message, amount).not.toBe('')
    }
    expect(await balance(player)).toBe(100_00)
    const inPlay = await server.call<{ kind: string }[]>('GET', '/api//app/game/inPlay', { player })
    expect(inPlay.data.filter(({ kind }) => kind === 'round')).toEqual([])
  })
})

describe('a tower', () => {
  // docs/product.md, "Known answers": nonce 2, one of two: 0,0,0,1,0,1,0,0,1 from the bottom.
  const seeds = {
    serverSeed: 'f0344667883e7628a041d8e500e6d203',
    clientSeed: '2a73709723181740d73e64233275c29c',
    nonce: 2,
  }
  async function open() {
    const player = await server.player({ balance: 100 })
    await fixSeeds(deps, player.userId, seeds)
    const { data } = await post(player, 'rowDouble/bet', { amount: 10, mode: 'hard' })
    return { player, roundId: data.roundId }
  }

  it('cannot be cashed out before the first row, twice, or after a loss', async () => {
    const { player, roundId } = await open()
    expect((await post(player, 'rowDouble/cashOut', { roundId })).httpStatus).toBe(400)
    expect((await post(player, 'rowDouble/pick', { roundId, row: 0, tile: 0 })).httpStatus).toBe(200)
    expect((await post(player, 'rowDouble/cashOut', { roundId })).data).toMatchObject({ payout: 19.8 })
    expect((await post(player, 'rowDouble/cashOut', { roundId })).httpStatus).toBe(409)
    expect(await balance(player)).toBe(109_80)
    const lost = await open()
    await post(lost.player, 'rowDouble/pick', { roundId: lost.roundId, row: 0, tile: 1 })
    expect((await post(lost.player, 'rowDouble/cashOut', { roundId: lost.roundId })).httpStatus).toBe(409)
    const afterLoss = await post(lost.player, 'rowDouble/pick', { roundId: lost.roundId, row: 1, tile: 0 })
    expect(afterLoss.httpStatus).toBe(409)
    expect(await balance(lost.player)).toBe(90_00)
  })

  it.each([
    { row: 0, tile: 2 },
    { row: 0, tile: -1 },
    { row: 0, tile: 0.5 },
    { row: 1, tile: 0 },
    { row: -1, tile: 0 },
    { row: 0, tile: 0, safe: true },
  ])('refuses %j before the first row', async (pick) => {
    const { player, roundId } = await open()
    const response = await post(player, 'rowDouble/pick', { roundId, ...pick })
    expect(response.httpStatus).toBeGreaterThanOrEqual(400)
    expect(response.message).not.toBe('')
    expect((await post(player, 'rowDouble/pick', { roundId, row: 0, tile: 0 })).httpStatus).toBe(200)
  })

  it('pays one of twenty parallel cash-outs from two sessions, and refuses the others', async () => {
    const { player, roundId } = await open()
    const otherSession = await server.login(player)
    for (const row of [0, 1]) await post(player, 'rowDouble/pick', { roundId, row, tile: 0 })
    const responses = await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        post(i % 2 ? otherSession : player, 'rowDouble/cashOut', { roundId }),
      ),
    )
    const paid = responses.filter(({ httpStatus }) => httpStatus === 200)
    expect(paid.map(({ data }) => data.payout)).toEqual([39.6])
    const refused = responses.filter(({ httpStatus }) => httpStatus === 409)
    expect(refused.map(({ message }) => message)).toEqual(Array<string>(19).fill('Esta rodada já terminou.'))
    expect(await balance(player)).toBe(129_60)
    expect(await deps.ledger.violations()).toEqual([])
  })

  it('cannot be played by another player', async () => {
    const { roundId } = await open()
    const other = await server.player({ balance: 100 })
    for (const [call, body] of [
      ['pick', { roundId, row: 0, tile: 0 }],
      ['cashOut', { roundId }],
    ] as const) {
      expect((await post(other, `rowDouble/${call}`, body)).httpStatus).toBe(404)
    }
  })
})

describe('one round in two sessions', () => {
  it('mines: parallel clicks on one tile open it once; parallel cash-outs pay once', async () => {
    const player = await server.player({ balance: 10 })
    const otherSession = await server.login(player)
    await fixSeeds(deps, player.userId, {
      serverSeed: '5ff5c610e633b2a91c46d1be1f74286b',
      clientSeed: '854581b6f52eaa86503f1dc6433655f9',
      nonce: 2,
    })
    const { roundId } = (await post(player, 'mines/bet', { amount: 10, mineCount: 3 })).data
    const sessions = Array.from({ length: 10 }, (_, i) => (i % 2 ? otherSession : player))
    const opened = await Promise.all(sessions.map((one) => post(one, 'mines/open', { roundId, tile: 0 })))
    expect(opened.map(({ httpStatus }) => httpStatus).sort()).toEqual([200, ...Array<number>(9).fill(409)])
    const paid = await Promise.all(sessions.map((one) => post(one, 'mines/cashOut', { roundId })))
    expect(paid.map(({ httpStatus }) => httpStatus).sort()).toEqual([200, ...Array<number>(9).fill(409)])
    expect(await balance(player)).toBe(11_25)
  })

  it('mines: a lost round pays nothing in either session', async () => {
    const player = await server.player({ balance: 10 })
    const otherSession = await server.login(player)
    await fixSeeds(deps, player.userId, {
      serverSeed: '5ff5c610e633b2a91c46d1be1f74286b',
      clientSeed: '854581b6f52eaa86503f1dc6433655f9',
      nonce: 2,
    })
    const { roundId } = (await post(player, 'mines/bet', { amount: 10, mineCount: 3 })).data
    await post(player, 'mines/open', { roundId, tile: 0 })
    const [lost, out] = await Promise.all([
      post(player, 'mines/open', { roundId, tile: 13 }),
      post(otherSession, 'mines/cashOut', { roundId }),
    ])
    // One of the two came first and decided the round.
    expect([lost.httpStatus, out.httpStatus].sort()).toEqual([200, 409])
    expect(await balance(player)).toBe(out.httpStatus === 200 ? 11_25 : 0)
    expect((await post(otherSession, 'mines/cashOut', { roundId })).httpStatus).toBe(409)
    expect(await deps.ledger.violations()).toEqual([])
  })

  it('mines: one open round per player for any number of parallel bets', async () => {
    const player = await server.player({ balance: 100 })
    const responses = await Promise.all(
      Array.from({ length: 20 }, () => post(player, 'mines/bet', { amount: 1, mineCount: 3 })),
    )
    expect(responses.filter(({ httpStatus }) => httpStatus === 200)).toHaveLength(1)
    expect(responses.filter(({ httpStatus }) => httpStatus === 409)).toHaveLength(19)
    expect(await balance(player)).toBe(99_00)
  })
})

describe('sandbox: the shared round', () => {
  interface UpcomingRound {
    roundId: string
    slot: number
    colour: string
  }
  const state = async () =>
    (
      await server.call<DoubleRoundWire & { history: { slot: number }[] }>(
        'GET',
        '/api/app/game/double/state',
      )
    ).data
  const intoNextRound = async () => {
    await clock.moveTo(new Date((Math.floor(clock.now().getTime() / 15_000) + 1) * 15_000))
    await runDouble(deps)
  }

  it('is known before it lands, with the rounds after it', async () => {
    await intoNextRound()
    const upcoming = (await server.call<UpcomingRound[]>('GET', '/sandbox/api/double')).data
    expect(upcoming).toHaveLength(11)
    expect(upcoming[0]?.roundId).toBe((await state()).roundId)
    for (const { roundId, slot } of upcoming.slice(0, 3)) {
      await clock.advance(10_100)
      expect(await state()).toMatchObject({ roundId, slot })
      await intoNextRound()
    }
  })

  it('produces the requested results, with chains committed like any other', async () => {
    await intoNextRound()
    const { roundId } = await state()
    const [, ...next] = (
      await server.call<UpcomingRound[]>('POST', '/sandbox/api/double', { body: { slots: [0, 3, 14] } })
    ).data
    expect(next.slice(0, 3).map(({ slot, colour }) => [slot, colour])).toEqual([
      [0, 'white'],
      [3, 'red'],
      [14, 'black'],
    ])
    for (const [index, slot] of [0, 3, 14].entries()) {
      await intoNextRound()
      const before = await state()
      expect(before.roundId).toBe(String(Number(roundId) + 1 + index))
      await clock.advance(10_100)
      const { proof, slot: landed } = await state()
      expect(landed).toBe(slot)
      expect(proof.commitment).toBe(before.proof.commitment)
      expect(await verifyChainSeed(proof.serverSeed ?? '', proof.nonce, proof.commitment)).toBe(true)
    }
    await intoNextRound()
    expect((await state()).proof.chainLength).toBe(10_000)
  })

  it.each([
    {},
    { slots: [] },
    { slots: [15] },
    { slots: [-1] },
    { slots: ['0'] },
    { slots: [1], colour: 'red' },
  ])('refuses %j', async (body) => {
    expect((await server.call('POST', '/sandbox/api/double', { body })).httpStatus).toBe(400)
  })
})
