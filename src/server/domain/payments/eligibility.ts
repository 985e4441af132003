import { randomUUID } from 'node:crypto'
import type { DepositPackage, PackageKind } from '#contract/http/order.ts'
import { cents, ZERO, type Cents } from '#contract/money.ts'
import { multipliedAmount } from '#contract/rules/turnover.ts'
import type { AppDeps } from '../../deps.ts'
import type { Db, Tx } from '../../db/client.ts'
import { Refusal } from '../../errors.ts'

/** How long an offer of the bonus-multiplier prompt can be taken. Our choice. */
const offerLastsMs = 24 * 60 * 60_000

/** The number of paid deposits before which a package is sold: the first, and the second deposit. */
const depositsBefore: Partial<Record<PackageKind, number>> = { FCBRL: 0, BTBRL: 1 }

/** Stores what the bonus-multiplier prompt promises a player, so that it can be credited. */
export async function storeOffer(
  deps: Pick<AppDeps, 'clock'>,
  on: Db | Tx,
  { userId, multiplier, amount }: { userId: string; multiplier: number; amount: Cents },
): Promise<void> {
  const now = deps.clock.now()
  await on.query(
    `insert into multiplier_offers (id, user_id, multiplier, amount, bonus, created_at, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [
      randomUUID(),
      userId,
      multiplier,
      amount,
      multipliedAmount(multiplier, amount),
      now,
      new Date(now.getTime() + offerLastsMs),
    ],
  )
}

/**
 * The bonus that this player gets with a package, and the stored offer that it comes from. Packages of the first
 * and of the second deposit, and of the bonus-multiplier prompt, are for some players only: for those it locks the
 * wallet, so that no payment changes the answer before `tx` ends. Throws offerUnavailable for all others.
 */
export async function bonusFor(
  deps: Pick<AppDeps, 'clock'>,
  tx: Tx,
  userId: string,
  { kind, bonus }: DepositPackage,
): Promise<{ bonus: Cents; offerId: string | null }> {
  const before = depositsBefore[kind]
  if (before === undefined && kind !== 'EXPPAY') return { bonus, offerId: null }
  await tx.query('select 1 from wallets where user_id = $1 for update', [userId])
  if (before !== undefined) {
    if ((await countDeposits(tx, userId)) !== before) throw new Refusal('offerUnavailable')
    return { bonus, offerId: null }
  }
  const [offer] = await tx.query<{ id: string; bonus: number }>(
    `select id, bonus from multiplier_offers where user_id = $1 and used_by is null and expires_at > $2
      order by created_at desc, id limit 1`,
    [userId, deps.clock.now()],
  )
  if (!offer) throw new Refusal('offerUnavailable')
  return { bonus: cents(offer.bonus), offerId: offer.id }
}

/**
 * The bonus to credit for an order that is paid now, whose wallet `tx` has locked. A payment may come late, after
 * another order has taken the offer; then the bonus is nothing, and only what was paid is credited.
 */
export async function bonusToCredit(
  tx: Tx,
  order: { id: string; user_id: string; package_id: string; offer_id: string | null; bonus: number },
): Promise<Cents> {
  const bonus = cents(order.bonus)
  if (order.offer_id !== null) {
    const used = await tx.query(
      'update multiplier_offers set used_by = $2 where id = $1 and used_by is null returning 1 as used',
      [order.offer_id, order.id],
    )
    return used.length > 0 ? bonus : ZERO
  }
  const [sold] = await tx.query<{ kind: PackageKind }>('select kind from deposit_packages where id = $1', [
    order.package_id,
  ])
  if (sold?.kind === 'EXPPAY') return ZERO
  const before = sold && depositsBefore[sold.kind]
  if (before === undefined) return bonus
  return (await countDeposits(tx, order.user_id)) === before ? bonus : ZERO
}

/** How many deposits of the player were paid: none, one, or more. */
async function countDeposits(on: Db | Tx, userId: string): Promise<number> {
  const [row] = await on.query<{ deposits: number }>(
    `select greatest((select count(*) from orders where user_id = $1 and status = 'paid'),
       (select count(*) from wallets where user_id = $1 and deposit_sum > 0))::integer as deposits`,
    [userId],
  )
  return row?.deposits ?? 0
}
