import { randomUUID } from 'node:crypto'
import type { Db } from '#server/db/client.ts'
import type { Ledger } from '#server/ledger/ledger.ts'

/** Creates a player with empty accounts and nothing else. */
export async function addPlayer(db: Db, ledger: Ledger): Promise<string> {
  const id = randomUUID()
  await db.write(
    `insert into users (id, email, password_hash, invite_code, created_at) values ($1, $2, '', $3, now())`,
    [id, `${id}@example.com`, id.slice(0, 8)],
  )
  await ledger.openAccounts(db, id)
  return id
}
