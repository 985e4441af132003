import type { SignedCall } from '#contract/terminal.ts'
import type { Tx } from '../../db/client.ts'
import type { AppDeps } from '../../deps.ts'
import { Refusal } from '../../texts/refusal.ts'

/** The key that signs the calls of a terminal. Throws forbidden for one that is unknown, not enrolled or revoked. */
export async function keyOfTerminal({ db }: Pick<AppDeps, 'db'>, terminalId: string): Promise<string> {
  const [row] = await db.read<{ public_key: string | null }>(
    'select public_key from terminals where id = $1 and revoked_at is null',
    [terminalId],
  )
  if (!row?.public_key) throw new Refusal('forbidden')
  return row.public_key
}

/**
 * Counts a call of a terminal whose signature was checked. Throws forbidden for a terminal that was revoked meanwhile,
 * and conflict for a replay, with the last sequence, so that a terminal that lost its own can continue.
 */
export async function acceptSequence(tx: Tx, { terminalId, sequence }: SignedCall): Promise<void> {
  const [row] = await tx.query<{ revoked_at: Date | null; sequence: number }>(
    'select revoked_at, sequence from terminals where id = $1 for update',
    [terminalId],
  )
  if (!row || row.revoked_at) throw new Refusal('forbidden')
  if (row.sequence >= sequence) throw new Refusal('conflict', { data: { sequence: row.sequence } })
  await tx.query('update terminals set sequence = $2 where id = $1', [terminalId, sequence])
}
