import type { Permission } from './permissions.ts'
import type { ListPage, ListQuery } from './list.ts'

/**
 * What a call does.
 *
 * - `read`: shows something.
 * - `list`: shows a page of rows (list.ts).
 * - `csv`: the rows of a list as a file; leaves a row in the audit.
 * - `action`: changes something; leaves a row in the audit in the same transaction, takes `Idempotency-Key`, and may answer
 *   202 with a `PendingApproval` when a second person must confirm it.
 * - `session`: changes the caller's own login and nothing else.
 */
export type OfficeCallKind = 'read' | 'list' | 'csv' | 'action' | 'session'

export interface OfficeCallShape {
  params?: Record<string, string>
  query?: object
  body?: object
}

/** One call of the back office. Phantom fields carry the types of its request and of its answer. */
export interface OfficeCall<
  Request extends OfficeCallShape = OfficeCallShape,
  Answer = unknown,
  Kind extends OfficeCallKind = OfficeCallKind,
> {
  /** `<noun>.<verb>`: what the audit calls it, and the key of its texts. */
  name: string
  method: 'GET' | 'POST'
  /** `{name}` marks a path parameter; `fillPath` of http/call.ts fills it in. */
  path: string
  /** `open`: works before the login. */
  permission: Permission | 'open'
  kind: Kind
  /** A read that leaves a row in the audit, such as that of a person's documents. */
  isAudited?: true
  readonly __request?: Request
  readonly __answer?: Answer
}

export type OfficeRequest<C> = C extends OfficeCall<infer Request> ? Request : never
export type OfficeAnswer<C> = C extends OfficeCall<OfficeCallShape, infer Answer> ? Answer : never

interface Declared<Kind extends OfficeCallKind> {
  name: string
  path: string
  permission: Permission | 'open'
  kind: Kind
  isAudited?: true
}

/** Declares a call; reads are GET, everything else is POST. Lists are declared by `officeListCall`. */
export function officeCall<Request extends OfficeCallShape, Answer>(
  call: Declared<'read'>,
): OfficeCall<Request, Answer, 'read'>
export function officeCall<Request extends OfficeCallShape, Answer>(
  call: Declared<'action'>,
): OfficeCall<Request, Answer, 'action'>
export function officeCall<Request extends OfficeCallShape, Answer>(
  call: Declared<'session'>,
): OfficeCall<Request, Answer, 'session'>
export function officeCall(call: Declared<OfficeCallKind>): OfficeCall {
  return { ...call, method: call.kind === 'read' ? 'GET' : 'POST' }
}

/** A list: what its rows are sorted by, the first one at the beginning, and in which direction. */
export interface OfficeListCall<
  Row = unknown,
  Filter extends object = object,
  Sort extends string = string,
> extends OfficeCall<{ query: ListQuery<Sort> & Filter }, ListPage<Row>, 'list'> {
  sorts: readonly Sort[]
  order: 'asc' | 'desc'
  readonly __row?: Row
  readonly __filter?: Filter
}

/** `officeListCall<Row, Filter>()({ … })`: in two steps, so that the names of the sorts are inferred. */
export function officeListCall<Row, Filter extends object>() {
  return <const Sort extends string>(
    call: Omit<Declared<'list'>, 'kind'> & {
      sorts: readonly [Sort, ...Sort[]]
      order: 'asc' | 'desc'
    },
  ): OfficeListCall<Row, Filter, Sort> => ({ ...call, kind: 'list', method: 'GET' })
}

/** The list's rows as a file, at `<path>.csv`, with the same filters. */
export function officeCsvCall<Row, Filter extends object, Sort extends string>(
  list: OfficeListCall<Row, Filter, Sort>,
  permission: Permission,
): OfficeCall<{ query: ListQuery<Sort> & Filter }, string, 'csv'> {
  const noun = list.name.replace(/\.[^.]*$/, '')
  return { name: `${noun}.export`, method: 'GET', path: `${list.path}.csv`, permission, kind: 'csv' }
}

/**
 * The header of a read that the client makes by itself, while the person does nothing: it does not keep an idle session open. Its
 * value is 1.
 */
export const passiveHeader = 'Office-Passive'

/**
 * The header with the id of the person whose page sends the call. Where the browser's session is that of another person by now, the
 * call is refused (`otherPerson`).
 */
export const personHeader = 'Office-Person'

/** The same in the address of a file: a link that saves it cannot send a header. */
export const personParameter = 'person'

/** The header of an action's key: one for each press of a button, the same for its repetitions. */
export const idempotencyHeader = 'Idempotency-Key'

/** The body of an answer with a status of 400 or more. */
export interface OfficeErrorBody {
  error: {
    code: OfficeErrorCode
    /** In the reader's language. */
    message: string
    /** By path of the field, such as `password` or `limits.0.amountCents`. */
    fields?: Record<string, string>
  }
}

/** The HTTP status of each reason of a refusal. */
export const officeErrors = {
  /** Some field is wrong; `fields` says which. */
  invalid: 422,
  /** The list goes no further: its filter must be narrowed. */
  tooFar: 422,
  notLoggedIn: 401,
  /** Somebody else has logged in in this browser since its page was opened. */
  otherPerson: 409,
  /** The password is right; the second factor is still to be given, or to be enrolled. */
  secondFactorMissing: 401,
  badCredentials: 401,
  badCode: 401,
  /** After five errors; `Retry-After` says for how long. */
  locked: 429,
  tooManyCalls: 429,
  forbidden: 403,
  wrongOrigin: 403,
  notFound: 404,
  /** Somebody changed it meanwhile. */
  conflict: 409,
  /** An idempotency key that was used for another action. */
  keyReused: 409,
  keyMissing: 422,
  linkExpired: 410,
  passwordWrong: 422,
  passwordWeak: 422,
  passwordCommon: 422,
  passwordContainsEmail: 422,
  emailTaken: 409,
  /** The last active administrator stays one. */
  lastAdministrator: 409,
  /** Nobody confirms their own action. */
  ownApproval: 403,
  /** Nobody changes their own role or deactivates themselves. */
  ownAccount: 403,
  lastFactor: 409,
  approvalDecided: 409,
  /** The bet has paid nothing, nothing of it is left, or it is suspended already; to take it, it must have been decided. */
  prizeUnpaid: 409,
  prizeOpen: 409,
  prizeSpent: 409,
  prizeSuspended: 409,
  /** Who owes something is not erased: another account of the person would owe nothing. */
  playerOwes: 409,
  /** The end of a term is over, or too far away. */
  termInvalid: 422,
  /** The period is not over, or is none of the family's; or its report was delivered. */
  periodOpen: 422,
  periodSent: 409,
  /** The product refused the action; `message` says why. */
  refused: 422,
  internal: 500,
  /** The connection to the database was lost at the commit: look before repeating it with another key. */
  outcomeUnknown: 500,
} as const satisfies Record<string, number>

export type OfficeErrorCode = keyof typeof officeErrors
