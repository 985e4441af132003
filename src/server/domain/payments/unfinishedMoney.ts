import type { Reader } from '../../db/client.ts'

/**
 * SQL: whether there is cash in the wallet in the table `w`, or an unfinished withdrawal, order, round or ticket of its
 * player.
 */
export const unfinishedMoneySql = `(
  w.cash > 0 or w.hold_withdrawal > 0 or w.hold_round_cash > 0 or w.hold_round_bonus > 0
  or exists (select 1 from orders where user_id = w.user_id and status in ('created', 'pending')))`

/**
 * Whether there is cash in the player's wallet, or an unfinished withdrawal, order, round or ticket. A transaction that
 * has locked the wallet can rely on it.
 */
export async function hasUnfinishedMoney(db: Reader, userId: string): Promise<boolean> {
  const rows = await db.read(`select from wallets w where w.user_id = $1 and ${unfinishedMoneySql}`, [userId])
  return rows.length > 0
}
