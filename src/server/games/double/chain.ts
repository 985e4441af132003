import { createHash, createHmac } from 'node:crypto'
import { doubleOutcome, type DoubleOutcome } from '#contract/games/double.ts'
import { floatsSync, newSeed } from '#contract/games/fair.ts'
import type { Tx } from '../../db/client.ts'

/** Rounds per chain; at 15 s each it lasts more than 41 hours. */
const chainLength = 10_000

interface Chain {
  id: number
  last_seed: string
  client_seed: string
  length: number
}

/** The seed of one round, its place in the chain, and the outcome that it decides. */
export interface ChainLink {
  chainId: number
  /** Also the round's nonce. */
  index: number
  serverSeed: string
  serverSeedHash: string
  outcome: DoubleOutcome
}

/** Cached by last seed, because computing the seeds of a chain takes 10,000 hashes. */
const cachedSeeds = new Map<string, string[]>()

/**
 * The link after `last`: the next link of the same chain, or the first one of the following chain. A chain is
 * committed in `double_chains` before its first round; when there is no following chain, one is created.
 */
export async function nextLink(
  tx: Tx,
  last: { chain_id: number; chain_index: number } | undefined,
  now: Date,
): Promise<ChainLink> {
  const [chain] = await tx.query<Chain>(
    `select id, last_seed, client_seed, length from double_chains
      where id > $1 or (id = $1 and length > $2 + 1) order by id limit 1`,
    [last?.chain_id ?? 0, last?.chain_index ?? -1],
  )
  const current = chain ?? (await commitChain(tx, now))
  const index = last?.chain_id === current.id ? last.chain_index + 1 : 0
  const serverSeed = seedsOf(current)[index]
  if (serverSeed === undefined) throw new Error(`chain ${current.id} has no seed ${index}`)
  const floats = floatsSync(serverSeed, current.client_seed, index, 1, (key, message) =>
    createHmac('sha256', key).update(message).digest(),
  )
  return {
    chainId: current.id,
    index,
    serverSeed,
    serverSeedHash: sha256Hex(serverSeed),
    outcome: doubleOutcome(floats),
  }
}

/**
 * The seeds of a hash chain, in the order in which they are played. Element i is the SHA-256 of element i + 1 (of
 * its hexadecimal text); `commitment`, the hash of element 0, is published before the first round.
 * The hashes are computed without a pause: a bet waits for them while it holds the
 * lock of the round's start, so they must not queue behind password hashes for the thread pool.
 */
export function buildChain(lastSeed: string, length: number): { commitment: string; seeds: string[] } {
  const backwards: string[] = []
  let seed = lastSeed
  for (let i = 0; i < length; i++) {
    backwards.push(seed)
    seed = sha256Hex(seed)
  }
  return { commitment: seed, seeds: backwards.reverse() }
}

function sha256Hex(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

async function commitChain(tx: Tx, now: Date): Promise<Chain> {
  const lastSeed = newSeed()
  const { commitment, seeds } = buildChain(lastSeed, chainLength)
  cacheSeeds(lastSeed, seeds)
  const [chain] = await tx.query<Chain>(
    `insert into double_chains (commitment, last_seed, client_seed, length, created_at)
     values ($1, $2, $3, $4, $5) returning id, last_seed, client_seed, length`,
    [commitment, lastSeed, newSeed().slice(0, 32), chainLength, now],
  )
  if (!chain) throw new Error('the chain was not stored')
  return chain
}

function seedsOf(chain: Chain): string[] {
  return (
    cachedSeeds.get(chain.last_seed) ??
    cacheSeeds(chain.last_seed, buildChain(chain.last_seed, chain.length).seeds)
  )
}

function cacheSeeds(lastSeed: string, seeds: string[]): string[] {
  // Room for two: the chain in use and the one after it.
  for (const evicted of [...cachedSeeds.keys()].slice(0, -1)) cachedSeeds.delete(evicted)
  cachedSeeds.set(lastSeed, seeds)
  return seeds
}
