import { existsSync } from 'node:fs'
import staticFiles from '@fastify/static'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import type { AppDeps } from './app.ts'
import { frameAncestors, originsOf } from './origins.ts'
import { gameProvidersOf } from './providers/games/gameProviders.ts'
import { callerOf, refusalEnvelope } from './routes/endpoint.ts'
import { Refusal } from './errors.ts'

const bodyLimit = 16 * 1024

/**
 * The games' own origin: built files, and pages of the providers. Nothing here knows a player: a game calls the
 * API of `product` with the token that its ticket gave it. `product` is where a provider's server reaches us.
 */
export async function buildGamesApp(deps: AppDeps, product: FastifyInstance): Promise<FastifyInstance> {
  const { config } = deps
  const app = Fastify({
    bodyLimit,
    routerOptions: { ignoreTrailingSlash: true },
    logger: {
      level: config.logLevel,
      serializers: {
        req: (request: { method: string; url: string }) => ({ method: request.method, url: request.url }),
      },
    },
    trustProxy: config.trustProxy,
  })
  app.addHook('onSend', async (request, reply, payload) => {
    secure(deps, request, reply)
    return payload
  })
  app.setErrorHandler((error, request, reply) => {
    const refusal =
      error instanceof Refusal ? error : new Refusal(isTheirs(error) ? 'badRequest' : 'internal')
    if (refusal.key === 'internal') request.log.error(error)
    return reply.status(refusal.httpStatus).send(refusalEnvelope(refusal, callerOf(request).language))
  })
  if (existsSync(config.gamesRoot)) {
    await app.register(staticFiles, {
      root: config.gamesRoot,
      wildcard: true,
      preCompressed: true,
      setHeaders: (reply, path) => {
        const hashed = /[/\\]assets[/\\]/.test(path)
        reply.header('Cache-Control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache')
      },
    })
  }
  for (const provider of gameProvidersOf(config)) await provider.registerPages?.(app, deps, product)
  app.setNotFoundHandler((request, reply) => {
    const refusal = new Refusal('notFound')
    return reply.status(404).send(refusalEnvelope(refusal, callerOf(request).language))
  })
  return app
}

/** Nothing inline, nothing from elsewhere; calls go to the API alone, and only our own product frames a game. */
function secure({ config }: AppDeps, request: FastifyRequest, reply: FastifyReply): void {
  const { product, games } = originsOf(config, request)
  const policy = [
    "default-src 'none'",
    `script-src 'self' ${games}`,
    `style-src 'self' ${games}`,
    `img-src 'self' ${games} data: blob:`,
    `font-src 'self' ${games}`,
    `media-src 'self' ${games} data: blob:`,
    `connect-src 'self' ${product}`,
    "base-uri 'none'",
    "form-action 'none'",
    `frame-ancestors ${frameAncestors(config, request).join(' ')}`,
  ].join('; ')
  reply.header('Content-Security-Policy', policy)
  reply.header('X-Content-Type-Options', 'nosniff')
  reply.header('Referrer-Policy', 'no-referrer')
}

function isTheirs(error: unknown): boolean {
  const status = typeof error === 'object' && error !== null && 'statusCode' in error ? error.statusCode : 500
  return typeof status === 'number' && status < 500
}
