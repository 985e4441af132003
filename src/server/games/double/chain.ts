import { createHash, createHmac } from 'node:crypto'
import { doubleOutcome, type DoubleOutcome } from '#contract/games/double.ts'
import { buildChain, floatsSync, newSeed } from '#contract/games/fair.ts'
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
const cachedSeeds = new Map<string, Promise<string[]>>()

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
  const serverSeed = (await seedsOf(current))[index]
  if (serverSeed === undefined) throw new Error(`chain ${current.id} has no seed ${index}`)
  const floats = floatsSync(serverSeed, current.client_seed, index, 1, (key, message) =>
    createHmac('sha256', key).update(message).digest(),
  )
  return {
    chainId: current.id,
    index,
    serverSeed,
    serverSeedHash: createHash('sha256').update(serverSeed).digest('hex'),
    outcome: doubleOutcome(floats),
  }
}

async function commitChain(tx: Tx, now: Date): Promise<Chain> {
  const lastSeed = newSeed()
  const { commitment, seeds } = await buildChain(lastSeed, chainLength)
  cacheSeeds(lastSeed, Promise.resolve(seeds))
  const [chain] = await tx.query<Chain>(
    `insert into double_chains (commitment, last_seed, client_seed, length, created_at)
     values ($1, $2, $3, $4, $5) returning id, last_seed, client_seed, length`,
    [commitment, lastSeed, newSeed().slice(0, 32), chainLength, now],
  )
  if (!chain) throw new Error('the chain was not stored')
  return chain
}

function seedsOf(chain: Chain): Promise<string[]> {
  return (
    cachedSeeds.get(chain.last_seed) ??
    cacheSeeds(
      chain.last_seed,
      buildChain(chain.last_seed, chain.length).then(({ seeds }) => seeds),
    )
  )
}

function cacheSeeds(lastSeed: string, seeds: Promise<string[]>): Promise<string[]> {
  // Room for two: the chain in use and the one after it.
  for (const evicted of [...cachedSeeds.keys()].slice(0, -1)) cachedSeeds.delete(evicted)
  cachedSeeds.set(lastSeed, seeds)
  return seeds
}
