import pLimit from 'p-limit'
import type { HttpReply, HttpRequest } from '#contract/ipc.ts'
import { authCalls } from '#contract/http/auth.ts'
import { phoneCalls } from '#contract/http/phone.ts'
import { defaultLanguage, languages } from '#contract/languages.ts'
import { createHttpClient, type NetFetch } from '#http/httpClient.ts'
import { callTimeoutMs, createPlayerCalls, noAnswer, type Answer, type Caller } from '#http/playerCalls.ts'
import type { Session } from './session/Session.ts'
import type { Terminal } from './terminal/Terminal.ts'
import { reasonOf } from './reasonOf.ts'

/** Chromium drops requests when there are too many of them at once; the others wait here. */
const mostAtOnce = 8
/** The largest response, in bytes: a year of records is some 200 KB. */
const maxResponseBytes = 4 * 1024 * 1024

export interface HttpDeps {
  fetch: NetFetch
  serverUrl: string
  session: Pick<Session, 'token' | 'deviceId' | 'begin' | 'end'>
  /** The number of the kiosk's customer: nobody gets a response that an earlier one has asked for. */
  customer?: () => number
  /** The kiosk's terminal, `none` before its enrolment; null: no kiosk. */
  terminal?: () => string | null
  sendSigned?: Terminal['send']
}

/** What the server accepts from enrolled terminals only. */
const signedCalls: readonly string[] = [phoneCalls.startLogin.path, phoneCalls.collectLogin.path]

export type SendHttp = (request: HttpRequest) => Promise<HttpReply>

export interface Http {
  send: SendHttp
  /** Ends a session on the server; without a response again, as soon as another call gets one. Never rejects. */
  logOut(token: string): Promise<void>
}

/**
 * The renderer's requests: only to `/api/` of the configured server, without redirects, with a timeout of 30 s.
 * At most 8 at once. A token in a response stays here; a refused one is deleted.
 */
export function createHttp(deps: HttpDeps): Http {
  const { session, serverUrl, fetch } = deps
  const limit = pLimit(mostAtOnce)
  /** Of sessions that are over here and were not ended on the server. In memory only: a kiosk writes no token. */
  const pendingLogouts = new Set<string>()
  const call = createPlayerCalls(
    createHttpClient({ net: { fetch, serverUrl }, timeoutMs: callTimeoutMs, maxResponseBytes }),
  )
  return {
    send: (request) => {
      const customer = deps.customer?.()
      // What waited until its customer had left must not be sent for the next one.
      return limit(async () => (deps.customer?.() === customer ? send(request) : noAnswer.reply))
    },
    logOut,
  }

  async function send(request: HttpRequest): Promise<HttpReply> {
    const url = apiUrl(request.path, serverUrl)
    if (url === null) {
      console.warn('refused: request outside of /api/')
      return noAnswer.reply
    }
    const token = session.token
    const customer = deps.customer?.()
    const { reply, issuedToken, endsSession } = await ask(request, url, token)
    if (isAnswered(reply)) retryLogouts()
    else if (token !== null && request.path === authCalls.logout.path) pendingLogouts.add(token)
    if (deps.customer?.() !== customer) {
      // A login that was still on its way must not stay open on the server.
      if (issuedToken !== null) void logOut(issuedToken)
      return noAnswer.reply
    }
    if (issuedToken !== null) session.begin(issuedToken)
    else if (endsSession) {
      const current = session.token
      if (current !== null && current !== token) return { ...reply, isOfOldSession: true }
      if (token !== null) session.end(token, messageOf(reply.body))
    }
    return reply
  }

  function retryLogouts(): void {
    for (const token of pendingLogouts) {
      // The player's page may have kept it.
      if (token === session.token) continue
      pendingLogouts.delete(token)
      void logOut(token)
    }
  }

  async function ask(request: HttpRequest, url: string, token: string | null): Promise<Answer> {
    const caller = callerWith(token)
    if (!deps.sendSigned || !signedCalls.includes(request.path)) return call(request, caller, { url })
    const content = JSON.parse(request.body ?? '{}') as object
    let answer = noAnswer
    try {
      await deps.sendSigned(request.path, content, async (signed) => {
        answer = await call(request, caller, { url, ...signed })
        return answer.reply
      })
    } catch (error) {
      console.warn('not signed', request.path, reasonOf(error))
    }
    return answer
  }

  async function logOut(token: string): Promise<void> {
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
    const { reply } = await call(request, callerWith(token))
    if (reply.httpStatus !== 200) console.warn('logging out failed', reply.httpStatus)
    if (!isAnswered(reply)) pendingLogouts.add(token)
  }

  function callerWith(token: string | null): Caller {
    return { token, deviceId: session.deviceId, terminalId: deps.terminal?.() ?? null }
  }
}

/** The address of a call; null when it is outside the server's `/api/` (`/api/../x`, `//elsewhere`). */
function apiUrl(path: string, serverUrl: string): string | null {
  if (!path.startsWith('/api/') || !URL.canParse(path, serverUrl)) return null
  const url = new URL(path, serverUrl)
  if (url.origin !== new URL(serverUrl).origin || !url.pathname.startsWith('/api/')) return null
  url.search = ''
  url.hash = ''
  return url.href
}

/** A server that fails has not done what it was asked for. */
function isAnswered({ networkError, httpStatus }: HttpReply): boolean {
  return !networkError && httpStatus < 500
}

/** The text of a refusal, in the language of the call. */
function messageOf(body: unknown): string {
  const isEnvelope = typeof body === 'object' && body !== null && 'message' in body
  return isEnvelope && typeof body.message === 'string' ? body.message : ''
}
