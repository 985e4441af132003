import { randomUUID } from 'node:crypto'
import { describe, expect, it, vi } from 'vitest'
import { MAX_WIN } from '#contract/games/gameCodes.ts'
import { listDifferences, resolveDifference } from '#server/domain/payments/reconciliation/differences.ts'
import { staffActor } from '#server/ledger/ledger.ts'
import { refundAbandoned } from '#server/games/providerRounds.ts'
import { buildGamesApp } from '#server/apps/gamesApp.ts'
import { exampleKey } from '#server/providers/games/example/exampleKey.ts'
import { walletPath, type WalletCall } from '#server/providers/games/signature.ts'
import { waitingForLocks, whileLocked } from './helpers/floodClient.ts'
import { signedProviderCall, type Signing } from './helpers/providerCalls.ts'
import { createTestApp } from './helpers/testApp.ts'

const t = await createTestApp({ GAME_PROVIDERS: 'example' })
const games = await buildGamesApp(t.deps, t.app)
const code = 'cara-ou-coroa'
const key = exampleKey(t.deps)
type Player = Awaited<ReturnType<typeof t.createUser>>

interface Transaction {
  transactionId: string
  roundId: string
  balance: number
  freeBalance: number
  duplicate: boolean
}

/** A call from the provider's server; `signing` tampers with it. */
async function call<Data = Transaction>(name: WalletCall, body: object, signing: Partial<Signing> = {}) {
  const timestamp = String(t.deps.clock.now().getTime())
  const signed = signedProviderCall('example', name, body, { key, timestamp, ...signing })
  return t.post<Data>(signed.path, body, { headers: signed.headers })
}

const ticketOf = async (player: Player) => {
  const { data } = await t.post<{ ticket: string }>(
    `/api/app/game/session/${code}`,
    {},
    { token: player.token },
  )
  return data.ticket
}
const enter = async (player: Player) => {
  const { http, data } = await call<{ token: string }>('session', {
    ticket: await ticketOf(player),
    game: code,
  })
  expect(http).toBe(200)
  return data.token
}
const debitOf = (token: string, amount = 100) => ({
  token,
  transactionId: randomUUID(),
  roundId: randomUUID(),
  amount,
})
const creditOf = (roundId: string, amount: number) => ({ transactionId: randomUUID(), roundId, amount })
const walletOf = (player: Player) => t.deps.ledger.wallet(t.deps.db, player.uId)
const expectConsistentLedger = async () => expect(await t.deps.ledger.violations()).toEqual([])

describe('a third-party catalogue', () => {
  it('is in the lobby only where it is configured', async () => {
    const codes = async (app: typeof t) =>
      (await app.get<{ gameCode: string }[]>('/api/app/game/list')).data.map(({ gameCode }) => gameCode)
    expect(await codes(t)).toContain(code)
    const without = await createTestApp({}, { beside: t })
    expect(await codes(without)).not.toContain(code)
    const player = await t.createUser()
    const refused = await without.post(`/api/app/game/session/${code}`, {}, { token: player.token })
    expect(refused.http).toBe(404)
  })
})

