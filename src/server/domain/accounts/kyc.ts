import { bareKey, isCpf, isPlausibleName } from '#contract/rules/kyc.ts'
import type { AppDeps } from '../../deps.ts'
import { vaultOf } from '../../config/crypto.ts'
import type { Reader, Writer } from '../../db/client.ts'
import { answerOf } from '../../providers/errors.ts'
import type { Person } from '../../providers/identity/IdentityProvider.ts'
import { Refusal } from '../../texts/refusal.ts'
import { applyKeptExclusion } from '../protection/exclusions.ts'
import { prepareLossBaselines } from '../protection/periodLossBaselines.ts'
import { withDuplicateRefusals } from './duplicates.ts'
import { cpfContext, cpfIndexOf } from './personIndex.ts'

export type Identity = Person

/** Returns name and CPF in the form in which they are stored. Throws `kycInvalidName` or `cpfInvalid`. */
export function checkIdentity(name: string, cpf: string): Identity {
  if (!isPlausibleName(name)) throw new Refusal('kycInvalidName')
  if (!isCpf(cpf)) throw new Refusal('cpfInvalid')
  return { name: name.trim().replace(/\s+/g, ' '), cpf: bareKey(cpf) }
}

/**
 * Asks the register of blocked persons and the identity provider; not inside a transaction. Throws `personBlocked`,
 * `kycRefused`, or `kycPending` while the result is not known: the same form sent again asks for the same check.
 */
export async function confirmIdentity(
  deps: Pick<AppDeps, 'config' | 'identity' | 'blockedPersons'>,
  identity: Identity,
): Promise<void> {
  if (await answerOf(() => deps.blockedPersons.isBlocked(identity.cpf))) throw new Refusal('personBlocked')
  const id = vaultOf(deps).index(`${identity.cpf} ${identity.name}`, 'identity check').toString('hex')
  const result = await answerOf(() => deps.identity.check(id, identity))
  if (result === 'refused') throw new Refusal('kycRefused')
  if (result === 'pending') throw new Refusal('kycPending')
}

/**
 * The identity check: stores name and CPF (sealed, unique by its index) and marks the player as verified.
 * Repeating it with the same identity has no effect. Limits and the pause of an erased account with this CPF are
 * applied to this account; returns the end of such a pause. Throws `kycAlreadyDone` for another identity,
 * `cpfTaken` when another account has the CPF, and the refusals of `confirmIdentity`.
 */
export async function verifyIdentity(
  deps: AppDeps,
  userId: string,
  form: { name: string; cpf: string },
): Promise<Date | null> {
  const identity = checkIdentity(form.name, form.cpf)
  await confirmIdentity(deps, identity)
  // A loss limit may come with the identity, and its first bet must not add up what was played without one.
  await prepareLossBaselines(deps, userId)
  return withDuplicateRefusals(() =>
    deps.db.tx(async (tx) => {
      const [user] = await tx.query<{ email: string; kyc: number; cpf_index: Buffer | null }>(
        'select lower(email) as email, kyc, cpf_index from users where id = $1 for update',
        [userId],
      )
      if (!user) throw new Refusal('loggedOut')
      if (user.kyc === 1) {
        if (user.cpf_index?.equals(cpfIndexOf(deps, identity.cpf))) return null
        throw new Refusal('kycAlreadyDone')
      }
      await sealIdentity(deps, tx, userId, identity)
      const pausedUntil = await applyKeptExclusion(deps, tx, userId, {
        email: user.email,
        cpf: identity.cpf,
      })
      await deps.bus.publish(tx, {
        type: 'event',
        userId,
        event: { name: 'updateUserInfo', payload: { kyc: 1 } },
      })
      return pausedUntil
    }),
  )
}

/** Stores a checked identity. The CPF of another account is a unique violation of `users_cpf_index`. */
export async function sealIdentity(
  deps: Pick<AppDeps, 'config'>,
  tx: Writer,
  userId: string,
  identity: Identity,
): Promise<void> {
  await tx.write(
    `update users set kyc = 1, kyc_name = $2, name = case when name = '' then $2 else name end,
       cpf_encrypted = $3, cpf_index = $4 where id = $1`,
    [userId, identity.name, vaultOf(deps).seal(identity.cpf, cpfContext), cpfIndexOf(deps, identity.cpf)],
  )
}

/** The verified identity of a player, decrypted for the payment provider. Undefined before the check. */
export async function readIdentity(
  deps: Pick<AppDeps, 'config'>,
  db: Reader,
  userId: string,
): Promise<Identity | undefined> {
  const [user] = await db.read<{ kyc_name: string; cpf_encrypted: Buffer | null }>(
    'select kyc_name, cpf_encrypted from users where id = $1 and kyc = 1',
    [userId],
  )
  if (!user?.cpf_encrypted) return undefined
  return {
    name: user.kyc_name,
    cpf: vaultOf(deps).open(user.cpf_encrypted, cpfContext),
  }
}
