import type { Reader } from '../../db/client.ts'

/**
 * Whether there is cash in the player's wallet, or an unfinished withdrawal, order, round or ticket. `tx` must have locked
 * the wallet, so that it stays so.
 */
export async function hasUnfinishedMoney(tx: Reader, userId: string): Promise<boolean> {
  const rows = await tx.read(
    `select from wallets w where w.user_id = $1 and (
       w.cash > 0 or w.hold_withdrawal > 0 or w.hold_round_cash > 0 or w.hold_round_bonus > 0
       or exists (select 1 from orders where user_id = $1 and status in ('created', 'pending')))`,
    [userId],
  )
  return rows.length > 0
}
