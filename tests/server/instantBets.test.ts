import { randomUUID } from 'node:crypto'
import { describe, expect, inject, it } from 'vitest'
import { fixSeeds } from '#server/sandbox/seeds.ts'
import { lockWallet } from '#server/ledger/walletLock.ts'
import { waitingForLocks, whileLocked } from './helpers/floodClient.ts'
import { stopTime } from './helpers/stopTime.ts'
import { createTestServer, type TestPlayer } from './helpers/testServer.ts'

stopTime()
const server = await createTestServer()
const { deps, clock } = server

interface Round {
  roundId: string
  status: string
  payout: number
  proof: { nonce: number }
}

const bodies = {
  dice: { amount: 1.01, direction: 'over', chance: 49.5 },
  limbo: { amount: 1.01, target: 2 },
  luckyColor: {
    stakes: [
      { pick: 'green', amount: 1 },
      { pick: '0', amount: 0.5 },
    ],
  },
}
const games = Object.keys(bodies) as (keyof typeof bodies)[]

const bet = (player: TestPlayer, game: keyof typeof bodies = 'limbo', key = randomUUID(), target = server) =>
  target.call<Round>('POST', `/api/app/game/${game}/bet`, { player, body: bodies[game], key })
const setLimit = (player: TestPlayer, kind: string, amount: number) =>
  server.call('POST', '/api/app/limits', { player, body: { kind, period: 'day', amount } })

/** A player's rows, without the columns that differ between two players: ids, keys and times. */
const rowsOf = async (player: TestPlayer) => ({
  transfers: await deps.db.read(
    `select kind, ref_type, args, accounts::text[], amounts, balances, turnover from transfers
      where user_id = $1 order by id`,
    [player.userId],
  ),
  wallet: await deps.db.read(
    `select cash, bonus, turnover_left, release_due, bet_sum, deposit_sum, cash_net_loss from wallets where user_id = $1`,
    [player.userId],
  ),
  rounds: await deps.db.read(
    `select game, wallet, stake, payout, status, params, state, outcome, multiplier, nonce from game_rounds
      where user_id = $1 order by nonce`,
    [player.userId],
  ),
  nonce: await deps.db.read('select nonce from seed_pairs where user_id = $1 and active', [player.userId]),
  keys: await deps.db.read(
    'select route, body_hash, status from idempotency_keys where user_id = $1 order by created_at, route',
    [player.userId],
  ),
  recent: await deps.db.read('select game from recently_played where user_id = $1 order by game', [
    player.userId,
  ]),
})

/** In how many transactions these players' rounds with this nonce were written. */
async function transactionsOf(players: TestPlayer[], nonce: number): Promise<number> {
  const [row] = await deps.db.read<{ transactions: number }>(
    'select count(distinct xmin::text) as transactions from game_rounds where user_id = any($1) and nonce = $2',
    [players.map(({ userId }) => userId), nonce],
  )
  return row?.transactions ?? NaN
}

