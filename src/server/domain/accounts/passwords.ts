import { hash, verify } from '@node-rs/argon2'
import { runSerially } from './heavyWork.ts'

/** Argon2id as OWASP recommends it: 19 MiB, two passes, one lane. */
const options = { memoryCost: 19_456, timeCost: 2, parallelism: 1, outputLen: 32 }

export function hashPassword(password: string): Promise<string> {
  return runSerially(() => hash(password, options))
}

let dummyHash: Promise<string> | undefined

/** Takes the same time with and without a stored hash, so that timing does not reveal which accounts exist. */
export async function verifyPassword(stored: string | undefined, password: string): Promise<boolean> {
  dummyHash ??= hash('nobody', options)
  const hashToVerify = stored ?? (await dummyHash)
  const matches = await runSerially(() => verify(hashToVerify, password))
  return stored !== undefined && matches
}
