import { cents, min, subtract, type Cents } from '#contract/money.ts'
import { formatMoney } from '#contract/moneyTexts.ts'
import { languages } from '#contract/languages.ts'
import type { PaymentDeps } from '../../deps.ts'
import type { Reader, Tx } from '../../db/client.ts'
import { providerActor } from '../../ledger/ledger.ts'
import { lockWallet, ownerOfRow } from '../../ledger/walletLock.ts'
import type { PaymentReturn } from '../../providers/payment/PaymentProvider.ts'
import { Refusal } from '../../texts/refusal.ts'
import { sendMessage } from '../accounts/messages.ts'
import { mailPlayer } from '../accounts/outbox.ts'
import type { OrderRow } from './orders.ts'
import { notifyPlayer } from './withdrawalRows.ts'
import { provideCash } from './provideCash.ts'

type Cause = Exclude<PaymentReturn['cause'], 'refund'>

/** Applies what a bank has taken back of a deposit, each once. Our own refunds are not concerned. */
export async function applyReturns(
  deps: PaymentDeps,
  orderId: string,
  returns: readonly PaymentReturn[],
): Promise<void> {
  for (const { id, amount, cause, state } of returns)
    if (state === 'done' && cause !== 'refund') await reverseDeposit(deps, orderId, { id, amount, cause })
}

/**
 * A bank has taken money of a paid deposit back, which we cannot prevent: it leaves the player's cash, and withdrawals that
 * nobody has decided, and suspended prizes after them, give up what is missing. What is not there is a debt of the player. Happens once for each `id`. Does
 * nothing for an order that was never credited.
 */
async function reverseDeposit(
  deps: PaymentDeps,
  orderId: string,
  { id, amount, cause }: { id: string; amount: Cents; cause: Cause },
): Promise<void> {
  await deps.db.tx(async (tx) => {
    const userId = await ownerOfRow(tx, 'orders', orderId)
    if (userId === undefined) return
    await lockWallet(tx, userId)
    const [order] = await tx.query<OrderRow>(
      'select * from orders where user_id = $1 and id = $2 for update',
      [userId, orderId],
    )
    if (order?.status !== 'paid') return
    const { provider } = order
    const known = await tx.query(
      'select 1 from deposit_reversals where user_id = $1 and provider = $2 and id = $3',
      [userId, provider, id],
    )
    if (known.length > 0) return
    const actor = providerActor(provider)
    await provideCash(deps, tx, { userId, actor, wanted: amount, refusal: 'depositReversed' })
    const taken = min(amount, (await deps.ledger.wallet(tx, userId)).cash)
    await tx.query(
      `insert into deposit_reversals (user_id, provider, id, order_id, cause, amount, taken, at)
       values ($1, $2, $3, $4, $5, $6, $7, $8)`,
      [userId, provider, id, orderId, cause, amount, taken, deps.clock.now()],
    )
    await deps.ledger.reverseDeposit(tx, { userId, actor, orderId, reversalId: id, amount, taken })
    await tell(deps, tx, { userId, amount, taken })
    tx.afterCommit(() =>
      deps.log.error(
        { orderId, cause, cents: amount, debt: amount - taken },
        'a bank has taken a deposit back',
      ),
    )
  })
}

async function tell(
  deps: PaymentDeps,
  tx: Tx,
  { userId, amount, taken }: { userId: string; amount: Cents; taken: Cents },
): Promise<void> {
  const owed = subtract(amount, taken)
  await sendMessage(deps, tx, userId, { kind: 'depositReversed', params: { amount, moved: taken, owed } })
  const money = (value: Cents) => (language: keyof typeof languages) =>
    formatMoney(value, languages[language])
  await mailPlayer(deps, tx, userId, {
    key: 'depositReversed',
    params: { amount: money(amount), taken: money(taken), owed: money(owed) },
  })
  await notifyPlayer(deps, tx, userId)
}

/** A deposit that a bank has taken back; amounts in cents. */
export interface DepositReversal {
  id: string
  provider: string
  userId: string
  orderId: string
  cause: Cause
  amount: Cents
  /** What was still there. */
  taken: Cents
  /** What the player still owes. */
  debt: Cents
  at: Date
}

/** Deposits that banks have taken back, the newest first; of one player, or those with a debt. */
export async function listReversals(
  db: Reader,
  { userId, withDebt = false }: { userId?: string; withDebt?: boolean } = {},
  limit = 100,
): Promise<DepositReversal[]> {
  const rows = await db.read<{
    id: string
    provider: string
    user_id: string
    order_id: string
    cause: Cause
    amount: number
    taken: number
    debt: number
    at: Date
  }>(
    `select *, case when settled_at is null then amount - taken - paid else 0 end as debt from deposit_reversals
      where ($1::text is null or user_id = $1) and (not $2 or (taken < amount and taken + paid < amount and settled_at is null))
      order by at desc, id limit $3`,
    [userId ?? null, withDebt, limit],
  )
  return rows.map((row) => ({
    id: row.id,
    provider: row.provider,
    userId: row.user_id,
    orderId: row.order_id,
    cause: row.cause,
    amount: cents(row.amount),
    taken: cents(row.taken),
    debt: cents(row.debt),
    at: row.at,
  }))
}

/**
 * Closes the debt of a reversal: it was paid otherwise, or is written off. Moves no money. Throws notFound, or conflict when
 * there is no open debt.
 */
export async function settleDebt(
  deps: Pick<PaymentDeps, 'clock'>,
  tx: Tx,
  { userId, provider, id }: Pick<DepositReversal, 'userId' | 'provider' | 'id'>,
  { by, reason }: { by: string; reason: string },
): Promise<void> {
  const [row] = await tx.query<{ is_open: boolean }>(
    `select taken + paid < amount and settled_at is null as is_open from deposit_reversals
      where user_id = $1 and provider = $2 and id = $3 for update`,
    [userId, provider, id],
  )
  if (!row) throw new Refusal('notFound')
  if (!row.is_open) throw new Refusal('conflict')
  await tx.query(
    `update deposit_reversals set settled_at = $4, settled_by = $5, settled_reason = $6
      where user_id = $1 and provider = $2 and id = $3`,
    [userId, provider, id, deps.clock.now(), by, reason],
  )
}
