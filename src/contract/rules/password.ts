/** Requirements for a new password; server and client give the same reasons. */
import type { ErrorKey } from '../errors.ts'

const PASSWORD_MIN = 8
const PASSWORD_MAX = 128
/** A shorter local part would forbid too many passwords. */
const LOCAL_PART_MIN = 4

/**
 * A password as it is hashed: in Unicode's NFKC (NIST SP 800-63B), so that an accent typed as a letter of its own, full-width
 * letters and another kind of space are the same password on every device.
 */
export function preparePassword(password: string): string {
  return password.replace(/\p{Zs}/gu, ' ').normalize('NFKC')
}

/** Why a new password is refused, or null. Lengths are in characters. */
export function passwordError(
  password: string,
  email: string,
): Extract<ErrorKey, 'passwordWeak' | 'passwordContainsEmail'> | null {
  const { length } = Array.from(preparePassword(password))
  if (length < PASSWORD_MIN || length > PASSWORD_MAX) return 'passwordWeak'
  if (!/\p{L}/u.test(password) || !/\p{Nd}/u.test(password)) return 'passwordWeak'
  return containsLocalPart(password, email) ? 'passwordContainsEmail' : null
}

function containsLocalPart(password: string, email: string): boolean {
  const local = preparePassword(email.trim().split('@')[0] ?? '').toLowerCase()
  return Array.from(local).length >= LOCAL_PART_MIN && preparePassword(password).toLowerCase().includes(local)
}
