import {
  fillPath,
  toFormBody,
  type Call,
  type CallShape,
  type DataOf,
  type RequestOf,
} from '#contract/http/call.ts'
import { CallError, failureKind, isUndecided, type Envelope } from '#contract/errors.ts'
import type { HttpReply } from '#contract/ipc.ts'
import type { Cents } from '#contract/money.ts'
import type { PlatformRequest } from '../platform/Platform.ts'
import { createOneAtATime } from './oneAtATime.ts'

/** Dependencies of the request layer. */
export interface ApiHost {
  send(request: PlatformRequest): Promise<HttpReply>
  /** What a call ended with, after its retries. */
  onReply(reply: HttpReply): void
  /** What a response says about the server's clock: it was `time` there at a moment after `since`, by `performance.now()`. */
  onTime(time: number, since: number): void
  /** How many sessions have ended: a call of an earlier one that moves money is not sent any more. */
  endedSessions(): number
  locale(): { language: string; currency: string }
  /** A request that shows the loading indicator began or ended. */
  onLoading(delta: 1 | -1): void
  /** A call failed and its caller does not handle the failure alone. */
  onFailure(error: CallError, options: CallOptions): void
}

export interface CallOptions {
  /** false: no loading indicator, and requests that the player waits for go first. */
  loading?: boolean
  /**
   * With `loading` false: the screen shows its own skeleton, but the player waits, so the request has priority.
   */
  isAwaited?: boolean
  /**
   * true: the caller shows the failure itself and no alert appears. A lost session and a closed service are
   * still handled for it.
   */
  ownFailure?: boolean
  /**
   * Nobody has pressed anything: without a response there is no alert while the strip below the top bar says that there is no
   * connection, because what failed is loaded again when it is back.
   */
  isBackground?: boolean
  /** The idempotency key of an intent that began outside of the client: in a frame. */
  idempotencyKey?: string
  /**
   * The id of the newest round, order or cash-out that the player has seen. The same press after a newer one is another action,
   * with a key of its own.
   */
  after?: string | number | undefined
  /** The client repeats the call by itself, on a device that may have slept: it is the same action at any time. */
  isRepeat?: boolean
  /** What is bet from the cash wallet, so that a refusal for lack of money can say how much is missing. */
  stake?: Cents
  /** Receives the server's success message, to show as a toast; '' when there is none. */
  onMessage?: (message: string) => void
}

export type Api = ReturnType<typeof createApi>

/** Pauses before a call without a response is repeated. */
const retryDelaysMs = [400, 1500]
/** The same press later than this after the last one, in ms, is another action. */
const retryWithinMs = 300_000

/**
 * The only access to the server: sends one request at a time, those that the player waits for first; unwraps the
 * response envelope; classifies failures. Each intent has an idempotency key that is kept while its outcome
 * is unknown, so a retry after a network failure cannot do the same thing twice. A later action of the player must not get
 * that key: it would be answered with the outcome of the earlier one. Throws CallError.
 */
export function createApi(host: ApiHost) {
  const queue = createOneAtATime()
  /** Idempotency keys of intents without a response: the same intent is sent again under the same key. */
  const unansweredIntents = new Map<string, { key: string; sentAt: number }>()

  async function sendCall<C extends Call>(
    call: C,
    request: CallShape,
    { onMessage, idempotencyKey, after, isRepeat }: CallOptions,
    isOver: () => boolean,
  ): Promise<DataOf<C>> {
    const path = fillPath(call.path, request.params)
    const body =
      request.body === undefined
        ? null
        : call.bodyType === 'form'
          ? toFormBody(request.body)
          : JSON.stringify(request.body)
    const intent = `${path} ${body} ${after} ${host.endedSessions()}`
    const sentAt = Date.now()
    const earlier = unansweredIntents.get(intent)
    const isSame = earlier && (isRepeat || sentAt < earlier.sentAt + retryWithinMs)
    const key = call.idempotent ? (idempotencyKey ?? (isSame ? earlier.key : newKey())) : null
    // A key that the caller gave is not stored here: the caller repeats it.
    if (key && !idempotencyKey) unansweredIntents.set(intent, { key, sentAt })
    const wire: PlatformRequest = {
      method: call.method,
      path,
      query: toQuery(request.query ?? {}),
      body,
      bodyType: call.bodyType,
      ...host.locale(),
      idempotencyKey: key,
    }
    const mustNotSend = () => call.idempotent !== false && isOver()
    if (mustNotSend()) throw new EndedSessionError(path)
    const reply = await sendWithRetries(wire, () => (call.method === 'GET' || key !== null) && !mustNotSend())
    host.onReply(reply)
    if (reply.networkError) {
      if (mustNotSend()) throw new EndedSessionError(path)
      throw new CallError({ kind: 'network', httpStatus: 0, status: 0, message: '', path })
    }
    const { httpStatus } = reply
    const { status, message, data } = reply.body as Envelope<DataOf<C>>
    if (!idempotencyKey && !isUndecided(httpStatus, status)) unansweredIntents.delete(intent)
    if (reply.isOfOldSession) throw new EndedSessionError(path)
    const kind = failureKind(httpStatus, status)
    if (kind) throw new CallError({ kind, httpStatus, status, message, path, data })
    // What is a player's must not fill what the next one sees. What was done is told, also if it has ended the session.
    if (call.method === 'GET' && call.auth === 'user' && isOver()) throw new EndedSessionError(path)
    onMessage?.(message)
    return data
  }

  async function sendWithRetries(request: PlatformRequest, mayRepeat: () => boolean): Promise<HttpReply> {
    const send = async () => {
      const sentAt = performance.now()
      const reply = await host.send(request)
      if (reply.serverTime) host.onTime(reply.serverTime, reply.isInPage ? 0 : sentAt)
      return reply
    }
    let reply = await send()
    for (const delayMs of retryDelaysMs) {
      if (!reply.networkError || !mayRepeat()) break
      await new Promise((resolve) => setTimeout(resolve, delayMs))
      if (mayRepeat()) reply = await send()
    }
    return reply
  }

  return {
    async call<C extends Call>(
      call: C,
      request: RequestOf<C>,
      options: CallOptions = {},
    ): Promise<DataOf<C>> {
      const showsLoading = options.loading !== false
      if (showsLoading) host.onLoading(1)
      const before = host.endedSessions()
      const isOver = () => host.endedSessions() !== before
      try {
        return await queue.add(showsLoading || options.isAwaited === true, () =>
          sendCall(call, request as CallShape, options, isOver),
        )
      } catch (error) {
        if (isShown(error, options)) host.onFailure(error, options)
        throw error
      } finally {
        if (showsLoading) host.onLoading(-1)
      }
    },
  }
}

/**
 * The session of a call has ended: one that moves money was not sent, or not repeated; or the server refused it after the next
 * session had begun. The app has shown that end.
 */
class EndedSessionError extends CallError {
  constructor(path: string) {
    super({ kind: 'loggedOut', httpStatus: 0, status: 0, message: '', path })
  }
}

/** Two failures no caller can handle alone: the session is over, or the whole service is closed. */
function isShown(error: unknown, { ownFailure }: CallOptions): error is CallError {
  if (!(error instanceof CallError) || error instanceof EndedSessionError) return false
  return !ownFailure || error.kind === 'loggedOut' || error.kind === 'closed'
}

function toQuery(query: Record<string, unknown>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  )
}

/**
 * 128 random bits. Not randomUUID: browsers have it on https and localhost only, not in a venue's network.
 */
export function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
}
