import axios, { type AxiosInstance, type AxiosResponse, type InternalAxiosRequestConfig } from 'axios'
import { serverTimeHeader, toWireHeaders } from '#contract/http/call.ts'
import { isEnvelope } from '#contract/errors.ts'
import { endsSession, extractAccessToken } from '#contract/http/sessionToken.ts'
import type { HttpReply, HttpRequest } from '#contract/ipc.ts'
import { terminalHeader } from '#contract/terminal.ts'

/** How long a call may take. */
export const callTimeoutMs = 30_000

/** Who sends a call. */
export interface Caller {
  token: string | null
  deviceId: string
  /** The kiosk's terminal, `none` before its enrolment; null: no kiosk. */
  terminalId: string | null
}

export interface Answer {
  /** Without the token. */
  reply: HttpReply
  /** The token of a new session. */
  issuedToken: string | null
  /** The server says that the session is over. */
  endsSession: boolean
}

/** What a host changes in one call. */
export interface CallChanges {
  /** Absolute; absent: `path` on the page's own server. */
  url?: string
  body?: string
  headers?: Record<string, string>
}

/** Never rejects: without a response that is the server's, the reply is a network error. */
export type SendCall = (request: HttpRequest, caller: Caller, changes?: CallChanges) => Promise<Answer>

declare module 'axios' {
  interface AxiosRequestConfig {
    /** The player's call that a request is for. */
    call?: { request: HttpRequest; caller: Caller }
  }
}

export const noAnswer: Answer = {
  reply: { networkError: true, httpStatus: 0, body: null },
  issuedToken: null,
  endsSession: false,
}

/** The specification wants JSON's on every call, also on one without a body. */
const contentTypes = {
  json: 'application/json',
  form: 'application/x-www-form-urlencoded',
  none: 'application/json',
}

/** Makes the client one for the calls of players ("Calls" in docs/product.md). */
export function createPlayerCalls(client: AxiosInstance): SendCall {
  client.interceptors.request.use(addHeaders)
  client.interceptors.response.use(openEnvelope, noResponse)
  return async (request, caller, { url = request.path, body, headers } = {}) => {
    const { data } = await client.request<Answer>({
      call: { request, caller },
      method: request.method,
      url,
      params: new URLSearchParams(request.query),
      // Not undefined: axios sends no content type then.
      data: request.method === 'GET' ? null : (body ?? request.body),
      // Bodies are texts by now.
      transformRequest: [(data: unknown) => data],
      headers,
      // The envelope says what a status means.
      validateStatus: null,
    })
    return data
  }
}

function addHeaders(config: InternalAxiosRequestConfig): InternalAxiosRequestConfig {
  if (!config.call) return config
  const { request, caller } = config.call
  config.headers.set({
    ...toWireHeaders({ ...request, deviceId: caller.deviceId }),
    'Content-Type': contentTypes[request.bodyType],
    ...(caller.terminalId === null ? {} : { [terminalHeader]: caller.terminalId }),
    ...(caller.token === null ? {} : { Authorization: caller.token }),
    ...(request.idempotencyKey === null ? {} : { 'Idempotency-Key': request.idempotencyKey }),
  })
  return config
}

function openEnvelope(response: AxiosResponse<unknown>): AxiosResponse<Answer> {
  const { status, config, data } = response
  const path = config.call?.request.path ?? ''
  if (!isEnvelope(data)) {
    console.warn('not the response of the server', path, status)
    return { ...response, data: noAnswer }
  }
  const { token, body } = extractAccessToken(path, data)
  const reply: HttpReply = { networkError: false, httpStatus: status, body }
  const serverTime = Number(response.headers[serverTimeHeader])
  if (serverTime > 0) reply.serverTime = serverTime
  return { ...response, data: { reply, issuedToken: token, endsSession: endsSession(status, data) } }
}

function noResponse(error: unknown): { data: Answer } {
  const path = axios.isAxiosError(error) ? error.config?.call?.request.path : undefined
  console.warn('no response', path, error instanceof Error ? error.message : error)
  return { data: noAnswer }
}