describe('calls of a provider', () => {
  it('open a session with the ticket, once', async () => {
    const player = await t.createUser({ balance: 12 })
    const ticket = await ticketOf(player)
    const { data } = await call<{ playerId: string; balance: number; token: string }>('session', {
      ticket,
      game: code,
    })
    expect(data).toMatchObject({ playerId: player.uId, balance: 12 })
    expect(data.token).not.toBe(player.token)
    expect((await call('session', { ticket, game: code })).http).toBe(403)
    // Its token is valid neither for slots nor for the player's calls.
    expect((await t.get('/api/games/slots/state', { token: data.token })).http).toBe(403)
    expect((await t.get('/api/app/user/userInfo', { token: data.token })).http).toBe(401)
  })

  it('are refused when forged, modified or old, without effect', async () => {
    const player = await t.createUser({ balance: 10 })
    const debit = debitOf(await enter(player))
    const now = t.deps.clock.now().getTime()
    const tampered: Partial<Signing>[] = [
      { key: Buffer.alloc(32) },
      { body: JSON.stringify({ ...debit, amount: 1 }) },
      { path: walletPath('example', 'credit') },
      { timestamp: String(now - 360_000) },
      { timestamp: String(now + 360_000) },
      { timestamp: 'soon' },
    ]
    for (const signing of tampered) expect((await call('debit', debit, signing)).http).toBe(403)
    expect((await t.post(walletPath('example', 'debit'), debit)).http).toBe(403)
    expect((await t.post(walletPath('palpite', 'debit'), debit)).http).toBe(404)
    expect((await walletOf(player)).cash).toBe(1_000)
    expect((await call('debit', debit)).http).toBe(200)
  })

  it('with invalid input are refused', async () => {
    const token = await enter(await t.createUser({ balance: 10 }))
    for (const amount of [0, -1, 1.5, 5, 500_001, null, '100']) {
      expect([amount, (await call('debit', { ...debitOf(token), amount })).http]).toEqual([amount, 400])
    }
    expect((await call('debit', { ...debitOf(token), more: 1 })).http).toBe(400)
    expect((await call('debit', debitOf('nobody'))).http).toBe(401)
    expect((await call('debit', debitOf(token, 1_001))).status).toBe(9999)
  })
})

