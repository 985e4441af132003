import { serialQueue } from './heavyWork.ts'
import { runInTurn } from './heavyTurns.ts'

/** A hash takes 5 to 25 ms: the last one waits for less than a second, in a busy process for up to 24 (`restOfProcess`). */
const inQueue = serialQueue(30)

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
  return runInTurn({ kind: 'password', password, stored })
}
