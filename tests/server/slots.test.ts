import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { recompute } from '#contract/games/recompute.ts'
import { slotFloatCount, slotOutcome, slotPayout, slotRound, type SlotCode } from '#contract/games/slots.ts'
import { floatsSync } from '#contract/games/fair.ts'
import { slotReturn } from '#contract/games/slotReturn.ts'
import { toNumber } from '#contract/rational.ts'
import { countedInGame } from '#contract/rules/gameEdge.ts'
import { cents, fromWireAmount } from '#contract/money.ts'
import { createHmac } from 'node:crypto'
import { createTestApp } from './helpers/testApp.ts'

const t = await createTestApp()
// In production operators decide which games are in the lobby; here all slots are enabled.
await t.deps.db.write(`update games set enabled = true where kind = 'slot'`)

const game: SlotCode = 'carnaval'
type Player = Awaited<ReturnType<typeof t.createUser>>

interface Spin {
  roundId: string
  gameCode: string
  amount: number
  wallet: string
  status: string
  multiplier: number
  payout: number
  units: number
  balance: number
  freeBalance: number
  spins: { stops: number[]; units: number; factor: number; awarded: number; lines: object[] }[]
  proof: { serverSeedHash: string; serverSeed: string | null; clientSeed: string; nonce: number }
}
interface Opened {
  url: string
  origin: string
  ticket: string
  expiresAt: string
}
interface State {
  gameCode: string
  balance: number
  freeBalance: number
  minStake: number
  maxStake: number
  rtp: number
  unseen: Spin | null
  recent: Spin[]
}

const open = (player: Player, code: string = game) =>
  t.post<Opened>(`/api/app/game/session/${code}`, {}, { token: player.token })
const exchange = (ticket: string, gameCode: string = game) =>
  t.post<{ token: string; gameCode: string; expiresAt: string }>('/api/games/session', { ticket, gameCode })

/** A token of the game, as received by its frame. */
async function enter(player: Player, code: string = game): Promise<string> {
  const opened = await open(player, code)
  expect(opened.http).toBe(200)
  const entered = await exchange(opened.data.ticket, code)
  expect(entered.http).toBe(200)
  return entered.data.token
}
const spin = (token: string, body: object, key?: string) =>
  t.post<Spin>('/api/games/slots/spin', body, {
    token,
    ...(key === undefined ? {} : { headers: { 'idempotency-key': key } }),
  })
const state = (token: string) => t.get<State>('/api/games/slots/state', { token })
const balanceOf = async (player: Player) =>
  (await t.get<{ balance: number; freeBalance: number }>('/api/app/user/getBalance', { token: player.token }))
    .data
const expectSoundLedger = async () => expect(await t.deps.ledger.violations()).toEqual([])

const block = (key: string, message: string) => createHmac('sha256', key).update(message).digest()

/** Seeds that give this game free spins in the first round, found by search. */
function seedsWithFreeSpins(code: SlotCode): { serverSeed: string; clientSeed: string } {
  for (let i = 0; ; i++) {
    const serverSeed = createHash('sha256').update(`free ${i}`).digest('hex')
    const floats = floatsSync(serverSeed, 'eu', 0, slotFloatCount(code), block)
    if (slotOutcome(code, floats).freeStops.length > 0) return { serverSeed, clientSeed: 'eu' }
  }
}

describe('opening a game', () => {
  it('returns the page on the games’ own origin and a ticket for one minute', async () => {
    const player = await t.createUser({ balance: 10 })
    const { data } = await open(player)
    const url = new URL(data.url)
    expect(url.origin).toBe(data.origin)
    expect(url.origin).toBe('http://localhost:5251')
    expect(url.pathname).toBe('/slots/')
    expect(url.searchParams.get('game')).toBe(game)
    expect(url.searchParams.get('api')).toBe(url.origin.replace('5251', '5250'))
    expect(Date.parse(data.expiresAt) - t.deps.clock.now().getTime()).toBeLessThanOrEqual(60_000)
    expect(data.url).not.toContain(data.ticket)
    expect(data.url).not.toContain(player.token)
  })

  it('needs a player, an existing and enabled game, and no pause', async () => {
    expect((await t.post(`/api/app/game/session/${game}`, {})).http).toBe(401)
    const player = await t.createUser()
    for (const code of ['plinko', 'mines', 'sports', 'cara-ou-coroa', '%2e%2e']) {
      expect((await open(player, code)).http).toBe(404)
    }
    expect((await t.post('/api/app/limits/timeOut', { days: 1 }, { token: player.token })).http).toBe(200)
    expect((await open(player)).http).toBe(403)
  })

  it('stores tickets and tokens as hashes only', async () => {
    const player = await t.createUser()
    const { ticket } = (await open(player)).data
    const { token } = (await exchange(ticket)).data
    const rows = await t.deps.db.read<{ row: string }>(
      `select row::text from game_tickets as row union all select row::text from game_sessions as row`,
    )
    for (const secret of [ticket, token]) {
      expect(rows.some(({ row }) => row.includes(secret))).toBe(false)
      const hash = createHash('sha256').update(secret).digest('hex')
      expect(rows.some(({ row }) => row.includes(hash))).toBe(true)
    }
  })
})

