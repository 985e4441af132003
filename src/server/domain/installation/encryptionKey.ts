import type { Secrets } from '../../config/derivedSecrets.ts'
import { StartError } from '../../config/startError.ts'
import type { Db } from '../../db/client.ts'

/** The row of `settings` with the key's fingerprint. */
export const encryptionKeySetting = 'encryptionKeyFingerprint'

/** Queries for one sealed value of each kind, with the context under which it was sealed. */
const samples: [sql: string, context: string][] = [
  ['select cpf_encrypted as sealed from users where cpf_encrypted is not null limit 1', 'users.cpf'],
  [
    `select key_encrypted as sealed from payout_destinations where length(key_encrypted) > 0 limit 1`,
    'payoutKey',
  ],
]

/**
 * Stores a fingerprint of the encryption key that the database was written with. Throws a StartError for another
 * key: with it, CPFs and payout keys could not be decrypted, and index lookups by CPF would find nobody. An older
 * database without a fingerprint is checked by decrypting a sample.
 */
export async function checkEncryptionKey({
  db,
  config,
}: {
  db: Db
  config: { secrets: Pick<Secrets, 'vault'> }
}): Promise<void> {
  const fingerprint = config.secrets.vault.index('fingerprint', encryptionKeySetting).toString('hex')
  const stored = await readFingerprint(db)
  if (stored === undefined) await refuseUndecryptable(db, config)
  await db.write(`insert into settings (key, value) values ($1, $2) on conflict (key) do nothing`, [
    encryptionKeySetting,
    JSON.stringify(fingerprint),
  ])
  // Of two processes that start at the same time with different keys, the second finds the first one's fingerprint.
  if ((await readFingerprint(db)) !== fingerprint) throw wrongKeyError()
}

async function readFingerprint(db: Db): Promise<string | undefined> {
  const [row] = await db.read<{ value: string }>('select value from settings where key = $1', [
    encryptionKeySetting,
  ])
  return row?.value
}

async function refuseUndecryptable(db: Db, config: { secrets: Pick<Secrets, 'vault'> }): Promise<void> {
  for (const [sql, context] of samples) {
    const [row] = await db.read<{ sealed: Buffer }>(sql)
    if (!row) continue
    try {
      config.secrets.vault.open(row.sealed, context)
    } catch (cause) {
      throw wrongKeyError(cause)
    }
  }
}

function wrongKeyError(cause?: unknown): StartError {
  return new StartError(
    'ENCRYPTION_KEY is not the one that this database was written with: CPFs and payout keys could not be read.',
    { cause },
  )
}
