import { cents } from '#contract/money.ts'
import { betsOfNextLevel } from '#contract/rules/vip.ts'
import type { Db } from '../../db/client.ts'
import type { RoundSeeds } from '../seeds.ts'

/** Cached data for a player's next instant bet. The statement that posts the bet checks that it is still valid. */
export interface PlayerState {
  /** `nonce` is the nonce of the next round. */
  seeds: RoundSeeds
  /** Where the player's rows are: bets of players of the same shard can be posted in one statement. */
  shard: number
  /** The address of the node that has these rows; null where there is one PostgreSQL. */
  node: string | null
  /** Cents. */
  depositSum: number
  /** The sum of settled bets at which the player reaches the next level, in cents. */
  levelBets: number
  /** When a bet last moved a game to the front of the recently played ones, in ms of the server's clock. */
  playedAt: Map<string, number>
}

interface StateRow {
  user_id: string
  pair_id: string
  server_seed: string
  server_seed_hash: string
  client_seed: string
  nonce: number
  deposit_sum: number
  settled_bets: number
  shard: number
  node: string | null
}

const readSql = `
  select w.user_id, p.id as pair_id, p.server_seed, p.server_seed_hash, p.client_seed, p.nonce, w.deposit_sum,
    w.bet_sum - w.hold_round_cash - w.hold_round_bonus as settled_bets, player_shard(w.user_id) as shard,
    player_node(w.user_id) as node
  from wallets w join seed_pairs p on p.user_id = w.user_id and p.active where w.user_id = any($1)`

/** The states of these players, by id. A player who has no seeds yet is missing. */
export async function readPlayerStates(
  db: Db,
  userIds: readonly string[],
): Promise<Map<string, PlayerState>> {
  const rows = await db.read<StateRow>(readSql, [userIds])
  return new Map(rows.map((row) => [row.user_id, toState(row)]))
}

function toState(row: StateRow): PlayerState {
  return {
    seeds: {
      pairId: row.pair_id,
      serverSeed: row.server_seed,
      serverSeedHash: row.server_seed_hash,
      clientSeed: row.client_seed,
      nonce: row.nonce,
    },
    shard: row.shard,
    node: row.node,
    depositSum: row.deposit_sum,
    levelBets: betsOfNextLevel(cents(row.deposit_sum), cents(row.settled_bets)),
    playedAt: new Map(),
  }
}
