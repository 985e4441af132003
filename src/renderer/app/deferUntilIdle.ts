import { whenIdle } from '../services/whenIdle.ts'

/** A first visit has the network and the processor to itself for this long, in ms. */
const settleMs = 5_000

/** Runs what no visitor waits for, in an idle moment after the page has settled. Returns a function that cancels it. */
export function deferUntilIdle(run: () => void): () => void {
  let cancelIdle: (() => void) | undefined
  const timer = setTimeout(() => (cancelIdle = whenIdle(run)), settleMs)
  return () => {
    clearTimeout(timer)
    cancelIdle?.()
  }
}
