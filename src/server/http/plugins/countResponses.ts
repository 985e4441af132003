import type { FastifyInstance, onResponseHookHandler } from 'fastify'
import type { BetKind, Metrics } from '../../observe/metrics.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What kind of stake the call takes; undefined: none. */
    takesBet?: BetKind | undefined
  }
}

/**
 * Counts every response with its route and duration. Files and unknown paths have a common route each. A bet that was
 * taken is counted among the bets too.
 */
export function countResponses(app: FastifyInstance, metrics: Metrics): void {
  // Each route has a counter of its own: looking up the route of a request costs more than counting.
  app.addHook('onRoute', (route) => {
    route.onResponse = [counterOf(route.url, route.config?.takesBet), ...[route.onResponse ?? []].flat()]
  })
  const countUnknown = counterOf('unknown')
  app.addHook('onResponse', (request, reply, done) => {
    if (request.is404) countUnknown.call(app, request, reply, done)
    else done()
  })

  function counterOf(route: string, takesBet?: BetKind): onResponseHookHandler {
    const count = metrics.responsesOf(route)
    const countBet = takesBet && metrics.betsOf(takesBet)
    return (request, reply, done) => {
      const seconds = reply.elapsedTime / 1000
      count(request.method, reply.statusCode, seconds)
      if (reply.statusCode < 300) countBet?.(seconds)
      done()
    }
  }
}
