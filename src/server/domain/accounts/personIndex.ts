import { canonicalEmail, normalizeEmail } from '#contract/rules/email.ts'
import { sealedAs } from '../../config/sealedColumns.ts'
import type { AppDeps } from '../../deps.ts'

/** The keyed index of a CPF (eleven digits): the same in `users` and in tables that outlive an account. */
export function cpfIndexOf(deps: Pick<AppDeps, 'config'>, cpf: string): Buffer {
  return deps.config.secrets.vault.index(cpf, sealedAs.cpf)
}

/** The keyed index of an e-mail: the same for all its spellings. */
export function emailIndexOf(deps: Pick<AppDeps, 'config'>, email: string): Buffer {
  return deps.config.secrets.vault.index(canonicalEmail(email), 'users.email')
}

/** All indexes by which something may be kept for an e-mail: also that of this spelling, by which older rows were kept. */
export function emailIndexesOf(deps: Pick<AppDeps, 'config'>, email: string): Buffer[] {
  return [emailIndexOf(deps, email), deps.config.secrets.vault.index(normalizeEmail(email), 'users.email')]
}

/**
 * SQL: the person behind the player in the table `alias`, for what outlives an account: the index of the CPF, or the
 * account's id where it has none.
 */
export function personSql(alias: string): string {
  return `coalesce(${alias}.cpf_index, convert_to(${alias}.id, 'UTF8'))`
}
