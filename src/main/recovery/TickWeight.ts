import { cpus } from 'node:os'
import { app } from 'electron'

/** A machine that is busy makes us wait so many times longer at most: on such a one too, what is stuck must end. */
const mostPatience = 4

/** In ms; all but the time of the sample are processor time, of all cores and since they started. */
interface Sample {
  at: number
  /** Nobody used it, or only what gives way to us. */
  free: number
  ours: number
  /** Of our processes but this one. */
  children: number
}

/**
 * How much a tick counts in which a process did not answer. One whole, unless the machine is busy and our processes get on:
 * then as much as of one core there was for them. A process that is stuck or stopped uses no processor time, while one that
 * starts on a busy machine uses all that it gets. `next` is called each tick, as long as there is no answer.
 */
export class TickWeight {
  #last: Sample | undefined

  next(): number {
    const before = this.#last
    const now = sample()
    this.#last = now
    if (!before || now.children <= before.children) return 1
    const share = (now.free - before.free + now.ours - before.ours) / (now.at - before.at)
    return Math.min(1, Math.max(1 / mostPatience, share))
  }

  /** The next tick counts as the first. */
  reset(): void {
    this.#last = undefined
  }
}

function sample(): Sample {
  const made = { at: performance.now(), free: 0, ours: 0, children: 0 }
  for (const { times } of cpus()) made.free += times.idle + times.nice
  for (const { type, cpu } of app.getAppMetrics()) {
    // Not on every system.
    const used = (cpu.cumulativeCPUUsage ?? 0) * 1_000
    made.ours += used
    if (type !== 'Browser') made.children += used
  }
  return made
}
