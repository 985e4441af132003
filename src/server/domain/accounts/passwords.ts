import { hash, verify } from '@node-rs/argon2'
import { serialQueue } from './heavyWork.ts'

/** Argon2id as OWASP recommends it: 19 MiB, two passes, one lane. */
const options = { memoryCost: 19_456, timeCost: 2, parallelism: 1, outputLen: 32 }

/** A hash takes 20 to 40 ms: the last one waits for one to two seconds. */
const inQueue = serialQueue(50)

export function hashPassword(password: string): Promise<string> {
  return inQueue(() => hash(password, options))
}

let dummyHash: Promise<string> | undefined

/** Takes the same time with and without a stored hash, so that timing does not reveal which accounts exist. */
export async function verifyPassword(stored: string | undefined, password: string): Promise<boolean> {
  dummyHash ??= hash('nobody', options)
  const hashToVerify = stored ?? (await dummyHash)
  const matches = await inQueue(() => verify(hashToVerify, password))
  return stored !== undefined && matches
}
