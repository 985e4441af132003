/**
 * The server cannot start for a reason that the operator can fix: the message is one clear line, the exit code
 * is 2. Any other error while starting is a bug and is logged with its stack.
 */
export class StartError extends Error {
  readonly exitCode = 2

  constructor(message: string, options?: { cause?: unknown }) {
    super(message, options)
    this.name = 'StartError'
  }
}
