import Fastify, { type FastifyInstance } from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import type { AppDeps } from '../deps.ts'
import { serveApiDocs } from '../http/plugins/apiDocs.ts'
import { bodyLimit, readBodies } from '../http/plugins/bodies.ts'
import { compressReads } from '../http/plugins/compression.ts'
import { allowOrigins } from '../http/plugins/cors.ts'
import { forbidCaching } from '../http/plugins/cacheControl.ts'
import { countResponses } from '../http/plugins/countResponses.ts'
import { keepDeviceChoices } from '../http/plugins/deviceChoices.ts'
import { serveHealth } from '../http/plugins/health.ts'
import { tellTime } from '../http/plugins/serverTime.ts'
import { returnRequestId } from '../http/plugins/requestId.ts'
import { handleErrors } from '../http/plugins/errors.ts'
import { setSecurityHeaders } from '../http/plugins/securityHeaders.ts'
import { serveWebBuild } from '../http/plugins/webBuild.ts'
import { attachRealtime } from '../realtime/realtime.ts'
import { firstViewsOf } from '../routes/firstView.ts'
import { registerRoutes } from '../routes/routes.ts'
import { registerSandbox } from '../sandbox/sandbox.ts'
import { appOptions } from './appOptions.ts'

/** Assembles the server without opening a port: tests inject requests, startServer.ts listens. */
export async function buildPlayerApp(deps: AppDeps): Promise<FastifyInstance> {
  const app = Fastify({
    ...appOptions(deps, bodyLimit),
    rewriteUrl: (request) => escapeUndecodable(request.url ?? '/'),
  })
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  returnRequestId(app)
  deps.tracing?.traceRequests(app)
  countResponses(app, deps.metrics)
  handleErrors(app, deps.metrics)
  setSecurityHeaders(app, deps.config.publicUrl)
  forbidCaching(app)
  tellTime(app, deps.clock)
  keepDeviceChoices(app)
  compressReads(app)
  await readBodies(app)
  await allowOrigins(app, deps)
  await serveApiDocs(app, deps.config)
  // Before the routes, because its fault injection applies to all of them.
  const faults = deps.config.sandbox ? await registerSandbox(app, deps) : undefined
  serveHealth(app, deps.health, { hidesFromClients: true })
  await registerRoutes(app, deps)
  const mayCallsFail = () => faults?.areActive() ?? false
  await serveWebBuild(app, deps, { mayCallsFail, readFirstView: firstViewsOf(deps) })
  attachRealtime(app, deps)
  return app
}

/**
 * The router rejects a path with an invalid escape (`/y%E0`), and PostgreSQL a text with a zero byte. Escaping the
 * `%` of such a path turns it into an ordinary unknown code or page.
 */
function escapeUndecodable(url: string): string {
  if (!url.includes('%')) return url
  const [path = '', ...query] = url.split('?')
  if (isDecodable(path)) return url
  return [path.replaceAll('%', '%25'), ...query].join('?')
}

function isDecodable(path: string): boolean {
  try {
    return !decodeURIComponent(path).includes('\0')
  } catch (error) {
    if (error instanceof URIError) return false
    throw error
  }
}
