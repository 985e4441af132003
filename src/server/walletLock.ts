import type { Tx } from './db/client.ts'

/**
 * The one lock order: whatever moves a player's money locks the wallet before any other row, and waits there,
 * so two such transactions never wait for each other. `idempotent` does it for every money call; jobs, notices
 * and calls without a key begin with one of these.
 */
export const lockWalletSql = 'select 1 from wallets where user_id = $1 for update'

/** Locks the player's wallet until the transaction ends. */
export async function lockWallet(tx: Tx, userId: string): Promise<void> {
  await tx.query(lockWalletSql, [userId])
}

/** Locks the wallet of the player to whom this row belongs. */
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
