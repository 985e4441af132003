import pLimit from 'p-limit'
import type { HttpReply, HttpRequest } from '#contract/ipc.ts'
import { authCalls } from '#contract/http/auth.ts'
import { phoneCalls } from '#contract/http/phone.ts'
import { toWireHeaders } from '#contract/http/call.ts'
import { endsSession, extractAccessToken } from '#contract/http/sessionToken.ts'
import { terminalHeader } from '#contract/terminal.ts'
import { defaultLanguage, languages } from '#contract/languages.ts'
import type { Session } from './session/Session.ts'

const timeoutMs = 30_000
/** Chromium drops requests when there are too many of them at once; the others wait here. */
const mostAtOnce = 8
/** The largest response, in bytes: a year of records is some 200 KB. */
const maxResponseBytes = 4 * 1024 * 1024

export interface HttpDeps {
  /** Electron's net: it uses the system's proxy and certificates. */
  fetch(url: string, init: RequestInit): Promise<Response>
  serverUrl: string
  session: Pick<Session, 'token' | 'deviceId' | 'begin' | 'end'>
  /** The number of the kiosk's customer: nobody gets a response that an earlier one has asked for. */
  customer?: () => number
  /** The kiosk's terminal, `none` before its enrolment; null: no kiosk. */
  terminal?: () => string | null
  /** Signs a call with the terminal's key and sends it. Throws when this is no enrolled terminal. */
  sendSigned?: (path: string, content: object, headers: Record<string, string>) => Promise<Response>
}

/** What the server accepts from enrolled terminals only. */
const signedCalls: readonly string[] = [phoneCalls.startLogin.path, phoneCalls.collectLogin.path]

export type SendHttp = (request: HttpRequest) => Promise<HttpReply>

const noResponse: HttpReply = { networkError: true, httpStatus: 0, body: null }

/**
 * The renderer's requests: only to `/api/` of the configured server, without redirects, with a timeout of 30 s.
 * At most 8 at once. The common headers (docs/product.md, "Calls") are added here. A token in a response stays here; a refused one is
 * deleted.
 */
export function createHttp(deps: HttpDeps): SendHttp {
  const limit = pLimit(mostAtOnce)
  return (request) => {
    const customer = deps.customer?.()
    // What waited until its customer had left must not be sent for the next one.
    return limit(async () => (deps.customer?.() === customer ? send(request) : noResponse))
  }

  async function send(request: HttpRequest): Promise<HttpReply> {
    const url = apiUrl(request, deps.serverUrl)
    if (url === null) {
      console.warn('refused: request outside of /api/')
      return noResponse
    }
    const token = deps.session.token
    const customer = deps.customer?.()
    const reply = await sendRequest(deps, url, request, token)
    const extracted = extractAccessToken(request.path, reply.body)
    if (deps.customer?.() !== customer) {
      // A login that was still on its way must not stay open on the server.
      if (extracted.token !== null) void createLogout(deps)(extracted.token)
      return noResponse
    }
    const clean: HttpReply = { ...reply, body: extracted.body }
    if (extracted.token !== null) deps.session.begin(extracted.token)
    else if (endsSession(reply.httpStatus, reply.body)) {
      const current = deps.session.token
      if (current !== null && current !== token) return { ...clean, isOfOldSession: true }
      if (token !== null) deps.session.end(token, messageOf(reply.body))
    }
    return clean
  }
}

/** Ends a session on the server, if it responds. */
export function createLogout(deps: HttpDeps): (token: string) => Promise<void> {
  return async (token) => {
    const { method, path } = authCalls.logout
    const request: HttpRequest = {
      method,
      path,
      query: {},
      body: '{}',
      bodyType: 'json',
      language: defaultLanguage,
      currency: languages[defaultLanguage].currency,
      timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
      idempotencyKey: null,
    }
    const { httpStatus } = await sendRequest(deps, new URL(path, deps.serverUrl).href, request, token)
    if (httpStatus !== 200) console.warn('logging out failed', httpStatus)
  }
}

/** The address of a request; null when it is outside the server's `/api/` (`/api/../x`, `//elsewhere`). */
function apiUrl(request: Pick<HttpRequest, 'path' | 'query'>, serverUrl: string): string | null {
  if (!request.path.startsWith('/api/') || !URL.canParse(request.path, serverUrl)) return null
  const url = new URL(request.path, serverUrl)
  if (url.origin !== new URL(serverUrl).origin || !url.pathname.startsWith('/api/')) return null
  url.search = new URLSearchParams(request.query).toString()
  url.hash = ''
  return url.href
}

async function sendRequest(
  deps: HttpDeps,
  url: string,
  request: HttpRequest,
  token: string | null,
): Promise<HttpReply> {
  try {
    const headers = headersOf(request, deps, token)
    if (deps.sendSigned && signedCalls.includes(request.path)) {
      const content = JSON.parse(request.body ?? '{}') as object
      return await replyOf(await deps.sendSigned(request.path, content, headers))
    }
    const response = await deps.fetch(url, {
      method: request.method,
      headers,
      body: request.method === 'GET' ? null : request.body,
      redirect: 'error',
      credentials: 'omit',
      signal: AbortSignal.timeout(timeoutMs),
    })
    return await replyOf(response)
  } catch (error) {
    console.warn('no response', request.path, error instanceof Error ? error.message : error)
    return noResponse
  }
}

async function replyOf(response: Response): Promise<HttpReply> {
  return { networkError: false, httpStatus: response.status, body: await readJson(response) }
}

function headersOf(
  request: HttpRequest,
  { session, terminal }: HttpDeps,
  token: string | null,
): Record<string, string> {
  const id = terminal?.() ?? null
  return {
    ...toWireHeaders({ ...request, deviceId: session.deviceId }),
    ...(id === null ? {} : { [terminalHeader]: id }),
    ...(token === null ? {} : { Authorization: token }),
    ...(request.bodyType === 'none' ? {} : { 'Content-Type': contentTypes[request.bodyType] }),
    ...(request.idempotencyKey === null ? {} : { 'Idempotency-Key': request.idempotencyKey }),
  }
}

const contentTypes = { json: 'application/json', form: 'application/x-www-form-urlencoded' }

/** The text of a refusal, in the language of the call. */
function messageOf(body: unknown): string {
  const isEnvelope = typeof body === 'object' && body !== null && 'message' in body
  return isEnvelope && typeof body.message === 'string' ? body.message : ''
}

/** The parsed body; null when it is not JSON. Throws when it is larger than the limit. */
async function readJson(response: Response): Promise<unknown> {
  const text = await readText(response)
  if (text === '') return null
  try {
    return JSON.parse(text) as unknown
  } catch (error) {
    console.warn('response is not JSON', response.status, error instanceof Error ? error.message : error)
    return null
  }
}

async function readText(response: Response): Promise<string> {
  if (response.body === null) return ''
  const decoder = new TextDecoder()
  const reader = response.body.getReader()
  let text = ''
  let size = 0
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    size += part.value.byteLength
    if (size > maxResponseBytes) {
      await reader.cancel()
      throw new Error('response too large')
    }
    text += decoder.decode(part.value, { stream: true })
  }
  return text + decoder.decode()
}
