import { hash, verify } from '@node-rs/argon2'
import { oneAtATime } from './heavyWork.ts'

/** Argon2id as OWASP recommends it: 19 MiB, two passes, one lane. */
const options = { memoryCost: 19_456, timeCost: 2, parallelism: 1, outputLen: 32 }

export function hashPassword(password: string): Promise<string> {
  return oneAtATime(() => hash(password, options))
}

let nobodysHash: Promise<string> | undefined

/** Takes the same time whether or not there is a hash to compare with. */
export async function verifyPassword(stored: string | undefined, password: string): Promise<boolean> {
  nobodysHash ??= hash('nobody', options)
  const against = stored ?? (await nobodysHash)
  const same = await oneAtATime(() => verify(against, password))
  return stored !== undefined && same
}
