import { existsSync } from 'node:fs'
import { join } from 'node:path'
import staticFiles from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { cspHeader, ownFilesOnly } from '#contract/csp.ts'
import type { ServerConfig } from '../../config/config.ts'
import { cacheControlOf } from '../../http/plugins/cacheControl.ts'
import { sendOfficeNotFound } from './errors.ts'

/** Its own files and calls, and nothing else; nobody frames it. Pictures of players come as blobs. */
const policy = cspHeader({
  ...ownFilesOnly,
  'img-src': ["'self'", 'data:', 'blob:'],
  'font-src': ["'self'"],
  'connect-src': ["'self'"],
  'manifest-src': ["'self'"],
})

/** Serves the built client: its files, and its page for every address that is no call. */
export async function serveOfficeClient(
  app: FastifyInstance,
  { officeRoot }: Pick<ServerConfig, 'officeRoot'>,
): Promise<void> {
  app.addHook('onSend', (request, reply, payload, done) => {
    reply.header('X-Frame-Options', 'DENY')
    reply.header('Cross-Origin-Opener-Policy', 'same-origin')
    reply.header('Cross-Origin-Resource-Policy', 'same-origin')
    reply.header('Permissions-Policy', 'camera=(), microphone=(), geolocation=(), payment=()')
    // By address, not by type: a browser puts the headers of a 304, which has no type, on the page that it has kept.
    if (!/^\/api(\/|$)/.test(request.url)) reply.header('Content-Security-Policy', policy)
    done(null, payload)
  })
  const isBuilt = existsSync(join(officeRoot, 'index.html'))
  if (isBuilt) {
    await app.register(staticFiles, {
      root: officeRoot,
      wildcard: true,
      preCompressed: true,
      // Otherwise the plugin's header would replace the one from setHeaders.
      cacheControl: false,
      setHeaders: (response, path) => {
        response.setHeader('Cache-Control', cacheControlOf(path))
      },
    })
  }
  app.setNotFoundHandler((request, reply) => {
    const isPage = request.method === 'GET' && !/^\/(api|assets)(\/|$)/.test(request.url)
    if (!isPage || !/\btext\/html\b/i.test(request.headers.accept ?? ''))
      return sendOfficeNotFound(request, reply)
    if (isBuilt) return reply.sendFile('index.html')
    return reply
      .status(503)
      .type('text/plain; charset=utf-8')
      .send(`The back office's client is not built: there is none in ${officeRoot} (npm run build:office).\n`)
  })
}
