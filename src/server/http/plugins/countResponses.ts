import type { FastifyInstance, onResponseHookHandler } from 'fastify'
import type { Metrics } from '../../observe/metrics.ts'

/** Counts every response with its route and duration. Files and unknown paths have a common route each. */
export function countResponses(app: FastifyInstance, metrics: Metrics): void {
  // Each route has a counter of its own: looking up the route of a request costs more than counting.
  app.addHook('onRoute', (route) => {
    route.onResponse = [counterOf(route.url), ...[route.onResponse ?? []].flat()]
  })
  const countUnknown = counterOf('unknown')
  app.addHook('onResponse', (request, reply, done) => {
    if (request.is404) countUnknown.call(app, request, reply, done)
    else done()
  })

  function counterOf(route: string): onResponseHookHandler {
    const count = metrics.responsesOf(route)
    return (request, reply, done) => {
      count(request.method, reply.statusCode, reply.elapsedTime / 1000)
      done()
    }
  }
}
