import { createHash, randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { cents } from '#contract/money.ts'
import { openSession } from '#server/domain/accounts/sessions.ts'
import { createTestApp } from './helpers/testApp.ts'
import { adjustWallet } from '#server/sandbox/adjustWallet.ts'

const { app, deps } = await createTestApp()

// docs/product.md, "Known answers": with 3 mines, nonce 2 has them on 13, 16 and 22.
const minesSeeds = {
  server: '5ff5c610e633b2a91c46d1be1f74286b',
  client: '854581b6f52eaa86503f1dc6433655f9',
}

interface Player {
  userId: string
  token: string
  /** Returns status and data of a call; each call has its own key unless one is given. */
  call: (
    method: 'GET' | 'POST',
    path: string,
    body?: object,
    key?: string,
  ) => Promise<{ http: number; status: number; message: string; data: Record<string, unknown>; body: string }>
  balance: () => Promise<number>
}

async function makePlayer(
  balance: number,
  seeds?: { server: string; client: string; nonce: number },
): Promise<Player> {
  const userId = randomUUID()
  await deps.db.write(
    `insert into users (id, email, password_hash, invite_code, created_at) values ($1, $2, 'x', $3, now())`,
    [userId, `${userId}@example.com`, userId.slice(0, 8)],
  )
  await deps.ledger.openAccounts(deps.db, userId)
  await adjustWallet(deps.db, { userId, cash: cents(balance) }, deps.clock.now())
  if (seeds) {
    await deps.db.write(
      `insert into seed_pairs (id, user_id, server_seed, server_seed_hash, client_seed, nonce, created_at)
       values ($1, $2, $3, encode(sha256(convert_to($3, 'UTF8')), 'hex'), $4, $5, now())`,
      [randomUUID(), userId, seeds.server, seeds.client, seeds.nonce],
    )
  }
  const token = await openSession(deps, deps.db, {
    userId,
    device: { deviceId: 'test', deviceType: 'computer' },
  })
  return {
    userId,
    token,
    async call(method, path, body, key = randomUUID()) {
      const response = await app.inject({
        method,
        url: `/api/app/game/${path}`,
        headers: { authorization: token, 'idempotency-key': key, lang: 'pt_BR' },
        ...(body ? { payload: body } : {}),
      })
      const { status, message, data } = response.json()
      return { http: response.statusCode, status, message, data, body: response.body }
    },
    balance: async () => (await deps.ledger.wallet(deps.db, userId)).cash,
  }
}

describe('mines', () => {
  it('plays the committed board: gems raise the multiplier, the cash-out pays once, the board is revealed afterwards', async () => {
    const player = await makePlayer(100_00, { ...minesSeeds, nonce: 2 })
    const bet = await player.call('POST', 'mines/bet', { amount: 10, mineCount: 3 })
    expect(bet.data).toMatchObject({ status: 'open', opened: [], mines: null, payout: 0 })
    expect(await player.balance()).toBe(90_00)
    const { roundId } = bet.data
    const first = await player.call('POST', 'mines/open', { roundId, tile: 0 })
    expect(first.data).toMatchObject({ opened: [0], multiplier: 1.125, payout: 11.25, mines: null })
    const out = await player.call('POST', 'mines/cashOut', { roundId })
    expect(out.data).toMatchObject({ status: 'won', payout: 11.25 })
    expect([...(out.data['mines'] as number[])].sort((a, b) => a - b)).toEqual([13, 16, 22])
    expect(await player.balance()).toBe(101_25)
    const again = await player.call('POST', 'mines/cashOut', { roundId })
    expect(again).toMatchObject({ http: 409, message: 'Esta rodada já terminou.' })
    expect(await player.balance()).toBe(101_25)
  })

  it('loses on a mine and refuses further tiles', async () => {
    const player = await makePlayer(10_00, { ...minesSeeds, nonce: 2 })
    const { data } = await player.call('POST', 'mines/bet', { amount: '10.00', mineCount: 3 })
    const { roundId } = data
    const lost = await player.call('POST', 'mines/open', { roundId, tile: 13 })
    expect(lost.data).toMatchObject({ status: 'lost', multiplier: 0, payout: 0 })
    expect((await player.call('POST', 'mines/open', { roundId, tile: 1 })).http).toBe(409)
    expect(await player.balance()).toBe(0)
  })

  it('settles on the last safe tile', async () => {
    const player = await makePlayer(10_00, { ...minesSeeds, nonce: 23 })
    const { data } = await player.call('POST', 'mines/bet', { amount: 1, mineCount: 24 })
    const { roundId } = data
    // Finds a safe tile with a second player who has the same seeds.
    const probePlayer = await makePlayer(10_00, { ...minesSeeds, nonce: 23 })
    const probe = await probePlayer.call('POST', 'mines/betPlay', { amount: 1, mineCount: 24, tiles: [0] })
    const mines = probe.data['mines'] as number[]
    const safe = Array.from({ length: 25 }, (_, tile) => tile).find((tile) => !mines.includes(tile))
    const won = await player.call('POST', 'mines/open', { roundId, tile: safe })
    expect(won.data).toMatchObject({ status: 'won', multiplier: 24.75, payout: 24.75 })
    expect(await player.balance()).toBe(9_00 + 24_75)
  })

  it('resumes an open round and refuses a second one', async () => {
    const player = await makePlayer(100_00)
    const { data } = await player.call('POST', 'mines/bet', { amount: 1, mineCount: 1 })
    const current = await player.call('GET', 'mines/current')
    expect(current.data).toMatchObject({ roundId: data['roundId'], status: 'open' })
    expect((await player.call('POST', 'mines/bet', { amount: 1, mineCount: 1 })).http).toBe(409)
    expect(await player.balance()).toBe(99_00)
    const inPlay = await app.inject({
      url: '/api//app/game/inPlay',
      headers: { authorization: player.token },
    })
    const kinds = inPlay.json<{ data: { kind: string }[] }>().data
    expect(kinds.filter(({ kind }) => kind === 'round')).toMatchObject([
      { kind: 'round', gameCode: 'mines', roundId: data['roundId'] },
    ])
  })

  it('stopGame refunds an untouched round and pays out a started one', async () => {
    const player = await makePlayer(100_00, { ...minesSeeds, nonce: 2 })
    await player.call('POST', 'mines/bet', { amount: 10, mineCount: 3 })
    await player.call('GET', 'stopGame')
    expect(await player.balance()).toBe(100_00)
    const { data } = await player.call('POST', 'mines/bet', { amount: 10, mineCount: 1 })
    const opened = await player.call('POST', 'mines/open', { roundId: data['roundId'], tile: 0 })
    await player.call('GET', 'stopGame')
    expect(await player.balance()).toBe(opened.data['status'] === 'lost' ? 90_00 : 100_31)
    expect((await player.call('GET', 'mines/current')).data).toBeNull()
  })

  it.each([
    [{ amount: 0, mineCount: 3 }, 400],
    [{ amount: -5, mineCount: 3 }, 400],
    [{ amount: 1.234, mineCount: 3 }, 400],
    [{ amount: '1e309', mineCount: 3 }, 400],
    [{ amount: 'NaN', mineCount: 3 }, 400],
    [{ amount: 0.09, mineCount: 3 }, 400],
    [{ amount: 5000.01, mineCount: 3 }, 400],
    [{ amount: 1, mineCount: 0 }, 400],
    [{ amount: 1, mineCount: 25 }, 400],
    [{ amount: 1, mineCount: 1.5 }, 400],
    [{ amount: 1, mineCount: 3, level: 12 }, 400],
    [{ amount: 200, mineCount: 3 }, 500],
  ])('refuses %j', async (body, http) => {
    const player = await makePlayer(100_00)
    const response = await player.call('POST', 'mines/bet', body)
    expect(response.http).toBe(http)
    expect(response.message).not.toBe('')
    if (http === 500) expect(response.status).toBe(9999)
    expect(await player.balance()).toBe(100_00)
  })

  it('refuses tiles that cannot be opened, and other players', async () => {
    const player = await makePlayer(100_00, { ...minesSeeds, nonce: 2 })
    const other = await makePlayer(100_00)
    const { data } = await player.call('POST', 'mines/bet', { amount: 1, mineCount: 3 })
    const { roundId } = data
    expect((await player.call('POST', 'mines/cashOut', { roundId })).http).toBe(400)
    expect((await player.call('POST', 'mines/open', { roundId, tile: 25 })).http).toBe(400)
    expect((await player.call('POST', 'mines/open', { roundId, tile: -1 })).http).toBe(400)
    expect((await player.call('POST', 'mines/open', { roundId, tile: 0 })).http).toBe(200)
    expect((await player.call('POST', 'mines/open', { roundId, tile: 0 })).http).toBe(409)
    expect((await other.call('POST', 'mines/open', { roundId, tile: 1 })).http).toBe(404)
    expect((await other.call('GET', `round/${roundId}`)).http).toBe(404)
  })

  it('returns the same bytes for one key, twenty times in parallel, and takes one stake', async () => {
    const player = await makePlayer(100_00)
    const key = randomUUID()
    const responses = await Promise.all(
      Array.from({ length: 20 }, () => player.call('POST', 'mines/bet', { amount: 10, mineCount: 3 }, key)),
    )
    expect(new Set(responses.map((response) => response.body)).size).toBe(1)
    expect(await player.balance()).toBe(90_00)
    const other = await player.call('POST', 'mines/bet', { amount: 11, mineCount: 3 }, key)
    expect(other.http).toBe(422)
  })

  it('pays one of many parallel cash-outs', async () => {
    const player = await makePlayer(10_00, { ...minesSeeds, nonce: 2 })
    const { data } = await player.call('POST', 'mines/bet', { amount: 10, mineCount: 3 })
    const { roundId } = data
    await player.call('POST', 'mines/open', { roundId, tile: 0 })
    const responses = await Promise.all(
      Array.from({ length: 10 }, () => player.call('POST', 'mines/cashOut', { roundId })),
    )
    expect(responses.filter((response) => response.http === 200)).toHaveLength(1)
    expect(await player.balance()).toBe(11_25)
  })
})

describe('parallel plays on one balance', () => {
  it('of 100 plays of 1.00 on a balance of 30.00 exactly 30 succeed', async () => {
    const player = await makePlayer(30_00, { ...minesSeeds, nonce: 0 })
    const responses = await Promise.all(
      Array.from({ length: 100 }, () => player.call('POST', 'limbo/bet', { amount: 1, target: 1_000_000 })),
    )
    const played = responses.filter((response) => response.http === 200)
    const won = played.reduce((sum, response) => sum + Number(response.data['payout']), 0)
    expect(won).toBe(0)
    expect(played).toHaveLength(30)
    expect(responses.filter((response) => response.status === 9999)).toHaveLength(70)
    expect(await player.balance()).toBe(0)
    expect(await deps.ledger.violations()).toEqual([])
    const nonces = played
      .map((response) => (response.data['proof'] as { nonce: number }).nonce)
      .sort((a, b) => a - b)
    expect(nonces).toEqual(Array.from({ length: 30 }, (_, nonce) => nonce))
  })
})

describe('instant games have the expected outcome for fixed seeds', () => {
  it('dice', async () => {
    const player = await makePlayer(100_00, {
      server: 'f2ac89b608eeb01312d115bce6741b32',
      client: '86ff027f15c48241af7f54a726690ee7',
      nonce: 0,
    })
    const rolls = []
    for (let nonce = 0; nonce < 10; nonce++) {
      const { data } = await player.call('POST', 'dice/bet', { amount: 1, direction: 'over', chance: 50 })
      rolls.push((data['outcome'] as { roll: number }).roll)
    }
    expect(rolls).toEqual([28.07, 29.02, 5.86, 54.86, 9.66, 93.25, 87.23, 38.99, 90.35, 32.79])
    // Over 50 with four of ten, 1.98 each.
    expect(await player.balance()).toBe(100_00 - 10_00 + 4 * 1_98)
    expect((await player.call('POST', 'dice/bet', { amount: 1, direction: 'over', chance: 99 })).http).toBe(
      400,
    )
  })

  it('limbo', async () => {
    const player = await makePlayer(100_00, {
      server: '5c5c42b55822f994bd955a4416775190',
      client: '40cea334816e7a68ed62d208ce4a2572',
      nonce: 0,
    })
    const { data } = await player.call('POST', 'limbo/bet', { amount: 2, target: 17.41 })
    expect(data).toMatchObject({
      status: 'won',
      multiplier: 17.41,
      payout: 34.82,
      outcome: { result: 17.41 },
    })
    expect((await player.call('POST', 'limbo/bet', { amount: 2, target: 1 })).http).toBe(400)
  })

  it('luckyColor, several stakes in one round', async () => {
    const player = await makePlayer(100_00, {
      server: 'f7b51b19a4563681f2c1e00ef747884a',
      client: '94ffb08138facf8cffa9c376d703aaed',
      nonce: 0,
    })
    const stakes = [
      { pick: '9', amount: 1 },
      { pick: 'green', amount: 2 },
      { pick: 'small', amount: 3 },
    ]
    const { data } = await player.call('POST', 'luckyColor/bet', { stakes })
    expect(data).toMatchObject({ amount: 6, payout: 13, outcome: { digit: 9, size: 'big' } })
    const twice = [
      { pick: '9', amount: 1 },
      { pick: '9', amount: 1 },
    ]
    expect((await player.call('POST', 'luckyColor/bet', { stakes: twice })).http).toBe(400)
  })

  it('rowDouble', async () => {
    const player = await makePlayer(100_00, {
      server: 'f0344667883e7628a041d8e500e6d203',
      client: '2a73709723181740d73e64233275c29c',
      nonce: 2,
    })
    const { data } = await player.call('POST', 'rowDouble/bet', { amount: 1, mode: 'hard' })
    const { roundId } = data
    const safe = [0, 0, 0, 1, 0, 1, 0, 0, 1]
    for (const [row, tile] of safe.entries()) {
      const step = await player.call('POST', 'rowDouble/pick', { roundId, row, tile })
      expect(step.data['status']).toBe(row === 8 ? 'won' : 'open')
      if (row === 0) {
        expect((await player.call('POST', 'rowDouble/pick', { roundId, row, tile })).http).toBe(409)
      }
    }
    expect(await player.balance()).toBe(99_00 + 506_88)
  })
})

describe('seeds', () => {
  it('are committed, and revealed by rotation, but not while a round is open', async () => {
    const player = await makePlayer(100_00)
    const before = (await player.call('GET', 'seeds')).data as unknown as { serverSeedHash: string }
    const { data } = await player.call('POST', 'mines/bet', { amount: 1, mineCount: 24 })
    expect((await player.call('POST', 'rotateSeeds', { clientSeed: 'minha-semente' })).http).toBe(409)
    await player.call('GET', 'stopGame')
    expect((await player.call('POST', 'rotateSeeds', { clientSeed: 'a:b' })).http).toBe(400)
    const rotated = await player.call('POST', 'rotateSeeds', { clientSeed: 'minha-semente' })
    expect(rotated.data).toMatchObject({
      clientSeed: 'minha-semente',
      nonce: 0,
      previous: { serverSeedHash: before.serverSeedHash, nonce: 1 },
    })
    const round = await player.call('GET', `round/${data['roundId']}`)
    expect((round.data['proof'] as { serverSeed: string | null }).serverSeed).toMatch(/^[0-9a-f]{64}$/)
  })

  interface Seeds {
    serverSeedHash: string
    nextServerSeedHash: string
    clientSeed: string
    nonce: number
    previous: { serverSeed: string; serverSeedHash: string; clientSeed: string; nonce: number } | null
  }
  const seedsOf = async (player: Player) => (await player.call('GET', 'seeds')).data as unknown as Seeds
  const rotate = async (player: Player, clientSeed: string) =>
    (await player.call('POST', 'rotateSeeds', { clientSeed })).data as unknown as Seeds
  const sha = (text: string | undefined) =>
    createHash('sha256')
      .update(text ?? '')
      .digest('hex')

  it('of the server are drawn, and their hash shown, before the player chooses the next client seed', async () => {
    const player = await makePlayer(0)
    const seen = await seedsOf(player)
    let next = seen.nextServerSeedHash
    let active = seen.serverSeedHash
    for (const clientSeed of ['a', 'minha-semente_2', 'a', 'Z'.repeat(64)]) {
      expect(next).toMatch(/^[0-9a-f]{64}$/)
      expect((await seedsOf(player)).nextServerSeedHash).toBe(next)
      const rotated = await rotate(player, clientSeed)
      expect(rotated).toMatchObject({ serverSeedHash: next, clientSeed, nonce: 0 })
      expect(rotated.previous?.serverSeedHash).toBe(active)
      expect(sha(rotated.previous?.serverSeed)).toBe(active)
      expect(rotated.nextServerSeedHash).not.toBe(next)
      active = next
      next = rotated.nextServerSeedHash
    }
    // The seed in use is the one whose hash was shown.
    const { data } = await player.call('POST', 'rotateSeeds', { clientSeed: 'fim' })
    expect(sha((data as unknown as Seeds).previous?.serverSeed)).toBe(active)
  })

  it('have the same next seed for concurrent requests, also for an old pair', async () => {
    for (const player of [await makePlayer(0), await makePlayer(0, { ...minesSeeds, nonce: 2 })]) {
      const all = await Promise.all(Array.from({ length: 8 }, () => seedsOf(player)))
      expect(new Set(all.map((seeds) => seeds.nextServerSeedHash)).size).toBe(1)
      expect(new Set(all.map((seeds) => seeds.serverSeedHash)).size).toBe(1)
      expect((await rotate(player, 'x')).serverSeedHash).toBe(all[0]?.nextServerSeedHash)
    }
  })

  it('stay prepared when a rotation is refused', async () => {
    const player = await makePlayer(100_00)
    const before = await seedsOf(player)
    await player.call('POST', 'mines/bet', { amount: 1, mineCount: 24 })
    for (const clientSeed of ['minha-semente', 'minha semente', 'você', 'a!', '<b>', ''])
      expect((await player.call('POST', 'rotateSeeds', { clientSeed })).http).toBeGreaterThanOrEqual(400)
    expect(await seedsOf(player)).toEqual({ ...before, nonce: 1 })
  })

  it('change by one pair per rotation, however many arrive at once', async () => {
    for (const player of [await makePlayer(0), await makePlayer(0, { ...minesSeeds, nonce: 2 })]) {
      const clientSeeds = ['r0', 'r1', 'r2', 'r3', 'r4', 'r5']
      const rotated = await Promise.all(clientSeeds.map((clientSeed) => rotate(player, clientSeed)))
      const byNext = new Map(rotated.map((seeds) => [seeds.nextServerSeedHash, seeds]))
      const now = await seedsOf(player)
      const rotations: Seeds[] = []
      for (let at = byNext.get(now.nextServerSeedHash); at; at = byNext.get(at.serverSeedHash))
        rotations.unshift(at)
      expect(rotations).toHaveLength(clientSeeds.length)
      expect(rotations.map((seeds) => seeds.clientSeed).sort()).toEqual(clientSeeds)
      for (const [n, seeds] of rotations.entries()) {
        expect(sha(seeds.previous?.serverSeed)).toBe(seeds.previous?.serverSeedHash)
        if (n > 0) expect(seeds.previous?.serverSeedHash).toBe(rotations[n - 1]?.serverSeedHash)
      }
      const pairs = await deps.db.read<{ active: boolean }>(
        'select active from seed_pairs where user_id = $1',
        [player.userId],
      )
      expect(pairs).toHaveLength(clientSeeds.length + 1)
      expect(pairs.filter((pair) => pair.active)).toHaveLength(1)
    }
  })

  it('of the server appear in no response before they are revealed', async () => {
    const player = await makePlayer(100_00)
    await player.call('GET', 'seeds')
    const secrets = async () => {
      const rows = await deps.db.read<{ server_seed: string }>(
        `select server_seed from next_seeds where user_id = $1
         union all select server_seed from seed_pairs where user_id = $1 and active`,
        [player.userId],
      )
      expect(rows).toHaveLength(2)
      return rows.map((row) => row.server_seed)
    }
    for (const clientSeed of ['um', 'dois']) {
      const responses = [
        await player.call('POST', 'rotateSeeds', { clientSeed }),
        await player.call('GET', 'seeds'),
      ]
      const bet = await player.call('POST', 'mines/bet', { amount: 1, mineCount: 24 })
      await player.call('GET', 'stopGame')
      responses.push(bet, await player.call('GET', `round/${bet.data['roundId']}`))
      responses.push(await player.call('GET', 'history/mines'))
      for (const secret of await secrets())
        for (const { body, http } of responses) {
          expect(http).toBe(200)
          expect(body).not.toContain(secret)
        }
    }
  })
})
