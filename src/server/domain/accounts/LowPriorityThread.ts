import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { HeavyJob } from './heavyJob.ts'
import type { HeavyWorkerData } from './heavyWorker.ts'

/** A thread without jobs ends after this time, in ms: it keeps Argon2's memory. */
const unusedMs = 30_000
/** After this time, in ms, a job has had too little CPU: the machine is never idle. A job takes 20 to 40 ms of it. */
const patienceMs = 1_000

interface Thread {
  worker: Worker
  /** Gets only CPU time that nobody else wants: none at all on a machine that is always busy. */
  isIdle: boolean
}

/**
 * A thread that leaves the CPU to others, so that a flood of logins or captchas slows no bet down. It starts with its
 * first job. On a machine that is never idle another one takes its place, which gets a small share of the CPU.
 */
export class LowPriorityThread {
  #thread: Thread | undefined
  #unusedTimer: NodeJS.Timeout | undefined
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
    clearTimeout(this.#unusedTimer)
    const thread = (this.#thread ??= this.#start(true))
    const { worker, isIdle } = thread
    worker.ref()
    const patience = isIdle ? AbortSignal.timeout(patienceMs) : undefined
    try {
      worker.postMessage(job)
      const [result] = (await once(worker, 'message', { signal: patience })) as [unknown]
      return result
    } catch (error) {
      if (!patience?.aborted || this.#thread !== thread) throw error
      this.#thread = this.#start(false)
      void worker.terminate()
      return await this.#post(job)
    } finally {
      worker.unref()
      clearTimeout(this.#unusedTimer)
      this.#unusedTimer = setTimeout(() => void this.#thread?.worker.terminate(), unusedMs).unref()
    }
  }

  #start(isIdle: boolean): Thread {
    const workerData: HeavyWorkerData = { isIdle }
    const worker = new Worker(new URL('heavyWorker.js', import.meta.url), { workerData })
    const thread = { worker, isIdle }
    const forget = () => {
      if (this.#thread === thread) this.#thread = undefined
    }
    worker.on('error', forget)
    worker.on('exit', forget)
    return thread
  }
}
