import { randomUUID } from 'node:crypto'
import type { DestinationType, SavedKey } from '#contract/http/order.ts'
import { SAVED_KEYS_MAXIMUM } from '#contract/rules/savedKeys.ts'
import type { AppDeps } from '../../deps.ts'
import type { Reader, Tx } from '../../db/client.ts'
import { Refusal } from '../../texts/refusal.ts'
import { lockWallet } from '../../ledger/walletLock.ts'
import { openPayoutKey, payoutKeyIndex } from './payoutKeys.ts'

type Deps = Pick<AppDeps, 'config'>

/** A saved key with what the server alone knows. */
export interface StoredKey extends SavedKey {
  sealed: Buffer
  index: Buffer
  confirmedAt: Date | null
}

interface Row {
  id: string
  type: DestinationType
  key_encrypted: Buffer
  key_index: Buffer
  key_masked: string
  holder: string
  whatsapp: string
  label: string
  is_default: boolean
  confirmed_at: Date | null
}

const columns =
  'id, type, key_encrypted, key_index, key_masked, holder, whatsapp, label, is_default, confirmed_at'

/**
 * The player's saved keys, the default first, then by their time. A destination from before keys could be several is among
 * them.
 */
export async function readSavedKeys(deps: Deps, db: Reader, userId: string): Promise<StoredKey[]> {
  const rows = await db.read<Row>(
    `select ${columns} from payout_keys where user_id = $1 order by is_default desc, created_at, id`,
    [userId],
  )
  const keys = rows.map(toKey)
  return [...keys, ...(await unlistedKeys(deps, db, userId, keys))]
}

/** Destinations that are not among the keys yet. */
async function unlistedKeys(
  deps: Deps,
  db: Reader,
  userId: string,
  keys: readonly StoredKey[],
): Promise<StoredKey[]> {
  const rows = await db.read<Omit<Row, 'id' | 'key_index' | 'label' | 'is_default'>>(
    `select type, key_encrypted, key_masked, holder, whatsapp, confirmed_at from payout_destinations
      where user_id = $1 order by type`,
    [userId],
  )
  return rows
    .map((row) =>
      toKey({
        ...row,
        label: '',
        is_default: false,
        ...identify(payoutKeyIndex(deps, row.type, openPayoutKey(deps, row.key_encrypted))),
      }),
    )
    .filter((key) => !keys.some(({ index }) => index.equals(key.index)))
}

/** The same id each time, before the destination has a row of its own. */
function identify(index: Buffer): { id: string; key_index: Buffer } {
  return { id: index.toString('hex').slice(0, 16), key_index: index }
}

function toKey(row: Row): StoredKey {
  const key = {
    id: row.id,
    type: row.type,
    key: row.key_masked,
    holder: row.holder,
    whatsapp: row.whatsapp,
    label: row.label,
    isDefault: row.is_default,
    sealed: row.key_encrypted,
    index: row.key_index,
    confirmedAt: row.confirmed_at,
  }
  return row.confirmed_at ? key : { ...key, isUnconfirmed: true }
}

/**
 * Saves a key, or changes holder and number of one that is saved, and returns whether it is saved. With the most keys there may
 * be, another one is not (`mayBeFull`), or savedKeysFull is thrown. The caller has locked the wallet.
 */
