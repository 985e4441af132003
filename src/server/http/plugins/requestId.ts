import type { FastifyInstance } from 'fastify'

/** Tells the caller the request's id, so that a complaint can be found in the log. */
export function returnRequestId(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('X-Request-Id', request.id)
    done()
  })
}
