import type { AppDeps } from '../deps.ts'
import type { Reader, Tx } from '../db/client.ts'
import { runForPlayer } from '../flow/traffic.ts'

/** A provider's transaction, which takes effect once. */
export interface TransactionRow {
  /** `void` stands for a debit that was rolled back before it arrived. */
  kind: 'debit' | 'credit' | 'rollback' | 'void'
  round_id: string | null
  /** Whether it said then what it says now. */
  same_body: boolean
}

/** Runs a transaction in the player's call queue, or immediately when the player is not known yet. */
export function inTurn<T>(deps: AppDeps, userId: string | undefined, fn: (tx: Tx) => Promise<T>): Promise<T> {
  const work = () => deps.db.tx(fn)
  return userId === undefined ? work() : runForPlayer(deps.traffic, userId, 'write', work)
}

/**
 * Claims the id of a transaction; returns false when it was already used. Waits for a concurrent transaction
 * with the same id.
 */
export async function claimTransaction(
  deps: AppDeps,
  tx: Tx,
  provider: string,
  {
    id,
    kind,
    body,
    roundId,
  }: { id: string; kind: TransactionRow['kind']; body: object; roundId: string | null },
): Promise<boolean> {
  const rows = await tx.query(
    `insert into provider_transactions (provider, id, kind, body, round_id, created_at)
     values ($1, $2, $3, $4, $5, $6) on conflict do nothing returning id`,
    [provider, id, kind, JSON.stringify(body), roundId, deps.clock.now()],
  )
  return rows.length > 0
}

export async function readTransaction(
  db: Reader,
  provider: string,
  id: string,
  body: object,
): Promise<TransactionRow | undefined> {
  const [row] = await db.read<TransactionRow>(
    `select kind, round_id, body = $3::jsonb as same_body from provider_transactions where provider = $1 and id = $2`,
    [provider, id, JSON.stringify(body)],
  )
  return row
}

/** The game's return to player in the catalogue; null when it is unknown. */
export async function returnOf(db: Reader, game: string): Promise<number | null> {
  const [row] = await db.read<{ rtp: number | null }>(
    'select rtp::float8 as rtp from games where code = $1',
    [game],
  )
  return row?.rtp ?? null
}
