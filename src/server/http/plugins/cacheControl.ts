import type { FastifyInstance } from 'fastify'

/**
 * API responses are for one player and one moment: no proxy and no browser may cache them, unless a handler says so. The
 * route decides, however its address was written.
 */
export function forbidCaching(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (/^\/(api|provider|sandbox)(\/|$)/.test(request.routeOptions.url ?? request.url))
      reply.header('Cache-Control', 'no-store')
    done()
  })
}

/**
 * `Cache-Control` of a built file: immutable when its name contains a hash, else revalidated on every use.
 */
export function cacheControlOf(path: string): string {
  return /[/\\]assets[/\\]/.test(path) ? 'public, max-age=31536000, immutable' : 'no-cache'
}
