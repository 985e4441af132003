import { dictionary } from '@zxcvbn-ts/language-common'
import { passwordError } from '#contract/rules/password.ts'
import { Refusal } from '../../errors.ts'

/** The commonest passwords of leaked lists, in lower case. They are what an attacker tries first. */
const common = new Set(dictionary['passwords-common'])

/** Throws `passwordWeak`, `passwordContainsEmail` or `passwordCommon`. */
export function refuseWeakPassword(password: string, email: string): void {
  const weakness = passwordError(password, email)
  if (weakness) throw new Refusal(weakness)
  if (common.has(password.normalize().toLowerCase())) throw new Refusal('passwordCommon')
}
