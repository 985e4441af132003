import type { HttpReply, HttpRequest } from '#contract/ipc.ts'
import { toWireHeaders } from '#contract/http/call.ts'
import { endsSession, extractAccessToken } from '#contract/http/sessionToken.ts'
import type { Session } from './session/Session.ts'

const timeoutMs = 30_000
/** The largest response, in bytes: a year of records is some 200 KB. */
const maxResponseBytes = 4 * 1024 * 1024

export interface HttpDeps {
  /** Electron's net: it uses the system's proxy and certificates. */
  fetch(url: string, init: RequestInit): Promise<Response>
  serverUrl: string
  session: Pick<Session, 'token' | 'deviceId' | 'begin' | 'end'>
}

export type SendHttp = (request: HttpRequest) => Promise<HttpReply>

const noResponse: HttpReply = { networkError: true, httpStatus: 0, body: null }

/**
 * The renderer's requests: only to `/api/` of the configured server, without redirects, with a timeout of 30 s.
 * The common headers (docs/product.md, "Calls") are added here. A token in a response stays here; a refused one is
 * deleted.
 */
export function createHttp(deps: HttpDeps): SendHttp {
  return async (request) => {
    const url = apiUrl(request, deps.serverUrl)
    if (url === null) {
      console.warn('refused: request outside of /api/')
      return noResponse
    }
    const token = deps.session.token
    const reply = await sendRequest(deps, url, request, token)
    const extracted = extractAccessToken(request.path, reply.body)
    if (extracted.token !== null) deps.session.begin(extracted.token)
    else if (token !== null && endsSession(reply.httpStatus, reply.body)) deps.session.end(token)
    return { ...reply, body: extracted.body }
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
    const response = await deps.fetch(url, {
      method: request.method,
      headers: headersOf(request, deps.session.deviceId, token),
      body: request.method === 'GET' ? null : request.body,
      redirect: 'error',
      credentials: 'omit',
      signal: AbortSignal.timeout(timeoutMs),
    })
    return { networkError: false, httpStatus: response.status, body: await readJson(response) }
  } catch (error) {
    console.warn('no response', request.path, error instanceof Error ? error.message : error)
    return noResponse
  }
}

function headersOf(request: HttpRequest, deviceId: string, token: string | null): Record<string, string> {
  return {
    ...toWireHeaders({ ...request, deviceId }),
    ...(token === null ? {} : { Authorization: token }),
    ...(request.bodyType === 'none' ? {} : { 'Content-Type': contentTypes[request.bodyType] }),
    ...(request.idempotencyKey === null ? {} : { 'Idempotency-Key': request.idempotencyKey }),
  }
}

const contentTypes = { json: 'application/json', form: 'application/x-www-form-urlencoded' }

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
