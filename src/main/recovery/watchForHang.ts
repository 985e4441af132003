const intervalMs = 1_000
/** Home must be back within 10 s of a hang, and starting a page takes some of them. */
const missesAllowed = 4

export interface HangWatch {
  /** Forgets the probe that is pending: the process that it was sent to is gone. */
  reset(): void
  stop(): void
}

/**
 * Calls `probe` every second. `onHung` is called when one has neither resolved nor rejected for 4 s, and again every 4 s
 * until it does. Counts ticks instead of time: after the machine has slept, everything is late without being stuck.
 */
export function watchForHang(probe: () => Promise<unknown>, onHung: () => void): HangWatch {
  let pending: Promise<unknown> | null = null
  let misses = 0
  const reset = () => {
    pending = null
    misses = 0
  }
  const timer = setInterval(() => {
    if (pending !== null) {
      if (++misses % missesAllowed === 0) onHung()
      return
    }
    const sent = probe()
    pending = sent
    const settled = () => {
      if (pending === sent) reset()
    }
    // A rejection is an answer too: the end of a process has events of its own.
    sent.then(settled, settled)
  }, intervalMs)
  return { reset, stop: () => clearInterval(timer) }
}
