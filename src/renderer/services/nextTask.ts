/** Resolves in a task of its own: before it, the page can paint and react to presses. */
export function nextTask(): Promise<void> {
  const { scheduler } = globalThis as { scheduler?: { yield?: () => Promise<void> } }
  // Safari has no such function.
  return scheduler?.yield?.() ?? new Promise((resolve) => setTimeout(resolve))
}
