import { existsSync } from 'node:fs'
import staticFiles from '@fastify/static'
import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify'
import { cspHeader, ownFilesOnly } from '#contract/csp.ts'
import type { AppDeps } from './deps.ts'
import { httpOptions } from './httpOptions.ts'
import { frameAncestors, originsOf } from './origins.ts'
import { cacheControlOf } from './plugins/cacheControl.ts'
import { handleErrors, sendNotFound } from './plugins/errors.ts'
import { setSecurityHeaders } from './plugins/securityHeaders.ts'
import { registerExampleServer } from './routes/gameProviders/exampleServer.ts'

const bodyLimit = 16 * 1024

/**
 * The server of the games' own origin: built files, and the pages of the example provider. It knows no
 * player: a game calls the API of `product` with the token that it got for its ticket. `product` is also
 * where a provider's server calls us.
 */
export async function buildGamesApp(deps: AppDeps, product: FastifyInstance): Promise<FastifyInstance> {
  const { config } = deps
  const app = Fastify({
    bodyLimit,
    ...httpOptions(config),
    routerOptions: { ignoreTrailingSlash: true },
    loggerInstance: deps.log,
  })
  handleErrors(app)
  await setSecurityHeaders(app, config.gamesUrl ?? config.publicUrl)
  app.addHook('onSend', async (request, reply, payload) => {
    reply.header('Content-Security-Policy', policyOf(deps, request))
    return payload
  })
  if (existsSync(config.gamesRoot)) {
    await app.register(staticFiles, {
      root: config.gamesRoot,
      wildcard: true,
      preCompressed: true,
      // The plugin's own header would replace the one that setHeaders sets.
      cacheControl: false,
      setHeaders: (response, path) => {
        response.setHeader('Cache-Control', cacheControlOf(path))
      },
    })
  }
  if (config.gameProviders.includes('example')) await registerExampleServer(app, deps, product)
  app.setNotFoundHandler(sendNotFound)
  return app
}

/**
 * Nothing inline and nothing from elsewhere; calls go to the API only, and only our own product may frame a
 * game.
 */
function policyOf({ config }: AppDeps, request: FastifyRequest): string {
  const { product, games } = originsOf(config, request)
  // In a sandboxed frame `'self'` matches nothing, so the games' origin is named too.
  const own = ["'self'", games]
  return cspHeader({
    ...ownFilesOnly,
    'script-src': own,
    'style-src': own,
    'img-src': [...own, 'data:', 'blob:'],
    'font-src': own,
    'media-src': [...own, 'data:', 'blob:'],
    'connect-src': ["'self'", product],
    'frame-ancestors': frameAncestors(config, request),
  })
}