describe('debit, credit and rollback', () => {
  it('take effect exactly once, however often and concurrently they arrive', async () => {
    const player = await t.createUser({ balance: 10 })
    const debit = debitOf(await enter(player), 400)
    const debits = await Promise.all(Array.from({ length: 12 }, () => call('debit', debit)))
    expect(debits.every(({ http }) => http === 200)).toBe(true)
    expect(debits.filter(({ data }) => !data.duplicate)).toHaveLength(1)
    expect(await walletOf(player)).toMatchObject({ cash: 600, heldRounds: 400, betSum: 400 })
    const credit = creditOf(debit.roundId, 900)
    const credits = await Promise.all(Array.from({ length: 12 }, () => call('credit', credit)))
    expect(credits.every(({ http }) => http === 200)).toBe(true)
    expect(credits.filter(({ data }) => !data.duplicate)).toHaveLength(1)
    expect(await walletOf(player)).toMatchObject({ cash: 1_500, heldRounds: 0 })
    await expectConsistentLedger()
  })

  it('of one player use two database connections, however many arrive', async () => {
    const [player, other] = [await t.createUser({ balance: 100 }), await t.createUser({ balance: 100 })]
    const [token, otherToken] = [await enter(player), await enter(other)]
    const debits = Array.from({ length: 30 }, () => debitOf(token))
    for (const debit of debits) expect((await call('debit', debit)).http).toBe(200)
    const flood: ReturnType<typeof call>[] = []
    const wallet = ['select 1 from wallets where user_id = $1 for update', [player.uId]] as const
    await whileLocked(t.deps.db, wallet, async () => {
      for (const [i, { roundId, transactionId }] of debits.entries()) {
        flood.push(call('debit', debitOf(token)))
        const rollback = { transactionId: randomUUID(), debitId: transactionId }
        flood.push(i % 2 === 0 ? call('credit', creditOf(roundId, 100)) : call('rollback', rollback))
      }
      await expect.poll(() => waitingForLocks(t.deps.db)).toBe(2)
      expect((await call('debit', debitOf(otherToken))).http).toBe(200)
      expect(await waitingForLocks(t.deps.db)).toBe(2)
    })
    for (const { http } of await Promise.all(flood)) expect(http).toBe(200)
    expect(await walletOf(player)).toMatchObject({ cash: 7_000, heldRounds: 3_000 })
    await expectConsistentLedger()
  })

  it('with a known id and other values are a conflict', async () => {
    const player = await t.createUser({ balance: 10 })
    const debit = debitOf(await enter(player))
    await call('debit', debit)
    expect((await call('debit', { ...debit, amount: 200 })).http).toBe(409)
    expect((await call('debit', { ...debit, transactionId: randomUUID() })).http).toBe(409)
    const credit = creditOf(debit.roundId, 50)
    await call('credit', credit)
    expect((await call('credit', { ...credit, amount: 51 })).http).toBe(409)
    expect((await call('credit', creditOf(debit.roundId, 50))).http).toBe(409)
    expect((await call('credit', creditOf(randomUUID(), 50))).http).toBe(404)
    expect((await walletOf(player)).cash).toBe(950)
    await expectConsistentLedger()
  })

  it('return a stake once, but not after the credit', async () => {
    const player = await t.createUser({ balance: 10 })
    const debit = debitOf(await enter(player))
    await call('debit', debit)
    const rollback = { transactionId: randomUUID(), debitId: debit.transactionId }
    const responses = await Promise.all(Array.from({ length: 8 }, () => call('rollback', rollback)))
    expect(responses.filter(({ http, data }) => http === 200 && !data.duplicate)).toHaveLength(1)
    expect((await call('rollback', { ...rollback, transactionId: randomUUID() })).http).toBe(200)
    expect(await walletOf(player)).toMatchObject({ cash: 1_000, heldRounds: 0, betSum: 0 })
    expect((await call('credit', creditOf(debit.roundId, 500))).http).toBe(409)
    const second = debitOf(await enter(player))
    await call('debit', second)
    await call('credit', creditOf(second.roundId, 0))
    const late = { transactionId: randomUUID(), debitId: second.transactionId }
    expect((await call('rollback', late)).http).toBe(409)
    expect((await walletOf(player)).cash).toBe(900)
    await expectConsistentLedger()
  })

  it('refuse a debit that arrives after its rollback', async () => {
    const player = await t.createUser({ balance: 10 })
    const debit = debitOf(await enter(player))
    const rollback = { transactionId: randomUUID(), debitId: debit.transactionId }
    expect((await call('rollback', rollback)).http).toBe(200)
    expect((await call('debit', debit)).http).toBe(409)
    expect((await call('rollback', rollback)).data.duplicate).toBe(true)
    expect((await walletOf(player)).cash).toBe(1_000)
  })

  it('leave no partial effect when a debit and its rollback race', async () => {
    const player = await t.createUser({ balance: 10 })
    const token = await enter(player)
    const debits = Array.from({ length: 8 }, () => debitOf(token))
    await Promise.all(
      debits.flatMap((debit) => [
        call('debit', debit),
        call('rollback', { transactionId: randomUUID(), debitId: debit.transactionId }),
      ]),
    )
    expect(await walletOf(player)).toMatchObject({ cash: 1_000, heldRounds: 0 })
    await expectConsistentLedger()
  })

  it('pay a round of a player who has left, but accept no new stake', async () => {
    const player = await t.createUser({ balance: 10 })
    const token = await enter(player)
    const debit = debitOf(token)
    await call('debit', debit)
    await t.post('/api/app/user/logout', {}, { token: player.token })
    expect((await call('debit', debitOf(token))).http).toBe(401)
    expect((await call('credit', creditOf(debit.roundId, 250))).http).toBe(200)
    expect((await walletOf(player)).cash).toBe(1_150)
  })
})

