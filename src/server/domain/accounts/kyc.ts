import { bareKey, isCpf, isPlausibleName } from '#contract/rules/kyc.ts'
import type { AppDeps } from '../../deps.ts'
import { vaultOf } from '../../crypto.ts'
import type { Db, Tx } from '../../db/client.ts'
import { Refusal } from '../../errors.ts'
import { withDuplicateRefusals } from './duplicates.ts'

/** Authenticated together with the sealed CPF, so that it cannot be opened as another column. */
const cpfContext = 'users.cpf'

export interface Identity {
  name: string
  /** Eleven digits. */
  cpf: string
}

/** Returns name and CPF in the form in which they are stored. Throws `kycInvalidName` or `cpfInvalid`. */
export function checkIdentity(name: string, cpf: string): Identity {
  if (!isPlausibleName(name)) throw new Refusal('kycInvalidName')
  if (!isCpf(cpf)) throw new Refusal('cpfInvalid')
  return { name: name.trim().replace(/\s+/g, ' '), cpf: bareKey(cpf) }
}

/**
 * The identity check: stores name and CPF (sealed, unique by its index) and marks the player as verified. The
 * same identity again changes nothing. Throws `kycAlreadyDone` for another one, and `cpfTaken` when another
 * account has the CPF.
 */
export async function verifyIdentity(
  deps: AppDeps,
  userId: string,
  form: { name: string; cpf: string },
): Promise<void> {
  const identity = checkIdentity(form.name, form.cpf)
  await withDuplicateRefusals(() =>
    deps.db.tx(async (tx) => {
      const [user] = await tx.query<{ kyc: number; cpf_index: Buffer | null }>(
        'select kyc, cpf_index from users where id = $1 for update',
        [userId],
      )
      if (user?.kyc === 1) {
        const index = vaultOf(deps).index(identity.cpf, cpfContext)
        if (user.cpf_index?.equals(index)) return
        throw new Refusal('kycAlreadyDone')
      }
      await sealIdentity(deps, tx, userId, identity)
      await deps.bus.publish(tx, {
        type: 'event',
        userId,
        event: { name: 'updateUserInfo', payload: { kyc: 1 } },
      })
    }),
  )
}

/** Stores a checked identity. The CPF of another account is a unique violation of `users_cpf_index`. */
export async function sealIdentity(
  deps: Pick<AppDeps, 'config'>,
  tx: Tx | Db,
  userId: string,
  identity: Identity,
): Promise<void> {
  const vault = vaultOf(deps)
  await tx.query(
    `update users set kyc = 1, kyc_name = $2, name = case when name = '' then $2 else name end,
       cpf_encrypted = $3, cpf_index = $4 where id = $1`,
    [userId, identity.name, vault.seal(identity.cpf, cpfContext), vault.index(identity.cpf, cpfContext)],
  )
}

/** The verified identity of a player, decrypted for the payment provider. Undefined before the check. */
export async function readIdentity(
  deps: Pick<AppDeps, 'config'>,
  on: Tx | Db,
  userId: string,
): Promise<Identity | undefined> {
  const [user] = await on.query<{ kyc_name: string; cpf_encrypted: Buffer | null }>(
    'select kyc_name, cpf_encrypted from users where id = $1 and kyc = 1',
    [userId],
  )
  if (!user?.cpf_encrypted) return undefined
  return {
    name: user.kyc_name,
    cpf: vaultOf(deps).open(user.cpf_encrypted, cpfContext),
  }
}
