/** Calls back in an idle moment, after `timeout` ms at the latest. Returns the function that cancels it. */
export function whenIdle(run: () => void, timeout?: number): () => void {
  // Safari has no such function.
  if (!('requestIdleCallback' in globalThis)) {
    const timer = setTimeout(run)
    return () => clearTimeout(timer)
  }
  const id = requestIdleCallback(run, timeout === undefined ? undefined : { timeout })
  return () => cancelIdleCallback(id)
}
