import type { FastifyInstance } from 'fastify'
import type { Health } from '../../observe/health.ts'

/**
 * `/livez`: this process runs. `/readyz`: it can serve players, else 503 with what is wrong. For load balancers, so on
 * the port that they send players to; also on OPS_PORT (ops.ts).
 */
export function serveHealth(app: FastifyInstance, health: Health): void {
  app.get('/livez', { schema: { hide: true } }, () => ({ status: 'alive' }))
  app.get('/readyz', { schema: { hide: true } }, async (_request, reply) => {
    const readiness = await health.readiness()
    return reply.status(readiness.status === 'ready' ? 200 : 503).send(readiness)
  })
}
