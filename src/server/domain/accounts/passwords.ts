import { setTimeout as delay } from 'node:timers/promises'
import { hash, verify } from '@node-rs/argon2'
import { restOfProcess, serialQueue } from './heavyWork.ts'
import { argon2Options } from './heavyJob.ts'
import { LowPriorityThread } from './LowPriorityThread.ts'

// From source, as in tests, there is no built thread, and one with a TypeScript loader takes a second to start.
const thread = import.meta.url.endsWith('.ts') ? undefined : new LowPriorityThread()

const rest = restOfProcess()

/** A hash takes 20 to 40 ms: the last one waits for one to two seconds, in a busy process for up to twelve. */
const inQueue = serialQueue(
  50,
  thread &&
    (async () => {
      await delay(rest(), undefined, { ref: false })
    }),
)

export async function hashPassword(password: string): Promise<string> {
  return (await inQueue(() => run(password))) as string
}

let dummyHash: Promise<string> | undefined

/** Takes the same time with and without a stored hash, so that timing does not reveal which accounts exist. */
export async function verifyPassword(stored: string | undefined, password: string): Promise<boolean> {
  dummyHash ??= hashPassword('nobody').catch((error: unknown) => {
    // A full queue must not refuse unknown accounts for ever.
    dummyHash = undefined
    throw error
  })
  const hashToVerify = stored ?? (await dummyHash)
  const matches = await inQueue(() => run(password, hashToVerify))
  return stored !== undefined && matches === true
}

function run(password: string, stored?: string): Promise<unknown> {
  if (thread) return thread.run({ kind: 'password', password, stored })
  return stored === undefined ? hash(password, argon2Options) : verify(stored, password)
}
