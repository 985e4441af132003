/** A provider's number of a payment is that of one order, also where the orders of two players are on different nodes (TEST_CITUS). */
import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { cents } from '#contract/money.ts'
import { uniqueViolation } from '#server/db/client.ts'
import { isDistributed } from '#server/db/distributed.ts'
import { migrate } from '#server/db/migrate.ts'
import { finishOrder } from '#server/domain/payments/openOrder.ts'
import { applyChargeStatus } from '#server/domain/payments/payments.ts'
import { createTestApp } from './helpers/testApp.ts'

const t = await createTestApp()
const { deps } = t
const { db } = deps

/** An order of a new player for R$ 100, of which the provider has been asked. */
async function askedOrder() {
  const { uId: userId } = await t.createUser({ balance: 0 })
  const [pack] = await db.read<{ id: string }>(`select id from deposit_packages where kind = '' limit 1`)
  const orderId = randomUUID()
  await db.write(
    `insert into orders (id, user_id, package_id, provider, principal, created_at, expires_at, status, charge_state)
      values ($1, $2, $3, 'bank', 10000, $4, $5, 'created', 'asked')`,
    [orderId, userId, pack?.id ?? '', deps.clock.now(), new Date(deps.clock.now().getTime() + 600_000)],
  )
  return { orderId, userId }
}

const numberOf = async ({ orderId, userId }: { orderId: string; userId: string }) => {
  const [row] = await db.read<{ pay_no: string }>(
    'select pay_no from orders where id = $1 and user_id = $2',
    [orderId, userId],
  )
  return row?.pay_no
}

/** Sixteen players are on all nodes of the shards: two of them share none. */
const others = 15

it('is that of one order, when the charge is opened and when it is paid', async () => {
  const payNo = randomUUID()
  const first = await askedOrder()
  await db.tx((tx) => finishOrder(deps, tx, { ...first, payNo, url: '' }))
  expect(await numberOf(first)).toBe(payNo)
  for (let i = 0; i < others; i++) {
    const order = await askedOrder()
    const opened = db.tx((tx) => finishOrder(deps, tx, { ...order, payNo, url: '' }))
    expect(uniqueViolation(await opened.catch((error: unknown) => error))).toMatch(/^orders_pay_no/)
    const paid = applyChargeStatus(deps, order.orderId, {
      state: 'expired',
      payNo,
      amount: cents(10_000),
      payerNumber: null,
    })
    expect(uniqueViolation(await paid.catch((error: unknown) => error))).toMatch(/^orders_pay_no/)
    expect(await numberOf(order)).toBe('')
  }
  // The same order may say it again.
  await applyChargeStatus(deps, first.orderId, {
    state: 'expired',
    payNo,
    amount: cents(10_000),
    payerNumber: null,
  })
  expect(await numberOf(first)).toBe(payNo)
})

/** An order with a number that no program has claimed, as one of an earlier release leaves it. */
async function earlierOrder() {
  const order = { ...(await askedOrder()), payNo: randomUUID() }
  await db.write('update orders set pay_no = $3 where id = $1 and user_id = $2', [
    order.orderId,
    order.userId,
    order.payNo,
  ])
  return order
}

async function expectTaken(payNo: string) {
  for (let i = 0; i < others; i++) {
    const order = await askedOrder()
    const opened = db.tx((tx) => finishOrder(deps, tx, { ...order, payNo, url: '' }))
    expect(uniqueViolation(await opened.catch((error: unknown) => error))).toMatch(/^orders_pay_no/)
  }
}

it('is that of one order when a program of an earlier release has opened it', async () => {
  const { orderId, payNo } = await earlierOrder()
  await applyChargeStatus(deps, orderId, {
    state: 'expired',
    payNo,
    amount: cents(10_000),
    payerNumber: null,
  })
  await expectTaken(payNo)
})

it('is that of one order that was there before there were claims', async () => {
  const { payNo } = await earlierOrder()
  if (await isDistributed(db)) {
    await db.write(`delete from player_claims where kind = 'orders_pay_no'`)
    await db.write(`delete from distributed_migrations where name = '035.claims.sql'`)
    expect(await migrate(db, ['sandbox', 'sandbox_provider'])).toContain('distributed/035.claims.sql')
  }
  await expectTaken(payNo)
})
