/**
 * The server cannot start, and whoever starts it can repair the reason: the message is one clear line, the
 * exit code is 2. Any other error while starting is a bug and keeps its stack.
 */
export class StartError extends Error {
  readonly exitCode = 2

  constructor(message: string, options?: { cause?: unknown }) {
    super(message, options)
    this.name = 'StartError'
  }
}