describe('rounds that do not end normally', () => {
  it('refuse a payout above the limit of a round, and stay open', async () => {
    const player = await t.createUser({ balance: 10 })
    const debit = debitOf(await enter(player))
    await call('debit', debit)
    const { http, message } = await call('credit', creditOf(debit.roundId, MAX_WIN + 1))
    expect([http, message === '']).toEqual([409, false])
    expect(await walletOf(player)).toMatchObject({ cash: 900, heldRounds: 100 })
    expect((await call('credit', creditOf(debit.roundId, MAX_WIN))).http).toBe(200)
    expect((await walletOf(player)).cash).toBe(900 + MAX_WIN)
  })

  it('with a win above the limit wait for staff, who are told once, and are not refunded before', async () => {
    const player = await t.createUser({ balance: 10 })
    const debit = debitOf(await enter(player))
    await call('debit', debit)
    const credit = creditOf(debit.roundId, MAX_WIN + 1)
    const logged = vi.spyOn(t.deps.log, 'error')
    for (const again of [credit, credit]) expect((await call('credit', again)).http).toBe(409)
    expect(logged.mock.calls[0]).toEqual([
      expect.objectContaining({ provider: 'example', userId: player.uId, amount: MAX_WIN + 1 }),
      expect.stringContaining('refused'),
    ])
    logged.mockRestore()
    const found = (await listDifferences(t.deps.db)).filter(({ userId }) => userId === player.uId)
    expect(found).toMatchObject([
      {
        provider: 'example',
        side: 'games',
        kind: 'winRefused',
        reference: debit.roundId,
        theirs: { state: 'won', amount: MAX_WIN + 1 },
      },
    ])
    await t.deps.clock.advance(8 * 86_400_000)
    await refundAbandoned(t.deps)
    expect(await walletOf(player)).toMatchObject({ cash: 900, heldRounds: 100 })
    // Once staff have settled it the round is like any other.
    await t.deps.db.tx((tx) =>
      resolveDifference(t.deps, tx, found[0]?.id ?? '', {
        by: staffActor('risk'),
        reason: 'paid by an adjustment',
      }),
    )
    await refundAbandoned(t.deps)
    expect(await walletOf(player)).toMatchObject({ cash: 1_000, heldRounds: 0 })
    await expectConsistentLedger()
  })

  it('are refunded when the provider leaves them open for a week', async () => {
    const player = await t.createUser({ balance: 10 })
    const debit = debitOf(await enter(player))
    await call('debit', debit)
    await t.deps.clock.advance(6 * 86_400_000)
    await refundAbandoned(t.deps)
    expect(await walletOf(player)).toMatchObject({ cash: 900, heldRounds: 100 })
    await t.deps.clock.advance(2 * 86_400_000)
    await Promise.all([refundAbandoned(t.deps), refundAbandoned(t.deps)])
    expect(await walletOf(player)).toMatchObject({ cash: 1_000, heldRounds: 0 })
    expect((await call('credit', creditOf(debit.roundId, 500))).http).toBe(409)
    await expectConsistentLedger()
  })
})

describe('the example’s pages', () => {
  it('come from the games’ origin with a strict policy', async () => {
    for (const path of ['/example/', '/example/game.js', '/example/game.css']) {
      const response = await games.inject({ method: 'GET', url: path, headers: { host: '127.0.0.1:5251' } })
      expect(response.statusCode).toBe(200)
      const policy = String(response.headers['content-security-policy'])
      expect(policy).toContain("default-src 'none'")
      expect(policy).toContain("connect-src 'self' http://127.0.0.1:5250;")
      expect(policy).toContain('frame-ancestors http://127.0.0.1:5250 app://palpite')
      expect(policy).not.toContain('unsafe')
      expect(response.headers['x-content-type-options']).toBe('nosniff')
    }
    expect((await games.inject({ method: 'GET', url: '/api/app/user/userInfo' })).statusCode).toBe(404)
  })

  it('play a toss through debit and credit', async () => {
    const player = await t.createUser({ balance: 10 })
    const post = async (url: string, payload: object) => {
      const response = await games.inject({ method: 'POST', url, payload })
      return {
        http: response.statusCode,
        ...response.json<{ status: number; data: Record<string, unknown> }>(),
      }
    }
    const entered = await post('/example/enter', { ticket: await ticketOf(player), game: code })
    const { session } = entered.data
    const toss = await post('/example/toss', { session, pick: 'heads', amount: 100 })
    expect(toss.http).toBe(200)
    const payout = toss.data['side'] === 'heads' ? 192 : 0
    expect((await walletOf(player)).cash).toBe(900 + payout)
    const poorPlayer = await post('/example/toss', { session, pick: 'heads', amount: 500_000 })
    expect(poorPlayer).toMatchObject({ http: 500, status: 9999 })
    expect((await post('/example/toss', { session: 'x', pick: 'heads', amount: 100 })).http).toBe(401)
    expect((await post('/example/toss', { session, pick: 'edge', amount: 100 })).http).toBe(400)
    const history = await t.get<{ proof: object; status: string }[]>(`/api/app/game/history/${code}`, {
      token: player.token,
    })
    expect(history.http).toBe(200)
    expect(history.data).toHaveLength(1)
    await expectConsistentLedger()
  })
})