describe('a ticket', () => {
  it('works once, also when used twice at the same moment', async () => {
    const player = await t.createUser()
    const { ticket } = (await open(player)).data
    const responses = await Promise.all(Array.from({ length: 8 }, () => exchange(ticket)))
    expect(responses.filter(({ http }) => http === 200)).toHaveLength(1)
    expect(responses.filter(({ http }) => http === 403)).toHaveLength(7)
    const replay = await exchange(ticket)
    expect(replay.http).toBe(403)
    expect(replay.message).toBe('Feche e abra o jogo de novo.')
    expect(replay.data).toBeNull()
  })

  it('works for its own game only, and still works after an attempt for another game', async () => {
    const player = await t.createUser()
    const { ticket } = (await open(player)).data
    expect((await exchange(ticket, 'amazonia')).http).toBe(403)
    expect((await exchange(ticket)).http).toBe(200)
  })

  it('does not work after a minute, after logout, or when made up', async () => {
    const player = await t.createUser()
    const expiredTicket = (await open(player)).data.ticket
    await t.deps.clock.advance(60_001)
    expect((await exchange(expiredTicket)).http).toBe(403)
    const ticketAfterLogout = (await open(player)).data.ticket
    await t.post('/api/app/user/logout', {}, { token: player.token })
    expect((await exchange(ticketAfterLogout)).http).toBe(403)
    for (const ticket of ['x', player.token, `${ticketAfterLogout}x`, ' ', 'x'.repeat(200)]) {
      expect((await exchange(ticket)).http).toBe(403)
    }
    expect((await exchange('x'.repeat(201))).http).toBe(400)
    expect(
      (await t.post('/api/games/session', { ticket: 'x', gameCode: game, userId: player.uId })).http,
    ).toBe(400)
  })
})

describe('a game session', () => {
  it("opens its game and none of the player's other calls", async () => {
    const player = await t.createUser({ balance: 100 })
    const token = await enter(player)
    expect((await state(token)).data).toMatchObject({
      gameCode: game,
      balance: 100,
      freeBalance: 0,
      minStake: 0.2,
      maxStake: 500,
      unseen: null,
      recent: [],
    })
    for (const path of ['/api/app/user/userInfo', '/api/app/user/getBalance', '/api/app/order/getWithdraw'])
      expect((await t.get(path, { token })).http).toBe(401)
    expect((await t.post('/api/app/game/mines/bet', { amount: 1, mineCount: 3 }, { token })).http).toBe(401)
    expect((await spin(token, { gameCode: 'amazonia', amount: 1 })).http).toBe(403)
    expect((await balanceOf(player)).balance).toBe(100)
  })

  it('is not the player’s token, nor another player’s', async () => {
    const player = await t.createUser({ balance: 5 })
    expect((await state(player.token)).http).toBe(401)
    expect((await spin(player.token, { gameCode: game, amount: 1 })).http).toBe(401)
    expect((await t.get('/api/games/slots/state')).http).toBe(401)
    const other = await t.createUser({ balance: 7 })
    const token = await enter(other)
    expect((await state(token)).data.balance).toBe(7)
  })

  it('ends with the player’s session, on a pause, and half an hour after its last call', async () => {
    const player = await t.createUser({ balance: 5 })
    const token = await enter(player)
    await t.deps.clock.advance(29 * 60_000)
    expect((await state(token)).http).toBe(200)
    await t.deps.clock.advance(29 * 60_000)
    expect((await state(token)).http).toBe(200)
    await t.deps.clock.advance(30 * 60_000 + 1)
    const ended = await state(token)
    expect(ended).toMatchObject({ http: 401, message: 'A sessão do jogo terminou. Abra o jogo de novo.' })
    const second = await enter(player)
    await t.deps.db.write('update users set excluded_until = $2 where id = $1', [
      player.uId,
      new Date(t.deps.clock.now().getTime() + 86_400_000),
    ])
    expect((await state(second)).http).toBe(401)
    expect((await spin(second, { gameCode: game, amount: 1 })).http).toBe(401)
    await t.deps.db.write('update users set excluded_until = null where id = $1', [player.uId])
    expect((await state(second)).http).toBe(200)
    await t.post('/api/app/user/logout', {}, { token: player.token })
    expect((await state(second)).http).toBe(401)
  })

  it('ends when the game is no longer offered', async () => {
    const player = await t.createUser({ balance: 5 })
    const token = await enter(player, 'amazonia')
    await t.deps.db.write(`update games set enabled = false where code = 'amazonia'`)
    expect((await state(token)).http).toBe(401)
    await t.deps.db.write(`update games set enabled = true where code = 'amazonia'`)
    expect((await state(token)).http).toBe(200)
  })
})

