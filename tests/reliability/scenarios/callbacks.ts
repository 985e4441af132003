import assert from 'node:assert/strict'
import type { Lab } from '../harness/Lab.ts'
import { Stage, type Player } from '../harness/Stage.ts'

type Step = 'paid' | 'cancelled' | 'failed' | 'expired' | 'cancel' | 'late' | keyof typeof forgeries

/** Forged notifications, which are refused and have no effect. */
const forgeries = {
  'another secret': { secret: 'somebody else’s secret, as long as ours' },
  'another amount': { amount: 9_900 },
  'another payment': { payNo: 'of another payment' },
  'an old timestamp': { timestamp: 1_000_000_000_000 },
} as const

/** Typical sequences of a provider's notifications; random ones are added. */
const fixedSequences: readonly Step[][] = [
  ['paid'],
  ['paid', 'paid', 'paid'],
  ['cancelled', 'paid', 'cancelled'],
  ['failed', 'expired', 'paid'],
  ['cancel', 'paid'],
  ['cancel', 'cancelled', 'paid', 'paid'],
  ['paid', 'cancel', 'failed'],
  ['late', 'paid'],
  ['late', 'expired', 'paid', 'paid'],
  ['another amount', 'another payment', 'paid', 'another amount'],
  ['another secret', 'an old timestamp', 'cancelled'],
  ['another secret', 'another amount', 'another payment', 'an old timestamp'],
]
const steps = [
  'paid',
  'paid',
  'cancelled',
  'failed',
  'expired',
  'cancel',
  'late',
  ...(Object.keys(forgeries) as Step[]),
] as const

/**
 * The notifications of a payment in any order, repeated, late, after a cancellation and forged, sequentially and
 * concurrently: a payment that arrived is credited exactly once, and nothing else is credited.
 */
export async function callbacks(lab: Lab, random = 12): Promise<{ orders: number; credited: number }> {
  const { db, url: DATABASE_URL } = await lab.database()
  const server = await lab.server({ DATABASE_URL, DATA_DIR: await lab.folder() })
  const stage = new Stage(lab, db, server.url)
  const generated = Array.from({ length: random }, () =>
    Array.from({ length: lab.random.integer(2, 6) }, () => lab.random.pick(steps)),
  )
  let credited = 0
  const sequences = [...fixedSequences, ...generated]
  for (const [i, sequence] of sequences.entries()) {
    if (await deliver(stage, sequence, { atOnce: i >= fixedSequences.length && i % 2 === 0 })) credited++
  }
  await lab.checkMoney(db)
  return { orders: sequences.length, credited }
}

async function deliver(
  stage: Stage,
  sequence: readonly Step[],
  { atOnce }: { atOnce: boolean },
): Promise<boolean> {
  const player = await stage.player({ balance: 0 })
  const { orderId } = await stage.openOrder(player)
  const label = `${sequence.join(', ')}${atOnce ? ' at once' : ''}`
  if (atOnce)
    await Promise.all(
      sequence
        .filter((step) => step !== 'late')
        .map((step) => applyStep(stage, player, orderId, step, label)),
    )
  else for (const step of sequence) await applyStep(stage, player, orderId, step, label)
  const isPaid = sequence.includes('paid')
  const [row] = await stage.db.read<{ cash: number; bonus: number; credits: number; status: string }>(
    `select w.cash, w.bonus, o.status, (select count(*) from transfers t where t.ref_id = o.id and t.kind = 'deposit')
       as credits
      from orders o join wallets w using (user_id) where o.id = $1`,
    [orderId],
  )
  const { status = '', ...money } = row ?? {}
  assert.deepEqual(
    money,
    isPaid ? { cash: 10_000, bonus: 15, credits: 1 } : { cash: 0, bonus: 0, credits: 0 },
    label,
  )
  assert.equal(status === 'paid', isPaid, label)
  return isPaid
}

async function applyStep(
  stage: Stage,
  player: Player,
  orderId: string,
  step: Step,
  label: string,
): Promise<void> {
  if (step === 'late') {
    // Past the order's expiry, which the job then processes.
    await stage.control('clock', { advanceMs: 31 * 60_000 })
    return
  }
  if (step === 'cancel') {
    const response = await stage.send({
      kind: 'cancel order',
      path: `/api/app/order/cancel/${orderId}`,
      body: {},
      token: player.token,
    })
    assert.ok(
      response.hasResponse && [200, 400, 409].includes(response.http),
      `${label}: cancel got ${JSON.stringify(response)}`,
    )
    return
  }
  const isForged = step in forgeries
  const change = isForged ? forgeries[step as keyof typeof forgeries] : { result: step as 'paid' }
  const response = await stage.send(await stage.notification(orderId, change))
  assert.ok(response.hasResponse, label)
  // The amount is not checked again for an order that is already paid, so a forged one may get 200.
  const isExpected = isForged ? [200, 400, 403, 409].includes(response.http) : response.http === 200
  assert.ok(isExpected, `${label}: ${step} got ${JSON.stringify(response)}`)
}
