import type { FastifyInstance } from 'fastify'

/** In ms. Must be less than the 15 s after which server.ts exits. */
const drainMs = 8_000
const idleCheckMs = 50

/**
 * Closes a server gracefully: stops accepting connections and waits for calls in progress. Keep-alive would hold
 * connections open for minutes, so they are closed as soon as they are idle. Calls that take longer than `limitMs`
 * are aborted.
 */
export async function closeHttp(app: FastifyInstance, limitMs = drainMs): Promise<void> {
  const idle = setInterval(() => app.server.closeIdleConnections(), idleCheckMs)
  const limit = setTimeout(() => app.server.closeAllConnections(), limitMs)
  try {
    await app.close()
  } finally {
    clearInterval(idle)
    clearTimeout(limit)
  }
}
