import type { FastifyInstance } from 'fastify'

/** Less than the 15 s after which server.ts gives up. In ms. */
const callsEndMs = 8_000
const idleCheckMs = 50

/**
 * Closes a server: it accepts nothing more and waits for the calls under way. Their connections would then stay
 * open for another call, for minutes; they are closed as soon as they are idle. A call that goes on for longer
 * than `limitMs` is cut.
 */
export async function closeHttp(app: FastifyInstance, limitMs = callsEndMs): Promise<void> {
  const idle = setInterval(() => app.server.closeIdleConnections(), idleCheckMs)
  const limit = setTimeout(() => app.server.closeAllConnections(), limitMs)
  try {
    await app.close()
  } finally {
    clearInterval(idle)
    clearTimeout(limit)
  }
}
