import type { Reader, Tx } from '../db/client.ts'

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

/**
 * The player who owns this row; undefined when there is no such row. For those who are told an id only (providers, the staff,
 * queues): where players are spread over nodes, it looks for the id on each of them.
 */
export async function ownerOfRow(
  on: Reader,
  table: 'orders' | 'withdrawals' | 'game_rounds' | 'tickets',
  id: string,
): Promise<string | undefined> {
  const [row] = await on.read<{ user_id: string }>(`select user_id from ${table} where id = $1`, [id])
  return row?.user_id
}
