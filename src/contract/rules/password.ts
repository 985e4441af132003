/** Requirements for a new password; server and client give the same reasons. */
import type { ErrorKey } from '../errors.ts'

const PASSWORD_MIN = 8
const PASSWORD_MAX = 128
/** A shorter local part would forbid too many passwords. */
const LOCAL_PART_MIN = 4

export type PasswordProblem = 'tooShort' | 'tooLong' | 'noLetter' | 'noDigit' | 'containsEmail'

/** Everything that is wrong with a password, in this order; empty when it may be used. Lengths in characters. */
export function passwordProblems(password: string, email: string): PasswordProblem[] {
  const problems: PasswordProblem[] = []
  const length = Array.from(password).length
  if (length < PASSWORD_MIN) problems.push('tooShort')
  if (length > PASSWORD_MAX) problems.push('tooLong')
  if (!/\p{L}/u.test(password)) problems.push('noLetter')
  if (!/\p{Nd}/u.test(password)) problems.push('noDigit')
  const local = (email.trim().toLowerCase().split('@')[0] ?? '').normalize()
  if (Array.from(local).length >= LOCAL_PART_MIN && password.normalize().toLowerCase().includes(local))
    problems.push('containsEmail')
  return problems
}

/** The error key that the server returns, or null. */
export function passwordError(
  password: string,
  email: string,
): Extract<ErrorKey, 'passwordWeak' | 'passwordContainsEmail'> | null {
  const [first] = passwordProblems(password, email)
  if (!first) return null
  return first === 'containsEmail' ? 'passwordContainsEmail' : 'passwordWeak'
}
