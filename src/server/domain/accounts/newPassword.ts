import { dictionary } from '@zxcvbn-ts/language-common'
import { passwordError } from '#contract/rules/password.ts'
import { Refusal } from '../../texts/refusal.ts'

/** The most common leaked passwords, in lower case: attackers try them first. */
const commonPasswords = new Set(dictionary['passwords-common'])

/** Throws `passwordWeak`, `passwordContainsEmail` or `passwordCommon`. */
export function refuseWeakPassword(password: string, email: string): void {
  const weakness = passwordError(password, email)
  if (weakness) throw new Refusal(weakness)
  if (commonPasswords.has(password.normalize().toLowerCase())) throw new Refusal('passwordCommon')
}