describe('a spin', () => {
  it('moves the stated money, and can be recomputed by anyone', async () => {
    const player = await t.createUser({ balance: 100 })
    const token = await enter(player)
    let cash = cents(10_000)
    for (let n = 0; n < 12; n++) {
      const { http, data } = await spin(token, { gameCode: game, amount: 1 })
      expect(http).toBe(200)
      expect(fromWireAmount(data.payout)).toBe(slotPayout(cents(100), data.units))
      cash = cents(cash - 100 + fromWireAmount(data.payout))
      expect(fromWireAmount(data.balance)).toBe(cash)
      expect(data).toMatchObject({ gameCode: game, amount: 1, wallet: 'balance', freeBalance: 0 })
      expect(data.status).toBe(data.payout > 0 ? 'won' : 'lost')
      expect(data.proof).toMatchObject({ nonce: n, serverSeed: null })
    }
    expect(fromWireAmount((await balanceOf(player)).balance)).toBe(cash)
    const { recent } = (await state(token)).data
    expect(recent).toHaveLength(12)
    await t.post('/api/app/game/rotateSeeds', { clientSeed: 'nova' }, { token: player.token })
    for (const round of recent.slice(0, 5)) {
      const { data } = await t.get<{ outcome: object; gameCode: string; proof: Spin['proof'] }>(
        `/api/app/game/round/${round.roundId}`,
        { token: player.token },
      )
      const { serverSeed, clientSeed, nonce, serverSeedHash } = data.proof
      expect(
        createHash('sha256')
          .update(serverSeed ?? '')
          .digest('hex'),
      ).toBe(serverSeedHash)
      const again = await recompute(data.gameCode, serverSeed ?? '', clientSeed, nonce, {})
      expect(again).toEqual({ ok: true, value: data.outcome })
    }
    await expectSoundLedger()
  })

  it('refuses an invalid stake, and takes nothing', async () => {
    const player = await t.createUser({ balance: 20 })
    const token = await enter(player)
    const refused: [unknown, number][] = [
      [0, 400],
      [-1, 400],
      [0.1, 400],
      [0.19, 400],
      [1.005, 400],
      [500.01, 400],
      ['NaN', 400],
      [null, 400],
      ['1e309', 400],
      [[1], 400],
      [{}, 400],
      ['1,00', 400],
      [20.01, 500],
      [500, 500],
    ]
    for (const [amount, http] of refused) {
      const response = await spin(token, { gameCode: game, amount })
      expect([amount, response.http]).toEqual([amount, http])
      expect(response.status).toBe(http === 500 ? 9999 : 400)
      expect(response.message).not.toBe('')
    }
    const raw = `{"gameCode":"${game}","amount":1e309}`
    const infinite = await t.call('POST', '/api/games/slots/spin', { token, body: raw })
    expect(infinite.http).toBe(400)
    expect((await spin(token, { gameCode: game, amount: 1, balance: 1e6 })).http).toBe(400)
    expect((await spin(token, { gameCode: game, amount: 1, wallet: 'house' })).http).toBe(400)
    expect((await spin(token, { gameCode: 'mines', amount: 1 })).http).toBe(400)
    expect(await balanceOf(player)).toMatchObject({ balance: 20 })
    expect((await state(token)).data.recent).toEqual([])
  })

  it('names the limit in the refusal', async () => {
    const token = await enter(await t.createUser({ balance: 1000 }))
    expect((await spin(token, { gameCode: game, amount: 501 })).message).toContain('500,00')
    expect((await spin(token, { gameCode: game, amount: 0.05 })).message).toContain('0,20')
  })

  it('returns the same bytes for one key, and refuses the key with another body', async () => {
    const player = await t.createUser({ balance: 50 })
    const token = await enter(player)
    const responses = await Promise.all(
      Array.from({ length: 20 }, () => spin(token, { gameCode: game, amount: 2 }, 'one')),
    )
    expect(new Set(responses.map(({ raw }) => raw.body)).size).toBe(1)
    const { data } = await state(token)
    expect(data.recent).toHaveLength(1)
    expect(data.balance).toBe(responses[0]?.data.balance)
    expect((await spin(token, { gameCode: game, amount: 3 }, 'one')).http).toBe(422)
    // The other game's session cannot use it either.
    const other = await enter(player, 'amazonia')
    expect((await spin(other, { gameCode: 'amazonia', amount: 2 }, 'one')).http).toBe(422)
    await expectSoundLedger()
  })

  it('in 100 parallel calls on one balance succeeds exactly as often as the balance allows', async () => {
    const player = await t.createUser({ balance: 7.9 })
    const token = await enter(player)
    // Losing rounds only: wins would pay for more.
    const seeds = losingSeeds(game, 10)
    await t.call('POST', `/sandbox/api/seeds/${player.username}`, { body: { ...seeds, nonce: 0 } })
    const responses = await Promise.all(
      Array.from({ length: 100 }, (_, n) => spin(token, { gameCode: game, amount: 1 }, `k${n}`)),
    )
    const paid = responses.filter(({ http }) => http === 200)
    expect(paid).toHaveLength(7)
    expect(paid.every(({ data }) => data.payout === 0)).toBe(true)
    expect(responses.filter(({ http, status }) => http === 500 && status === 9999)).toHaveLength(93)
    expect((await balanceOf(player)).balance).toBe(0.9)
    const { data } = await t.get<{ nonce: number }>('/api/app/game/seeds', { token: player.token })
    expect(data.nonce).toBe(7)
    await expectSoundLedger()
  })

  it('stakes the bonus wallet, wins into it, and reduces the turnover', async () => {
    const player = await t.createUser({ balance: 0, freeBalance: 30, turnover: 100 })
    const token = await enter(player)
    expect((await spin(token, { gameCode: game, amount: 1 })).status).toBe(9999)
    const { data } = await spin(token, { gameCode: game, amount: 1, wallet: 'freeBalance' })
    expect(data.wallet).toBe('freeBalance')
    expect(data.balance).toBe(0)
    expect(fromWireAmount(data.freeBalance)).toBe(2900 + fromWireAmount(data.payout))
    const wallet = await t.deps.ledger.wallet(t.deps.db, player.uId)
    // It counts by its return.
    const counted = countedInGame(cents(100), 1 - toNumber(slotReturn(game).total))
    expect(wallet.turnoverLeft).toBe(100_00 - counted)
  })

  it('respects the player’s loss limit', async () => {
    const player = await t.createUser({ balance: 50 })
    const token = await enter(player)
    await t.deps.db.write(
      `insert into player_limits (user_id, kind, period, amount) values ($1, 'loss', 'day', 100)`,
      [player.uId],
    )
    const response = await spin(token, { gameCode: game, amount: 1.2 })
    expect(response.http).toBe(400)
    expect((await balanceOf(player)).balance).toBe(50)
  })

  it('is among the player’s records and recently played games', async () => {
    const player = await t.createUser({ balance: 5 })
    const token = await enter(player)
    const { data } = await spin(token, { gameCode: game, amount: 1 })
    const records = await t.get<{ list: { id: string; title: string; stake: number }[] }>(
      '/api/app/order/records?tab=rounds',
      { token: player.token },
    )
    expect(records.data.list).toEqual([expect.objectContaining({ id: data.roundId, title: game, stake: 1 })])
    const list = await t.get<{ gameCode: string; recent: string | null; rtp: number | null }[]>(
      '/api/app/game/list',
      { token: player.token },
    )
    const tile = list.data.find(({ gameCode }) => gameCode === game)
    expect(tile?.recent).not.toBeNull()
    expect(tile?.rtp).toBeCloseTo(0.9654, 4)
    const history = await t.get<Spin[]>(`/api/app/game/history/${game}`, { token: player.token })
    expect(history.data[0]?.roundId).toBe(data.roundId)
  })
})

