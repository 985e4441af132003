import { fillPath, type Call, type CallShape, type DataOf, type RequestOf } from '#contract/http/call.ts'
import { CallError, failureKind, type Envelope } from '#contract/errors.ts'
import { slotCalls } from '#contract/http/slots.ts'
import type { LanguageCode } from '#contract/languages.ts'

const timeoutMs = 15_000
/** Pauses before the same call goes out again; under the same key, so that a round is never played twice. */
const retryMs = [600, 1500, 3000, 5000]

export interface GameApiHost {
  fetch: typeof fetch
  language(): LanguageCode
  /** The network is gone, or back: shown while a call waits. */
  onOffline(isOffline: boolean): void
  /** A ticket of the host's, asked for anew. */
  ticket(): Promise<string>
  wait(ms: number): Promise<void>
}

/**
 * The calls of a game from the games' origin to the server's. It changes the ticket of the host into a session of its own and
 * does so again when that has ended; the player's token is never here. Throws CallError.
 */
export class GameApi {
  private token: string | undefined
  private opening: Promise<void> | undefined

  constructor(
    private readonly host: GameApiHost,
    private readonly gameCode: string,
    /** Where the calls go: not the games' own origin. */
    private readonly apiOrigin: string,
  ) {}

  /** One call within the session; `key` is the idempotency key of the player's intent. */
  async call<C extends Call>(call: C, request: RequestOf<C>, key?: string): Promise<DataOf<C>> {
    if (this.token === undefined) await this.open()
    try {
      return await this.send<C>(call, request, key)
    } catch (error) {
      if (!(error instanceof CallError) || error.kind !== 'loggedOut') throw error
      this.token = undefined
      await this.open()
      return this.send<C>(call, request, key)
    }
  }

  /** One at a time, however many calls wait for it. */
  private open(): Promise<void> {
    this.opening ??= this.exchange().finally(() => (this.opening = undefined))
    return this.opening
  }

  /** A ticket is good for one try: when the answer is lost, the next try takes another ticket. */
  private async exchange(): Promise<void> {
    for (let attempt = 0; ; attempt++) {
      const ticket = await this.host.ticket()
      try {
        const body = { gameCode: this.gameCode, ticket }
        this.token = (await this.once<typeof slotCalls.exchange>(slotCalls.exchange, { body })).token
        return this.host.onOffline(false)
      } catch (error) {
        await this.recover(error, attempt)
      }
    }
  }

  private async send<C extends Call>(call: C, request: RequestOf<C>, key?: string): Promise<DataOf<C>> {
    for (let attempt = 0; ; attempt++) {
      try {
        const data = await this.once<C>(call, request as CallShape, key)
        this.host.onOffline(false)
        return data
      } catch (error) {
        await this.recover(error, attempt)
      }
    }
  }

  /** Waits before the next try, or throws what cannot be tried again. */
  private async recover(error: unknown, attempt: number): Promise<void> {
    const isNetwork = error instanceof CallError && error.kind === 'network'
    this.host.onOffline(isNetwork)
    const pause = retryMs[attempt]
    if (!isNetwork || pause === undefined) throw error
    await this.host.wait(pause)
  }

  private async once<C extends Call>(call: Call, request: CallShape, key?: string): Promise<DataOf<C>> {
    const path = fillPath(call.path, request.params)
    const answer = await this.fetch(`${this.apiOrigin}${path}`, {
      method: call.method,
      headers: {
        lang: this.host.language(),
        ...(request.body ? { 'Content-Type': 'application/json' } : {}),
        ...(this.token === undefined ? {} : { Authorization: this.token }),
        ...(key === undefined ? {} : { 'Idempotency-Key': key }),
      },
      body: request.body ? JSON.stringify(request.body) : null,
      credentials: 'omit',
      cache: 'no-store',
      signal: AbortSignal.timeout(timeoutMs),
    })
    const status = typeof answer.envelope?.status === 'number' ? answer.envelope.status : 0
    const kind = failureKind(answer.httpStatus, status)
    const message = typeof answer.envelope?.message === 'string' ? answer.envelope.message : ''
    if (kind) throw new CallError({ kind, httpStatus: answer.httpStatus, status, message, path })
    return answer.envelope?.data as DataOf<C>
  }

  private async fetch(
    path: string,
    init: RequestInit,
  ): Promise<{ httpStatus: number; envelope: Partial<Envelope<unknown>> | null }> {
    try {
      const reply = await this.host.fetch(path, init)
      const body: unknown = await reply.json()
      return {
        httpStatus: reply.status,
        envelope: typeof body === 'object' ? (body as Partial<Envelope<unknown>> | null) : null,
      }
    } catch (error) {
      console.info('no answer', path, error instanceof Error ? error.message : error)
      throw new CallError({ kind: 'network', httpStatus: 0, status: 0, message: '', path })
    }
  }
}

/** 128 random bits: the key of one intent. */
export function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
}
