import { z } from 'zod'
import { createVault, lastingKeysOf, type LastingKeys } from '../../config/crypto.ts'
import type { Secrets } from '../../config/derivedSecrets.ts'
import { sealedAs } from '../../config/sealedColumns.ts'
import { StartError } from '../../config/startError.ts'
import type { Db, Reader } from '../../db/client.ts'

/** The row of `settings` with the fingerprint of the lasting keys. */
const fingerprintSetting = 'encryptionKeyFingerprint'
/** The row of `settings` with the lasting keys, sealed. */
export const lastingKeysSetting = 'lastingKeys'

type Keys = Pick<Secrets, 'encryptionKey' | 'previousKey' | 'vault' | 'lasting'>

/** Queries for one sealed value of each kind, with the context under which it was sealed. */
const samples: [sql: string, context: string][] = [
  ['select cpf_encrypted as sealed from users where cpf_encrypted is not null limit 1', sealedAs.cpf],
  [
    `select key_encrypted as sealed from payout_destinations where length(key_encrypted) > 0 limit 1`,
    sealedAs.payoutKey,
  ],
]

const storedKeys = z.object({ index: z.base64(), terminalOrders: z.base64() })

/**
 * Takes the database's lasting keys into `secrets`, before anything is looked up by them. A database that has none gets those of its
 * encryption key, sealed: of the previous one, if that is the one it was written with. Throws a StartError when neither key
 * is the database's: CPFs and payout keys could not be decrypted, and look-ups by CPF would find nobody. An older database without a
 * fingerprint is checked by decrypting a sample.
 */
export async function checkEncryptionKey({
  db,
  config: { secrets },
}: {
  db: Db
  config: { secrets: Keys }
}): Promise<void> {
  if (!(await takeLastingKeys(db, secrets))) {
    await storeLastingKeys(db, secrets, await firstLastingKeys(db, secrets))
    // Of two processes that start at the same time with different keys, the second finds the first one's.
    await takeLastingKeys(db, secrets)
  }
  await db.write(`insert into settings (key, value) values ($1, $2) on conflict (key) do nothing`, [
    fingerprintSetting,
    JSON.stringify(fingerprintOf(secrets.lasting)),
  ])
  if ((await readSetting(db, fingerprintSetting)) !== fingerprintOf(secrets.lasting)) throw wrongKeyError()
}

/** Whether `checkEncryptionKey` would accept the keys; true for a database that was never written to. */
export async function areKeysOf(db: Reader, secrets: Keys): Promise<boolean> {
  try {
    if (!(await takeLastingKeys(db, secrets))) await firstLastingKeys(db, secrets)
    return true
  } catch (error) {
    if (error instanceof StartError) return false
    throw error
  }
}

/** Stores the lasting keys, sealed with the current key. With `over`, in place of that value. */
export async function storeLastingKeys(
  db: Db,
  { vault }: Pick<Keys, 'vault'>,
  { index, terminalOrders }: LastingKeys,
  over?: string,
): Promise<void> {
  const text = JSON.stringify({
    index: index.toString('base64'),
    terminalOrders: terminalOrders.toString('base64'),
  })
  const sealed = JSON.stringify(vault.seal(text, sealedAs.lastingKeys).toString('base64'))
  if (over === undefined)
    await db.write('insert into settings (key, value) values ($1, $2) on conflict (key) do nothing', [
      lastingKeysSetting,
      sealed,
    ])
  else
    await db.write('update settings set value = $2 where key = $1 and value = $3', [
      lastingKeysSetting,
      sealed,
      JSON.stringify(over),
    ])
}

/** Returns whether the database has lasting keys. */
async function takeLastingKeys(db: Reader, { vault, lasting }: Keys): Promise<boolean> {
  const sealed = await readSetting(db, lastingKeysSetting)
  if (sealed === undefined) return false
  let text: string
  try {
    text = vault.open(Buffer.from(sealed, 'base64'), sealedAs.lastingKeys)
  } catch (cause) {
    throw wrongKeyError(cause)
  }
  const stored = storedKeys.parse(JSON.parse(text))
  lasting.index = Buffer.from(stored.index, 'base64')
  lasting.terminalOrders = Buffer.from(stored.terminalOrders, 'base64')
  return true
}

/** Those of a database that does not store them: a new one, or one from before they were stored. */
async function firstLastingKeys(
  db: Reader,
  { encryptionKey, previousKey, vault }: Keys,
): Promise<LastingKeys> {
  const candidates = [encryptionKey, ...(previousKey ? [previousKey] : [])].map(lastingKeysOf)
  const [first, second] = candidates
  if (!first) throw wrongKeyError()
  const fingerprint = await readSetting(db, fingerprintSetting)
  if (fingerprint !== undefined) {
    const known = candidates.find((keys) => fingerprintOf(keys) === fingerprint)
    if (!known) throw wrongKeyError()
    return known
  }
  for (const [sql, context] of samples) {
    const [row] = await db.read<{ sealed: Buffer }>(sql)
    if (!row) continue
    try {
      return vault.isCurrent(row.sealed, context) ? first : (second ?? first)
    } catch (cause) {
      throw wrongKeyError(cause)
    }
  }
  return first
}

function fingerprintOf(lasting: LastingKeys): string {
  return createVault(Buffer.alloc(32), { lasting }).index('fingerprint', fingerprintSetting).toString('hex')
}

export async function readSetting(db: Reader, key: string): Promise<string | undefined> {
  const [row] = await db.read<{ value: string }>('select value from settings where key = $1', [key])
  return row?.value
}

function wrongKeyError(cause?: unknown): StartError {
  return new StartError(
    'ENCRYPTION_KEY is not the one that this database was written with: CPFs and payout keys could not be read.',
    { cause },
  )
}
