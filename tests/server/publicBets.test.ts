import { describe, expect, it, vi } from 'vitest'
import { generatedName } from '#server/domain/accounts/publicIdentity.ts'
import { showAmounts } from './helpers/showAmounts.ts'
import { createTestApp } from './helpers/testApp.ts'

const t = await createTestApp()

interface Bets {
  latest: { roundId: string | null; payout: number; multiplier: number }[]
  largest: { roundId: string | null; player: string; gameCode: string; payout: number }[]
}

const bets = async () => (await t.get<Bets>('/api/app/main/bets')).data
const play = async (token: string, target: number) =>
  (
    await t.post<{ roundId: string; payout: number; status: string }>(
      '/api/app/game/limbo/bet',
      { amount: 10, wallet: 'balance', target },
      { token, headers: { 'idempotency-key': crypto.randomUUID() } },
    )
  ).data

describe('what everybody sees of the bets of others', () => {
  it('is the newest rounds that were won, with a public name and the return, without test accounts', async () => {
    const player = await t.createUser({ username: 'margarida@example.com', balance: 100 })
    const tester = await t.createUser({ testFlag: '1', balance: 100 })
    await showAmounts(t.deps, player.uId, tester.uId)
    const first = await play(player.token, 1.01)
    await play(tester.token, 1.01)
    expect((await play(player.token, 1_000_000)).payout).toBe(0)
    const last = await play(player.token, 1.01)
    const { data: open } = await t.post<{ roundId: string }>(
      '/api/app/game/mines/bet',
      { amount: 10, wallet: 'balance', mineCount: 3 },
      { token: player.token, headers: { 'idempotency-key': crypto.randomUUID() } },
    )
    const { latest } = await bets()
    expect(latest.map(({ roundId }) => roundId)).toEqual([last.roundId, first.roundId])
    expect(latest[1]).toEqual({
      roundId: first.roundId,
      player: generatedName(player.uId),
      avatar: 0,
      gameCode: 'limbo',
      multiplier: first.payout / 10,
      stake: 10,
      payout: first.payout,
      time: expect.any(String) as string,
    })
    expect((await t.get(`/api/app/game/publicRound/${open.roundId}`)).http).not.toBe(200)
  })

  it('is asked of all games, of one, or of matches; another name is refused before rounds are read', async () => {
    const ask = async (game: string) => {
      const { http, data } = await t.get<Bets>(`/api/app/main/bets?game=${encodeURIComponent(game)}`)
      return { http, data }
    }
    for (const game of ['limbo', 'sports']) expect((await ask(game)).http, game).toBe(200)
    const read = vi.spyOn(t.deps.db, 'read')
    for (const game of ['limbo2', '', "limbo' --"]) {
      expect(await ask(game), game).toMatchObject({ http: 400, data: { field: 'game' } })
    }
    expect(read.mock.calls.filter(([sql]) => sql.includes('game_rounds'))).toEqual([])
    read.mockRestore()
  })

  it('tells the proof of a round without player and stake; the seed stays secret until it is rotated', async () => {
    const player = await t.createUser({ balance: 100 })
    const { roundId } = await play(player.token, 2)
    const proofOf = async () =>
      (
        await t.get<{ proof: { serverSeed: string | null; serverSeedHash: string } }>(
          `/api/app/game/publicRound/${roundId}`,
        )
      ).data
    const hidden = await proofOf()
    expect(Object.keys(hidden).toSorted()).toEqual(
      ['gameCode', 'multiplier', 'params', 'payout', 'proof', 'roundId', 'time'].toSorted(),
    )
    expect(hidden.proof.serverSeed).toBeNull()
    await t.post(
      '/api/app/game/rotateSeeds',
      { clientSeed: 'next' },
      { token: player.token, headers: { 'idempotency-key': crypto.randomUUID() } },
    )
    const { proof } = await proofOf()
    expect(proof.serverSeed).toMatch(/^[0-9a-f]{64}$/)
    expect(proof.serverSeedHash).toBe(hidden.proof.serverSeedHash)
  })

  it('lists the largest returns of one day, tickets and rounds, largest first', async () => {
    const { uId } = await t.createUser({ username: 'joaquim@example.com' })
    await showAmounts(t.deps, uId)
    const now = t.deps.clock.now().getTime()
    const insert = (id: string, payout: number, hoursAgo: number, stake = 1_000) =>
      t.deps.db.write(
        `insert into game_rounds (id, user_id, game, wallet, stake, payout, multiplier, status, created_at, settled_at)
         values ($1, $2, 'dice', 'cash', $5::bigint, $3::bigint, ($3::bigint)::numeric / ($5::bigint), 'settled', $4, $4)`,
        [id, uId, payout, new Date(now - hoursAgo * 3_600_000), stake],
      )
    await insert('a', 50_000, 2)
    await insert('b', 90_000, 20)
    await insert('c', 99_000, 25)
    await insert('d', 9_999, 1)
    await insert('e', 60_000, 1, 60_000)
    const { largest } = await bets()
    expect(largest.map(({ roundId, player, payout }) => [roundId, player, payout])).toEqual([
      ['b', generatedName(uId), 900],
      ['a', generatedName(uId), 500],
    ])
  })
})
