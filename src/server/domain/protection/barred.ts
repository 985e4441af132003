import { isWithoutEnd } from '#contract/rules/limits.ts'
import type { StatusReason } from '#contract/rules/playerStatus.ts'
import type { Reader } from '../../db/client.ts'
import { Refusal } from '../../texts/refusal.ts'
import { hasUnfinishedMoney } from '../payments/unfinishedMoney.ts'
import { statusParams } from './protectionTexts.ts'

/** Columns of `users` that say whether the player may deposit and play. */
export interface Bar {
  /** End of the player's own pause. */
  excluded_until: Date | null
  /** End of the operator's suspension. */
  suspended_until: Date | null
  status_reason: StatusReason | null
  closed_at: Date | null
}

/** The columns of a `Bar`; no other table has such names. */
export const barColumns = 'excluded_until, suspended_until, status_reason, closed_at'

/**
 * Throws `accountClosed` in a closed account, which somebody still uses to withdraw what is left, `excluded` during the player's
 * own pause, `suspended` during the operator's suspension.
 */
export function refuseBarred(
  { excluded_until, suspended_until, status_reason, closed_at }: Bar,
  now: Date,
): void {
  if (closed_at && status_reason)
    throw new Refusal('accountClosed', { params: statusParams(status_reason, null) })
  if (excluded_until && excluded_until > now) throw new Refusal('excluded')
  if (suspended_until && suspended_until > now && status_reason)
    throw new Refusal('suspended', { params: statusParams(status_reason, realEnd(suspended_until)) })
}

/**
 * Throws `accountClosed` with the reason when the account is closed, unless something of the player's is still in it, which
 * the player may withdraw.
 */
export async function refuseClosed(db: Reader, userId: string): Promise<void> {
  const [user] = await db.read<{ status_reason: StatusReason }>(
    'select status_reason from users where id = $1 and closed_at is not null',
    [userId],
  )
  if (user && !(await hasUnfinishedMoney(db, userId)))
    throw new Refusal('accountClosed', { params: statusParams(user.status_reason, null) })
}

/** The end of a suspension as people read it; null: none. */
export function realEnd(until: Date | null): Date | null {
  return until && !isWithoutEnd(until) ? until : null
}
