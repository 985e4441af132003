import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { PasswordJob } from './passwordJob.ts'

/** An idle thread ends after this time, in ms: it keeps Argon2's memory. */
const idleMs = 30_000

let thread: Worker | undefined
let idleTimer: NodeJS.Timeout | undefined

/**
 * Runs one job on a thread of low priority, so that a flood of logins slows no bet down. Call it for one job at a time.
 * Returns a string for a new hash, a boolean for a verification. Throws what the thread threw; the next call starts
 * another thread.
 */
export async function runOnThread(job: PasswordJob): Promise<unknown> {
  clearTimeout(idleTimer)
  const worker = (thread ??= startThread())
  worker.ref()
  try {
    worker.postMessage(job)
    const [result] = (await once(worker, 'message')) as [unknown]
    return result
  } finally {
    worker.unref()
    idleTimer = setTimeout(() => void worker.terminate(), idleMs).unref()
  }
}

function startThread(): Worker {
  const worker = new Worker(new URL('passwordWorker.js', import.meta.url))
  const forget = () => {
    if (thread === worker) thread = undefined
  }
  worker.on('error', forget)
  worker.on('exit', forget)
  return worker
}
