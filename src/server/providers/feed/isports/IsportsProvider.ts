import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import type { Log } from '../../../observe/log.ts'
import { commonNow, type Clock } from '../../../time/clock.ts'
import { AnswerUnknownError } from '../../errors.ts'
import type { FeedMessage, FeedProvider, FeedRun } from '../FeedProvider.ts'
import { idOf, IsportsBook } from './IsportsBook.ts'
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
  | 'earlier'
  | 'modified'
  | 'odds'
  | 'oddsChanges'
  | 'inplay'

const [second, minute] = [1_000, 60_000] as const
/** Changes are told for 20 s: after a longer gap everything is asked. */
const toldForMs = 18 * second

/** The least intervals are the documented ones. */
const paces: Readonly<Record<Name, Pace>> = {
  scores: { leastMs: 10 * second, everyMs: minute },
  odds: { leastMs: 10 * second, everyMs: minute },
  changes: { leastMs: second, everyMs: 2 * second, toldForMs },
  oddsChanges: { leastMs: second, everyMs: second, toldForMs },
  inplay: { leastMs: 3 * second, everyMs: 3 * second, toldForMs },
  modified: { leastMs: minute, everyMs: 2 * minute },
  // One address with several days: each is asked on its own, so that together they keep its interval.
  today: { leastMs: 3 * minute, everyMs: 30 * minute },
  tomorrow: { leastMs: 3 * minute, everyMs: 30 * minute },
  yesterday: { leastMs: 3 * minute, everyMs: 60 * minute },
  earlier: { leastMs: 3 * minute, everyMs: 30 * minute },
}
/** Between two calls of the schedule, in ms. */
const scheduleMs = minute
/** Scores and prices that were answered this long ago, in ms, are those of now; silence closes prices only after another 15 s. */
const currentMs = 10 * second
/** How often the clock is looked at, in ms. */
const lookMs = 100
const dayMs = 24 * 60 * minute
/** The calls that tell only changes, and the one that tells everything of theirs. */
const wholeOf = { changes: 'scores', oddsChanges: 'odds', inplay: 'odds' } as const
/** Days of the schedule, counted from today's (GMT): the evening of Brazil is in two of them. */
const days = { today: 0, tomorrow: 1, yesterday: -1 } as const
/** So many days ago a match may have begun whose end is still looked for. */
const mostDaysAgo = 30

const positionSchema = z.object({ day: z.string(), calls: z.number().int().nonnegative() })

interface RunParts {
  calls: IsportsCalls<Name>
  book: IsportsBook
  missed: MissedDays
}

/** The days before yesterday that have matches whose end was not told: while nothing ran, or the API did not answer. */
class MissedDays {
  readonly #unfinished: FeedRun['unfinished']
  /** When a day was asked last, in ms since 1970. */
  readonly #askedAt = new Map<string, number>()

  constructor(unfinished: FeedRun['unfinished']) {
    this.#unfinished = unfinished
  }

