/** Requirements for a new password; server and client give the same reasons. */
import type { ErrorKey } from '../errors.ts'

const PASSWORD_MIN = 8
const PASSWORD_MAX = 128
/** A shorter local part would forbid too many passwords. */
const LOCAL_PART_MIN = 4

/**
 * A password as it is hashed: RFC 8265's OpaqueString, so that an accent typed as a letter of its own, or another kind of
 * space, is the same password on every device.
 */
export function preparePassword(password: string): string {
  return password.replace(/\p{Zs}/gu, ' ').normalize('NFC')
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
  const local = (email.trim().toLowerCase().split('@')[0] ?? '').normalize()
  return Array.from(local).length >= LOCAL_PART_MIN && password.normalize().toLowerCase().includes(local)
}
