import type { FastifyReply, FastifyRequest } from 'fastify'
import { mayRole } from '#contract/office/permissions.ts'
import type { OfficeCall } from '#contract/office/officeCall.ts'
import { officeOriginOf } from '../../http/origins.ts'
import { refuseForeignHost } from '../../http/ownHost.ts'
import { findSession, type OfficeSession } from '../identity/sessions.ts'
import { OfficeRefusal } from '../texts/officeRefusal.ts'
import { sessionTokenOf } from './cookie.ts'
import { languageOf } from './errors.ts'
import type { Office, OfficeCaller } from './office.ts'

/** Calls that are answered while a second factor is being added. */
const enrolmentCalls: ReadonlySet<string> = new Set([
  'account.get',
  'account.startTotp',
  'account.confirmTotp',
  'account.startPasskey',
  'account.addPasskey',
])

declare module 'fastify' {
  interface FastifyRequest {
    /** The session of the staff member, however far the login is; null: none. */
    officeSession: OfficeSession | null
  }
}

/**
 * Registers a call: origin, limits, session and permission are checked before its body is read. What a role may not do is
 * not answered, whatever it is.
 */
export function officeRoute(
  office: Office,
  call: OfficeCall,
  handler: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>,
  options: { handlerTimeout?: number } = {},
): void {
  const { app, deps } = office
  if (office.calls.has(call.name)) throw new Error(`registered twice: ${call.name}`)
  office.calls.set(call.name, call)
  const admit = async (request: FastifyRequest) => {
    // Without OFFICE_URL the origin is derived from the request.
    if (deps.config.officeUrl === undefined) refuseForeignHost(request.hostname, deps.config)
    if (call.method !== 'GET') refuseForeignOrigin(office, request)
    const token = sessionTokenOf(request)
    if (call.permission === 'open')
      deps.traffic.buckets.take(call.method === 'GET' ? 'guests' : 'logins', request.ip)
    const session =
      token === undefined
        ? undefined
        : await findSession(deps, token, { isActivity: call.isPassive !== true })
    if (session) request.officeSession = session
    else if (call.permission !== 'open') deps.traffic.buckets.take('guests', request.ip)
    if (call.permission === 'open') return
    if (!session) throw new OfficeRefusal('notLoggedIn')
    const mayEnrol = session.stage === 'enrolment' && enrolmentCalls.has(call.name)
    if (session.stage !== 'full' && !mayEnrol) throw new OfficeRefusal('secondFactorMissing')
    if (!mayRole(session.person.role, call.permission)) throw new OfficeRefusal('forbidden')
  }
  app.route({
    ...options,
    method: call.method,
    url: call.path.replace(/\{(\w+)\}/g, ':$1'),
    onRequest: (request, _reply, done) => void admit(request).then(() => done(), done),
    handler,
  })
}

export function callerOf({ deps }: Office, request: FastifyRequest): OfficeCaller {
  return {
    language: languageOf(request),
    address: request.ip,
    userAgent: request.headers['user-agent'] ?? '',
    requestId: request.id,
    origin: officeOriginOf(deps.config, request),
  }
}

/** Browsers send `Origin` with every request that is not GET, so one without it comes from none. */
function refuseForeignOrigin({ deps }: Office, request: FastifyRequest): void {
  if (request.headers.origin !== officeOriginOf(deps.config, request)) throw new OfficeRefusal('wrongOrigin')
}
