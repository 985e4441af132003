import { createHash, randomUUID } from 'node:crypto'
import { z } from 'zod'
import { lockWallet } from '../ledger/walletLock.ts'
import type { AppDeps } from '../deps.ts'

export const seedsSchema = z.strictObject({
  serverSeed: z.string().min(1).max(128),
  clientSeed: z.string().min(1).max(64),
  /** The nonce of the next round. */
  nonce: z.number().int().min(0).max(1_000_000_000).default(0),
})

/**
 * Replaces a player's active pair, so that the next outcomes are known. Returns the public part of the pair.
 */
export async function fixSeeds(
  deps: Pick<AppDeps, 'db' | 'clock'>,
  userId: string,
  seeds: z.output<typeof seedsSchema>,
): Promise<{ serverSeedHash: string; clientSeed: string; nonce: number }> {
  const { serverSeed, clientSeed, nonce } = seeds
  const serverSeedHash = createHash('sha256').update(serverSeed).digest('hex')
  const now = deps.clock.now()
  await deps.db.tx(async (tx) => {
    await lockWallet(tx, userId)
    await tx.query('update seed_pairs set active = false, revealed_at = $2 where user_id = $1 and active', [
      userId,
      now,
    ])
    await tx.query(
      `insert into seed_pairs (id, user_id, server_seed, server_seed_hash, client_seed, nonce, created_at)
       values ($1, $2, $3, $4, $5, $6, $7)`,
      [randomUUID(), userId, serverSeed, serverSeedHash, clientSeed, nonce, now],
    )
  })
  return { serverSeedHash, clientSeed, nonce }
}
