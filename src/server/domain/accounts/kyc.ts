import { houseDay } from '#contract/houseTime.ts'
import { ADULT_AGE, ageOn, bareKey, isCpf, nameError } from '#contract/rules/kyc.ts'
import { sealedAs } from '../../config/sealedColumns.ts'
import type { AppDeps } from '../../deps.ts'
import type { Reader, Writer } from '../../db/client.ts'
import type { Person } from '../../providers/identity/IdentityProvider.ts'
import { profileOf } from '../../config/jurisdictions.ts'
import { Refusal } from '../../texts/refusal.ts'
import { keepClaims } from './claims.ts'
import { addMark } from './marks.ts'
import { cpfIndexOf } from './personIndex.ts'

export type Identity = Person

/**
 * Returns name, CPF and, where the jurisdiction asks for it, the date of birth in the form in which they are stored. Throws
 * `kycInvalidName`, `nameTooShort`, `nameTooLong`, `cpfInvalid`, `birthDateInvalid` or `underage`.
 */
export function checkIdentity(
  deps: Pick<AppDeps, 'clock' | 'config'>,
  { name, cpf, birthDate }: { name: string; cpf: string; birthDate?: string | undefined },
): Identity {
  const wrong = nameError(name)
  if (wrong) throw new Refusal(wrong)
  if (!isCpf(cpf)) throw new Refusal('cpfInvalid')
  const identity = { name: withoutMarks(name).trim().replace(/\s+/g, ' '), cpf: bareKey(cpf) }
  if (!profileOf(deps).birthDate) return identity
  const age = birthDate === undefined ? null : ageOn(birthDate, houseDay(deps.clock.now()))
  if (birthDate === undefined || age === null) throw new Refusal('birthDateInvalid')
  if (age < ADULT_AGE) throw new Refusal('underage')
  return { ...identity, birthDate }
}

/** Invisible marks that a text brings when it is pasted; not the joiners, with which some scripts spell. */
function withoutMarks(name: string): string {
  return name.replace(/[^\P{Cf}\u200c\u200d]/gu, '')
}

/** Stores a checked identity. The CPF of another account is a unique violation of `users_cpf_index`. */
export async function sealIdentity(
  deps: Pick<AppDeps, 'clock' | 'config'>,
  tx: Writer,
  userId: string,
  identity: Identity,
): Promise<void> {
  await tx.write(
    `update users set kyc = 1, kyc_name = $2, name = case when name = '' then $2 else name end,
       cpf_encrypted = $3, cpf_index = $4, birth_date_encrypted = coalesce($5, birth_date_encrypted), register_asked_at =
         (select max(at) from register_answers where cpf_index = $4 and not is_blocked) where id = $1`,
    [
      userId,
      identity.name,
      deps.config.secrets.vault.seal(identity.cpf, sealedAs.cpf),
      cpfIndexOf(deps, identity.cpf),
      identity.birthDate === undefined
        ? null
        : deps.config.secrets.vault.seal(identity.birthDate, sealedAs.birthDate),
    ],
  )
  await keepClaims(tx, userId)
  await addMark(deps, tx, userId, 'document', identity.cpf)
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
    cpf: deps.config.secrets.vault.open(user.cpf_encrypted, sealedAs.cpf),
  }
}
