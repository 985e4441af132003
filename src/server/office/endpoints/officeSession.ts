import type { OfficeAnswer, OfficeCall, OfficeCallShape } from '#contract/office/officeCall.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { OfficeSession } from '../identity/sessions.ts'
import type { Office, OfficeCaller, Part, SchemasOf } from './office.ts'
import { partsOf } from './officeRead.ts'
import { callerOf, officeRoute } from './route.ts'

export interface SessionInput<C extends OfficeCall> {
  params: Part<C, 'params'>
  body: Part<C, 'body'>
  caller: OfficeCaller
  /** However far the login is; undefined: nobody is logged in. */
  session: OfficeSession | undefined
  request: FastifyRequest
  reply: FastifyReply
}

/** Registers a call of the caller's own login. What it changes it writes to the audit itself. */
export function officeSession<C extends OfficeCall<OfficeCallShape, unknown, 'session' | 'read'>>(
  office: Office,
  call: C,
  schemas: SchemasOf<C>,
  handle: (input: SessionInput<C>) => Promise<OfficeAnswer<C>>,
): void {
  officeRoute(office, call, async (request, reply) => {
    const caller = callerOf(office, request)
    const { params, body } = partsOf<C>(request, schemas, caller.language)
    return handle({ params, body, caller, session: request.officeSession ?? undefined, request, reply })
  })
}
