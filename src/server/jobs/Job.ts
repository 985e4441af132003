import type { AppDeps } from '../deps.ts'

/**
 * Something that is done by the clock. Each job has a loop, a lease, a time limit and metrics of its own (JobLoop.ts),
 * so that one that hangs holds up no other. It must be harmless when two processes run it at once.
 */
export interface Job {
  /** The label of its metrics, and the name of its lease. */
  name: string
  everyMs: number
  /** After this long a run has failed, in ms, and `signal` is aborted; the next one may begin. */
  limitMs: number
  /** Whether every process runs it at once. By default one process does at a time. */
  everywhere?: boolean
  /**
   * A condition (SQL; $1: now) without which a run would find nothing to do; it may be met where it does not. By default the job
   * looks itself. It must be quick to answer, because all jobs wait for it.
   */
  due?: string
  /** `signal` is also aborted when the process stops. */
  run(deps: AppDeps, signal: AbortSignal): Promise<unknown>
}

class JobTimeoutError extends Error {
  constructor(limitMs: number) {
    super(`not done within ${limitMs} ms`)
    this.name = 'JobTimeoutError'
  }
}

/** Runs `work`. Throws JobTimeoutError after `limitMs`; its signal is aborted then, or by `stopping`. */
export async function withinLimit<T>(
  limitMs: number,
  stopping: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const late = new AbortController()
  let timer: NodeJS.Timeout | undefined
  const limit = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      const error = new JobTimeoutError(limitMs)
      late.abort(error)
      reject(error)
    }, limitMs)
    timer.unref()
  })
  try {
    return await Promise.race([work(AbortSignal.any([stopping, late.signal])), limit])
  } finally {
    clearTimeout(timer)
  }
}
