import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import type { Log } from '../../../observe/log.ts'
import { commonNow, type Clock } from '../../../time/clock.ts'
import { AnswerUnknownError } from '../../errors.ts'
import type { FeedMessage, FeedProvider, FeedRun } from '../FeedProvider.ts'
import { IsportsBook } from './IsportsBook.ts'
import { IsportsCalls, type Pace } from './IsportsCalls.ts'
import type { IsportsAccess } from './settings.ts'
import {
  changesSchema,
  inplayOf,
  inplaySchema,
  matchesSchema,
  modifiedSchema,
  oddsSchema,
  pricesOf,
} from './wire.ts'

type Name =
  | 'scores'
  | 'changes'
  | 'today'
  | 'tomorrow'
  | 'yesterday'
  | 'modified'
  | 'odds'
  | 'oddsChanges'
  | 'inplay'

const [second, minute] = [1_000, 60_000] as const

/** The least intervals are the documented ones. */
const paces: Readonly<Record<Name, Pace>> = {
  scores: { leastMs: 10 * second, everyMs: minute },
  odds: { leastMs: 10 * second, everyMs: minute },
  changes: { leastMs: second, everyMs: 2 * second },
  oddsChanges: { leastMs: second, everyMs: second },
  inplay: { leastMs: 3 * second, everyMs: 3 * second },
  modified: { leastMs: minute, everyMs: 2 * minute },
  // One address with three days: each is asked on its own, so that together they keep its interval.
  today: { leastMs: 3 * minute, everyMs: 30 * minute },
  tomorrow: { leastMs: 3 * minute, everyMs: 30 * minute },
  yesterday: { leastMs: 3 * minute, everyMs: 60 * minute },
}
/** Between two calls of the schedule, in ms. */
const scheduleMs = minute
/** Changes are told for 20 s: after a longer gap everything is asked. */
const changesMs = 18 * second
/** Scores and prices that were answered this long ago, in ms, are those of now; silence closes prices only after another 15 s. */
const currentMs = 10 * second
/** How often the clock is looked at, in ms. */
const lookMs = 100
const dayMs = 24 * 60 * minute
/** Days of the schedule, counted from today's (GMT): the evening of Brazil is in two of them. */
const days = { today: 0, tomorrow: 1, yesterday: -1 } as const

const positionSchema = z.object({ day: z.string(), calls: z.number().int().nonnegative() })

/** Football from the iSports API (docs/feeds.md): asked again and again, because it pushes nothing. */
export class IsportsProvider implements FeedProvider {
  readonly name = 'isports'
  readonly isReal = true
  readonly tellsAllPrices = true
  readonly #access: IsportsAccess
  readonly #clock: Clock
  readonly #log: Log
  /** What is wrong with which match, once it is in the log. */
  readonly #reported = new Set<string>()

  constructor(access: IsportsAccess, { clock, log }: { clock: Clock; log: Log }) {
    this.#access = access
    this.#clock = clock
    this.#log = log
  }

