import { fillPath, type Call, type CallShape, type DataOf, type RequestOf } from '#contract/http/call.ts'
import { CallError, failureKind, isEnvelope, type Envelope } from '#contract/errors.ts'
import { slotCalls } from '#contract/http/slots.ts'
import type { LanguageCode } from '#contract/languages.ts'

const timeoutMs = 15_000
/** Pauses before a call is retried, in ms. Retries use the same key, so that no round is played twice. */
const retryMs = [600, 1500, 3000, 5000]

export interface GameApiHost {
  fetch: typeof fetch
  language(): LanguageCode
  /** Called with true when a call gets no response, with false when one succeeds. */
  onOffline(isOffline: boolean): void
  /** Requests a new ticket from the host. */
  ticket(): Promise<string>
  wait(ms: number): Promise<void>
}

/**
 * The calls of a game, from the games' origin to the server's. It exchanges the host's ticket for a session of its
 * own, and again when that session has ended; it never sees the player's token. Throws CallError.
 */
export class GameApi {
  #token: string | undefined
  #opening: Promise<void> | undefined
  readonly #host: GameApiHost
  readonly #gameCode: string
  /** The server's origin; the frame has another one. */
  readonly #apiOrigin: string

  constructor(host: GameApiHost, gameCode: string, apiOrigin: string) {
    this.#host = host
    this.#gameCode = gameCode
    this.#apiOrigin = apiOrigin
  }

  /** One call within the session. `key` is the idempotency key of the player's action. */
  async call<C extends Call>(call: C, request: RequestOf<C>, key?: string): Promise<DataOf<C>> {
    if (this.#token === undefined) await this.#open()
    const sentFor = this.#token
    try {
      return await this.#send<C>(call, request, key)
    } catch (error) {
      if (!(error instanceof CallError) || error.kind !== 'loggedOut') throw error
      // Another call may have opened the next session already.
      if (this.#token === sentFor) this.#token = undefined
      if (this.#token === undefined) await this.#open()
      return this.#send<C>(call, request, key)
    }
  }

  /** One exchange at a time, however many calls wait for it. */
  #open(): Promise<void> {
    this.#opening ??= this.#exchange().finally(() => (this.#opening = undefined))
    return this.#opening
  }

  /** A ticket can be used once: if the response is lost, the retry needs another ticket. */
  async #exchange(): Promise<void> {
    for (let attempt = 0; ; attempt++) {
      const ticket = await this.#host.ticket()
      try {
        const body = { gameCode: this.#gameCode, ticket }
        this.#token = (await this.#request<typeof slotCalls.exchange>(slotCalls.exchange, { body })).token
        return this.#host.onOffline(false)
      } catch (error) {
        await this.#waitToRetry(error, attempt)
      }
    }
  }

  async #send<C extends Call>(call: C, request: RequestOf<C>, key?: string): Promise<DataOf<C>> {
    for (let attempt = 0; ; attempt++) {
      try {
        const data = await this.#request<C>(call, request as CallShape, key)
        this.#host.onOffline(false)
        return data
      } catch (error) {
        await this.#waitToRetry(error, attempt)
      }
    }
  }

  /** Waits before the next retry. Throws the error if none is left. */
  async #waitToRetry(error: unknown, attempt: number): Promise<void> {
    const isNetwork = error instanceof CallError && error.kind === 'network'
    this.#host.onOffline(isNetwork)
    const retryDelay = retryMs[attempt]
    if (!isNetwork || retryDelay === undefined) throw error
    await this.#host.wait(retryDelay)
  }

  async #request<C extends Call>(call: Call, request: CallShape, key?: string): Promise<DataOf<C>> {
    const path = fillPath(call.path, request.params)
    const response = await this.#fetch(`${this.#apiOrigin}${path}`, {
      method: call.method,
      headers: {
        lang: this.#host.language(),
        ...(request.body ? { 'Content-Type': 'application/json' } : {}),
        ...(this.#token === undefined ? {} : { Authorization: this.#token }),
        ...(key === undefined ? {} : { 'Idempotency-Key': key }),
      },
      body: request.body ? JSON.stringify(request.body) : null,
      credentials: 'omit',
      cache: 'no-store',
      // A call under way when the player reloads or leaves still reaches the server.
      keepalive: request.body !== undefined,
      signal: AbortSignal.timeout(timeoutMs),
    })
    const { httpStatus, envelope } = response
    const { status, message } = envelope
    const kind = failureKind(httpStatus, status)
    if (kind) throw new CallError({ kind, httpStatus, status, message, path })
    return envelope.data as DataOf<C>
  }

  async #fetch(
    path: string,
    init: RequestInit,
  ): Promise<{ httpStatus: number; envelope: Envelope<unknown> }> {
    try {
      const response = await this.#host.fetch(path, init)
      const envelope: unknown = await response.json()
      if (!isEnvelope(envelope)) throw new Error(`not the response of the server: ${response.status}`)
      return { httpStatus: response.status, envelope }
    } catch (error) {
      console.info('no response', path, error instanceof Error ? error.message : error)
      throw new CallError({ kind: 'network', httpStatus: 0, status: 0, message: '', path })
    }
  }
}

/** A new idempotency key: 128 random bits as hexadecimal digits. */
export function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
}