describe('a batch of bets', () => {
  it('leaves the same rows as bets played one by one with all the rules', async () => {
    const seeds = { serverSeed: 'known', clientSeed: 'client', nonce: 0 }
    const fields = { balance: 500, freeBalance: 100, turnover: 300 }
    const [batched, single] = [await server.player(fields), await server.player(fields)]
    // A player with a limit, however high, is not played in batches.
    expect((await setLimit(single, 'loss', 1_000_000)).status).toBe(0)
    const played = new Map<TestPlayer, Round[]>()
    for (const player of [batched, single]) {
      await fixSeeds(deps, player.userId, seeds)
      const rounds: Round[] = []
      for (let turn = 0; turn < 8; turn++) {
        for (const game of games) {
          const { status, data } = await bet(player, game)
          expect(status).toBe(0)
          rounds.push({ ...data, roundId: '' })
        }
      }
      played.set(player, rounds)
    }
    const withoutTime = (rounds: Round[] = []) => rounds.map((round) => ({ ...round, time: '', proof: '' }))
    expect(withoutTime(played.get(batched))).toEqual(withoutTime(played.get(single)))
    const [rows, expected] = [await rowsOf(batched), await rowsOf(single)]
    expect({ ...rows, keys: [] }).toEqual({ ...expected, keys: [] })
    expect(rows.rounds).toHaveLength(24)
    expect(new Set(rows.rounds.map((round) => Number(round['payout']) > 0))).toEqual(new Set([true, false]))
    expect(await deps.ledger.violations()).toEqual([])
  })

  it('posts the bets of many players in few transactions', async () => {
    const players = await Promise.all(Array.from({ length: 40 }, () => server.player({ balance: 100 })))
    // The first bets fill the cache of player states.
    await Promise.all(players.map((player) => bet(player)))
    const responses = await Promise.all(players.map((player) => bet(player)))
    expect(responses.every(({ status }) => status === 0)).toBe(true)
    expect(await transactionsOf(players, 1)).toBeLessThan(20)
    for (const player of players)
      expect((await rowsOf(player)).rounds.map((round) => round['nonce'])).toEqual([0, 1])
    expect(await deps.ledger.violations()).toEqual([])
  })

  it('posts those of a crowd that can pay, and only those', async () => {
    const players = await Promise.all(
      Array.from({ length: 24 }, (_, number) => server.player({ balance: number % 3 === 0 ? 1.5 : 100 })),
    )
    const lost = { amount: 1, target: 1_000_000 }
    const play = (player: TestPlayer) =>
      server.call('POST', '/api/app/game/limbo/bet', { player, body: lost, key: randomUUID() })
    await Promise.all(players.map(play))
    const responses = await Promise.all(players.map(play))
    for (const [number, player] of players.entries()) {
      const isPaid = number % 3 !== 0
      expect(responses[number]?.httpStatus === 200).toBe(isPaid)
      expect((await rowsOf(player)).rounds).toHaveLength(isPaid ? 2 : 1)
    }
    expect(await deps.ledger.violations()).toEqual([])
  })

  // Where players are spread over nodes, no server of another release runs beside.
  it.skipIf(inject('citus'))(
    'posts also what a server of the release before sends, beside new ones',
    async () => {
      const player = await server.player({ balance: 100 })
      expect((await bet(player)).status).toBe(0)
      const [state] = await deps.db.read<{ session: string; pair: string; nonce: number }>(
        `select s.id as session, p.id as pair, p.nonce from sessions s join seed_pairs p on p.user_id = s.user_id and p.active
        where s.user_id = $1`,
        [player.userId],
      )
      const { session, pair, nonce = NaN } = state ?? {}
      const call = (at: number) => {
        const key = randomUUID()
        const texts = [session, player.userId, key, 'POST /old', 'hash', '{}', 'limbo', 'cash', key]
        const columns = [...texts.map((text) => [text]), [101], [0], [101], ['{}'], ['{}'], [0]]
        return [...columns, [pair], [at], [0], [1_000_000], [true]].map(
          (column) => `{${JSON.stringify(column).slice(1, -1)}}`,
        )
      }
      const play = (at: number) =>
        deps.db.write<{ played: number; cash: number }>(
          `select played, cash from play_instant_bets($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17,
          $18, $19, $20, $21, null)`,
          [...call(at), clock.now()],
        )
      const before = await deps.ledger.wallet(deps.db, player.userId)
      expect(await play(nonce)).toEqual([{ played: 1, cash: before.cash - 101 }])
      expect(await play(nonce)).toEqual([])
      expect((await bet(player)).status).toBe(0)
      expect((await rowsOf(player)).rounds.map((round) => round['nonce'])).toEqual([
        nonce - 1,
        nonce,
        nonce + 1,
      ])
      expect(await deps.ledger.violations()).toEqual([])
    },
  )

  it('posts the waiting bets of one player two in one transaction, one after the other', async () => {
    const player = await server.player({ balance: 100 })
    await bet(player)
    await expectBatches(
      player,
      Array.from({ length: 40 }, () => bet(player)),
    )
  })

  it('leaves the same rows when four bets of each of two players wait, also where money runs out or the bonus is released', async () => {
    const lost = { amount: 1.2, target: 1_000_000 }
    const large = { amount: 3.5, direction: 'over', chance: 49.5 }
    const calls = [
      ['limbo', lost],
      ['dice', large],
      ['limbo', bodies.limbo],
    ] as const
    const play = (player: TestPlayer, turn: number) => {
      const [game, body] = calls[turn % calls.length] ?? calls[0]
      return server.call('POST', `/api/app/game/${game}/bet`, { player, body, key: randomUUID() })
    }
    for (const fields of [
      { balance: 8, freeBalance: 0, turnover: 0 },
      { balance: 60, freeBalance: 20, turnover: 14 },
    ]) {
      const together = [await server.player(fields), await server.player(fields)]
      const single = [await server.player(fields), await server.player(fields)]
      for (const { userId } of [...together, ...single])
        await fixSeeds(deps, userId, { serverSeed: 'waiting', clientSeed: 'client', nonce: 0 })
      for (let turn = 0; turn < 6; turn++) {
        // Parallel calls of one player have no order, so the four of each are the same, and the two players' differ.
        await Promise.all(
          together.flatMap((player, at) => Array.from({ length: 4 }, () => play(player, turn + at))),
        )
        for (const [at, player] of single.entries())
          for (let bet = 0; bet < 4; bet++) await play(player, turn + at)
      }
      for (const [at, player] of together.entries()) {
        const expected = await rowsOf(single[at] ?? player)
        expect({ ...(await rowsOf(player)), keys: [] }).toEqual({ ...expected, keys: [] })
        expect(expected.rounds.length).toBeGreaterThan(4)
      }
    }
    expect(await deps.ledger.violations()).toEqual([])
  })

  it('is posted again after bets of the player that could not be', async () => {
    const player = await server.player({ balance: 100 })
    await bet(player)
    let waiting: ReturnType<typeof bet>[] = []
    await whileLocked(
      deps.db,
      ['select 1 from wallets where user_id = $1 for update', [player.userId]],
      async () => {
        waiting = Array.from({ length: 40 }, () => bet(player))
        await expect.poll(() => waitingForLocks(deps.db)).toBeGreaterThan(0)
      },
    )
    await expectBatches(player, waiting)
  })

  /** 41 bets of the player: every nonce once, few transactions. */
  async function expectBatches(player: TestPlayer, waiting: ReturnType<typeof bet>[]): Promise<void> {
    const responses = await Promise.all(waiting)
    expect(responses.every(({ status }) => status === 0)).toBe(true)
    const { rounds } = await rowsOf(player)
    expect(rounds.map((round) => round['nonce'])).toEqual(Array.from({ length: 41 }, (_, nonce) => nonce))
    const [written] = await deps.db.read<{ transactions: number }>(
      'select count(distinct xmin::text) as transactions from game_rounds where user_id = $1',
      [player.userId],
    )
    expect(written?.transactions).toBeLessThan(26)
    expect(await deps.ledger.violations()).toEqual([])
  }

  it('a balance that covers only the first of two waiting bets pays for that one', async () => {
    const player = await server.player({ balance: 100 })
    await bet(player)
    const lost = { amount: 30, target: 1_000_000 }
    const responses = await Promise.all(
      Array.from({ length: 8 }, () =>
        server.call<Round>('POST', '/api/app/game/limbo/bet', { player, body: lost, key: randomUUID() }),
      ),
    )
    expect(responses.filter(({ status }) => status === 0)).toHaveLength(3)
    expect((await rowsOf(player)).rounds.map((round) => round['nonce'])).toEqual([0, 1, 2, 3])
    expect(await deps.ledger.violations()).toEqual([])
  })

  it('does not wait for a player whose wallet is locked', async () => {
    const [stuck, other] = [await server.player({ balance: 100 }), await server.player({ balance: 100 })]
    for (const player of [stuck, other]) await bet(player)
    const order: string[] = []
    let waiting: Promise<unknown> = Promise.resolve()
    await deps.db.tx(async (tx) => {
      await lockWallet(tx, stuck.userId)
      waiting = bet(stuck).then(({ status }) => order.push(`stuck ${status}`))
      const { status } = await bet(other)
      order.push(`other ${status}`)
    })
    await waiting
    expect(order).toEqual(['other 0', 'stuck 0'])
  })

  it('plays mixed games of one player in two processes with every nonce once', async () => {
    const another = await server.startAnother()
    const player = await server.player({ balance: 500 })
    const plays = Array.from({ length: 30 }, (_, index) => {
      const target = index % 2 === 0 ? server : another
      return index % 5 === 4
        ? target.call<Round>('POST', '/api/app/game/mines/betPlay', {
            player,
            body: { amount: 1, mineCount: 3, tiles: [0] },
          })
        : bet(player, games[index % 3], randomUUID(), target)
    })
    const rounds = await Promise.all(plays)
    expect(rounds.map(({ status }) => status)).toEqual(Array(30).fill(0))
    expect(rounds.map(({ data }) => data.proof.nonce).sort((a, b) => a - b)).toEqual(
      Array.from({ length: 30 }, (_, nonce) => nonce),
    )
    expect(await deps.ledger.violations()).toEqual([])
  })

  it('gives one key one effect and the same bytes, in parallel, later and in another process', async () => {
    const another = await server.startAnother()
    const player = await server.player({ balance: 100 })
    await bet(player)
    const key = randomUUID()
    const parallel = await Promise.all(
      Array.from({ length: 20 }, (_, index) => bet(player, 'dice', key, index % 2 ? server : another)),
    )
    const later = await bet(player, 'dice', key)
    expect(new Set([...parallel, later].map(({ text }) => text)).size).toBe(1)
    expect((await rowsOf(player)).rounds).toHaveLength(2)
    const other = await server.call('POST', '/api/app/game/dice/bet', {
      player,
      body: { ...bodies.dice, chance: 50 },
      key,
    })
    expect(other.httpStatus).toBe(422)
  })

  it('stores a refusal for its key', async () => {
    const player = await server.player({ balance: 1.5 })
    await bet(player)
    await fixSeeds(deps, player.userId, { serverSeed: 'known', clientSeed: 'client', nonce: 0 })
    const key = randomUUID()
    const body = { amount: 4000, target: 2 }
    const first = await server.call('POST', '/api/app/game/limbo/bet', { player, body, key })
    expect(first.status).toBe(9999)
    const again = await server.call('POST', '/api/app/game/limbo/bet', { player, body, key })
    expect(again.text).toBe(first.text)
  })
})

