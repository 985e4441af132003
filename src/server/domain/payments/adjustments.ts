import { randomUUID } from 'node:crypto'
import type { AdjustmentKind } from '#contract/office/adjustments.ts'
import type { Cents, WalletName } from '#contract/money.ts'
import type { AppDeps } from '../../deps.ts'
import type { Tx } from '../../db/client.ts'
import { staffActor } from '../../ledger/ledger.ts'
import { Refusal } from '../../texts/refusal.ts'
import { notifyPlayer } from './withdrawalRows.ts'

export interface NewAdjustment {
  userId: string
  account: WalletName
  /** Signed: above zero gives. */
  amount: Cents
  kind: AdjustmentKind
  /** For the staff. */
  reason: string
  staffId: string
}

/**
 * Gives or takes an amount at the house's expense, and returns its id. Of an account that was erased it only takes: what has come
 * to it later is paid to the person by hand. Throws notFound for an account that is not there, InsufficientFunds when there is less
 * to take.
 */
export async function makeAdjustment(
  deps: Pick<AppDeps, 'clock' | 'ledger' | 'bus'>,
  tx: Tx,
  { userId, account, amount, kind, reason, staffId }: NewAdjustment,
): Promise<string> {
  const found = await tx.query(
    'select 1 from users where id = $1 and (erased_at is null or $2::bigint < 0)',
    [userId, amount],
  )
  if (found.length === 0) throw new Refusal('notFound')
  const id = randomUUID()
  await deps.ledger.adjust(tx, {
    userId,
    actor: staffActor(staffId),
    adjustmentId: id,
    wallet: account,
    amount,
  })
  await tx.query(
    `insert into adjustments (id, user_id, account, amount, kind, reason, made_by, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [id, userId, account, amount, kind, reason, staffId, deps.clock.now()],
  )
  await notifyPlayer(deps, tx, userId)
  return id
}
