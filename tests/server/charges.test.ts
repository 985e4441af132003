import { randomUUID } from 'node:crypto'
import { afterEach, expect, it, vi } from 'vitest'
import { settleCharge } from '#server/domain/payments/charges.ts'
import { runJobs } from '#server/jobs/jobs.ts'
import { ProviderRefusedError } from '#server/providers/errors.ts'
import { createTestServer, type TestPlayer } from './helpers/testServer.ts'

const server = await createTestServer()
const { call, deps, player } = server
const { db, provider } = deps
afterEach(() => void vi.restoreAllMocks())

interface Opened {
  orderId: string
  payNo: string
  url: string
}

const prePay = (buyer: TestPlayer, key: string | null = randomUUID(), pkgId = 'brl-20') =>
  call<Opened>('POST', `/api/app/order/prePay/${pkgId}`, {
    player: buyer,
    body: { gift: 1 },
    form: true,
    key,
  })

async function ordersOf({ userId }: TestPlayer) {
  return db.read<{ id: string; status: string; charge_state: string }>(
    'select id, status, charge_state from orders where user_id = $1 order by asked_at',
    [userId],
  )
}

const paymentOf = async (orderId: string) =>
  (
    await db.read<{ result: string | null }>(
      'select result from sandbox_provider.payments where order_id = $1',
      [orderId],
    )
  )[0]

/** The provider does what it is asked, and its answer is lost. */
function loseAnswers(): void {
  const { charge } = provider
  vi.spyOn(provider, 'charge').mockImplementation(async (asked) => {
    await charge(asked)
    throw new Error('connection reset')
  })
}

it('whose answer is lost answers 503, blocks nothing, and is closed at the provider', async () => {
  const buyer = await player()
  loseAnswers()
  const key = randomUUID()
  const lost = await prePay(buyer, key)
  expect(lost.httpStatus).toBe(503)
  const [order] = await ordersOf(buyer)
  expect(order).toMatchObject({ status: 'failed', charge_state: 'unknown' })
  expect(await paymentOf(order?.id ?? '')).toEqual({ result: null })
  vi.restoreAllMocks()

  const again = await prePay(buyer, key)
  expect(again.httpStatus).toBe(200)
  expect(again.data.orderId).not.toBe(order?.id)
  await settleCharge(deps, order?.id ?? '')
  expect(await paymentOf(order?.id ?? '')).toEqual({ result: 'cancelled' })
  expect((await ordersOf(buyer)).map(({ charge_state }) => charge_state)).toEqual(['closed', 'open'])
})

it('whose answer is lost and that is paid nevertheless is credited, once', async () => {
  const buyer = await player()
  loseAnswers()
  await prePay(buyer)
  const [order] = await ordersOf(buyer)
  await db.write(
    `update sandbox_provider.payments set result = 'paid', settled_at = now() where order_id = $1`,
    [order?.id ?? ''],
  )
  await settleCharge(deps, order?.id ?? '')
  await settleCharge(deps, order?.id ?? '')
  expect((await deps.ledger.wallet(db, buyer.userId)).cash).toBe(2_000)
  expect(await ordersOf(buyer)).toMatchObject([{ status: 'paid', charge_state: 'closed' }])
})

it('that the provider refuses is not asked for again', async () => {
  const buyer = await player()
  vi.spyOn(provider, 'charge').mockRejectedValueOnce(new ProviderRefusedError('too much'))
  expect((await prePay(buyer)).httpStatus).toBe(503)
  expect(await ordersOf(buyer)).toMatchObject([{ status: 'failed', charge_state: 'closed' }])
})

it('of a process that died before the answer is continued by the same key, with one payment', async () => {
  const buyer = await player()
  const key = randomUUID()
  let asked = 0
  const { charge } = provider
  const died = vi.spyOn(provider, 'charge').mockImplementation(async (wanted) => {
    asked++
    await charge(wanted)
    // As if the process had died here: nobody records the answer.
    return new Promise(() => undefined)
  })
  void prePay(buyer, key)
  await expect.poll(() => asked).toBe(1)
  died.mockRestore()
  const response = await prePay(buyer, key)
  expect(response.httpStatus).toBe(200)
  expect((await prePay(buyer, key)).text).toBe(response.text)
  const orders = await ordersOf(buyer)
  expect(orders).toMatchObject([{ id: response.data.orderId, status: 'pending', charge_state: 'open' }])
  expect(
    await db.read('select 1 from sandbox_provider.payments where order_id = $1', [orders[0]?.id ?? '']),
  ).toHaveLength(1)
})

