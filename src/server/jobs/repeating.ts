/** Runs `run` at once and every `intervalMs`, never twice at a time. Returns a function that stops it after the current run. */
export function repeat(run: () => Promise<void>, intervalMs: number): () => Promise<void> {
  let running: Promise<void> | undefined
  const start = () => {
    running ??= run().finally(() => (running = undefined))
  }
  start()
  const timer = setInterval(start, intervalMs)
  timer.unref()
  return async () => {
    clearInterval(timer)
    await running
  }
}
