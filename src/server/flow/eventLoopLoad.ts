import { performance } from 'node:perf_hooks'

/** From this share of its time that the event loop is busy, it has no time to spare. */
const busyShare = 0.2

/** Returns a function that returns how busy the event loop has been since the call before: from 0, idle, to 1, no time to spare. */
export function eventLoopLoad(utilization = utilizationSinceLast()): () => number {
  return () => Math.min(1, utilization() / busyShare)
}

function utilizationSinceLast(): () => number {
  let last = performance.eventLoopUtilization()
  return () => {
    const usage = performance.eventLoopUtilization()
    const { utilization } = performance.eventLoopUtilization(usage, last)
    last = usage
    return utilization
  }
}
