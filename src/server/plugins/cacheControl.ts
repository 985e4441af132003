import type { FastifyInstance } from 'fastify'

/** API responses are for one player and one moment: no proxy and no browser may cache them. */
export function forbidCaching(app: FastifyInstance): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    if (/^\/(api|provider|sandbox)(\/|$)/.test(request.url) && !reply.hasHeader('Cache-Control'))
      reply.header('Cache-Control', 'no-store')
    done(null, payload)
  })
}

/**
 * `Cache-Control` of a built file: immutable when its name contains a hash, else revalidated on every use.
 */
export function cacheControlOf(path: string): string {
  return /[/\\]assets[/\\]/.test(path) ? 'public, max-age=31536000, immutable' : 'no-cache'
}
