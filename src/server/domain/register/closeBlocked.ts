import { randomUUID } from 'node:crypto'
import { maskKey } from '#contract/rules/destination.ts'
import { subtract, ZERO, type Cents } from '#contract/money.ts'
import type { AppDeps } from '../../deps.ts'
import type { Tx } from '../../db/client.ts'
import { jobActor } from '../../ledger/ledger.ts'
import { lockWallet } from '../../ledger/walletLock.ts'
import { readIdentity } from '../accounts/kyc.ts'
import { amountParams, mailPlayer } from '../accounts/outbox.ts'
import { endBonuses } from '../payments/endBonuses.ts'
import { heldCash, readHeldWinnings } from '../payments/heldWinnings.ts'
import { payoutKeyIndex, sealPayoutKey } from '../payments/payoutKeys.ts'
import { hasUnfinishedMoney } from '../payments/unfinishedMoney.ts'
import { notifyPlayer } from '../payments/withdrawalRows.ts'
import { Refusal } from '../../texts/refusal.ts'
import { changePlayerStatus } from '../protection/playerStatus.ts'
import { registerActor } from './registerBlocks.ts'

const atOnce = 50
/** A payout that came back, or something that was not settled yet, is looked at again after this time, in ms. */
const againMs = 30 * 60_000
/** The same for an account in which nothing is left: a corrected bet may still pay something. */
const emptyMs = 24 * 3_600_000
/** So many payouts in a row that came back are left to a person: the CPF is no key of the player's, or the bank refuses it. */
const mostFailures = 5
const actor = jobActor('closeBlockedPlayers')
/** `$1` is now. */
const due = 'ended_at is null and next_step_at <= $1'

type ClosingDeps = Pick<AppDeps, 'db' | 'clock' | 'config' | 'ledger' | 'queue' | 'bus' | 'log'>

/**
 * Closes the accounts of blocked players whose days to withdraw are over, and pays what is left to the key of the verified
 * CPF, until nothing is left: also what an open bet pays later, and what a bank has sent back. The ledger's hold takes the
 * money out of the wallet in the transaction that makes the payout, so it is paid once. An account whose money staff have
 * locked, and one without a verified CPF, is left to a person, and so is one whose payouts keep coming back. One that fails
 * does not keep the others. Safe to run in every process.
 */
export async function closeBlockedPlayers(deps: ClosingDeps): Promise<void> {
  const rows = await deps.db.read<{ user_id: string }>(
    `select user_id from register_blocks where ${due} order by next_step_at limit ${atOnce}`,
    [deps.clock.now()],
  )
  const errors: unknown[] = []
  for (const { user_id: userId } of rows) {
    try {
      await deps.db.tx((tx) => takeStep(deps, tx, userId))
    } catch (error) {
      errors.push(error)
      deps.log.error(error, `the account of the blocked player ${userId} was not closed or not paid out`)
      // After the others, which may be as many as one run takes.
      const now = deps.clock.now()
      await deps.db.write(`update register_blocks set next_step_at = $3 where user_id = $2 and ${due}`, [
        now,
        userId,
        new Date(now.getTime() + againMs),
      ])
    }
  }
  if (errors.length > 0)
    throw new AggregateError(errors, `${errors.length} accounts of blocked players failed`)
}

/** Has the payout tried again that the bank has sent back every time. Throws notFound, and conflict where nothing was given up. */
export async function payAgain(
  { clock }: Pick<AppDeps, 'clock'>,
  tx: Tx,
  id: string,
): Promise<{ userId: string }> {
  const now = clock.now()
  const [block] = await tx.query<{ user_id: string }>('select user_id from register_blocks where id = $1', [
    id,
  ])
  if (!block) throw new Refusal('notFound')
  await lockWallet(tx, block.user_id)
  const restarted = await tx.query(
    `update register_blocks set next_step_at = $2, restarted_at = $2
      where id = $1 and ended_at is null and next_step_at is null returning id`,
    [id, now],
  )
  if (restarted.length === 0) throw new Refusal('conflict')
  return { userId: block.user_id }
}

