import { awayDays, returnFraction, returnHours } from '#contract/rules/discount.ts'
import type { AppDeps } from '../../deps.ts'
import { profileOf } from '../../config/jurisdictions.ts'

const hourMs = 3_600_000
/** The discount on the next deposit of a player who has not deposited for this long; and the pause before the next one. */
const awayMs = awayDays * 24 * hourMs
const validMs = returnHours * hourMs

/**
 * Gives a player who has just connected the discount for returning players, if they deposited before but not in the last 30
 * days (docs/product.md, "Payment discount"), and notifies their clients.
 */
export async function discountReturning(
  deps: Pick<AppDeps, 'db' | 'bus' | 'clock' | 'config'>,
  userId: string,
): Promise<void> {
  if (!profileOf(deps).bonuses.discount) return
  const now = deps.clock.now()
  const since = new Date(now.getTime() - awayMs)
  const params = [userId, now, since]
  // Almost every call ends here, without a transaction.
  const [returning] = await deps.db.read(`select 1 as found from users u where ${isReturning}`, params)
  if (!returning) return
  await deps.db.tx(async (tx) => {
    const expiresAt = new Date(now.getTime() + validMs)
    const given = await tx.query(
      `update users u set pay_discount = $4, pay_discount_expires_at = $5 where ${isReturning} returning 1 as given`,
      [...params, returnFraction, expiresAt],
    )
    if (given.length === 0) return
    const payDiscount = { discount: returnFraction, expiredTime: expiresAt.toISOString() }
    await deps.bus.publish(tx, {
      type: 'event',
      userId,
      event: { name: 'updateUserInfo', payload: { payDiscount } },
    })
  })
}

/** $1 the player, $2 now, $3 30 days ago. */
const isReturning = `u.id = $1 and not u.test_flag and coalesce(greatest(u.excluded_until, u.suspended_until) <= $2, true)
  and (u.pay_discount_expires_at is null or u.pay_discount_expires_at <= $3)
  and exists (select from orders o where o.user_id = u.id and o.status = 'paid')
  and not exists (select from orders o where o.user_id = u.id and o.status = 'paid' and o.paid_at > $3)`
