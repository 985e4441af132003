import type { AppDeps } from '../../deps.ts'
import type { Tx } from '../../db/client.ts'
import { profileOf } from '../../config/jurisdictions.ts'
import { Refusal } from '../../texts/refusal.ts'
import { notifyPlayer } from '../payments/withdrawalRows.ts'
import { refuseExcluded } from './offers.ts'

/** What a member of staff can give a player: the gift of the settings, or a part of the next deposit. */
export type StaffOffer =
  | { kind: 'gift' }
  /** `fraction` of the next deposit that the house pays, until that time. */
  | { kind: 'discount'; fraction: number; until: Date }

export interface CurrentOffers {
  hasGift: boolean
  discount: { fraction: number; until: Date } | null
}

/**
 * Gives a player an offer, which the player then takes, and returns what there was before. A second gift is refused while
 * the first one waits (conflict), and what the jurisdiction forbids, and a gift before the first deposit (offerUnavailable). Throws excluded and suspended: then there are no offers.
 */
export async function giveOffer(
  deps: Pick<AppDeps, 'clock' | 'bus' | 'config'>,
  tx: Tx,
  userId: string,
  offer: StaffOffer,
): Promise<CurrentOffers> {
  // Two statements: Citus refuses to lock what it reads together with another table.
  const [[user], deposited] = await Promise.all([
    tx.query<{ gift: boolean; pay_discount: number | null; pay_discount_expires_at: Date | null }>(
      `select gift, pay_discount, pay_discount_expires_at from users where id = $1 and erased_at is null for update`,
      [userId],
    ),
    tx.query('select 1 from wallets where user_id = $1 and deposit_sum > 0', [userId]),
  ])
  if (!user) throw new Refusal('notFound')
  await refuseExcluded(deps, tx, userId)
  if (!profileOf(deps).bonuses[offer.kind]) throw new Refusal('offerUnavailable')
  if (offer.kind === 'gift') {
    if (deposited.length === 0) throw new Refusal('offerUnavailable')
    if (user.gift) throw new Refusal('conflict')
    await tx.query('update users set gift = true where id = $1', [userId])
  } else {
    if (offer.until <= deps.clock.now()) throw new Refusal('badRequest')
    await tx.query('update users set pay_discount = $2, pay_discount_expires_at = $3 where id = $1', [
      userId,
      offer.fraction,
      offer.until,
    ])
  }
  await notifyPlayer(deps, tx, userId)
  const { gift, pay_discount: fraction, pay_discount_expires_at: until } = user
  return { hasGift: gift, discount: fraction !== null && until ? { fraction, until } : null }
}
