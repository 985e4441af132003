import { availableParallelism } from 'node:os'
import { eventLoopLoad } from './eventLoopLoad.ts'

/**
 * The longest cooldown after a task times the number of CPUs. The more CPUs, the less often a task is on the one that a
 * bet needs. A low priority is not enough: Linux lets a thread finish its time slice before another gets that CPU.
 */
const longestCooldownMs = 800

/** How long to pause after a task, in ms: the longer, the busier the process was meanwhile and the fewer CPUs there are. */
export function cooldownOfProcess(load = eventLoopLoad(), cpus = availableParallelism()): () => number {
  // With one CPU as with two: with a longer one the last in a queue would wait for longer than its call may take.
  const longest = longestCooldownMs / Math.max(2, cpus)
  return () => longest * load()
}
