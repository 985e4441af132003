import type { OfficeAnswer, OfficeCall, OfficeCallShape } from '#contract/office/officeCall.ts'
import type { FastifyRequest } from 'fastify'
import { writeAudit } from '../audit/writeAudit.ts'
import { OfficeRefusal } from '../texts/officeRefusal.ts'
import type { Office, OfficeInput, Part, SchemasOf } from './office.ts'
import { actorOf } from './actor.ts'
import { parse } from './parse.ts'
import { callerOf, officeRoute } from './route.ts'

/**
 * Registers a call that shows something. One that is audited needs `subjectOf`: its row is committed after the read and
 * before the answer.
 */
export function officeRead<C extends OfficeCall<OfficeCallShape, unknown, 'read'>>(
  office: Office,
  call: C,
  schemas: SchemasOf<C>,
  read: (input: OfficeInput<C>) => Promise<OfficeAnswer<C>>,
  subjectOf?: (input: OfficeInput<C>) => { kind: string; id: string },
): void {
  if ((call.isAudited === true) !== (subjectOf !== undefined))
    throw new Error(`${call.name}: an audited read, and no other, has a subject`)
  const handle = async (request: FastifyRequest) => {
    const input = inputOf<C>(office, request, schemas)
    const answer = await read(input)
    if (subjectOf)
      await writeAudit(office.deps.db, {
        at: office.deps.clock.now(),
        actor: actorOf(input.caller, input.staff),
        action: call.name,
        subject: subjectOf(input),
      })
    return answer
  }
  officeRoute(office, call, handle, { isRead: subjectOf === undefined })
}

/** The checked input of a call that needs a login. Throws `invalid`. */
export function inputOf<C extends OfficeCall>(
  office: Office,
  request: FastifyRequest,
  schemas: SchemasOf<C>,
): OfficeInput<C> {
  const session = request.officeSession
  if (!session) throw new OfficeRefusal('notLoggedIn')
  const caller = callerOf(office, request)
  return { ...partsOf<C>(request, schemas, caller.language), caller, session, staff: session.person }
}

/** The checked parts of a request. Throws `invalid`. */
export function partsOf<C extends OfficeCall>(
  request: { params: unknown; query?: unknown; body: unknown },
  schemas: SchemasOf<C>,
  language: Parameters<typeof parse>[2],
): Pick<OfficeInput<C>, 'params' | 'query' | 'body'> {
  const part = <Key extends 'params' | 'query' | 'body'>(key: Key) => {
    const schema = (schemas as Partial<SchemasOf<OfficeCall<Required<OfficeCallShape>>>>)[key]
    return (schema ? parse(schema, request[key] ?? {}, language) : undefined) as Part<C, Key>
  }
  return { params: part('params'), query: part('query'), body: part('body') }
}
