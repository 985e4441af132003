import type { FastifyInstance } from 'fastify'
import type { Metrics } from '../metrics.ts'

/** Counts every response with its route and duration. Files and unknown paths have a common route each. */
export function countResponses(app: FastifyInstance, metrics: Metrics): void {
  app.addHook('onResponse', (request, reply, done) => {
    metrics.answered({
      method: request.method,
      route: request.routeOptions.url ?? 'unknown',
      status: reply.statusCode,
      seconds: reply.elapsedTime / 1000,
    })
    done()
  })
}
