import { createHash, createHmac, randomUUID } from 'node:crypto'
import { clientSeedError, floatsSync, newSeed } from '#contract/games/fair.ts'
import { plainNumber } from '#contract/rules/typed.ts'
import type { AppDeps } from '../deps.ts'
import type { Reader, Tx, Writer } from '../db/client.ts'
import { Refusal } from '../texts/refusal.ts'

/** The seeds that decide one round. `nonce` is the number of earlier rounds with the same pair. */
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

type ActivePair = Omit<PairRow, 'id' | 'server_seed'> & { next_hash: string | null }

/** Seeds as the player may see them: of the active and the next server seed only the hashes. */
export interface VisibleSeeds {
  serverSeedHash: string
  nextServerSeedHash: string
  clientSeed: string
  nonce: number
  previous: { serverSeed: string; serverSeedHash: string; clientSeed: string; nonce: number } | null
}

const insertPair = `insert into seed_pairs (id, user_id, server_seed, server_seed_hash, client_seed, created_at)
  values ($1, $2, $3, $4, $5, $6)`

/**
 * Takes the next nonce of the player's active pair. The row stays locked until the transaction ends, so that
 * no two rounds share a nonce, and a round that is rolled back returns its nonce.
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
    await createFirstPair(deps, tx, userId)
    ;[pair] = await take()
  }
  if (!pair) throw new Error(`player ${userId} has no seed pair`)
  return {
    pairId: pair.id,
    serverSeed: pair.server_seed,
    serverSeedHash: pair.server_seed_hash,
    clientSeed: pair.client_seed,
    nonce: pair.nonce,
  }
}

/** The first `count` floats of a round, computed with Node's HMAC. */
export function roundFloats(
  seeds: Pick<RoundSeeds, 'serverSeed' | 'clientSeed' | 'nonce'>,
  count: number,
): number[] {
  return floatsSync(seeds.serverSeed, seeds.clientSeed, seeds.nonce, count, (key, message) =>
    createHmac('sha256', key).update(message).digest(),
  )
}

/**
 * The active pair, the hash of the next server seed, and the last revealed pair. Creates what does not exist
 * yet.
 */
export async function visibleSeeds(
  deps: Pick<AppDeps, 'clock'>,
  db: Writer,
  userId: string,
): Promise<VisibleSeeds> {
  let active = await activePair(db, userId)
  if (!active) await createFirstPair(deps, db, userId)
  if (!active?.next_hash) {
    await prepareNext(deps, db, userId)
    active = await activePair(db, userId)
  }
  if (!active?.next_hash) throw new Error(`player ${userId} has no seed pair`)
  const [last] = await db.read<Omit<PairRow, 'id'>>(
    `select server_seed, server_seed_hash, client_seed, nonce from seed_pairs
     where user_id = $1 and not active order by revealed_at desc, created_at desc limit 1`,
    [userId],
  )
  return {
    serverSeedHash: active.server_seed_hash,
    nextServerSeedHash: active.next_hash,
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
 * Reveals the active server seed and starts a new pair with nonce 0 from the player's client seed and the next
 * server seed, whose hash has been shown; then prepares another next seed. Throws clientSeedInvalid, or
 * seedInUse while a round is open, because that would reveal its hidden outcome.
 */
export async function rotateSeeds(
  deps: AppDeps,
  tx: Tx,
  userId: string,
  typed: string,
): Promise<VisibleSeeds> {
  const clientSeed = plainNumber(typed)
  const error = clientSeedError(clientSeed)
  if (error) throw new Refusal(error)
  await prepareNext(deps, tx, userId)
  // One rotation at a time.
  const [next] = await tx.query<Pick<PairRow, 'server_seed' | 'server_seed_hash'>>(
    'select server_seed, server_seed_hash from next_seeds where user_id = $1 for update',
    [userId],
  )
  if (!next) throw new Error(`player ${userId} has no next server seed`)
  // Locks the pair before the check, so that a round that is being opened is seen.
  const lock = () => tx.query('select id from seed_pairs where user_id = $1 and active for update', [userId])
  if ((await lock()).length === 0) {
    await createFirstPair(deps, tx, userId)
    await lock()
  }
  const open = await tx.query(
    `select 1 from game_rounds where user_id = $1 and status = 'open' and seed_pair_id is not null limit 1`,
    [userId],
  )
  if (open.length > 0) throw new Refusal('seedInUse')
  const now = deps.clock.now()
  await tx.query('update seed_pairs set active = false, revealed_at = $2 where user_id = $1 and active', [
    userId,
    now,
  ])
  await tx.query(insertPair, [randomUUID(), userId, next.server_seed, next.server_seed_hash, clientSeed, now])
  const { serverSeed, hash } = newServerSeed()
  await tx.query(
    'update next_seeds set server_seed = $2, server_seed_hash = $3, created_at = $4 where user_id = $1',
    [userId, serverSeed, hash, now],
  )
  return visibleSeeds(deps, tx, userId)
}

/** Reads the pair and the hash of the next server seed in one snapshot, so that they belong together. */
async function activePair(db: Reader, userId: string): Promise<ActivePair | undefined> {
  const [row] = await db.read<ActivePair>(
    `select p.server_seed_hash, p.client_seed, p.nonce, n.server_seed_hash as next_hash
     from seed_pairs p left join next_seeds n on n.user_id = p.user_id where p.user_id = $1 and p.active`,
    [userId],
  )
  return row
}

/** Creates the player's first pair. Of two concurrent calls, one has no effect. */
async function createFirstPair(deps: Pick<AppDeps, 'clock'>, db: Writer, userId: string): Promise<void> {
  const { serverSeed, hash } = newServerSeed()
  const clientSeed = newSeed().slice(0, 20)
  const values = [randomUUID(), userId, serverSeed, hash, clientSeed, deps.clock.now()]
  await db.write(`${insertPair} on conflict do nothing`, values)
}

/** Prepares the next server seed unless there is one: its hash must not change before the rotation. */
async function prepareNext(deps: Pick<AppDeps, 'clock'>, db: Writer, userId: string): Promise<void> {
  const { serverSeed, hash } = newServerSeed()
  await db.write(
    `insert into next_seeds (user_id, server_seed, server_seed_hash, created_at) values ($1, $2, $3, $4)
     on conflict do nothing`,
    [userId, serverSeed, hash, deps.clock.now()],
  )
}

function newServerSeed(): { serverSeed: string; hash: string } {
  const serverSeed = newSeed()
  return { serverSeed, hash: createHash('sha256').update(serverSeed).digest('hex') }
}
