import assert from 'node:assert/strict'
import type { Lab } from '../harness/Lab.ts'
import { Stage, type Player } from '../harness/Stage.ts'

type Step = 'paid' | 'cancelled' | 'failed' | 'expired' | 'cancel' | 'late' | keyof typeof forgeries

/** Notices that are refused, and have no effect. */
const forgeries = {
  'another secret': { secret: 'somebody else’s secret, as long as ours' },
  'another amount': { amount: 9_900 },
  'another payment': { payNo: 'of another payment' },
  'an old timestamp': { timestamp: 1_000_000_000_000 },
} as const

/** One of each way that a provider's notices arrive; the long run adds random ones. */
const known: readonly Step[][] = [
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
 * The notices of a payment in every order, twice, late, after a cancel and forged, one after the other and at once: a
 * payment that arrived is credited exactly once, nothing else is.
 */
export async function callbacks(lab: Lab, random = 12): Promise<{ orders: number; credited: number }> {
  const { db, url: DATABASE_URL } = await lab.database()
  const server = await lab.server({ DATABASE_URL, DATA_DIR: await lab.folder() })
  const stage = new Stage(lab, db, server.url)
  const generated = Array.from({ length: random }, () =>
    Array.from({ length: lab.random.integer(2, 6) }, () => lab.random.pick(steps)),
  )
  let credited = 0
  const sequences = [...known, ...generated]
  for (const [i, sequence] of sequences.entries()) {
    if (await deliver(stage, sequence, { atOnce: i >= known.length && i % 2 === 0 })) credited++
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
  const told = `${sequence.join(', ')}${atOnce ? ' at once' : ''}`
  if (atOnce)
    await Promise.all(
      sequence.filter((step) => step !== 'late').map((step) => take(stage, player, orderId, step, told)),
    )
  else for (const step of sequence) await take(stage, player, orderId, step, told)
  const isPaid = sequence.includes('paid')
  const [row] = await stage.db.query<{ cash: number; bonus: number; credits: number; status: string }>(
    `select w.cash, w.bonus, o.status, (select count(*) from transfers t where t.ref_id = o.id and t.kind = 'deposit')
       as credits
      from orders o join wallets w using (user_id) where o.id = $1`,
    [orderId],
  )
  const { status = '', ...money } = row ?? {}
  assert.deepEqual(
    money,
    isPaid ? { cash: 10_000, bonus: 3_000, credits: 1 } : { cash: 0, bonus: 0, credits: 0 },
    told,
  )
  assert.equal(status === 'paid', isPaid, told)
  return isPaid
}

async function take(stage: Stage, player: Player, orderId: string, step: Step, told: string): Promise<void> {
  if (step === 'late') {
    // After the order's expiry, which the job has seen.
    await stage.control('clock', { advanceMs: 31 * 60_000 })
    return
  }
  if (step === 'cancel') {
    const answer = await stage.send({
      kind: 'cancel order',
      path: `/api/app/order/cancel/${orderId}`,
      body: {},
      token: player.token,
    })
    assert.ok(
      answer.answered && [200, 400, 409].includes(answer.http),
      `${told}: cancel got ${JSON.stringify(answer)}`,
    )
    return
  }
  const isForged = step in forgeries
  const change = isForged ? forgeries[step as keyof typeof forgeries] : { result: step as 'paid' }
  const answer = await stage.send(await stage.notice(orderId, change))
  assert.ok(answer.answered, told)
  // An order that is paid already needs no second look at the amount.
  const isFine = isForged ? [200, 400, 403, 409].includes(answer.http) : answer.http === 200
  assert.ok(isFine, `${told}: ${step} got ${JSON.stringify(answer)}`)
}
