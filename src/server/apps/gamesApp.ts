import { existsSync } from 'node:fs'
import staticFiles from '@fastify/static'
import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify'
import { cspHeader, ownFilesOnly } from '#contract/csp.ts'
import type { AppDeps } from '../deps.ts'
import { frameAncestors, originsOf } from '../http/origins.ts'
import { cacheControlOf } from '../http/plugins/cacheControl.ts'
import { countResponses } from '../http/plugins/countResponses.ts'
import { returnRequestId } from '../http/plugins/requestId.ts'
import { handleErrors, sendNotFound } from '../http/plugins/errors.ts'
import { setSecurityHeaders } from '../http/plugins/securityHeaders.ts'
import { registerExampleServer } from '../providers/games/example/exampleServer.ts'
import { appOptions } from './appOptions.ts'
import { registerExitPage } from './exitPage.ts'

const bodyLimit = 16 * 1024

/**
 * The server of the games' origin: built files, and the pages of the example provider. It has no player data: a
 * game calls the API of `product` with the token that it received for its ticket. The example provider's server
 * calls `product` too.
 */
export async function buildGamesApp(deps: AppDeps, product: FastifyInstance): Promise<FastifyInstance> {
  const { config } = deps
  const app = Fastify(appOptions(deps, bodyLimit))
  returnRequestId(app)
  countResponses(app, deps.metrics)
  handleErrors(app, deps.metrics)
  setSecurityHeaders(app, config.gamesUrl ?? config.publicUrl)
  app.addHook('onSend', (request, reply, payload, done) => {
    reply.header('Content-Security-Policy', policyOf(deps, request))
    done(null, payload)
  })
  if (existsSync(config.gamesRoot)) {
    await app.register(staticFiles, {
      root: config.gamesRoot,
      wildcard: true,
      preCompressed: true,
      // Otherwise the plugin's header would replace the one from setHeaders.
      cacheControl: false,
      setHeaders: (response, path) => {
        response.setHeader('Cache-Control', cacheControlOf(path))
      },
    })
  }
  registerExitPage(app, deps)
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
  // `'self'` matches nothing in a sandboxed frame, so the games' origin is listed too.
  const ownSources = ["'self'", games]
  return cspHeader({
    ...ownFilesOnly,
    'script-src': ownSources,
    'style-src': ownSources,
    'img-src': [...ownSources, 'data:', 'blob:'],
    'font-src': ownSources,
    'media-src': [...ownSources, 'data:', 'blob:'],
    'connect-src': ["'self'", product],
    'frame-ancestors': frameAncestors(config, request),
  })
}
