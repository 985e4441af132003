import { z } from 'zod'
import { AnswerUnknownError } from '../../errors.ts'
import type { IsportsAccess } from './settings.ts'

/** How long an answer may take, in ms. */
const timeoutMs = 8_000
/** Longer answers are refused, in characters. */
const mostChars = 64 * 1024 * 1024
/** The longest wait after failures, in ms. */
const longestPauseMs = 60_000
const dayMs = 24 * 3_600_000

const envelope = z.object({ code: z.number(), message: z.string(), data: z.unknown() })

/** How often a call is made, in ms: never more often than `leastMs`, which the API allows. */
export interface Pace {
  leastMs: number
  everyMs: number
  /** How far an answer reaches back, in ms; left out: it has everything. */
  toldForMs?: number
}

interface Call {
  pace: Pace
  /** When it may be made again, in ms since 1970. */
  dueAt: number
  /** When it was tried last, whether it was answered or not. */
  triedAt: number
  madeAt: number
  /** The answers since then have no gap between them. */
  completeSince: number
  failures: number
}

interface Question<Data> {
  path: string
  query?: Readonly<Record<string, string>>
  schema: z.ZodType<Data>
}

/** The calls that are left of a day's quota. */
export interface Quota {
  /** GMT, as 2026-06-01. */
  day: string
  calls: number
}

/** Calls of the API at its pace, with fewer when the day's quota is short and longer waits after failures. */
export class IsportsCalls<Name extends string> {
  readonly #access: IsportsAccess
  readonly #calls: Map<Name, Call>
  /** By how much the calls of a day are more than the quota. */
  readonly #stretch: number
  readonly #time: () => number
  #host = 0
  #quota: Quota

  /** `time` is that of the clock, in ms since 1970. */
  constructor(
    access: IsportsAccess,
    paces: Readonly<Record<Name, Pace>>,
    { quota, time }: { quota: Quota; time: () => number },
  ) {
    this.#access = access
    this.#quota = quota
    this.#time = time
    const entries = Object.entries(paces) as [Name, Pace][]
    this.#calls = new Map(
      entries.map(([name, pace]) => [
        name,
        { pace, dueAt: 0, triedAt: -Infinity, madeAt: -Infinity, completeSince: Infinity, failures: 0 },
      ]),
    )
    const planned = entries.reduce((sum, [, { everyMs }]) => sum + dayMs / everyMs, 0)
    this.#stretch = Math.max(1, planned / (access.dailyCalls ?? Infinity))
  }

  get quota(): Quota {
    return this.#quota
  }

  /** Of those that `may` be made, the call that is due first; undefined while none is, or the quota of the day is used up. */
  due(now: number, may: (name: Name) => boolean): Name | undefined {
    this.#beginDay(now)
    if (this.#quota.calls >= (this.#access.dailyCalls ?? Infinity)) return undefined
    const due = [...this.#calls].filter(([name, { dueAt }]) => dueAt <= now && may(name))
    return due.toSorted(([, a], [, b]) => a.dueAt - b.dueAt)[0]?.[0]
  }

  /** When it was answered last, in ms since 1970. */
  madeAt(name: Name): number {
    return this.#calls.get(name)?.madeAt ?? -Infinity
  }

  /** Since when its answers have had no gap, in ms since 1970: what happened before may be in none of them. */
  completeSince(name: Name): number {
    return this.#calls.get(name)?.completeSince ?? Infinity
  }

  /** Makes the call as soon as the API allows it, also one that waits because it failed. */
  hasten(name: Name, now: number): void {
    const call = this.#calls.get(name)
    if (!call) return
    call.failures = 0
    call.dueAt = Math.min(call.dueAt, Math.max(now, call.triedAt + call.pace.leastMs))
  }

  /** Leaves it out this time: there is nothing to ask. */
  skip(name: Name, now: number): void {
    const call = this.#calls.get(name)
    if (call) call.dueAt = now + call.pace.everyMs
  }

  /** The `data` of the answer. Throws AnswerUnknownError, also for data of another form; the key is in no error. */
  async make<Data>(name: Name, { path, query = {}, schema }: Question<Data>, now: number): Promise<Data> {
    const call = this.#calls.get(name)
    if (!call) throw new Error(`no call ${name}`)
    this.#quota = { ...this.#quota, calls: this.#quota.calls + 1 }
    call.triedAt = now
    try {
      const data = read(schema, await this.#ask(path, query))
      call.failures = 0
      // The answer may have taken seconds, and reaches back from its end.
      const reachesTo = this.#time() - (call.pace.toldForMs ?? Infinity)
      if (reachesTo > call.madeAt) call.completeSince = reachesTo
      call.madeAt = now
      call.dueAt = now + Math.max(call.pace.leastMs, call.pace.everyMs * this.#stretch)
      return data
    } catch (error) {
      call.failures++
      call.dueAt = now + Math.max(call.pace.leastMs, Math.min(longestPauseMs, 1_000 * 2 ** call.failures))
      // Its documentation says to change over.
      this.#host = (this.#host + 1) % this.#access.urls.length
      throw error
    }
  }

  #beginDay(now: number): void {
    const day = new Date(now).toISOString().slice(0, 10)
    if (this.#quota.day !== day) this.#quota = { day, calls: 0 }
  }

  async #ask(path: string, query: Readonly<Record<string, string>>): Promise<unknown> {
    const host = this.#access.urls[this.#host] ?? ''
    const url = `${host}/sport/football/${path}?${new URLSearchParams({ ...query, api_key: this.#access.key }).toString()}`
    const text = await this.#read(url, path)
    const answer = envelope.safeParse(parsed(text))
    if (!answer.success) throw new AnswerUnknownError(`${path}: an answer of another form`)
    const { code, message, data } = answer.data
    // Every error comes with HTTP 200.
    if (code !== 0) throw new AnswerUnknownError(`${path}: code ${code}, ${message}`)
    return data
  }

  async #read(url: string, path: string): Promise<string> {
    try {
      const response = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(timeoutMs) })
      if (response.status !== 200) throw new AnswerUnknownError(`${path}: status ${response.status}`)
      const text = await response.text()
      if (text.length > mostChars) throw new AnswerUnknownError(`${path}: the answer is too long`)
      return text
    } catch (error) {
      if (error instanceof AnswerUnknownError) throw error
      throw new AnswerUnknownError(`${path}: no answer, ${error instanceof Error ? error.name : 'unknown'}`)
    }
  }
}

function read<Data>(schema: z.ZodType<Data>, answer: unknown): Data {
  const result = schema.safeParse(answer)
  if (result.success) return result.data
  const [issue] = result.error.issues
  throw new AnswerUnknownError(
    `an answer of another form: ${issue?.path.join('.') ?? ''} ${issue?.message ?? ''}`,
  )
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}
