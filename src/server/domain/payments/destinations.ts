import type { Destination, DestinationType } from '#contract/http/order.ts'
import { canonicalKey, destinationError, maskKey, needsHolder } from '#contract/rules/destination.ts'
import { isMaskedKey } from '#contract/rules/kyc.ts'
import type { AppDeps } from '../../deps.ts'
import type { Reader, Tx, Writer } from '../../db/client.ts'
import { Refusal } from '../../texts/refusal.ts'
import { readIdentity, type Identity } from '../accounts/kyc.ts'
import { mailPlayer, timeParams } from '../accounts/outbox.ts'
import { openPayoutKey, payoutKeyIndex, sealPayoutKey } from './payoutKeys.ts'
import { readSavedKeys, saveKey } from './savedKeys.ts'

interface Row {
  type: DestinationType
  key_encrypted: Buffer
  key_masked: string
  holder: string
  whatsapp: string
  confirmed_at: Date | null
}

/** A destination that passed every check. `key` is the full key, which is only ever stored encrypted. */
export interface CheckedDestination extends Destination {
  masked: string
  /** Keyed index of the key. */
  index: Buffer
}

/** Where the jurisdiction allows payouts to the player's own account only. */
export interface OwnAccount {
  /** The verified identity; undefined before the check. */
  identity: Identity | undefined
}

interface ResolveOptions {
  usdtEnabled: boolean
  /** An empty key stands for the stored one. */
  emptyMeansStored: boolean
  ownAccount: OwnAccount | undefined
}

/** The verified CPF, masked: the only destination in jurisdictions that restrict payouts to the player's account. */
export function ownDestination({ name, cpf }: Identity, whatsapp = ''): Destination {
  return { type: 'CPF', key: maskKey('CPF', cpf), holder: name, whatsapp }
}

/** The player's stored destinations, with masked keys. */
export async function listDestinations(
  db: Reader,
  userId: string,
): Promise<Partial<Record<DestinationType, Destination>>> {
  const rows = await readRows(db, userId)
  return Object.fromEntries(
    rows.map(({ type, key_masked, holder, whatsapp, confirmed_at }) => {
      const destination = { type, key: key_masked, holder, whatsapp }
      return [type, confirmed_at ? destination : { ...destination, isUnconfirmed: true }]
    }),
  )
}

/**
 * Checks a destination and returns it with its full key. A masked key (or, with `emptyMeansStored`, an empty
 * one) stands for the stored key of that type; while no CPF is stored, the masked verified CPF for itself. Throws `usdtNotEnabled`, `withdrawNotOwnCpf`,
 * `withdrawDestinationMissing`, or a reason of contract/rules/destination.ts.
 */
export async function resolveDestination(
  deps: Pick<AppDeps, 'config'>,
  db: Reader,
  userId: string,
  requested: Destination,
  options: ResolveOptions,
): Promise<CheckedDestination> {
  if (requested.type === 'USDT' && !options.usdtEnabled) throw new Refusal('usdtNotEnabled')
  const usesStoredKey =
    isMaskedKey(requested.key) || (options.emptyMeansStored && requested.key.trim() === '')
  const stored = usesStoredKey
    ? await openStored(deps, db, userId, requested, options.ownAccount)
    : { ...requested, key: canonicalKey(requested.type, requested.key) }
  const destination = options.ownAccount ? toOwnAccount(stored, options.ownAccount) : stored
  const reason = await destinationError(destination, options.usdtEnabled)
  if (reason) throw new Refusal(reason)
  return {
    type: destination.type,
    key: destination.key,
    holder: needsHolder(destination.type) ? destination.holder.trim() : '',
    whatsapp: destination.whatsapp.trim(),
    masked: maskKey(destination.type, destination.key),
    index: payoutKeyIndex(deps, destination.type, destination.key),
  }
}

/** Sets the verified name as the holder. Throws `withdrawNotOwnCpf` for any key but the verified CPF. */
function toOwnAccount(destination: Destination, { identity }: OwnAccount): Destination {
  if (destination.type !== 'CPF') throw new Refusal('withdrawNotOwnCpf')
  if (!identity) return destination
  if (destination.key !== identity.cpf) throw new Refusal('withdrawNotOwnCpf')
  return { ...destination, holder: identity.name }
}

/**
 * Stores or replaces the player's destination of this type, and returns whether its key is known: it was confirmed by the
 * password once, paid to before, or is the player's verified CPF. `isOwner`: the password confirms it now, which
 * also releases the withdrawals that waited for that, even when no further key can be saved. The key is among the saved ones afterwards
 * (saveKey). The player is told of a new key by e-mail, once while withdrawals to it are under way.
 */
