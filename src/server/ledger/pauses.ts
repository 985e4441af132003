import type { Reader } from '../db/client.ts'

/** Whether a pause of the player has begun, and ended the bonuses, since the posting with this key. */
export async function hasPausedSince(on: Reader, userId: string, key: string): Promise<boolean> {
  const rows = await on.read(
    `select from transfers s join transfers e on e.user_id = s.user_id and e.id > s.id
      where s.key = $1 and s.user_id = $2 and e.kind = 'adjust' and ledger_begins_pause(e.ref_type, e.ref_id) limit 1`,
    [key, userId],
  )
  return rows.length > 0
}
