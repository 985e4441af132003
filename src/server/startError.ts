/**
 * The server cannot start, for a reason that whoever started it can repair: one clear line, exit code 2.
 * Anything else that is thrown while starting is a fault of ours and keeps its stack.
 */
export class StartError extends Error {
  readonly exitCode = 2

  constructor(message: string, options?: { cause?: unknown }) {
    super(message, options)
    this.name = 'StartError'
  }
}
