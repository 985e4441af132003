import { cpus } from 'node:os'
import { app, type ProcessMetric } from 'electron'

/** A machine that is busy makes us wait so many times longer at most: on such a one too, what is stuck must end. */
const mostPatience = 4

/** In ms; all but the time of the sample are processor time, of all cores and since they started. */
interface Sample {
  at: number
  /** Nobody used it, or only what gives way to us. */
  free: number
  ours: number
  /** Of the processes that are waited for. */
  awaited: number
}

export type IsAwaited = (process: Pick<ProcessMetric, 'type' | 'serviceName' | 'pid'>) => boolean

/**
 * How much a tick counts in which a process did not answer. One whole, unless the machine is busy and the process gets on:
 * then as much as of one core there was for us. A process that is stuck or stopped uses no processor time, while one that
 * starts on a busy machine uses all that it gets. `next` is called each tick, as long as there is no answer.
 */
export class TickWeight {
  readonly #isAwaited: IsAwaited
  #last: Sample | undefined

  constructor(isAwaited: IsAwaited) {
    this.#isAwaited = isAwaited
  }

  next(): number {
    const before = this.#last
    const now = sample(this.#isAwaited)
    this.#last = now
    if (!before || now.awaited <= before.awaited) return 1
    const share = (now.free - before.free + now.ours - before.ours) / (now.at - before.at)
    return Math.min(1, Math.max(1 / mostPatience, share))
  }

  /** The next tick counts as the first. */
  reset(): void {
    this.#last = undefined
  }
}

function sample(isAwaited: IsAwaited): Sample {
  const made = { at: performance.now(), free: 0, ours: 0, awaited: 0 }
  for (const { times } of cpus()) made.free += times.idle + times.nice
  for (const metric of app.getAppMetrics()) {
    // Not on every system.
    const used = (metric.cpu.cumulativeCPUUsage ?? 0) * 1_000
    made.ours += used
    if (isAwaited(metric)) made.awaited += used
  }
  return made
}