describe('what forbids a bet applies to the very next one, also after a batch of bets', () => {
  async function playerWithBets(fields = {}): Promise<TestPlayer> {
    const player = await server.player({ balance: 100, ...fields })
    for (let turn = 0; turn < 3; turn++) expect((await bet(player)).status).toBe(0)
    return player
  }

  it('a logout, here and in another process', async () => {
    const another = await server.startAnother()
    for (const target of [server, another]) {
      const player = await playerWithBets()
      const before = await rowsOf(player)
      await target.call('POST', '/api/app/user/logout', { player })
      expect((await bet(player)).httpStatus).toBe(401)
      expect(await rowsOf(player)).toEqual(before)
    }
  })

  it('the end of the session', async () => {
    const player = await playerWithBets()
    await deps.db.write('update sessions set expires_at = $2 where user_id = $1', [
      player.userId,
      new Date(clock.now().getTime() - 1),
    ])
    expect((await bet(player)).httpStatus).toBe(401)
  })

  it('a pause', async () => {
    const player = await playerWithBets()
    expect((await server.call('POST', '/api/app/limits/timeOut', { player, body: { days: 1 } })).status).toBe(
      0,
    )
    const refused = await bet(player)
    expect(refused.status).not.toBe(0)
    expect((await rowsOf(player)).rounds).toHaveLength(3)
  })

  it('a limit', async () => {
    const player = await playerWithBets()
    expect((await setLimit(player, 'loss', 0)).status).toBe(0)
    expect((await bet(player)).status).not.toBe(0)
    expect((await rowsOf(player)).rounds).toHaveLength(3)
  })

  it('a game that is switched off', async () => {
    const player = await playerWithBets()
    await deps.db.write(`update games set enabled = false where code = 'limbo'`)
    try {
      expect((await bet(player)).status).not.toBe(0)
    } finally {
      await deps.db.write(`update games set enabled = true where code = 'limbo'`)
    }
    expect((await bet(player)).status).toBe(0)
  })

  it('new seeds are used by the very next bet', async () => {
    const player = await playerWithBets()
    const rotated = await server.call<{ serverSeedHash: string }>('POST', '/api/app/game/rotateSeeds', {
      player,
      body: { clientSeed: 'another' },
    })
    expect(rotated.status).toBe(0)
    const { data } = await bet(player)
    expect(data.proof).toMatchObject({
      nonce: 0,
      clientSeed: 'another',
      serverSeedHash: rotated.data.serverSeedHash,
    })
  })
})

