import type { Destination, DestinationType } from '#contract/http/order.ts'
import { canonicalKey, destinationError, maskKey, needsHolder } from '#contract/rules/destination.ts'
import { isMaskedKey } from '#contract/rules/kyc.ts'
import type { AppDeps } from '../../deps.ts'
import type { Reader, Writer } from '../../db/client.ts'
import { Refusal } from '../../texts/refusal.ts'
import { readIdentity, type Identity } from '../accounts/kyc.ts'
import { openPayoutKey, payoutKeyIndex, sealPayoutKey } from './payoutKeys.ts'

interface Row {
  type: DestinationType
  key_encrypted: Buffer
  key_masked: string
  holder: string
  whatsapp: string
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
    rows.map(({ type, key_masked, holder, whatsapp }) => [type, { type, key: key_masked, holder, whatsapp }]),
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

/** Stores or replaces the player's destination of this type. */
export async function storeDestination(
  deps: Pick<AppDeps, 'config' | 'clock'>,
  db: Writer,
  userId: string,
  destination: CheckedDestination,
): Promise<void> {
  await db.write(
    `insert into payout_destinations (user_id, type, key_encrypted, key_masked, holder, whatsapp, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7)
     on conflict (user_id, type) do update set key_encrypted = excluded.key_encrypted,
       key_masked = excluded.key_masked, holder = excluded.holder, whatsapp = excluded.whatsapp,
       updated_at = excluded.updated_at`,
    [
      userId,
      destination.type,
      sealPayoutKey(deps, destination.key),
      destination.masked,
      destination.holder,
      destination.whatsapp,
      deps.clock.now(),
    ],
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
  const stored = (await readRows(db, userId)).find((row) => row.type === requested.type)
  if (!stored && requested.type === 'CPF') {
    const own = await readIdentity(deps, db, userId)
    if (own && requested.key.trim() === maskKey('CPF', own.cpf))
      return { ...requested, key: own.cpf, holder: requested.holder.trim() || own.name }
  }
  const matches = requested.key.trim() === '' || stored?.key_masked === requested.key.trim()
  if (!stored || !matches) throw new Refusal('withdrawDestinationMissing')
  return {
    type: requested.type,
    key: openPayoutKey(deps, stored.key_encrypted),
    holder: requested.holder.trim() === '' ? stored.holder : requested.holder,
    whatsapp: requested.whatsapp.trim() === '' ? stored.whatsapp : requested.whatsapp,
  }
}

function readRows(db: Reader, userId: string): Promise<Row[]> {
  return db.read<Row>(
    'select type, key_encrypted, key_masked, holder, whatsapp from payout_destinations where user_id = $1',
    [userId],
  )
}