export async function storeDestination(
  deps: Pick<AppDeps, 'config' | 'clock' | 'queue'>,
  tx: Tx,
  userId: string,
  destination: CheckedDestination,
  isOwner: boolean,
  saving: { label: string | null; mayBeFull: boolean } = { label: null, mayBeFull: true },
): Promise<boolean> {
  const trust = await readTrust(deps, tx, userId, destination)
  const isKnown = trust.isKnown || isOwner
  const now = deps.clock.now()
  const sealed = sealPayoutKey(deps, destination.key)
  // First, because it also lists the key that this one replaces below.
  const isSaved = await saveKey(
    deps,
    tx,
    userId,
    {
      type: destination.type,
      key: destination.masked,
      sealed,
      index: destination.index,
      holder: destination.holder,
      whatsapp: destination.whatsapp,
      confirmedAt: isKnown ? now : null,
    },
    { now, ...saving, mayBeFull: saving.mayBeFull || (isOwner && trust.isAwaited) },
  )
  if (isSaved)
    await tx.write(
      `insert into payout_destinations
         (user_id, type, key_encrypted, key_masked, holder, whatsapp, updated_at, confirmed_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8)
       on conflict (user_id, type) do update set key_encrypted = excluded.key_encrypted,
         key_masked = excluded.key_masked, holder = excluded.holder, whatsapp = excluded.whatsapp,
         updated_at = excluded.updated_at, confirmed_at = excluded.confirmed_at`,
      [
        userId,
        destination.type,
        sealed,
        destination.masked,
        destination.holder,
        destination.whatsapp,
        now,
        isKnown ? now : null,
      ],
    )
  if (isKnown) await releaseToKey(tx, userId, destination.index)
  if (!trust.isKnown && !trust.isStored && !trust.isUsed) {
    const { type, masked } = destination
    const params = { destination: `${type} ${masked}`, ...timeParams(now) }
    await mailPlayer(deps, tx, userId, { key: 'newPayoutKey', params })
  }
  return isKnown
}

/**
 * Whether a payout to this key needs no password any more, whether it is a saved one, and whether withdrawals to it are under way or
 * wait for the password.
 */
async function readTrust(
  deps: Pick<AppDeps, 'config'>,
  db: Reader,
  userId: string,
  { index }: CheckedDestination,
): Promise<{ isKnown: boolean; isStored: boolean; isUsed: boolean; isAwaited: boolean }> {
  const [row] = await db.read<{ known: boolean; used: boolean; awaited: boolean }>(
    `select exists (select from users where id = $1 and kyc = 1 and cpf_index = $2)
       or exists (select from withdrawals where user_id = $1 and key_index = $2 and status = 'paid') as known,
       exists (select from withdrawals where user_id = $1 and key_index = $2
         and status in ('inReview', 'requested', 'approved', 'sent')) as used,
       exists (select from withdrawals where user_id = $1 and key_index = $2
         and status = 'inReview' and review = 'newKey') as awaited`,
    [userId, index],
  )
  const stored = (await readSavedKeys(deps, db, userId)).find((other) => other.index.equals(index))
  const isStored = stored !== undefined
  return {
    isKnown: row?.known === true || (isStored && stored.confirmedAt !== null),
    isStored,
    isUsed: row?.used === true,
    isAwaited: row?.awaited === true,
  }
}

/** The withdrawals that waited because nobody had typed the password for this key go their usual way. */
async function releaseToKey(tx: Writer, userId: string, index: Buffer): Promise<void> {
  await tx.write(
    `update withdrawals set status = 'requested', review = null
      where user_id = $1 and key_index = $2 and status = 'inReview' and review = 'newKey'`,
    [userId, index],
  )
}

async function openStored(
  deps: Pick<AppDeps, 'config'>,
  db: Reader,
  userId: string,
  requested: Destination,
  ownAccount: OwnAccount | undefined,
): Promise<Destination> {
  const identity = ownAccount?.identity
  if (
    identity &&
    requested.type === 'CPF' &&
    ['', maskKey('CPF', identity.cpf)].includes(requested.key.trim())
  ) {
    return { ...requested, key: identity.cpf }
  }
  const typed = requested.key.trim()
  const saved = (await readSavedKeys(deps, db, userId)).filter(({ type }) => type === requested.type)
  const current = (await readRows(db, userId)).find((row) => row.type === requested.type)
  // The last one of its type is meant where the masked key alone does not say which.
  const stored = saved.find(({ id, key, sealed }) =>
    requested.id !== undefined
      ? id === requested.id && ['', key].includes(typed)
      : typed === '' || typed === current?.key_masked
        ? current !== undefined && openPayoutKey(deps, sealed) === openPayoutKey(deps, current.key_encrypted)
        : key === typed,
  )
  if (!stored && requested.type === 'CPF') {
    const own = await readIdentity(deps, db, userId)
    if (own && typed === maskKey('CPF', own.cpf))
      return { ...requested, key: own.cpf, holder: requested.holder.trim() || own.name }
  }
  if (!stored) throw new Refusal('withdrawDestinationMissing')
  return {
    type: requested.type,
    key: openPayoutKey(deps, stored.sealed),
    holder: requested.holder.trim() === '' ? stored.holder : requested.holder,
    whatsapp: requested.whatsapp.trim() === '' ? stored.whatsapp : requested.whatsapp,
  }
}

function readRows(db: Reader, userId: string): Promise<Row[]> {
  return db.read<Row>(
    `select type, key_encrypted, key_masked, holder, whatsapp, confirmed_at from payout_destinations
      where user_id = $1`,
    [userId],
  )
}