describe('the effects of a bet', () => {
  it('a level, with its bonus', async () => {
    const player = await server.player({ balance: 6_000, level: 0 })
    await deps.db.write('update wallets set deposit_sum = 10000 where user_id = $1', [player.userId])
    let raised = false
    for (let turn = 0; turn < 5; turn++) {
      const { status } = await server.call('POST', '/api/app/game/limbo/bet', {
        player,
        body: { amount: 100, target: 2 },
      })
      expect(status).toBe(0)
      const [user] = await deps.db.read<{ level: number }>('select level from users where id = $1', [
        player.userId,
      ])
      raised = user?.level === 1
      expect(raised, `after ${turn + 1} bets`).toBe(turn >= 3)
    }
    expect(raised).toBe(true)
  })

  it('the bonus becomes cash with the bet that meets the turnover', async () => {
    const player = await server.player({ balance: 100, freeBalance: 30, turnover: 1 })
    await fixSeeds(deps, player.userId, { serverSeed: 'known', clientSeed: 'client', nonce: 0 })
    for (let turn = 0; turn < 6; turn++) await bet(player)
    const [wallet] = await deps.db.read(
      'select bonus, turnover_left, release_due from wallets where user_id = $1',
      [player.userId],
    )
    expect(wallet).toEqual({ bonus: 0, turnover_left: 0, release_due: false })
    expect(await deps.ledger.violations()).toEqual([])
  })
})
