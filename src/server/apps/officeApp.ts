import Fastify from 'fastify'
import type { AppDeps } from '../deps.ts'
import { forbidCaching } from '../http/plugins/cacheControl.ts'
import { compressReads } from '../http/plugins/compression.ts'
import { countResponses } from '../http/plugins/countResponses.ts'
import { serveHealth } from '../http/plugins/health.ts'
import { returnRequestId } from '../http/plugins/requestId.ts'
import { setSecurityHeaders } from '../http/plugins/securityHeaders.ts'
import { handleOfficeErrors } from '../office/endpoints/errors.ts'
import type { Office } from '../office/endpoints/office.ts'
import { RecentSessions } from '../office/endpoints/RecentSessions.ts'
import { registerOfficeRoutes } from '../office/routes/routes.ts'
import { serveOfficeClient } from '../office/endpoints/client.ts'
import { appOptions } from './appOptions.ts'

const bodyLimit = 256 * 1024

/**
 * The server of the back office's origin: its calls, which the result lists, and its client. Players' sessions mean nothing
 * here.
 */
export async function buildOffice(deps: AppDeps): Promise<Office> {
  const { config } = deps
  const app = Fastify(appOptions(deps, bodyLimit))
  returnRequestId(app)
  deps.tracing?.traceRequests(app)
  countResponses(app, deps.metrics)
  handleOfficeErrors(app, deps.metrics)
  setSecurityHeaders(app, config.officeUrl ?? config.publicUrl)
  forbidCaching(app)
  compressReads(app)
  serveHealth(app, deps.health)
  const office: Office = { app, deps, calls: new Map(), actions: new Map(), recent: new RecentSessions() }
  app.decorateRequest('officeSession', null)
  app.decorateRequest('officeCheck', null)
  registerOfficeRoutes(office)
  await serveOfficeClient(app, config)
  return office
}