async function takeStep(deps: ClosingDeps, tx: Tx, userId: string): Promise<void> {
  const now = deps.clock.now()
  await lockWallet(tx, userId)
  // Locked first, in the same round trip: Citus refuses to lock what it reads together with another table.
  const [, [block]] = await Promise.all([
    tx.query(`select id from register_blocks where user_id = $2 and ${due} for update`, [now, userId]),
    tx.query<{ id: string; failures: number }>(
      `select id, (select count(*)::int from withdrawals w where w.user_id = $2 and w.status = 'failed'
           and w.created_at >= greatest(b.closed_at, b.restarted_at) and w.created_at > coalesce((select max(paid.created_at) from withdrawals paid
             where paid.user_id = $2 and paid.status = 'paid'), '-infinity')) as failures
        from register_blocks b where user_id = $2 and ${due}`,
      [now, userId],
    ),
  ])
  const [user] = await tx.query<{ closed_at: Date | null; lock: boolean; erased_at: Date | null }>(
    'select closed_at, lock, erased_at from users where id = $1',
    [userId],
  )
  if (!block || !user) return
  if (!user.closed_at && !user.erased_at)
    await changePlayerStatus(deps, tx, {
      userId,
      status: 'closed',
      until: null,
      reason: 'register',
      note: '',
      staffId: registerActor,
    })
  const isHopeless = block.failures >= mostFailures
  if (!user.lock && !isHopeless) await payRest(deps, tx, userId)
  const isEmpty = !(await hasUnfinishedMoney(tx, userId))
  const pause = isEmpty ? emptyMs : Math.min(againMs * 2 ** block.failures, emptyMs)
  await tx.query(
    `update register_blocks set closed_at = coalesce(closed_at, $3), next_step_at = $4,
       emptied_at = case when $5 then coalesce(emptied_at, $3) end
      where user_id = $1 and id = $2`,
    [userId, block.id, now, isHopeless ? null : new Date(now.getTime() + pause), isEmpty],
  )
}

/** Makes a payout of all cash, but what a corrected result may still take back. */
async function payRest(
  deps: Pick<AppDeps, 'clock' | 'config' | 'ledger' | 'queue' | 'bus'>,
  tx: Tx,
  userId: string,
): Promise<void> {
  const identity = await readIdentity(deps, tx, userId)
  if (!identity) return
  await endBonuses(deps, tx, userId, actor)
  const { cash } = await deps.ledger.wallet(tx, userId)
  const amount = subtract(cash, heldCash(await readHeldWinnings(deps, tx, userId), cash))
  if (amount <= ZERO) return
  const withdrawalId = randomUUID()
  await deps.ledger.holdWithdrawal(tx, { userId, actor, withdrawalId, amount })
  await insertPayout(deps, tx, { id: withdrawalId, userId, amount, identity })
  await deps.queue.add(tx, 'sendPayout', withdrawalId)
  await mailPlayer(deps, tx, userId, { key: 'withdrawalRequested', params: amountParams(amount) })
  await notifyPlayer(deps, tx, userId)
}

/** An approved withdrawal without a fee: nobody has asked for it. */
async function insertPayout(
  deps: Pick<AppDeps, 'clock' | 'config'>,
  tx: Tx,
  {
    id,
    userId,
    amount,
    identity,
  }: { id: string; userId: string; amount: Cents; identity: { name: string; cpf: string } },
): Promise<void> {
  await tx.query(
    `insert into withdrawals (id, user_id, type, key_encrypted, key_index, key_masked, holder, whatsapp, amount, fee,
       created_at, decided_at, status)
     values ($1, $2, 'CPF', $3, $4, $5, $6, '', $7, 0, $8, $8, 'approved')`,
    [
      id,
      userId,
      sealPayoutKey(deps, identity.cpf),
      payoutKeyIndex(deps, 'CPF', identity.cpf),
      maskKey('CPF', identity.cpf),
      identity.name,
      amount,
      deps.clock.now(),
    ],
  )
}
