import { z } from 'zod'
import { isCpf, bareKey } from '#contract/rules/kyc.ts'
import { profileOf } from '../../config/jurisdictions.ts'
import type { Reader, Tx } from '../../db/client.ts'
import { sealedAs } from '../../config/sealedColumns.ts'
import type { AppDeps } from '../../deps.ts'
import { openPayoutKey } from '../payments/payoutKeys.ts'
import { cpfIndexOf } from './personIndex.ts'

/** Authenticated together with the sealed person. */

const personSchema = z.object({
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  birthDate: z.string().nullable(),
  registeredAt: z.string(),
  /** What came of the identity checks, and who decided. */
  checks: z.array(
    z.object({
      provider: z.string(),
      state: z.string(),
      decidedAt: z.string().nullable(),
      decidedBy: z.string().nullable(),
    }),
  ),
  /** Where withdrawals went. */
  withdrawals: z.array(z.object({ id: z.string(), type: z.string(), key: z.string(), holder: z.string() })),
})

/** Who the person of an erased account was. */
export interface KeptIdentity extends z.output<typeof personSchema> {
  userId: string
  cpf: string | null
  keptAt: Date
  keepUntil: Date
}

interface UserRow {
  kyc_name: string
  email: string
  country: string
  phone: string
  cpf_index: Buffer | null
  cpf_encrypted: Buffer | null
  birth_date_encrypted: Buffer | null
  created_at: Date
}

/**
 * Keeps the identification of an account that is being erased, sealed and apart from it, where the jurisdiction's profile says for
 * how many years. Of an account whose identity was never verified nothing is kept: it could neither pay in nor bet with money.
 */
export async function keepIdentity(
  deps: Pick<AppDeps, 'config' | 'clock'>,
  tx: Tx,
  userId: string,
): Promise<void> {
  const { identityYears } = profileOf(deps)
  if (identityYears === 0) return
  const [user] = await tx.query<UserRow>(
    `select kyc_name, email, country, phone, cpf_index, cpf_encrypted, birth_date_encrypted, created_at
      from users where id = $1 and kyc = 1`,
    [userId],
  )
  if (!user) return
  const { vault } = deps.config.secrets
  const checks = await tx.query<{
    provider: string
    state: string
    decided_at: Date | null
    decided_by: string | null
  }>(
    'select provider, state, decided_at, decided_by from identity_checks where user_id = $1 order by created_at',
    [userId],
  )
  const withdrawals = await tx.query<{ id: string; type: string; key_encrypted: Buffer; holder: string }>(
    `select id, type, key_encrypted, holder from withdrawals
      where user_id = $1 and length(key_encrypted) > 0 order by created_at`,
    [userId],
  )
  const person: z.output<typeof personSchema> = {
    name: user.kyc_name,
    email: user.email,
    phone: user.phone === '' ? '' : user.country + user.phone,
    birthDate: user.birth_date_encrypted && vault.open(user.birth_date_encrypted, sealedAs.birthDate),
    registeredAt: user.created_at.toISOString(),
    checks: checks.map(({ provider, state, decided_at, decided_by }) => ({
      provider,
      state,
      decidedAt: decided_at?.toISOString() ?? null,
      decidedBy: decided_by,
    })),
    withdrawals: withdrawals.map(({ id, type, key_encrypted, holder }) => ({
      id,
      type,
      key: openPayoutKey(deps, key_encrypted),
      holder,
    })),
  }
  const now = deps.clock.now()
  const until = new Date(now)
  until.setUTCFullYear(until.getUTCFullYear() + identityYears)
  await tx.query(
    `insert into kept_identities (user_id, cpf_index, cpf_encrypted, person, kept_at, keep_until)
     values ($1, $2, $3, $4, $5, $6)`,
    [
      userId,
      user.cpf_index,
      user.cpf_encrypted,
      vault.seal(JSON.stringify(person), sealedAs.keptIdentity),
      now,
      until,
    ],
  )
}

/** Kept identifications by a CPF, or by the number of the account. */
export async function findKeptIdentities(
  deps: Pick<AppDeps, 'config'>,
  db: Reader,
  asked: string,
): Promise<KeptIdentity[]> {
  const rows = await db.read<{
    user_id: string
    cpf_encrypted: Buffer | null
    person: Buffer
    kept_at: Date
    keep_until: Date
  }>('select * from kept_identities where user_id = $1 or cpf_index = $2 order by kept_at', [
    asked.trim(),
    isCpf(asked) ? cpfIndexOf(deps, bareKey(asked)) : null,
  ])
  const { vault } = deps.config.secrets
  return rows.map((row) => ({
    ...personSchema.parse(JSON.parse(vault.open(row.person, sealedAs.keptIdentity))),
    userId: row.user_id,
    cpf: row.cpf_encrypted && vault.open(row.cpf_encrypted, sealedAs.cpf),
    keptAt: row.kept_at,
    keepUntil: row.keep_until,
  }))
}
