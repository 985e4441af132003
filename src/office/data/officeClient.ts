import { fillPath } from '#contract/http/call.ts'
import type { PendingApproval } from '#contract/office/approvals.ts'
import {
  idempotencyHeader,
  passiveHeader,
  personHeader,
  personParameter,
  type OfficeAnswer,
  type OfficeCall,
  type OfficeErrorBody,
  type OfficeRequest,
} from '#contract/office/officeCall.ts'
import { OfficeError } from './OfficeError.ts'
import type { SessionEnd } from './SessionStore.ts'

export interface CallOptions {
  signal?: AbortSignal
  /** Of an action: the same for all repetitions of one press. A new one where it is left out. */
  idempotencyKey?: string
  /** The request is finished although the page is being left. */
  keepalive?: boolean
}

/** What an action did: its answer, or that it waits for a second person. */
export type ActionOutcome<Answer> =
  | { isPending: false; answer: Answer }
  | { isPending: true; approval: PendingApproval }

export interface OfficeClient {
  /** Throws OfficeError. */
  call<C extends OfficeCall>(
    call: C,
    request: OfficeRequest<C>,
    options?: CallOptions,
  ): Promise<OfficeAnswer<C>>
  /** Like `call`, for actions that a second person may have to confirm. */
  act<C extends OfficeCall>(
    call: C,
    request: OfficeRequest<C>,
    options?: CallOptions,
  ): Promise<ActionOutcome<OfficeAnswer<C>>>
  /** The address of a file, for a link that saves it: it says what the headers of a call do. */
  fileAddress(call: OfficeCall, query: object): string
}

export interface ClientDeps {
  fetch: typeof fetch
  /** For Accept-Language: the server's messages are in the reader's language. */
  language: () => string
  /** Whether the person has done anything since this was last asked: a read that a timer makes does not keep the session open. */
  hasWorked: () => boolean
  /** Whose page it is, by id; undefined: nobody's yet. */
  person: () => string | undefined
  /** A call was refused because the session has ended, or is that of another person now. */
  onSessionEnd: (why: SessionEnd) => void
  /** A response says that it was `time` on the server at a moment after `since`, by `performance.now()`. */
  onTime: (time: number, since: number) => void
  /** What is said when nothing, or something unreadable, was answered. */
  failureText: (code: 'offline' | 'unreadable') => string
}

interface Parts {
  params?: Record<string, string>
  query?: object
  body?: object
}

export function createOfficeClient(deps: ClientDeps): OfficeClient {
  const { fetch, language, hasWorked, person, onSessionEnd, onTime, failureText } = deps

  async function send(call: OfficeCall, request: Parts, options: CallOptions): Promise<Response> {
    const headers: Record<string, string> = {
      accept: 'application/json',
      'accept-language': language(),
    }
    const hasBody = call.method === 'POST'
    if (hasBody) headers['content-type'] = 'application/json'
    const owner = person()
    if (owner !== undefined) headers[personHeader] = owner
    if (!hasWorked() && call.method === 'GET') headers[passiveHeader] = '1'
    if (call.kind === 'action') headers[idempotencyHeader] = options.idempotencyKey ?? newKey()
    const sentAt = performance.now()
    let response: Response
    try {
      response = await fetch(addressOf(call, request), {
        method: call.method,
        headers,
        credentials: 'same-origin',
        ...(hasBody ? { body: JSON.stringify(request.body ?? {}) } : {}),
        ...(options.signal ? { signal: options.signal } : {}),
        ...(options.keepalive ? { keepalive: true } : {}),
      })
    } catch (error) {
      if (options.signal?.aborted) throw error
      throw new OfficeError(failureText('offline'), { status: 0, code: 'offline' })
    }
    const date = Date.parse(response.headers.get('date') ?? '')
    // Without its milliseconds.
    if (!Number.isNaN(date)) onTime(date + 500, sentAt)
    if (response.ok) return response
    const failure = await readFailure(call, response)
    if (failure.code === 'notLoggedIn' && call.permission !== 'open') onSessionEnd('expired')
    if (failure.code === 'otherPerson') onSessionEnd('otherPerson')
    throw failure
  }

  async function readFailure(call: OfficeCall, response: Response): Promise<OfficeError> {
    const body = await readJson(response)
    const error = (body as Partial<OfficeErrorBody> | undefined)?.error
    const { status } = response
    if (typeof error?.code !== 'string' || typeof error.message !== 'string')
      return new OfficeError(failureText('unreadable'), { status, code: 'unreadable' })
    const retryAfter = Number(response.headers.get('retry-after') ?? Number.NaN)
    return new OfficeError(error.message, {
      status,
      code: error.code,
      ...(error.fields ? { fields: error.fields } : {}),
      ...(error.code === 'forbidden' && call.permission !== 'open' ? { permission: call.permission } : {}),
      ...(Number.isFinite(retryAfter) ? { retryAfter } : {}),
    })
  }

  async function readAnswer(response: Response): Promise<unknown> {
    const answer = await readJson(response)
    if (answer === undefined)
      throw new OfficeError(failureText('unreadable'), { status: response.status, code: 'unreadable' })
    return answer
  }

  return {
    async call<C extends OfficeCall>(call: C, request: OfficeRequest<C>, options: CallOptions = {}) {
      const response = await send(call, request, options)
      return (await readAnswer(response)) as OfficeAnswer<C>
    },
    async act<C extends OfficeCall>(call: C, request: OfficeRequest<C>, options: CallOptions = {}) {
      const response = await send(call, request, options)
      const answer = await readAnswer(response)
      return response.status === 202
        ? { isPending: true as const, approval: answer as PendingApproval }
        : { isPending: false as const, answer: answer as OfficeAnswer<C> }
    },
    fileAddress: (call, query) =>
      addressOf(call, { query: { ...query, lang: language(), [personParameter]: person() } }),
  }
}

/** One for each press of a button. */
export function newKey(): string {
  return crypto.randomUUID()
}

/** Path and query of a request. */
export function addressOf(call: OfficeCall, { params, query }: Parts): string {
  const path = fillPath(call.path, params)
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query ?? {}))
    if (value !== undefined && value !== null && value !== '') search.set(name, String(value))
  const text = search.toString()
  return text === '' ? path : `${path}?${text}`
}

/** undefined where the body is no JSON. */
async function readJson(response: Response): Promise<unknown> {
  const text = await response.text()
  try {
    return JSON.parse(text) as unknown
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}
