import type { FastifyInstance } from 'fastify'

/**
 * API responses are for one player and one moment: no proxy and no browser may cache them, unless a handler says so. The
 * route decides, however its address was written, and where there is none, the address.
 */
export function forbidCaching(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    if ([request.routeOptions.url ?? '', request.url].some(isCall)) reply.header('Cache-Control', 'no-store')
    done()
  })
}

function isCall(url: string): boolean {
  return /^\/(api|provider|sandbox)(\/|$)/.test(url)
}

/**
 * `Cache-Control` of a built file: immutable when its name contains a hash, else revalidated on every use.
 */
export function cacheControlOf(path: string): string {
  return /[/\\]assets[/\\]/.test(path) ? 'public, max-age=31536000, immutable' : 'no-cache'
}
