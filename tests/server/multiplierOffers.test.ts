import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { settleSandboxPayment } from '#server/providers/payment/sandbox/settle.ts'
import { offerMultiplier } from '#server/domain/rewards/multiplierOffers.ts'
import { openSocket } from './helpers/openSocket.ts'
import { createTestServer, type TestPlayer } from './helpers/testServer.ts'

const server = await createTestServer()
const url = await server.listen()
const { call, clock, deps, player } = server
const dayMs = 24 * 60 * 60_000
/** A player who has deposited, with enough to bet. */
async function depositor(changes: object = {}): Promise<TestPlayer> {
  const created = await player({ balance: 20_000, ...changes })
  const { data } = await prePay(created, 'brl-100')
  await settleSandboxPayment(server.app, deps, data.orderId, 'pay')
  return created
}

const prePay = (buyer: TestPlayer, pkgId: string) =>
  call<{ orderId: string; bouns: number }>('POST', `/api/app/order/prePay/${pkgId}`, {
    player: buyer,
    body: { gift: 0, pkgId, isapp: 0 },
    form: true,
    key: randomUUID(),
  })

/** Bets on dice, which count a quarter. */
async function betDice(better: TestPlayer, ...amounts: number[]): Promise<void> {
  for (const amount of amounts) {
    const bet = { amount, direction: 'over', chance: 50 }
    const { httpStatus } = await call('POST', '/api/app/game/dice/bet', {
      player: better,
      body: bet,
      key: randomUUID(),
    })
    expect(httpStatus).toBe(200)
  }
}

/** Opens the client and returns the offers that it receives. */
async function offersOnArrival(arriving: TestPlayer): Promise<unknown[]> {
  const { token } = await server.login(arriving)
  const offers: unknown[] = []
  await openSocket(url, token, (socket) =>
    socket.on('userBetAmount', (payload: { bouns?: number }) => payload.bouns && offers.push(payload)),
  )
  // Checked here as well, because only an offer that comes can be waited for; a second time, because of two checks at once
  // one finds nothing.
  const expected: unknown[] = []
  await offerMultiplier(deps, arriving.userId, () => undefined)
  await offerMultiplier(deps, arriving.userId, (event) => expected.push(event))
  await expect.poll(() => offers.length > 0).toBe(expected.length > 0)
  // The one that makes the offer tells all connections, so the other may come on top of it.
  return offers.slice(0, expected.length)
}

describe('the offer of the bonus multiplier', () => {
  it('comes on the day after 500 in counted bets, and credits exactly what it shows, once', async () => {
    const better = await depositor()
    await betDice(better, 2_000, 2_000, 66.6)
    expect(await offersOnArrival(better)).toEqual([])
    await clock.advance(dayMs)
    // A quarter of 4,066.60.
    expect(await offersOnArrival(better)).toEqual([{ bouns: 0.002, amount: 1016.65 }])
    const { token } = await server.login(better)
    const buyer = { ...better, token }
    const { data } = await prePay(buyer, 'exppay-50')
    const before = await deps.ledger.wallet(deps.db, better.userId)
    await settleSandboxPayment(server.app, deps, data.orderId, 'pay')
    const after = await deps.ledger.wallet(deps.db, better.userId)
    expect([after.cash - before.cash, after.bonus - before.bonus]).toEqual([50_00, 2_03])
    expect((await prePay(buyer, 'exppay-50')).httpStatus).toBe(409)
  })

  it('comes once a week, however often and from however many places the player connects', async () => {
    const better = await depositor()
    await betDice(better, 2_000)
    await clock.advance(dayMs)
    const [first, second] = await Promise.all([offersOnArrival(better), offersOnArrival(better)])
    const stored = () =>
      deps.db.read<{ bonus: number }>('select bonus from multiplier_offers where user_id = $1', [
        better.userId,
      ])
    expect([...first, ...second].length).toBeGreaterThan(0)
    expect(await stored()).toEqual([{ bonus: 1_00 }])
    const { token } = await server.login(better)
    await betDice({ ...better, token }, 4_000)
    await clock.advance(dayMs)
    expect(await offersOnArrival(better)).toEqual([])
    await clock.advance(5 * dayMs)
    const again = await server.login(better)
    await betDice({ ...better, token: again.token }, 4_000)
    await clock.advance(dayMs)
    expect(await offersOnArrival(better)).toEqual([{ bouns: 0.002, amount: 1_000 }])
  })

  it('comes with every connection until the player has closed it, but not in a pause', async () => {
    const better = await depositor()
    await betDice(better, 2_000)
    await clock.advance(dayMs)
    const offer = { bouns: 0.002, amount: 500 }
    expect(await offersOnArrival(better)).toEqual([offer])
    expect(await offersOnArrival(better)).toEqual([offer])
    const pause = (until: Date | null) =>
      deps.db.write('update users set excluded_until = $2 where id = $1', [better.userId, until])
    await pause(new Date(clock.now().getTime() + 60_000))
    expect(await offersOnArrival(better)).toEqual([])
    await pause(null)
    const { token } = await server.login(better)
    const closed = await call('POST', '/api/app/order/closeOffer', { player: { ...better, token }, body: {} })
    expect(closed.httpStatus).toBe(200)
    expect(await offersOnArrival(better)).toEqual([])
    // The order of a prompt that was closed over it still pays the bonus.
    const { data } = await prePay({ ...better, token }, 'exppay-50')
    const bonus = async () => (await deps.ledger.wallet(deps.db, better.userId)).bonus
    const before = await bonus()
    await settleSandboxPayment(server.app, deps, data.orderId, 'pay')
    expect((await bonus()) - before).toBe(1_00)
  })

  it('multiplies at most 5,000', async () => {
    const better = await depositor()
    await betDice(better, ...Array.from({ length: 4 }, () => 5_000))
    const { token } = await server.login(better)
    await betDice({ ...better, token }, 100)
    await clock.advance(dayMs)
    expect(await offersOnArrival(better)).toEqual([{ bouns: 0.002, amount: 5_000 }])
  })

  it('is not for fewer bets, for a player without a deposit, above level 7, in a pause, or for a test account', async () => {
    const fewer = await depositor()
    await betDice(fewer, 1_999.9)
    const noDeposit = await player({ balance: 20_000 })
    const high = await depositor({ level: 8 })
    const paused = await depositor()
    const trial = await depositor({ testFlag: '1' })
    for (const better of [noDeposit, high, paused, trial]) await betDice(better, 2_000)
    await deps.db.write('update wallets set deposit_sum = 0 where user_id = $1', [noDeposit.userId])
    await clock.advance(dayMs)
    await deps.db.write('update users set excluded_until = $2 where id = $1', [
      paused.userId,
      new Date(clock.now().getTime() + dayMs),
    ])
    for (const better of [fewer, noDeposit, high, trial]) expect(await offersOnArrival(better)).toEqual([])
    const rows = await deps.db.read('select 1 from multiplier_offers where user_id = any($1)', [
      [fewer, noDeposit, high, paused, trial].map(({ userId }) => userId),
    ])
    expect(rows).toEqual([])
  })
})