  async run({ sink, position, signal }: FeedRun): Promise<void> {
    const known = positionSchema.safeParse(position)
    const calls = new IsportsCalls<Name>(
      this.#access,
      paces,
      known.success ? known.data : { day: '', calls: 0 },
    )
    const book = new IsportsBook(this.#access)
    let scheduleAt = -Infinity
    while (!signal.aborted) {
      const now = commonNow(this.#clock).getTime()
      const maySchedule = now - scheduleAt >= scheduleMs
      const name = calls.due(now, (each) => maySchedule || !(each in days))
      if (name === undefined) {
        await pause(lookMs)
        continue
      }
      if (name in days) scheduleAt = now
      try {
        const messages = await this.#ask(calls, book, name, now)
        // An answer may take seconds.
        const isTold = isCurrent(calls, book.hasLive(), commonNow(this.#clock).getTime())
        if (messages.length > 0) await sink.take(messages, { ...calls.quota }, isTold)
        if (isTold) sink.alive()
      } catch (error) {
        if (!(error instanceof AnswerUnknownError)) throw error
        this.#log.warn({ feed: this.name, reason: error.message }, 'the feed did not answer')
      }
    }
  }

  async #ask(calls: IsportsCalls<Name>, book: IsportsBook, name: Name, now: number): Promise<FeedMessage[]> {
    const seconds = Math.floor(now / second)
    const before = calls.madeAt(name)
    const companyId = this.#access.companyId
    switch (name) {
      case 'scores':
        return this.#scores(book, read(matchesSchema, await calls.make(name, 'livescores', {}, now)), seconds)
      case 'changes': {
        const rows = read(changesSchema, await calls.make(name, 'livescores/changes', {}, now))
        if (now - before > changesMs) calls.hasten('scores', now)
        return book.changes(rows, seconds)
      }
      case 'today':
      case 'tomorrow':
      case 'yesterday': {
        const date = new Date(now + days[name] * dayMs).toISOString().slice(0, 10)
        const rows = read(matchesSchema, await calls.make(name, 'schedule', { date }, now))
        return book.matches(rows, seconds, { mayBeOld: true })
      }
      case 'modified': {
        const rows = read(modifiedSchema, await calls.make(name, 'schedule/modify', {}, now))
        if (rows.some(({ type }) => type === 'modify'))
          for (const day of ['today', 'tomorrow'] as const) calls.hasten(day, now)
        return book.modified(rows)
      }
      case 'odds':
        return book.allPrices(this.#prices(await calls.make(name, 'odds/main', { companyId }, now), 'full'))
      case 'oddsChanges': {
        const answer = await calls.make(name, 'odds/main/changes', { companyId }, now)
        if (now - before > changesMs) calls.hasten('odds', now)
        return book.prices(this.#prices(answer, 'change'))
      }
      case 'inplay': {
        const records = read(inplaySchema, await calls.make(name, 'odds/inplay', { companyId }, now))
        // The newest comes first.
        return records.toReversed().flatMap((record) => {
          const told = inplayOf(record)
          if (!told) return []
          if ('price' in told) return book.prices([told.price])
          return book.close(record.matchId, record.companyId, told.closes, record.changeTime)
        })
      }
    }
  }

  #scores(book: IsportsBook, rows: z.infer<typeof matchesSchema>, seconds: number): FeedMessage[] {
    const messages = [...book.matches(rows, seconds), ...book.missing(rows, seconds)]
    this.#report(book.endless(seconds), 'a match is played for more than six hours')
    this.#report(book.unresolved(), 'the score of 90 minutes is unknown: staff must enter the result')
    return messages
  }

  #report(matchIds: readonly string[], what: string): void {
    for (const matchId of matchIds) {
      const key = `${matchId} ${what}`
      if (this.#reported.has(key)) continue
      this.#reported.add(key)
      this.#log.warn({ feed: this.name, matchId }, what)
    }
  }

  #prices(answer: unknown, form: 'full' | 'change') {
    const { prices, unread } = pricesOf(read(oddsSchema, answer), form)
    if (unread > 0) this.#log.warn({ feed: this.name, unread }, 'rows of prices have another form')
    return prices
  }
}

/** Scores and prices are what they were a moment ago, or newer: whatever other calls answer, prices may be old while one fails. */
function isCurrent(calls: IsportsCalls<Name>, hasLive: boolean, now: number): boolean {
  const names: Name[] = ['changes', 'oddsChanges', ...(hasLive ? ['inplay' as const] : [])]
  return names.every((name) => now - calls.madeAt(name) < currentMs)
}

function read<Data>(schema: z.ZodType<Data>, answer: unknown): Data {
  const result = schema.safeParse(answer)
  if (result.success) return result.data
  const [issue] = result.error.issues
  throw new AnswerUnknownError(
    `an answer of another form: ${issue?.path.join('.') ?? ''} ${issue?.message ?? ''}`,
  )
}