export async function saveKey(
  deps: Deps,
  tx: Tx,
  userId: string,
  key: Pick<StoredKey, 'type' | 'sealed' | 'index' | 'key' | 'holder' | 'whatsapp' | 'confirmedAt'>,
  { now, label, mayBeFull }: { now: Date; label: string | null; mayBeFull: boolean },
): Promise<boolean> {
  const keys = await listKeys(deps, tx, userId)
  const known = keys.find(({ index }) => index.equals(key.index))
  if (!known && keys.length >= SAVED_KEYS_MAXIMUM) {
    if (mayBeFull) return false
    throw new Refusal('savedKeysFull', { params: { count: String(SAVED_KEYS_MAXIMUM) } })
  }
  await tx.write(
    `insert into payout_keys (user_id, id, type, key_encrypted, key_index, key_masked, holder, whatsapp, label, is_default,
        created_at, confirmed_at)
      values ($1, $2, $3, $4, $5, $6, $7, $8, coalesce($9, ''), $10, $11, $12)
      on conflict (user_id, key_index) do update set holder = excluded.holder, whatsapp = excluded.whatsapp,
        label = coalesce($9, payout_keys.label), confirmed_at = coalesce(payout_keys.confirmed_at, excluded.confirmed_at)`,
    [
      userId,
      randomUUID(),
      key.type,
      key.sealed,
      key.index,
      key.key,
      key.holder,
      key.whatsapp,
      label,
      keys.length === 0,
      now,
      key.confirmedAt,
    ],
  )
  return true
}

/** Gives a saved key a name, or makes it the one that a withdrawal begins with. Throws notFound for a key that is not the player's. */
export async function editKey(
  deps: Deps & Pick<AppDeps, 'db'>,
  userId: string,
  id: string,
  { label, isDefault }: { label?: string | undefined; isDefault?: true | undefined },
): Promise<void> {
  await deps.db.tx(async (tx) => {
    await findKey(deps, tx, userId, id)
    if (label !== undefined)
      await tx.write('update payout_keys set label = $3 where user_id = $1 and id = $2', [userId, id, label])
    if (isDefault)
      await tx.write('update payout_keys set is_default = (id = $2) where user_id = $1', [userId, id])
  })
}

/** Forgets a saved key; withdrawals to it go on. Throws notFound for a key that is not the player's. */
export async function removeKey(
  deps: Deps & Pick<AppDeps, 'db' | 'clock'>,
  userId: string,
  id: string,
): Promise<void> {
  await deps.db.tx(async (tx) => {
    const { type, index } = await findKey(deps, tx, userId, id)
    const keys = await listKeys(deps, tx, userId)
    const rest = keys.filter((key) => key.id !== id)
    await tx.write('delete from payout_keys where user_id = $1 and id = $2', [userId, id])
    const [stored] = await tx.query<{ key_encrypted: Buffer }>(
      'select key_encrypted from payout_destinations where user_id = $1 and type = $2',
      [userId, type],
    )
    if (!stored || !payoutKeyIndex(deps, type, openPayoutKey(deps, stored.key_encrypted)).equals(index))
      return
    await tx.write('delete from payout_destinations where user_id = $1 and type = $2', [userId, type])
    const next = rest.find((key) => key.type === type)
    if (!next) return
    await tx.write(
      `insert into payout_destinations (user_id, type, key_encrypted, key_masked, holder, whatsapp, updated_at, confirmed_at)
        values ($1, $2, $3, $4, $5, $6, $7, $8)`,
      [userId, type, next.sealed, next.key, next.holder, next.whatsapp, deps.clock.now(), next.confirmedAt],
    )
  })
}

async function findKey(deps: Deps, tx: Tx, userId: string, id: string): Promise<StoredKey> {
  // Like everything that may change a withdrawal.
  await lockWallet(tx, userId)
  const found = (await listKeys(deps, tx, userId)).find((key) => key.id === id)
  if (!found) throw new Refusal('notFound')
  return found
}

/** All saved keys as rows of their own: those from before become such rows. */
async function listKeys(deps: Deps, tx: Tx, userId: string): Promise<StoredKey[]> {
  const keys = await readSavedKeys(deps, tx, userId)
  for (const key of await unlistedKeys(deps, tx, userId, []))
    await tx.write(
      `insert into payout_keys (user_id, id, type, key_encrypted, key_index, key_masked, holder, whatsapp, created_at, confirmed_at)
        select user_id, $4, type, key_encrypted, $3, key_masked, holder, whatsapp, updated_at, confirmed_at
          from payout_destinations where user_id = $1 and type = $2
        on conflict do nothing`,
      [userId, key.type, key.index, key.id],
    )
  return keys
}