it('of a process that died is given up for the next call, or by the job', async () => {
  const [next, nobody] = [await player(), await player()]
  vi.spyOn(provider, 'charge').mockImplementation(() => new Promise(() => undefined))
  void prePay(next, null)
  void prePay(nobody, null)
  await expect.poll(async () => (await ordersOf(next)).length + (await ordersOf(nobody)).length).toBe(2)
  vi.restoreAllMocks()
  await db.write(`update orders set asked_at = now() - interval '1 minute' where user_id = any($1)`, [
    [next.userId, nobody.userId],
  ])
  expect((await prePay(next)).httpStatus).toBe(200)
  expect((await ordersOf(next)).map(({ status }) => status)).toEqual(['failed', 'pending'])
  const [order] = await ordersOf(nobody)
  await expect(settleCharge(deps, order?.id ?? '')).rejects.toThrow('no such charge yet')
  await db.write(`update orders set asked_at = now() - interval '1 hour' where id = $1`, [order?.id ?? ''])
  await settleCharge(deps, order?.id ?? '')
  expect(await ordersOf(nobody)).toMatchObject([{ status: 'failed', charge_state: 'closed' }])
})

it('is one for 200 parallel calls; the others are offered it', async () => {
  const buyer = await player()
  const charge = vi.spyOn(provider, 'charge')
  const responses = await Promise.all(Array.from({ length: 200 }, () => prePay(buyer)))
  const opened = responses.filter(({ httpStatus }) => httpStatus === 200)
  expect(opened).toHaveLength(1)
  const offered = responses.filter(({ httpStatus }) => httpStatus === 409)
  expect(offered.length).toBeGreaterThan(0)
  expect(new Set(offered.map(({ data }) => data.orderId))).toEqual(new Set([opened[0]?.data.orderId]))
  // No player may have so many calls waiting on a slow machine.
  const others = responses.filter(({ httpStatus }) => httpStatus !== 409 && httpStatus !== 200)
  expect(others.filter(({ httpStatus }) => httpStatus !== 429)).toEqual([])
  expect(charge).toHaveBeenCalledTimes(1)
})

it('that expired is credited when its notification was lost', async () => {
  const buyer = await player()
  const { data } = await prePay(buyer)
  await db.write(
    `update sandbox_provider.payments set result = 'paid', settled_at = now(), delivered_at = now() where order_id = $1`,
    [data.orderId],
  )
  await server.clock.advance(31 * 60_000)
  // The job that was added with the order has long run by then.
  await db.write(`update pgboss.job set start_after = now() where singleton_key = $1`, [data.orderId])
  await runJobs(deps)
  expect((await deps.ledger.wallet(db, buyer.userId)).cash).toBe(2_000)
})

it('is listed by the provider once it is paid, page by page', async () => {
  const from = new Date(Date.now() - 3_600_000)
  const to = new Date(Date.now() + 3_600_000)
  await db.write(
    `insert into sandbox_provider.payments (pay_no, order_id, amount, expires_at, return_url, language, br_code, result, settled_at)
     select 'many' || i, 'many' || i, i, now(), '', '', '', 'paid', now() from generate_series(1, 250) as i`,
  )
  const seen: string[] = []
  let cursor: string | null | undefined
  do {
    const page = await provider.listReceived({ from, to, ...(cursor ? { cursor } : {}) })
    seen.push(...page.list.map(({ payNo }) => payNo))
    cursor = page.next
  } while (cursor !== null)
  expect(seen.filter((payNo) => payNo.startsWith('many'))).toHaveLength(250)
  expect(new Set(seen).size).toBe(seen.length)
})

it('leaves the ledger consistent', async () => {
  expect(await deps.ledger.violations()).toEqual([])
})
