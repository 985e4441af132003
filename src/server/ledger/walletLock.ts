import type { Tx } from '../db/client.ts'

/**
 * The lock order: every transaction that moves a player's money locks the wallet before any other row, so that
 * two of them never deadlock. `idempotent` does it for every money call; jobs, webhook notifications and calls without
 * an idempotency key start with one of these functions.
 */
export const lockWalletSql = 'select 1 from wallets where user_id = $1 for update'

/** Locks the player's wallet until the transaction ends. */
export async function lockWallet(tx: Tx, userId: string): Promise<void> {
  await tx.query(lockWalletSql, [userId])
}

/** Locks the player's wallet until the transaction ends, unless another transaction holds it; returns whether it did. */
export async function lockFreeWallet(tx: Tx, userId: string): Promise<boolean> {
  return (await tx.query(`${lockWalletSql} skip locked`, [userId])).length > 0
}

/** Locks the wallet of the player who owns this row. */
export async function lockWalletOf(
  tx: Tx,
  table: 'orders' | 'withdrawals' | 'game_rounds' | 'tickets',
  id: string,
): Promise<void> {
  await tx.query(
    `select 1 from wallets where user_id = (select user_id from ${table} where id = $1) for update`,
    [id],
  )
}