  /** The day that was asked longest ago, or never (`isNew`), with its matches; undefined where there is none. */
  next(now: number): { day: string; matchIds: ReadonlySet<string>; isNew: boolean } | undefined {
    const [first, last] = [dayOf(now - mostDaysAgo * dayMs), dayOf(now - dayMs)]
    const matches = this.#unfinished().map(({ matchId, startsAt }) => ({ matchId, day: dayOf(startsAt) }))
    const missed = [...new Set(matches.map(({ day }) => day))].filter((day) => day >= first && day < last)
    const [day] = missed.toSorted(
      (a, b) => (this.#askedAt.get(a) ?? 0) - (this.#askedAt.get(b) ?? 0) || (a < b ? -1 : 1),
    )
    if (day === undefined) return undefined
    const matchIds = new Set(matches.flatMap((match) => (match.day === day ? match.matchId : [])))
    return { day, matchIds, isNew: !this.#askedAt.has(day) }
  }

  answered(day: string, now: number): void {
    this.#askedAt.set(day, now)
  }
}

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

  async run({ sink, position, signal, unfinished }: FeedRun): Promise<void> {
    const known = positionSchema.safeParse(position)
    const calls = new IsportsCalls<Name>(this.#access, paces, {
      quota: known.success ? known.data : { day: '', calls: 0 },
      time: () => commonNow(this.#clock).getTime(),
    })
    const book = new IsportsBook(this.#access)
    const missed = new MissedDays(unfinished)
    let scheduleAt = -Infinity
    while (!signal.aborted) {
      const now = commonNow(this.#clock).getTime()
      const maySchedule = now - scheduleAt >= scheduleMs
      const name = calls.due(now, (each) => maySchedule || !isOfSchedule(each))
      if (name === undefined) {
        await pause(lookMs)
        continue
      }
      if (name === 'earlier' && !missed.next(now)) {
        calls.skip(name, now)
        continue
      }
      if (isOfSchedule(name)) scheduleAt = now
      try {
        const completeSince = calls.completeSince(name)
        const messages = await this.#ask({ calls, book, missed }, name, now)
        if (isOfChanges(name) && calls.completeSince(name) !== completeSince) calls.hasten(wholeOf[name], now)
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

  async #ask({ calls, book, missed }: RunParts, name: Name, now: number): Promise<FeedMessage[]> {
    const seconds = Math.floor(now / second)
    const query = { companyId: this.#access.companyId }
    switch (name) {
      case 'scores': {
        const rows = await calls.make(name, { path: 'livescores', schema: matchesSchema }, now)
        return this.#scores(book, rows, seconds)
      }
      case 'changes': {
        const rows = await calls.make(name, { path: 'livescores/changes', schema: changesSchema }, now)
        return book.changes(rows, seconds)
      }
      case 'today':
      case 'tomorrow':
      case 'yesterday': {
        const date = dayOf(now + days[name] * dayMs)
        const rows = await calls.make(name, { path: 'schedule', query: { date }, schema: matchesSchema }, now)
        return book.matches(rows, seconds, { mayBeOld: true })
      }
      case 'earlier': {
        const next = missed.next(now)
        if (!next) return []
        const { day: date, matchIds } = next
        const rows = await calls.make(name, { path: 'schedule', query: { date }, schema: matchesSchema }, now)
        missed.answered(date, now)
        if (missed.next(now)?.isNew) calls.hasten(name, now)
        const wanted = rows.filter(({ matchId }) => matchIds.has(idOf(matchId)))
        return book.matches(wanted, seconds, { mayBeOld: true })
      }
      case 'modified': {
        const rows = await calls.make(name, { path: 'schedule/modify', schema: modifiedSchema }, now)
        if (rows.some(({ type }) => type === 'modify'))
          for (const day of ['today', 'tomorrow'] as const) calls.hasten(day, now)
        return book.modified(rows)
      }
      case 'odds': {
        const answer = await calls.make(name, { path: 'odds/main', query, schema: oddsSchema }, now)
        return book.allPrices(this.#prices(answer, 'full'))
      }
      case 'oddsChanges': {
        const answer = await calls.make(name, { path: 'odds/main/changes', query, schema: oddsSchema }, now)
        return book.prices(this.#prices(answer, 'change'))
      }
      case 'inplay': {
        const records = await calls.make(name, { path: 'odds/inplay', query, schema: inplaySchema }, now)
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

  #prices(answer: z.infer<typeof oddsSchema>, form: 'full' | 'change') {
    const { prices, unread } = pricesOf(answer, form)
    if (unread > 0) this.#log.warn({ feed: this.name, unread }, 'rows of prices have another form')
    return prices
  }
}

/**
 * Scores and prices are what they were a moment ago, or newer: whatever other calls answer, prices may be old while one fails,
 * and after a gap until everything was asked again.
 */
function isCurrent(calls: IsportsCalls<Name>, hasLive: boolean, now: number): boolean {
  const names = (['changes', 'oddsChanges', 'inplay'] as const).filter((name) => hasLive || name !== 'inplay')
  return names.every(
    (name) =>
      now - calls.madeAt(name) < currentMs && calls.madeAt(wholeOf[name]) >= calls.completeSince(name),
  )
}

function isOfSchedule(name: Name): boolean {
  return name in days || name === 'earlier'
}

function isOfChanges(name: Name): name is keyof typeof wholeOf {
  return name in wholeOf
}

/** A day of GMT, as 2026-06-01. */
function dayOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10)
}
