import { isDeepStrictEqual } from 'node:util'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { mayRole } from '#contract/office/permissions.ts'
import { passiveHeader, personHeader, personParameter, type OfficeCall } from '#contract/office/officeCall.ts'
import { queueCalls } from '#contract/office/queue.ts'
import { exposureCalls } from '#contract/office/risk.ts'
import { matchCalls } from '#contract/office/sports.ts'
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

/** The reads that pages of before `Office-Passive` make by themselves, again and again. */
const passiveBefore: ReadonlySet<OfficeCall> = new Set<OfficeCall>([
  queueCalls.get,
  matchCalls.list,
  matchCalls.get,
  exposureCalls.list,
])

declare module 'fastify' {
  interface FastifyRequest {
    /** The session of the staff member, however far the login is; null: none. */
    officeSession: OfficeSession | null
    /** While a read has begun for a session as it was a moment ago: the session as it is, or the refusal. */
    officeCheck: Promise<OfficeSession> | null
  }
}

interface RouteOptions {
  handlerTimeout?: number
  /** Whether it does nothing but read, so that it may begin before the session is looked up again. */
  isRead?: boolean
}

/**
 * Registers a call: origin, limits, session and permission are checked before its body is read. What a role may not do is
 * not answered, whatever it is. A read for a session that this process has just seen begins while the session is looked up,
 * and is answered when it is still as it was; another read is made otherwise.
 */
export function officeRoute(
  office: Office,
  call: OfficeCall,
  handler: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>,
  { isRead = false, ...options }: RouteOptions = {},
): void {
  const { app, deps, recent } = office
  if (office.calls.has(call.name)) throw new Error(`registered twice: ${call.name}`)
  office.calls.set(call.name, call)
  const refuseSession = (session: OfficeSession) => {
    const mayEnrol = session.stage === 'enrolment' && enrolmentCalls.has(call.name)
    if (session.stage !== 'full' && !mayEnrol) return 'secondFactorMissing'
    return call.permission === 'open' || mayRole(session.person.role, call.permission)
      ? undefined
      : 'forbidden'
  }
  const look = async (request: FastifyRequest, token: string | undefined) => {
    let session: OfficeSession | undefined
    if (token !== undefined) {
      session = await findSession(deps, token, { isActivity: !isPassive(call, request) })
      recent.remember(token, session)
    }
    if (!session && call.permission !== 'open') deps.traffic.buckets.take('guests', request.ip)
    return session
  }
  const permitted = (session: OfficeSession | undefined, request: FastifyRequest): OfficeSession => {
    if (!session) throw new OfficeRefusal('notLoggedIn')
    refuseOtherPerson(call, session, request)
    const refused = refuseSession(session)
    if (refused) throw new OfficeRefusal(refused)
    return session
  }
  const admit = async (request: FastifyRequest) => {
    // Without OFFICE_URL the origin is derived from the request.
    if (deps.config.officeUrl === undefined) refuseForeignHost(request.hostname, deps.config)
    if (call.method !== 'GET') refuseForeignOrigin(office, request)
    const token = sessionTokenOf(request)
    if (call.permission === 'open')
      deps.traffic.buckets.take(call.method === 'GET' ? 'guests' : 'logins', request.ip)
    const known = isRead && call.permission !== 'open' ? recent.session(token) : undefined
    if (known && !refuseSession(known)) {
      request.officeSession = known
      request.officeCheck = look(request, token).then((session) => permitted(session, request))
      // It is waited for when the read is done.
      request.officeCheck.catch(() => undefined)
      return
    }
    const session = await look(request, token)
    if (session) request.officeSession = session
    if (call.permission !== 'open') permitted(session, request)
  }
  const read = async (request: FastifyRequest, reply: FastifyReply) => {
    const begun = handler(request, reply)
    if (!request.officeCheck) return begun
    const [session] = await Promise.all([
      request.officeCheck,
      // Its error is no answer to somebody whose session has ended.
      begun.catch(() => undefined),
    ])
    if (isDeepStrictEqual(session, request.officeSession)) return begun
    request.officeSession = session
    return handler(request, reply)
  }
  app.route({
    ...options,
    method: call.method,
    url: call.path.replace(/\{(\w+)\}/g, ':$1'),
    onRequest: (request, _reply, done) => void admit(request).then(() => done(), done),
    handler: isRead ? read : handler,
  })
}

/** Whether the client made the read by itself, while the person did nothing. */
function isPassive(call: OfficeCall, request: FastifyRequest): boolean {
  if (passiveBefore.has(call) && isEarlierPage(request)) return true
  return call.method === 'GET' && request.headers[passiveHeader.toLowerCase()] !== undefined
}

/** A page that was open before the update: it does not say whose it is. */
function isEarlierPage({ headers }: FastifyRequest): boolean {
  return headers[personHeader.toLowerCase()] === undefined
}

/** Tabs share a cookie: what a page shows as one person's is not done as another person. */
function refuseOtherPerson({ kind }: OfficeCall, { person }: OfficeSession, request: FastifyRequest): void {
  const { [personParameter]: ofLink } = request.query as { [personParameter]?: unknown }
  const expected = request.headers[personHeader.toLowerCase()] ?? (kind === 'csv' ? ofLink : undefined)
  if (expected !== undefined && expected !== person.id) throw new OfficeRefusal('otherPerson')
}

export function callerOf({ deps }: Office, request: FastifyRequest): OfficeCaller {
  return {
    language: languageOf(request),
    address: request.ip,
    userAgent: request.headers['user-agent'] ?? '',
    requestId: request.id,
    origin: officeOriginOf(deps.config, request),
    isEarlierPage: isEarlierPage(request),
  }
}

/** Browsers send `Origin` with every request that is not GET, so one without it comes from none. */
function refuseForeignOrigin({ deps }: Office, request: FastifyRequest): void {
  if (request.headers.origin !== officeOriginOf(deps.config, request)) throw new OfficeRefusal('wrongOrigin')
}
