import { readFileSync } from 'node:fs'

/** A hundred ticks a second, on every platform of Linux. */
const tickSeconds = 0.01

/**
 * The CPU time of what this process starts. Linux adds that of a process to its parent's when it has ended and the parent has
 * been told, so a part is counted when it ends; of two that end at once, the first gets both.
 */
export class CpuMeter {
  #taken = endedSeconds()

  /** CPU seconds of the processes that have ended since the last call, with what these have started. */
  take(): number | undefined {
    const ended = endedSeconds()
    if (ended === undefined || this.#taken === undefined) return undefined
    const seconds = ended - this.#taken
    this.#taken = ended
    return seconds
  }
}

/** CPU seconds of all ended children of this process, with theirs; undefined elsewhere than on Linux. */
function endedSeconds(): number | undefined {
  if (process.platform !== 'linux') return undefined
  const stat = readFileSync('/proc/self/stat', 'utf8')
  // Fields 16 and 17 of proc(5). The second one, the name, may have spaces.
  const [user, system] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(13, 15)
  return (Number(user) + Number(system)) * tickSeconds
}
