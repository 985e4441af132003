import { preparePassword } from '#contract/rules/password.ts'
import { hashSync, verifySync } from '@node-rs/argon2'

/** Argon2id with one of the choices that OWASP recommends: 7 MiB, five passes, one lane. */
const options = { memoryCost: 7_168, timeCost: 5, parallelism: 1, outputLen: 32 }

/** Whether a stored hash was made with other options than those of today. */
function isOfOtherOptions(stored: string): boolean {
  const { memoryCost, timeCost, parallelism } = options
  return !stored.includes(`$m=${memoryCost},t=${timeCost},p=${parallelism}$`)
}

/** Takes tens of milliseconds of CPU time. */
export function hashPassword(password: string): string {
  return hashSync(preparePassword(password), options)
}

export interface Comparison {
  isRight: boolean
  /** Right, but of other options than those of today, or of the password as it was typed: to be hashed again. */
  isFormer: boolean
}

/**
 * Takes tens of milliseconds of CPU time, and as many more for a password that Unicode writes in several ways: a hash from
 * before passwords were prepared is of the way in which it was typed, a later one is of NFC with plain spaces.
 */
export function verifyHash({ stored, password }: { stored: string; password: string }): Comparison {
  const prepared = preparePassword(password)
  const plainSpaces = password.replace(/\p{Zs}/gu, ' ').normalize('NFC')
  const ways = new Set([
    prepared,
    plainSpaces,
    password,
    password.normalize('NFC'),
    password.normalize('NFD'),
  ])
  // All of them every time: how long it takes must not tell which one it was.
  const right = [...ways].filter((way) => verifySync(stored, way))
  const isRight = right.length > 0
  return { isRight, isFormer: isRight && (isOfOtherOptions(stored) || !right.includes(prepared)) }
}
