import type { RefusalCode } from '#contract/rules/withdrawalDecision.ts'
import { cents } from '#contract/money.ts'
import type { AppDeps } from '../../deps.ts'
import type { Tx } from '../../db/client.ts'
import type { Actor } from '../../ledger/ledger.ts'
import { lockFreeWallet, lockWallet, ownerOfRow } from '../../ledger/walletLock.ts'
import { mailWords } from '../../texts/texts.ts'
import { sendMessage } from '../accounts/messages.ts'
import { amountParams, mailPlayer } from '../accounts/outbox.ts'
import type { ReviewReason } from './payoutKeys.ts'

/** `inReview` waits for a person; `approved` for the provider; see migration 460.payouts.sql for the others. */
export type WithdrawalStatus =
  | 'requested'
  | 'inReview'
  | 'approved'
  | 'sent'
  | 'paid'
  | 'failed'
  | 'returned'
  | 'refused'

export interface WithdrawalRow {
  id: string
  user_id: string
  amount: number
  fee: number
  status: WithdrawalStatus
  review: ReviewReason
}

/**
 * Locks the wallet first, like all code that moves money. With `skipLocked`, undefined when another process
 * has locked it.
 */
export async function lockWithdrawal(
  tx: Tx,
  id: string,
  skipLocked = false,
): Promise<WithdrawalRow | undefined> {
  const userId = await ownerOfRow(tx, 'withdrawals', id)
  if (userId === undefined) return undefined
  if (!skipLocked) await lockWallet(tx, userId)
  else if (!(await lockFreeWallet(tx, userId))) return undefined
  const [row] = await tx.query<WithdrawalRow>(
    'select id, user_id, amount, fee, status, review from withdrawals where user_id = $1 and id = $2 for update',
    [userId, id],
  )
  return row
}

/** Sends the account to the player's screens when `tx` commits. */
export async function notifyPlayer(deps: Pick<AppDeps, 'bus'>, tx: Tx, userId: string): Promise<void> {
  await deps.bus.publish(tx, { type: 'event', userId, event: { name: 'updateUserInfo', payload: {} } })
}

/** Tells the player that the amount is back in the wallet, and why, if there is a reason: refused, or it did not arrive. */
export async function tellMoneyBack(
  deps: Pick<AppDeps, 'clock' | 'config' | 'queue'>,
  tx: Tx,
  row: Pick<WithdrawalRow, 'user_id' | 'amount'>,
  refusal: RefusalCode | null,
): Promise<void> {
  const amount = cents(row.amount)
  const params = { amount, ...(refusal && { refusal }) }
  const hasFailed = refusal === 'payoutFailed' || refusal === 'payoutReturned'
  const kind = hasFailed ? 'withdrawalReturned' : 'withdrawalRefused'
  await sendMessage(deps, tx, row.user_id, { kind, params })
  await mailPlayer(deps, tx, row.user_id, {
    key: kind,
    params: {
      ...amountParams(amount),
      reason: (language) => mailWords(language).refusals[refusal ?? 'none'],
    },
  })
}

/** Gives the held amount of a refused withdrawal back, and tells the player why, if there is a reason. */
export async function giveMoneyBack(
  deps: Pick<AppDeps, 'clock' | 'config' | 'queue' | 'ledger' | 'bus'>,
  tx: Tx,
  row: Pick<WithdrawalRow, 'id' | 'user_id' | 'amount'>,
  { actor, refusal }: { actor: Actor; refusal: RefusalCode | null },
): Promise<void> {
  await deps.ledger.refundWithdrawal(tx, { userId: row.user_id, actor, withdrawalId: row.id })
  await tellMoneyBack(deps, tx, row, refusal)
  await notifyPlayer(deps, tx, row.user_id)
}
