import type { RefusalCode } from '#contract/rules/withdrawalDecision.ts'
import { cents } from '#contract/money.ts'
import type { AppDeps } from '../../deps.ts'
import type { Tx } from '../../db/client.ts'
import { mailWords } from '../../texts/texts.ts'
import { sendMessage } from '../accounts/messages.ts'
import { amountParams, mailPlayer } from '../accounts/outbox.ts'

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
  const locked = await tx.query(
    `select 1 from wallets where user_id = (select user_id from withdrawals where id = $1)
      for update ${skipLocked ? 'skip locked' : ''}`,
    [id],
  )
  if (locked.length === 0) return undefined
  const [row] = await tx.query<WithdrawalRow>(
    'select id, user_id, amount, fee, status from withdrawals where id = $1 for update',
    [id],
  )
  return row
}

/** Sends the account to the player's screens when `tx` commits. */
export async function notifyPlayer(deps: Pick<AppDeps, 'bus'>, tx: Tx, userId: string): Promise<void> {
  await deps.bus.publish(tx, { type: 'event', userId, event: { name: 'updateUserInfo', payload: {} } })
}

/** Tells the player that the amount is back in the wallet, and why, if there is a reason. */
export async function tellRefused(
  deps: Pick<AppDeps, 'clock' | 'config' | 'queue'>,
  tx: Tx,
  row: WithdrawalRow,
  refusal: RefusalCode | null,
): Promise<void> {
  const amount = cents(row.amount)
  const params = { amount, ...(refusal && { refusal }) }
  await sendMessage(deps, tx, row.user_id, { kind: 'withdrawalRefused', params })
  await mailPlayer(deps, tx, row.user_id, {
    key: 'withdrawalRefused',
    params: {
      ...amountParams(amount),
      reason: (language) => mailWords(language).refusals[refusal ?? 'none'],
    },
  })
}
