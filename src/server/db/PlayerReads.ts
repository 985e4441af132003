import { LRUCache } from 'lru-cache'
import type { Db, Reader } from './client.ts'
import { isDistributed } from './distributed.ts'
import { isOutage } from './faults.ts'

const maxPlayers = 100_000
/** How long a node is left out after it could not be reached, in ms. */
const unreachedMs = 5_000

/** Where a player's rows are: the node's address, and its schema with them (distributed/020.functions.sql). */
interface Place {
  node: string
  schema: string
}

/**
 * Reads of what one player has. Where players are spread over nodes, they go to the player's node, so that the coordinator is not in
 * the way of every call, and are planned once, as on one PostgreSQL. By way of the coordinator while that node cannot be reached
 * directly.
 */
export class PlayerReads {
  readonly #db: Db
  readonly #places = new LRUCache<string, Place>({ max: maxPlayers })
  readonly #unreached = new LRUCache<string, true>({ max: 1_000, ttl: unreachedMs })

  constructor(db: Db) {
    this.#db = db
  }

  /** For statements that read rows of this player, and what every node has a copy of. */
  async of(userId: string): Promise<Reader> {
    const db = this.#db
    const place = (await isDistributed(db)) ? await this.#placeOf(userId) : undefined
    if (place === undefined || this.#unreached.has(place.node)) return db
    const near = db.at(place.node).readIn(place.schema)
    return {
      read: async (sql, params) => {
        try {
          return await near.read(sql, params)
        } catch (error) {
          if (!isOutage(error)) throw error
          this.#unreached.set(place.node, true)
          return db.read(sql, params)
        }
      },
    }
  }

  async #placeOf(userId: string): Promise<Place | undefined> {
    const known = this.#places.get(userId)
    if (known !== undefined) return known
    const [row] = await this.#db.read<{ node: string | null; shard: number }>(
      'select player_node($1) as node, player_shard($1) as shard',
      [userId],
    )
    if (row === undefined || row.node === null) return undefined
    const place = { node: row.node, schema: `shard_${row.shard}` }
    this.#places.set(userId, place)
    return place
  }
}
