import { TickWeight, type IsAwaited } from './TickWeight.ts'

export const intervalMs = 500
/** 4 s. Home must be back within 10 s of a hang, and starting a page takes some of them. */
const missesAllowed = 8
/** 2 s, when another process does not respond either: a page that only works hard does not stop the others. */
const missesInCompany = 4

export interface HangWatch {
  /** For how many ticks there has been no answer; some count less than one (TickWeight.ts). */
  readonly misses: number
  /** Forgets the probes that are pending: the process that they were sent to is gone. */
  reset(): void
  stop(): void
}

/**
 * Calls `probe` every half second, also while earlier ones are pending: one that was sent to a process as it ended is
 * never answered. `onHung` is called when none has resolved or rejected for 4 s, for 2 s when `company` has no answer
 * either, and again every 4 s until one does. Counts ticks instead of time: after the machine has
 * slept, everything is late without being stuck. Where this process's own ticks are late, the machine is busy, and they
 * count nothing; where it is busy and the process that is probed gets on slowly, they count less (TickWeight.ts).
 */
export function watchForHang(
  isProbed: IsAwaited,
  probe: () => Promise<unknown>,
  onHung: () => void,
  company?: () => Pick<HangWatch, 'misses'> | undefined,
): HangWatch {
  let pending = new Set<Promise<unknown>>()
  let misses = 0
  let reportedAt = 0
  let lastTick = performance.now()
  const weight = new TickWeight(isProbed)
  const reset = () => {
    pending = new Set()
    misses = 0
    reportedAt = 0
    weight.reset()
  }
  const isHung = () => {
    if (misses - reportedAt >= missesAllowed) return true
    return reportedAt === 0 && misses >= missesInCompany && (company?.()?.misses ?? 0) >= missesInCompany
  }
  const timer = setInterval(() => {
    const now = performance.now()
    const isLate = now - lastTick > 2 * intervalMs
    lastTick = now
    if (pending.size > 0 && !isLate) {
      misses += weight.next()
      if (isHung()) {
        reportedAt = misses
        onHung()
      }
    }
    if (pending.size >= missesAllowed) return
    const sent = probe()
    pending.add(sent)
    const settled = () => {
      if (pending.has(sent)) reset()
    }
    // A rejection is an answer too: the end of a process has events of its own.
    sent.then(settled, settled)
  }, intervalMs)
  return {
    get misses() {
      return misses
    },
    reset,
    stop: () => clearInterval(timer),
  }
}
