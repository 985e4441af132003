import { randomUUID } from 'node:crypto'
import {
  fillPath,
  toFormBody,
  type Call,
  type CallShape,
  type DataOf,
  type RequestOf,
} from '../../../src/contract/http/call.ts'

/** What the server has answered: HTTP status and envelope. */
export interface Answer<Data = unknown> {
  http: number
  /** Of the envelope: 0 is success. */
  status: number
  message: string
  data: Data
}

/** A call that the server has refused; `answer.data` names the field where one is the reason. */
export class RefusedCallError extends Error {
  readonly answer: Answer

  constructor(call: string, answer: Answer) {
    const { http, message, data } = answer
    super(`${call}: ${http} ${message}${data === null ? '' : ` ${JSON.stringify(data)}`}`)
    this.name = 'RefusedCallError'
    this.answer = answer
  }
}

export interface SentCall {
  method: string
  path: string
  body?: object | undefined
  form?: boolean
  headers?: Record<string, string>
}

/** Sends a call and reads its envelope; refusals too. Throws where no server answers. */
export async function send<Data>(
  serverUrl: string,
  { method, path, body, form = false, headers = {} }: SentCall,
): Promise<Answer<Data>> {
  const type = form ? 'application/x-www-form-urlencoded' : 'application/json'
  const response = await fetch(serverUrl + path, {
    method,
    headers: body === undefined ? headers : { ...headers, 'Content-Type': type },
    ...(body === undefined ? {} : { body: form ? toFormBody(body) : JSON.stringify(body) }),
  }).catch((cause: unknown) => {
    throw new Error(`no answer from ${serverUrl} (option serverUrl): ${method} ${path}`, { cause })
  })
  const { status, message, data } = (await response.json()) as Omit<Answer<Data>, 'http'>
  return { http: response.status, status, message, data }
}

/** What a call is given: nothing at all where it needs nothing. */
type InputOf<C extends Call> =
  Record<string, never> extends RequestOf<C> ? [request?: RequestOf<C>] : [request: RequestOf<C>]

/** Calls the server as a player does, without a screen; without a token as a guest. */
export class PlayerClient {
  readonly serverUrl: string
  readonly token: string | undefined

  constructor(serverUrl: string, token?: string) {
    this.serverUrl = serverUrl
    this.token = token
  }

  /** The answer's data. Throws RefusedCallError. */
  async call<C extends Call>(call: C, ...input: InputOf<C>): Promise<DataOf<C>> {
    const answer = await this.request(call, ...input)
    if (answer.http !== 200 || answer.status !== 0)
      throw new RefusedCallError(`${call.method} ${call.path}`, answer)
    return answer.data
  }

  /** The whole answer, a refusal too. A call that takes an idempotency key gets a new one. */
  async request<C extends Call>(call: C, ...[request]: InputOf<C>): Promise<Answer<DataOf<C>>> {
    const { params, query = {}, body }: CallShape = request ?? {}
    const search = new URLSearchParams()
    for (const [name, value] of Object.entries(query))
      if (value !== undefined) search.set(name, String(value))
    return send(this.serverUrl, {
      method: call.method,
      path: fillPath(call.path, params) + (search.size > 0 ? `?${search.toString()}` : ''),
      body: call.method === 'GET' ? undefined : (body ?? {}),
      form: call.bodyType === 'form',
      headers: {
        lang: 'pt_BR',
        ...(this.token === undefined ? {} : { Authorization: this.token }),
        ...(call.idempotent === false ? {} : { 'Idempotency-Key': randomUUID() }),
      },
    })
  }
}
