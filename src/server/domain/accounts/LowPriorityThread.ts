import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { HeavyJob } from './heavyJob.ts'

/** An idle thread ends after this time, in ms: it keeps Argon2's memory. */
const idleMs = 30_000

/** A thread of low priority, so that a flood of logins or captchas slows no bet down. It starts with its first job. */
export class LowPriorityThread {
  #worker: Worker | undefined
  #idleTimer: NodeJS.Timeout | undefined
  #last: Promise<unknown> = Promise.resolve()

  /**
   * Runs the job after those before it and returns its result (heavyJob.ts). Throws what the thread threw; the next job
   * starts another thread.
   */
  run(job: HeavyJob): Promise<unknown> {
    const result = this.#last.then(() => this.#post(job))
    this.#last = result.catch(() => undefined)
    return result
  }

  async #post(job: HeavyJob): Promise<unknown> {
    clearTimeout(this.#idleTimer)
    const worker = (this.#worker ??= this.#start())
    worker.ref()
    try {
      worker.postMessage(job)
      const [result] = (await once(worker, 'message')) as [unknown]
      return result
    } finally {
      worker.unref()
      this.#idleTimer = setTimeout(() => void worker.terminate(), idleMs).unref()
    }
  }

  #start(): Worker {
    const worker = new Worker(new URL('heavyWorker.js', import.meta.url))
    const forget = () => {
      if (this.#worker === worker) this.#worker = undefined
    }
    worker.on('error', forget)
    worker.on('exit', forget)
    return worker
  }
}
