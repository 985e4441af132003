import type { FastifyInstance } from 'fastify'
import type { OfficeAnswer, OfficeCall, OfficeRequest } from '#contract/office/officeCall.ts'
import type { OfficeLanguage, OfficePerson } from '#contract/office/session.ts'
import type { z } from 'zod'
import type { AppDeps } from '../../deps.ts'
import type { Tx } from '../../db/client.ts'
import type { AuditedChange } from '../audit/writeAudit.ts'
import type { OfficeSession } from '../identity/sessions.ts'
import type { RecentSessions } from './RecentSessions.ts'

/** What the endpoints register their calls with. */
export interface Office {
  app: FastifyInstance
  deps: AppDeps
  /** The calls that are registered, by name. */
  calls: Map<string, OfficeCall>
  /** The actions among them, for the confirmation of approvals. */
  actions: Map<string, RegisteredAction>
  recent: RecentSessions
}

/** Who calls, from where, and how to speak to them. */
export interface OfficeCaller {
  language: OfficeLanguage
  /** The caller's IP address. */
  address: string
  userAgent: string
  requestId: string
  /** The office's own origin, as the caller reaches it. */
  origin: string
  /** Whether the page was open before an update: it knows nothing that has come since. */
  isEarlierPage: boolean
}

/** Input of every call that needs a login. */
export interface OfficeInput<C extends OfficeCall> {
  params: Part<C, 'params'>
  query: Part<C, 'query'>
  body: Part<C, 'body'>
  caller: OfficeCaller
  staff: OfficePerson
  session: OfficeSession
}

export type Part<C, Key extends 'params' | 'query' | 'body'> =
  OfficeRequest<C> extends Record<Key, infer Value> ? Value : undefined

/** The schemas of what a call is sent; each part that the contract has needs one. */
export type SchemasOf<C> = {
  [
    Key in 'params' | 'query' | 'body' as OfficeRequest<C> extends Record<Key, unknown> ? Key : never
  ]: z.ZodType<Part<C, Key>>
}

/** The input of an action, inside its transaction. */
export interface ActionInput<C extends OfficeCall> extends Omit<OfficeInput<C>, 'session'> {
  tx: Tx
  /** Whether a second person has confirmed it just now; `staff` is that person. */
  isConfirmed: boolean
}

/** What an action returns: the answer, and its row in the audit. */
export interface ActionResult<C extends OfficeCall> extends AuditedChange {
  answer: OfficeAnswer<C>
}

/** Why an action needs a second person, for the work queue. */
export interface SecondPerson {
  subject: { kind: string; id: string } | null
  /** What is above the limit, in cents; null: not an amount. */
  amountCents: number | null
}

/** An action whose types are forgotten: its request is checked again when it runs. */
export interface RegisteredAction {
  call: OfficeCall
  run(
    input: { tx: Tx; caller: OfficeCaller; staff: OfficePerson; isConfirmed: boolean },
    request: { params: unknown; body: unknown },
  ): Promise<{ answer: unknown } & AuditedChange>
}
