/** Of something that was thrown, for the log: without its stack. */
export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
