import { createHash, createHmac, randomUUID } from 'node:crypto'
import { clientSeedError, floatsSync, newSeed } from '#contract/games/fair.ts'
import type { AppDeps } from '../app.ts'
import type { Db, Tx } from '../db/client.ts'
import { Refusal } from '../errors.ts'

/** The seeds that decide one round, and how often the pair was used before it. */
export interface RoundSeeds {
  pairId: string
  serverSeed: string
  serverSeedHash: string
  clientSeed: string
  nonce: number
}

interface PairRow {
  id: string
  server_seed: string
  server_seed_hash: string
  client_seed: string
  nonce: number
}

/** What the player may see: the active server seed only by its hash. */
export interface VisibleSeeds {
  serverSeedHash: string
  clientSeed: string
  nonce: number
  previous: { serverSeed: string; serverSeedHash: string; clientSeed: string; nonce: number } | null
}

const columns = 'id, server_seed, server_seed_hash, client_seed, nonce'

/**
 * Takes the next nonce of the player's active pair. The row stays locked until the transaction ends, so no
 * two rounds share a nonce, and a round that is rolled back gives its nonce back.
 */
export async function takeNonce(deps: Pick<AppDeps, 'clock'>, tx: Tx, userId: string): Promise<RoundSeeds> {
  const take = () =>
    tx.query<PairRow>(
      `update seed_pairs set nonce = nonce + 1 where user_id = $1 and active
       returning id, server_seed, server_seed_hash, client_seed, nonce - 1 as nonce`,
      [userId],
    )
  let [pair] = await take()
  if (!pair) {
    await createPair(deps, tx, userId, newSeed().slice(0, 20))
    ;[pair] = await take()
  }
  if (!pair) throw new Error(`no seed pair: ${userId}`)
  return {
    pairId: pair.id,
    serverSeed: pair.server_seed,
    serverSeedHash: pair.server_seed_hash,
    clientSeed: pair.client_seed,
    nonce: pair.nonce,
  }
}

/** The first `count` floats of a round, with node's own HMAC. */
export function roundFloats(seeds: RoundSeeds, count: number): number[] {
  return floatsSync(seeds.serverSeed, seeds.clientSeed, seeds.nonce, count, (key, message) =>
    createHmac('sha256', key).update(message).digest(),
  )
}

/** The active pair and the last revealed one; makes the first pair. */
export async function visibleSeeds(
  deps: Pick<AppDeps, 'clock'>,
  on: Tx | Db,
  userId: string,
): Promise<VisibleSeeds> {
  let active = await activePair(on, userId)
  if (!active) {
    await createPair(deps, on, userId, newSeed().slice(0, 20))
    active = await activePair(on, userId)
  }
  if (!active) throw new Error(`no seed pair: ${userId}`)
  const [last] = await on.query<PairRow>(
    `select ${columns} from seed_pairs where user_id = $1 and not active order by revealed_at desc limit 1`,
    [userId],
  )
  return {
    serverSeedHash: active.server_seed_hash,
    clientSeed: active.client_seed,
    nonce: active.nonce,
    previous: last
      ? {
          serverSeed: last.server_seed,
          serverSeedHash: last.server_seed_hash,
          clientSeed: last.client_seed,
          nonce: last.nonce,
        }
      : null,
  }
}

/**
 * Reveals the active server seed and begins a new pair with the player's client seed, nonce 0. Refused while
 * a round is open: its hidden part would be revealed (seedInUse); clientSeedInvalid for a seed that is no seed.
 */
export async function rotateSeeds(
  deps: AppDeps,
  tx: Tx,
  userId: string,
  clientSeed: string,
): Promise<VisibleSeeds> {
  const error = clientSeedError(clientSeed)
  if (error) throw new Refusal(error)
  // Locks the pair first: a round that is being opened right now is then seen below.
  await tx.query('select id from seed_pairs where user_id = $1 and active for update', [userId])
  const open = await tx.query(
    `select 1 from game_rounds where user_id = $1 and status = 'open' and seed_pair_id is not null limit 1`,
    [userId],
  )
  if (open.length > 0) throw new Refusal('seedInUse')
  await tx.query('update seed_pairs set active = false, revealed_at = $2 where user_id = $1 and active', [
    userId,
    deps.clock.now(),
  ])
  await createPair(deps, tx, userId, clientSeed)
  return visibleSeeds(deps, tx, userId)
}

async function activePair(on: Tx | Db, userId: string): Promise<PairRow | undefined> {
  const [row] = await on.query<PairRow>(`select ${columns} from seed_pairs where user_id = $1 and active`, [
    userId,
  ])
  return row
}

async function createPair(
  deps: Pick<AppDeps, 'clock'>,
  on: Tx | Db,
  userId: string,
  clientSeed: string,
): Promise<void> {
  const serverSeed = newSeed()
  const hash = createHash('sha256').update(serverSeed).digest('hex')
  // Two first rounds at once: one pair stays.
  await on.query(
    `insert into seed_pairs (id, user_id, server_seed, server_seed_hash, client_seed, created_at)
     values ($1, $2, $3, $4, $5, $6) on conflict do nothing`,
    [randomUUID(), userId, serverSeed, hash, clientSeed, deps.clock.now()],
  )
}
