import { hashSync, verifySync } from '@node-rs/argon2'

/** Argon2id with one of the choices that OWASP recommends: 7 MiB, five passes, one lane. */
const options = { memoryCost: 7_168, timeCost: 5, parallelism: 1, outputLen: 32 }

/** Whether a stored hash was made with other options than those of today. */
export function isOfOtherOptions(stored: string): boolean {
  const { memoryCost, timeCost, parallelism } = options
  return !stored.includes(`$m=${memoryCost},t=${timeCost},p=${parallelism}$`)
}

/** Takes tens of milliseconds of CPU time. */
export function hashPassword(password: string): string {
  return hashSync(password, options)
}

/** Takes tens of milliseconds of CPU time. */
export function verifyHash({ stored, password }: { stored: string; password: string }): boolean {
  return verifySync(stored, password)
}
