import { randomUUID } from 'node:crypto'
import { afterEach, describe, expect, it } from 'vitest'
import { DOUBLE_MAX_EXPOSURE, DOUBLE_ROUND_MS } from '#contract/games/double.ts'
import { MAX_STAKE, MAX_WIN, originalGames } from '#contract/games/gameCodes.ts'
import { runDouble } from '#server/games/double/double.ts'
import { fixSeeds } from '#server/sandbox/seeds.ts'
import { stopTime } from './helpers/stopTime.ts'
import { createTestServer, type TestPlayer } from './helpers/testServer.ts'

interface Round {
  roundId: string
  amount: number
  params: { stakes?: object[] }
  outcome: { payouts?: number[] }
}

stopTime()
const server = await createTestServer()
const { deps, clock } = server

const post = (player: TestPlayer, path: string, body: object) =>
  server.call<Round>('POST', `/api/app/game/${path}`, { player, body, key: randomUUID() })
const wallet = (player: TestPlayer) => deps.ledger.wallet(deps.db, player.userId)
const accepted = (responses: { httpStatus: number }[]) =>
  responses.filter(({ httpStatus }) => httpStatus === 200).length

describe('the exposure of double is limited', () => {
  const whitePayout = (MAX_STAKE / 100) * 14
  const toNextRound = async () => {
    await clock.moveTo(new Date((Math.floor(clock.now().getTime() / DOUBLE_ROUND_MS) + 1) * DOUBLE_ROUND_MS))
    await runDouble(deps)
  }
  const betWhite = (player: TestPlayer, times: number) =>
    Promise.all(
      Array.from({ length: times }, () => post(player, 'double/bet', { amount: 5000, colour: 'white' })),
    )

  it('for one player: all bets on one colour together pay at most the maximum win of a round', async () => {
    const player = await server.player({ balance: 200_000 })
    await toNextRound()
    const responses = await betWhite(player, 25)
    const largestStake = Math.floor(MAX_WIN / 100 / whitePayout)
    expect(accepted(responses)).toBe(largestStake)
    const refused = responses.find(({ httpStatus }) => httpStatus !== 200)
    expect(refused).toMatchObject({ httpStatus: 409, message: expect.stringContaining('limite') as string })
    expect(await wallet(player)).toMatchObject({
      cash: 200_000_00 - largestStake * MAX_STAKE,
      heldRounds: largestStake * MAX_STAKE,
    })
    // The limit applies to each colour, because only one of them can win.
    expect((await post(player, 'double/bet', { amount: 5000, colour: 'red' })).httpStatus).toBe(200)
    await toNextRound()
    expect((await post(player, 'double/bet', { amount: 5000, colour: 'white' })).httpStatus).toBe(200)
  })

  it('for all players together', async () => {
    const players = await Promise.all(Array.from({ length: 8 }, () => server.player({ balance: 100_000 })))
    await toNextRound()
    const responses = (await Promise.all(players.map((player) => betWhite(player, 14)))).flat()
    expect(accepted(responses)).toBe(Math.floor(DOUBLE_MAX_EXPOSURE / 100 / whitePayout))
    await clock.advance(DOUBLE_ROUND_MS)
    await runDouble(deps)
    expect(
      await deps.db.read(
        'select 1 from double_exposure e join double_rounds r on r.sequence = e.round where r.settled_at is not null',
      ),
    ).toEqual([])
    expect(await deps.ledger.violations()).toEqual([])
  })
})