describe('free spins', () => {
  it('are paid with the spin, and shown again until they have been seen', async () => {
    const player = await t.createUser({ balance: 50 })
    const token = await enter(player)
    const seeds = seedsWithFreeSpins(game)
    await t.call('POST', `/sandbox/api/seeds/${player.username}`, { body: { ...seeds, nonce: 0 } })
    const { data } = await spin(token, { gameCode: game, amount: 1 })
    expect(data.spins.length).toBeGreaterThan(8)
    expect(data.spins[0]?.awarded).toBeGreaterThanOrEqual(8)
    expect(data.units).toBe(data.spins.reduce((sum, { units }) => sum + units, 0))
    expect(data.balance).toBe(49 + data.payout)
    // The window is closed before the free spins were shown.
    const again = await enter(player)
    const { unseen } = (await state(again)).data
    expect(unseen?.roundId).toBe(data.roundId)
    expect(unseen?.spins).toEqual(data.spins)
    const inPlay = await t.get<{ kind: string; gameCode: string; roundId: string }[]>(
      '/api//app/game/inPlay',
      { token: player.token },
    )
    expect(inPlay.data.filter(({ kind }) => kind === 'round')).toEqual([
      expect.objectContaining({ gameCode: game, roundId: data.roundId }),
    ])
    expect((await t.post('/api/games/slots/shown', { roundId: 'other' }, { token: again })).http).toBe(200)
    expect((await state(again)).data.unseen).not.toBeNull()
    await t.post('/api/games/slots/shown', { roundId: data.roundId }, { token: again })
    expect((await state(again)).data.unseen).toBeNull()
    expect((await balanceOf(player)).balance).toBe(49 + data.payout)
  })

  it('are no longer shown after stopGame, or after the next spin', async () => {
    const player = await t.createUser({ balance: 50 })
    const token = await enter(player)
    const seeds = seedsWithFreeSpins(game)
    const set = () =>
      t.call('POST', `/sandbox/api/seeds/${player.username}`, { body: { ...seeds, nonce: 0 } })
    await set()
    await spin(token, { gameCode: game, amount: 1 })
    await t.get('/api/app/game/stopGame', { token: player.token })
    expect((await state(token)).data.unseen).toBeNull()
    await set()
    await spin(token, { gameCode: game, amount: 1 })
    const before = (await state(token)).data.unseen
    expect(before).not.toBeNull()
    await spin(token, { gameCode: game, amount: 1 })
    expect((await state(token)).data.unseen?.roundId).not.toBe(before?.roundId)
  })
})

