import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Health } from '../../observe/health.ts'
import { Refusal } from '../../texts/refusal.ts'

/**
 * `/livez`: this process runs. `/readyz`: it can serve players, else 503 with what is wrong. For load balancers, so on
 * the port that they send players to; also on OPS_PORT (metricsApp.ts). With `hidesFromClients` a call that a proxy forwards
 * for somebody finds nothing, however it writes the address: a balancer's own check has no X-Forwarded-For.
 */
export function serveHealth(
  app: FastifyInstance,
  health: Health,
  { hidesFromClients = false }: { hidesFromClients?: boolean } = {},
): void {
  const refuseClients = (request: FastifyRequest) => {
    if (hidesFromClients && request.headers['x-forwarded-for'] !== undefined) throw new Refusal('notFound')
  }
  app.get('/livez', { schema: { hide: true } }, (request) => {
    refuseClients(request)
    return { status: 'alive' }
  })
  app.get('/readyz', { schema: { hide: true } }, async (request, reply) => {
    refuseClients(request)
    const readiness = await health.readiness()
    return reply.status(readiness.status === 'ready' ? 200 : 503).send(readiness)
  })
}
