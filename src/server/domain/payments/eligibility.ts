import { randomUUID } from 'node:crypto'
import type { DepositPackage, PackageKind } from '#contract/http/order.ts'
import { cents, ZERO, type Cents } from '#contract/money.ts'
import { OFFER_HOURS } from '#contract/rules/multiplierOffer.ts'
import { multipliedAmount } from '#contract/rules/turnover.ts'
import type { AppDeps } from '../../deps.ts'
import type { Reader, Tx, Writer } from '../../db/client.ts'
import { profileOf } from '../../config/jurisdictions.ts'
import { Refusal } from '../../texts/refusal.ts'
import { isBonusUsed, useBonus } from './packageBonuses.ts'

/** How long an offer of the bonus-multiplier prompt can be bought. */
const offerLifetimeMs = OFFER_HOURS * 3_600_000

/** Number of paid deposits that a buyer must have: packages for the first and for the second deposit. */
const requiredDeposits: Partial<Record<PackageKind, number>> = { FCBRL: 0, BTBRL: 1 }

/** Stores the offer of the bonus-multiplier prompt, from which the bonus is credited. */
export async function storeOffer(
  deps: Pick<AppDeps, 'clock'>,
  db: Writer,
  { userId, multiplier, amount }: { userId: string; multiplier: number; amount: Cents },
): Promise<void> {
  const now = deps.clock.now()
  await db.write(
    `insert into multiplier_offers (id, user_id, multiplier, amount, bonus, created_at, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [
      randomUUID(),
      userId,
      multiplier,
      amount,
      multipliedAmount(multiplier, amount),
      now,
      new Date(now.getTime() + offerLifetimeMs),
    ],
  )
}

/** The offer whose prompt the player has not closed yet; null when there is none, and in a pause. */
export async function unansweredOffer(
  deps: Pick<AppDeps, 'db' | 'clock' | 'config'>,
  userId: string,
): Promise<{ multiplier: number; amount: Cents } | null> {
  if (!profileOf(deps).bonuses.multiplier) return null
  const [offer] = await deps.db.read<{ multiplier: number; amount: Cents }>(
    `select o.multiplier::float8 as multiplier, o.amount
       from multiplier_offers o join users u on u.id = o.user_id
      where o.user_id = $1 and o.used_by is null and o.closed_at is null and o.expires_at > $2
        and coalesce(greatest(u.excluded_until, u.suspended_until) <= $2, true)
      order by o.created_at desc, o.id limit 1`,
    [userId, deps.clock.now()],
  )
  return offer ?? null
}

/** The player has closed the prompt: the offers are not shown again, but an order that was opened for one keeps it. */
export async function closeOffers(deps: Pick<AppDeps, 'db' | 'clock'>, userId: string): Promise<void> {
  await deps.db.write(
    'update multiplier_offers set closed_at = $2 where user_id = $1 and used_by is null and closed_at is null',
    [userId, deps.clock.now()],
  )
}

/**
 * The bonus that this player gets with a package, and the stored offer that it comes from. Each package's bonus is
 * for one deposit of a person, and only some players may buy packages of the first and second deposit and of the
 * bonus-multiplier prompt: the wallet is locked, so that no payment changes the result before `tx` ends. Throws
 * offerUnavailable when the player may not, and bonusUsed when a bonus is wanted that the person has had.
 */
export async function bonusFor(
  deps: Pick<AppDeps, 'clock' | 'config'>,
  tx: Tx,
  userId: string,
  { id, kind, bonus }: DepositPackage,
  isWanted: boolean,
): Promise<{ bonus: Cents; offerId: string | null }> {
  const required = requiredDeposits[kind]
  await tx.query('select 1 from wallets where user_id = $1 for update', [userId])
  if (kind !== 'EXPPAY') {
    if (required !== undefined && (await countDeposits(tx, userId)) !== required)
      throw new Refusal('offerUnavailable')
    if (!isWanted || bonus === ZERO) return { bonus: ZERO, offerId: null }
    if (await isBonusUsed(tx, userId, id)) throw new Refusal('bonusUsed')
    return { bonus, offerId: null }
  }
  // This prompt has no gift flag: its packages always include the bonus.
  if (!profileOf(deps).bonuses.multiplier) throw new Refusal('offerUnavailable')
  const [offer] = await tx.query<{ id: string; bonus: number }>(
    `select id, bonus from multiplier_offers where user_id = $1 and used_by is null and expires_at > $2
      order by created_at desc, id limit 1`,
    [userId, deps.clock.now()],
  )
  if (!offer) throw new Refusal('offerUnavailable')
  return { bonus: cents(offer.bonus), offerId: offer.id }
}

/**
 * The bonus to credit for a paid order, without its discount, which it uses up; `tx` must have locked its wallet. Zero for a late payment whose
 * offer or bonus another order has used: then only the principal is credited.
 */
export async function bonusToCredit(
  deps: Pick<AppDeps, 'clock'>,
  tx: Tx,
  order: {
    id: string
    user_id: string
    package_id: string
    offer_id: string | null
    bonus: number
    discount_bonus: number
  },
): Promise<Cents> {
  const bonus = cents(order.bonus - order.discount_bonus)
  if (order.offer_id !== null) {
    const used = await tx.query(
      'update multiplier_offers set used_by = $2 where id = $1 and used_by is null returning 1 as used',
      [order.offer_id, order.id],
    )
    return used.length > 0 ? bonus : ZERO
  }
  if (bonus === ZERO) return ZERO
  const [soldPackage] = await tx.query<{ kind: PackageKind }>(
    'select kind from deposit_packages where id = $1',
    [order.package_id],
  )
  if (soldPackage?.kind === 'EXPPAY') return ZERO
  const required = soldPackage && requiredDeposits[soldPackage.kind]
  if (required !== undefined && (await countDeposits(tx, order.user_id)) !== required) return ZERO
  const now = deps.clock.now()
  return (await useBonus(tx, { userId: order.user_id, packageId: order.package_id, now })) ? bonus : ZERO
}

/** Paid orders of the player, up to two; at least 1 when the wallet has deposits without an order. */
async function countDeposits(db: Reader, userId: string): Promise<number> {
  const [row] = await db.read<{ deposits: number }>(
    `select greatest(
       (select count(*) from (select from orders where user_id = $1 and status = 'paid' limit 2) as paid),
       (select count(*) from wallets where user_id = $1 and deposit_sum > 0))::integer as deposits`,
    [userId],
  )
  return row?.deposits ?? 0
}