describe('from other origins', () => {
  const preflight = (path: string, origin: string) =>
    t.app.inject({
      method: 'OPTIONS',
      url: path,
      headers: {
        host: '127.0.0.1:5250',
        origin,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization,content-type,idempotency-key,lang',
      },
    })
  const allowed = async (path: string, origin: string) =>
    (await preflight(path, origin)).headers['access-control-allow-origin']

  it('games may make their own calls, and no other origin may', async () => {
    const games = 'http://127.0.0.1:5251'
    for (const path of ['/api/games/session', '/api/games/slots/spin', '/api/games/slots/state']) {
      expect(await allowed(path, games)).toBe(games)
      for (const other of ['http://127.0.0.1:5250', 'https://evil.example', 'null', 'http://127.0.0.1:5252'])
        expect(await allowed(path, other)).not.toBe(other)
    }
    for (const path of [
      '/api/app/user/userInfo',
      '/api/app/game/session/carnaval',
      '/api/auth/user/restLogin',
    ])
      expect(await allowed(path, games)).not.toBe(games)
  })
})

/** Seeds whose first rounds are lost. */
function losingSeeds(code: SlotCode, rounds: number): { serverSeed: string; clientSeed: string } {
  for (let i = 0; ; i++) {
    const serverSeed = createHash('sha256').update(`losing ${i}`).digest('hex')
    const units = (nonce: number) =>
      slotRound(code, slotOutcome(code, floatsSync(serverSeed, 'eu', nonce, slotFloatCount(code), block)))
        .units
    if (Array.from({ length: rounds }, (_, nonce) => nonce).every((nonce) => units(nonce) === 0))
      return { serverSeed, clientSeed: 'eu' }
  }
}
