import { makeAutoObservable, observableRef } from 'mobx'
import type { CallError } from '#contract/errors.ts'
import type { HttpReply } from '#contract/ipc.ts'

/** What a call gets without a response of the server. */
export const noReply: HttpReply = { networkError: true, httpStatus: 0, body: null }

const firstWaitMs = 1_000
const nextWaitMs = 3_000
/** A call that fails again this soon after a full reload may itself be what makes the server fail. */
const flappingMs = 20_000
const longestWaitMs = 60_000
/** Random share by which waits vary, so that the clients of a server that is back do not all call at once. */
const variation = 0.5

/**
 * Whether the server responds. After a call without a response it is polled every few seconds until it does;
 * `onBack` then loads again what could not be loaded.
 */
export class ServerStore {
  /** A poll went without a response. */
  isUnreachable = false
  /** What the operator says about the closed service; null until a call was refused for it. */
  closure: { text: string | null; until: string | null } | null = null
  #timer: ReturnType<typeof setTimeout> | undefined
  #backAt = -Infinity
  #flaps = 0
  #unlessUnreachable: (() => void) | undefined
  readonly #ask: () => Promise<HttpReply>
  readonly #onBack: () => void

  constructor(ask: () => Promise<HttpReply>, onBack: () => void) {
    this.#ask = ask
    this.#onBack = onBack
    makeAutoObservable(this, { closure: observableRef })
  }

  /** Whether a call had no response, and none has had one since. */
  get isDoubtful(): boolean {
    return this.#timer !== undefined
  }

  /** Called with the outcome of every call. */
  note(reply: HttpReply): void {
    if (!reply.networkError) {
      // While one call keeps failing, successes of the others must not reload everything each time.
      if (this.#timer !== undefined && this.#flaps === 0) this.markBack()
    } else if (this.#timer === undefined) {
      this.#flaps = performance.now() - this.#backAt < flappingMs ? this.#flaps + 1 : 0
      this.askIn(Math.min(firstWaitMs * 2 ** this.#flaps, longestWaitMs))
    }
  }

  /** A call was refused because the service is closed. */
  noteClosed({ message, data }: CallError): void {
    const { until, isOwnText } = (data ?? {}) as { until?: string | null; isOwnText?: boolean }
    this.closure = { text: isOwnText ? message : null, until: until ?? null }
  }

  /** After a call without a response: calls it when the server responds, unless a poll goes without a response first. */
  unlessUnreachable(run: () => void): void {
    if (!this.isUnreachable) this.#unlessUnreachable = run
  }

  private askIn(ms: number): void {
    clearTimeout(this.#timer)
    const [random = 0] = crypto.getRandomValues(new Uint32Array(1))
    const wait = ms * (1 + variation * (random / 2 ** 32 - 0.5))
    this.#timer = setTimeout(() => void this.askNow(), wait)
  }

  private async askNow(): Promise<void> {
    const reply = await this.#ask()
    // Another call got a response first.
    if (this.#timer === undefined) return
    if (!reply.networkError) return this.markBack()
    this.markUnreachable()
    this.askIn(nextWaitMs)
  }

  private markUnreachable(): void {
    this.isUnreachable = true
    this.#unlessUnreachable = undefined
  }

  private markBack(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#backAt = performance.now()
    this.isUnreachable = false
    this.#unlessUnreachable?.()
    this.#unlessUnreachable = undefined
    this.#onBack()
  }
}
