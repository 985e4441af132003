import type { OriginalGame } from '#contract/games/gameCodes.ts'
import { ZERO, type Cents, type WalletName } from '#contract/money.ts'
import type { Reader, Tx } from '../db/client.ts'
import { showsAmountsOfRoundSql } from '../domain/accounts/publicIdentity.ts'
import { lockWallet } from '../ledger/walletLock.ts'
import { Refusal } from '../texts/refusal.ts'

export type Json = Record<string, unknown>

/** A stored round: its stake, outcome and payout. Amounts in cents. */
export interface RoundRow {
  id: string
  user_id: string
  game: string
  wallet: WalletName
  stake: Cents
  payout: Cents
  status: 'open' | 'settled' | 'refunded'
  params: Json
  /** Progress of an open round. */
  state: Json | null
  /** Drawn from the seeds; secret while the round is open. */
  outcome: Json | null
  multiplier: number | null
  nonce: number
  created_at: Date
  server_seed: string
  server_seed_hash: string
  client_seed: string
  pair_active: boolean
}

/** A round that everybody may see. */
export interface PublicRoundRow extends RoundRow {
  shows_amounts: boolean
}

/**
 * The seeds are those of the player's pair, or of the chain for a bet on a shared round. A third-party round
 * has no seeds and an empty proof.
 */
const columns = `select r.id, r.user_id, r.game, r.wallet, r.stake, r.payout, r.status, r.params, r.state, r.outcome,
  r.multiplier, coalesce(r.nonce, 0) as nonce, r.created_at,
  coalesce(p.server_seed, d.server_seed, '') as server_seed,
  coalesce(p.server_seed_hash, d.server_seed_hash, '') as server_seed_hash,
  coalesce(p.client_seed, c.client_seed, '') as client_seed, coalesce(p.active, d.closed_at is null) as pair_active`
const joins = `from game_rounds r left join seed_pairs p on p.id = r.seed_pair_id and p.user_id = r.user_id
  left join double_rounds d on d.sequence = r.double_round left join double_chains c on c.id = d.chain_id`
const select = `${columns} ${joins}`

/** The round, locked until the transaction ends. Throws roundNotFound, also for another player's round. */
export async function lockRound(tx: Tx, userId: string, game: string, roundId: string): Promise<RoundRow> {
  const [row] = await tx.query<RoundRow>(
    `${select} where r.id = $1 and r.user_id = $2 and r.game = $3 for update of r`,
    [roundId, userId, game],
  )
  if (!row) throw new Refusal('roundNotFound')
  return row
}

/**
 * Locks the wallet and then the round, of any player, until the transaction ends; undefined while another
 * transaction has locked the round.
 */
export async function tryLockRound(
  tx: Tx,
  { id, user_id: userId }: Pick<RoundRow, 'id' | 'user_id'>,
): Promise<RoundRow | undefined> {
  await lockWallet(tx, userId)
  const [row] = await tx.query<RoundRow>(
    `${select} where r.id = $1 and r.user_id = $2 for update of r skip locked`,
    [id, userId],
  )
  return row
}

/** The player's open round of a game, or undefined. */
export async function openRoundOf(
  db: Reader,
  userId: string,
  game: OriginalGame,
): Promise<RoundRow | undefined> {
  const [row] = await db.read<RoundRow>(
    `${select} where r.user_id = $1 and r.game = $2 and r.status = 'open'`,
    [userId, game],
  )
  return row
}

/** All open rounds of a player, of any game. */
export function openRounds(db: Reader, userId: string): Promise<RoundRow[]> {
  return db.read<RoundRow>(`${select} where r.user_id = $1 and r.status = 'open' order by r.created_at`, [
    userId,
  ])
}

export async function roundById(db: Reader, userId: string, roundId: string): Promise<RoundRow> {
  const [row] = await db.read<RoundRow>(`${select} where r.id = $1 and r.user_id = $2`, [roundId, userId])
  if (!row) throw new Refusal('roundNotFound')
  return row
}

/** A settled round of any player but a test account. Throws roundNotFound. */
export async function settledRound(db: Reader, roundId: string): Promise<PublicRoundRow> {
  const [row] = await db.read<PublicRoundRow>(
    `${columns}, ${showsAmountsOfRoundSql('u')} as shows_amounts ${joins} join users u on u.id = r.user_id where r.id = $1 and r.status = 'settled' and not u.test_flag`,
    [roundId],
  )
  if (!row) throw new Refusal('roundNotFound')
  return row
}

/** Finished rounds of a game, newest first. */
export function roundHistory(db: Reader, userId: string, game: string, limit: number): Promise<RoundRow[]> {
  return db.read<RoundRow>(
    `${select} where r.user_id = $1 and r.game = $2 and r.status <> 'open' order by r.created_at desc, r.id limit $3`,
    [userId, game, limit],
  )
}

/** The result as players see it. */
export function roundResult(row: RoundRow): 'open' | 'won' | 'lost' | 'refunded' {
  if (row.status !== 'settled') return row.status
  return row.payout > ZERO ? 'won' : 'lost'
}

/** The data for a verifier. The server seed is null until its pair has been rotated. */
export function proofOf(row: RoundRow) {
  return {
    serverSeedHash: row.server_seed_hash,
    serverSeed: row.pair_active ? null : row.server_seed,
    clientSeed: row.client_seed,
    nonce: row.nonce,
  }
}
