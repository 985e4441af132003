import Fastify, { LogController, type FastifyInstance } from 'fastify'
import type { AppDeps } from '../deps.ts'
import { serveHealth } from '../http/plugins/health.ts'

/** The server of OPS_PORT, for supervisors and Prometheus. It has no secrets, but players have no business there. */
export function buildMetricsApp({
  health,
  metrics,
  log,
}: Pick<AppDeps, 'health' | 'metrics' | 'log'>): FastifyInstance {
  const app = Fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
  })
  serveHealth(app, health)
  app.get('/metrics', async (_request, reply) => reply.type(metrics.contentType).send(await metrics.text()))
  return app
}