describe('a stake that may be refunded', () => {
  it('does not raise the VIP level; a settled bet does', async () => {
    const player = await server.player({ balance: 6_000 })
    await deps.db.write('update wallets set deposit_sum = 500000 where user_id = $1', [player.userId])
    const level = async () => {
      const [user] = await deps.db.read<{ level: number }>('select level from users where id = $1', [
        player.userId,
      ])
      return user?.level
    }
    await fixSeeds(deps, player.userId, {
      serverSeed: '5ff5c610e633b2a91c46d1be1f74286b',
      clientSeed: '854581b6f52eaa86503f1dc6433655f9',
      nonce: 2,
    })
    await post(player, 'mines/bet', { amount: 5000, mineCount: 3 })
    await server.call('GET', '/api/app/game/stopGame', { player })
    expect(await wallet(player)).toMatchObject({ cash: 6_000_00, bonus: 0, betSum: 0 })
    expect(await level()).toBe(0)
    const { data } = await post(player, 'mines/bet', { amount: 5000, mineCount: 3 })
    await post(player, 'rowDouble/bet', { amount: 10, mode: 'easy' })
    expect(await level()).toBe(0)
    // Lost or cashed out, it counts as a bet.
    await post(player, 'mines/open', { roundId: data.roundId, tile: 0 })
    await post(player, 'mines/cashOut', { roundId: data.roundId })
    expect(await level()).toBeGreaterThan(0)
  })
})

describe('a game that is switched off', () => {
  afterEach(() => deps.db.write('update games set enabled = true'))
  const bodies = {
    mines: ['mines/bet', { amount: 1, mineCount: 3 }],
    limbo: ['limbo/bet', { amount: 1, target: 2 }],
    luckyColor: ['luckyColor/bet', { stakes: [{ pick: 'red', amount: 1 }] }],
    rowDouble: ['rowDouble/bet', { amount: 1, mode: 'easy' }],
    double: ['double/bet', { amount: 1, colour: 'red' }],
    dice: ['dice/bet', { amount: 1, direction: 'over', chance: 50 }],
  } as const

  it.each(originalGames)('%s accepts no bet', async (game) => {
    const player = await server.player({ balance: 10 })
    await deps.db.write('update games set enabled = false where code = $1', [game])
    const [path, body] = bodies[game]
    expect((await post(player, path, body)).httpStatus).toBe(404)
    expect((await wallet(player)).cash).toBe(10_00)
  })

  it('can still be played to the end', async () => {
    const player = await server.player({ balance: 10 })
    const { data } = await post(player, 'rowDouble/bet', { amount: 1, mode: 'easy' })
    await deps.db.write("update games set enabled = false where code = 'rowDouble'")
    const pick = await post(player, 'rowDouble/pick', { roundId: data.roundId, row: 0, tile: 0 })
    expect(pick.httpStatus).toBe(200)
  })
})

describe('messages and wire amounts', () => {
  it('the message contains the limit for the sum of the stakes', async () => {
    const player = await server.player({ balance: 10_000 })
    const stakes = ['red', 'green'].map((pick) => ({ pick, amount: 3000 }))
    const response = await post(player, 'luckyColor/bet', { stakes })
    expect(response).toMatchObject({ httpStatus: 400, message: 'A aposta máxima é de R$ 5.000,00.' })
  })

  it('the stakes of a round are wire amounts', async () => {
    const player = await server.player({ balance: 10 })
    const stakes = [
      { pick: 'green', amount: 1.5 },
      { pick: '7', amount: 1 },
    ]
    const { data } = await post(player, 'luckyColor/bet', { stakes })
    expect(data).toMatchObject({ amount: 2.5, params: { stakes } })
    const { payouts = [] } = data.outcome
    expect(payouts).toHaveLength(2)
    expect([0, 3, 2.25]).toContain(payouts[0])
    const stored = await server.call<Round>('GET', `/api/app/game/round/${data.roundId}`, { player })
    expect(stored.data).toMatchObject({ params: { stakes }, outcome: { payouts } })
  })

  it.each([
    ['mines/open', { roundId: '\u0000', tile: 0 }],
    ['mines/cashOut', { roundId: 'a\u0000' }],
    ['rowDouble/pick', { roundId: '\u0000', row: 0, tile: 0 }],
  ])('refuses a NUL: %s', async (path, body) => {
    const response = await post(await server.player({ balance: 1 }), path, body)
    expect(response.httpStatus).toBe(400)
    expect(response.message).not.toBe('')
  })
})
