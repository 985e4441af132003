import type { Secrets } from '../config.ts'
import { vaultOf } from '../crypto.ts'
import { StartError } from '../startError.ts'
import type { Db } from '../db/client.ts'

const settingKey = 'encryptionKeyFingerprint'

/** A value that each part of the program has sealed; `context` is the one that it was sealed under. */
const samples: [sql: string, context: string][] = [
  ['select cpf_encrypted as sealed from users where cpf_encrypted is not null limit 1', 'users.cpf'],
  [
    `select key_encrypted as sealed from payout_destinations where length(key_encrypted) > 0 limit 1`,
    'payoutKey',
  ],
]

/**
 * Remembers which encryption key the database was written with. Throws a StartError for another one: with it,
 * taxpayer numbers and payout keys could not be read, and nobody with a CPF would be recognised. A database from
 * before the fingerprint was kept is checked by a value that it holds.
 */
export async function checkEncryptionKey({
  db,
  config,
}: {
  db: Db
  config: { secrets: Secrets }
}): Promise<void> {
  const fingerprint = vaultOf({ config }).index('fingerprint', settingKey).toString('hex')
  const known = await readFingerprint(db)
  if (known === undefined) await refuseUnreadable(db, config)
  await db.query(`insert into settings (key, value) values ($1, $2) on conflict (key) do nothing`, [
    settingKey,
    JSON.stringify(fingerprint),
  ])
  // Of two processes that start together with different keys, the second one finds the first one's.
  if ((await readFingerprint(db)) !== fingerprint) throw otherKey()
}

async function readFingerprint(db: Db): Promise<string | undefined> {
  const [row] = await db.query<{ value: string }>('select value from settings where key = $1', [settingKey])
  return row?.value
}

async function refuseUnreadable(db: Db, config: { secrets: Secrets }): Promise<void> {
  for (const [sql, context] of samples) {
    const [row] = await db.query<{ sealed: Buffer }>(sql)
    if (!row) continue
    try {
      vaultOf({ config }).open(row.sealed, context)
    } catch (cause) {
      throw otherKey(cause)
    }
  }
}

function otherKey(cause?: unknown): StartError {
  return new StartError(
    'ENCRYPTION_KEY is not the one that this database was written with: CPFs and payout keys could not be read.',
    { cause },
  )
}
