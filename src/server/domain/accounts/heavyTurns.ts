import { setTimeout as delay } from 'node:timers/promises'
import { hash, verify } from '@node-rs/argon2'
import { drawCaptcha } from './captcha/image.ts'
import { argon2Options, type HeavyJob } from './heavyJob.ts'
import { restOfProcess, serialQueue } from './heavyWork.ts'
import { LowPriorityThread } from './LowPriorityThread.ts'

// From source, as in tests, there is no built thread, and one with a TypeScript loader takes a second to start.
const thread = import.meta.url.endsWith('.ts') ? undefined : new LowPriorityThread()

const rest = restOfProcess()
const inTurn = serialQueue(
  Infinity,
  thread &&
    (async () => {
      await delay(rest(), undefined, { ref: false })
    }),
)

/**
 * Runs a job (heavyJob.ts) in its turn: one at a time in this process, with a rest after each, so that a flood leaves
 * the CPU to players. Passwords and pictures have queues of their own, each of which asks for one turn at a time: so they
 * take turns, and neither waits for more than one job of the other.
 */
export function runInTurn(job: HeavyJob): Promise<unknown> {
  return inTurn(() => (thread ? thread.run(job) : runHere(job)))
}

async function runHere(job: HeavyJob): Promise<unknown> {
  if (job.kind === 'captcha') return drawCaptcha()
  const { password, stored } = job
  return stored === undefined ? hash(password, argon2Options) : verify(stored, password)
}
