import PQueue from 'p-queue'
import {
  fillPath,
  toFormBody,
  type Call,
  type CallShape,
  type DataOf,
  type RequestOf,
} from '#contract/http/call.ts'
import { CallError, failureKind, type Envelope } from '#contract/errors.ts'
import type { HttpReply, HttpRequest } from '#contract/ipc.ts'

/** What the request layer needs of the rest of the client. */
export interface ApiHost {
  send(request: HttpRequest): Promise<HttpReply>
  locale(): { language: string; currency: string; timeZone: string }
  /** A request that shows the loading indicator began or ended. */
  onLoading(delta: 1 | -1): void
  /** A call failed and nobody asked to handle it alone: spec §8. */
  onFailure(error: CallError): void
}

export interface CallOptions {
  /** false: no loading indicator, and the request waits behind what the player waits for. */
  loading?: boolean
  /** With `loading` false: the screen shows its own skeleton, but the player waits; the request goes first. */
  isAwaited?: boolean
  /** true: the caller shows the failure itself; spec §8's alert stays away (a lost session and a closed service are still handled). */
  ownFailure?: boolean
  /** Gets the server's text of a success (spec §7: "message shown as success toast"); '' when it has none. */
  onMessage?: (message: string) => void
}

export type Api = ReturnType<typeof createApi>

const attempts = 3
const retryDelayMs = [400, 1500]

/**
 * The one door to the server: one request at a time (spec §7), those the player waits for first; the envelope
 * opened; failures sorted; an idempotency key for each intent, kept while the answer is unknown, so that a
 * retry after a lost network cannot do a thing twice. Throws CallError.
 */
export function createApi(host: ApiHost) {
  const queue = new PQueue({ concurrency: 1 })
  /** Intents whose answer never came: the same intent again goes out under the same key. */
  const openIntents = new Map<string, string>()

  async function exchange<C extends Call>(
    call: C,
    request: CallShape,
    onMessage?: CallOptions['onMessage'],
  ): Promise<DataOf<C>> {
    const path = fillPath(call.path, request.params)
    const body =
      request.body === undefined
        ? null
        : call.bodyType === 'form'
          ? toFormBody(request.body)
          : JSON.stringify(request.body)
    const intent = `${path} ${body ?? ''}`
    const key = call.idempotent ? (openIntents.get(intent) ?? newKey()) : null
    if (key) openIntents.set(intent, key)
    const wire: HttpRequest = {
      method: call.method,
      path,
      query: toQuery(request.query ?? {}),
      body,
      bodyType: call.bodyType,
      ...host.locale(),
      idempotencyKey: key,
    }
    const repeatable = call.method === 'GET' || key !== null
    const reply = await sendWithRetries(wire, repeatable)
    if (reply.networkError) {
      throw new CallError({ kind: 'network', httpStatus: 0, status: 0, message: '', path })
    }
    if (key) openIntents.delete(intent)
    const { data, message } = open<DataOf<C>>(reply, path)
    onMessage?.(message)
    return data
  }

  async function sendWithRetries(request: HttpRequest, repeatable: boolean): Promise<HttpReply> {
    let reply = await host.send(request)
    for (let attempt = 1; reply.networkError && repeatable && attempt < attempts; attempt++) {
      await new Promise((resolve) => setTimeout(resolve, retryDelayMs[attempt - 1]))
      reply = await host.send(request)
    }
    return reply
  }

  return {
    async call<C extends Call>(
      call: C,
      request: RequestOf<C>,
      options: CallOptions = {},
    ): Promise<DataOf<C>> {
      const shown = options.loading !== false
      if (shown) host.onLoading(1)
      try {
        return (await queue.add(() => exchange(call, request as CallShape, options.onMessage), {
          priority: shown || options.isAwaited ? 1 : 0,
        })) as DataOf<C>
      } catch (error) {
        if (error instanceof CallError && (!options.ownFailure || isEverybodys(error))) host.onFailure(error)
        throw error
      } finally {
        if (shown) host.onLoading(-1)
      }
    },
  }
}

/** What no caller can deal with alone: the session is over, or the whole service is closed (spec §8). */
function isEverybodys(error: CallError): boolean {
  return error.kind === 'loggedOut' || error.kind === 'closed'
}

function toQuery(query: Record<string, unknown>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  )
}

function open<Data>(reply: HttpReply, path: string): { data: Data; message: string } {
  const envelope = (typeof reply.body === 'object' ? reply.body : null) as Partial<Envelope<Data>> | null
  const status = typeof envelope?.status === 'number' ? envelope.status : 0
  const kind = failureKind(reply.httpStatus, status)
  const message = typeof envelope?.message === 'string' ? envelope.message : ''
  if (kind) {
    throw new CallError({ kind, httpStatus: reply.httpStatus, status, message, path, data: envelope?.data })
  }
  return { data: envelope?.data as Data, message }
}

/** 128 random bits. Not randomUUID: browsers offer that on https and localhost only, not in a venue's network. */
function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
}
