import { makeAutoObservable, observableRef, reaction, runInAction } from 'mobx'
import {
  fromWirePlayHistory,
  fromWirePlayLimits,
  limitCalls,
  type PlayedDay,
  type PlayedSums,
  type PlayHistory,
  type PlayLimit,
} from '#contract/http/limits.ts'
import { add, subtract, ZERO, type Cents } from '#contract/money.ts'
import type { PlayPeriod } from '#contract/rules/limits.ts'
import type { RootStore } from '../../stores/RootStore.ts'
import { ignoreCallError } from '../../stores/SessionStore.ts'

/** One bar of the pictures, and one row of their tables: a day, a week or a month. */
export interface PlayedSpan extends Omit<PlayedDay, 'day'> {
  /** The first and the last day, YYYY-MM-DD. */
  from: string
  to: string
}

/** What came back less what was staked, in cents. */
export const resultOf = ({ stakes, payouts }: PlayedSums): Cents => subtract(payouts, stakes)

/** /resultados: one's own play in figures, beside the limits. */
export class ResultsStore {
  state: 'loading' | 'ready' | 'failed' = 'loading'
  days: PlayPeriod = 30
  history: PlayHistory | null = null
  limits: PlayLimit[] = []
  readonly #root: RootStore
  /** Of the newest load: older ones change nothing. */
  #load = 0

  constructor(root: RootStore) {
    this.#root = root
    makeAutoObservable(this, { history: observableRef, limits: observableRef })
  }

  /** Loads for whoever is logged in, also where the user info does not come. Returns how to stop. */
  start(): () => void {
    const { session } = this.#root
    const stop = reaction(
      () => session.isLoggedIn,
      (isLoggedIn) => (isLoggedIn ? void this.load() : this.forget()),
      { fireImmediately: true },
    )
    return () => {
      stop()
      this.#load += 1
    }
  }

  /** Nothing of one person is shown to the next. */
  private forget(): void {
    this.#load += 1
    this.state = 'loading'
    this.history = null
    this.limits = []
  }

  choose(days: PlayPeriod): void {
    if (days === this.days) return
    this.days = days
    void this.load()
  }

  /** Loads the period and the limits; a long history is counted by the server in parts, and shown as it grows. */
  async load(): Promise<void> {
    const load = ++this.#load
    this.state = 'loading'
    const { api } = this.#root
    const quiet = { loading: false, ownFailure: true } as const
    try {
      const limits = fromWirePlayLimits(await api.call(limitCalls.limits, {}, quiet))
      let isComplete = false
      while (!isComplete && load === this.#load) {
        const wire = await api.call(limitCalls.play, { query: { days: this.days } }, quiet)
        if (load !== this.#load) return
        const history = fromWirePlayHistory(wire)
        ;({ isComplete } = history)
        runInAction(() => {
          this.limits = limits.limits
          this.history = history
          this.state = 'ready'
        })
      }
    } catch (error) {
      ignoreCallError(error)
      if (load === this.#load) runInAction(() => (this.state = 'failed'))
    }
  }

  get isEmpty(): boolean {
    return this.history !== null && this.history.isComplete && this.history.days.length === 0
  }

  get totals(): Omit<PlayedSpan, 'from' | 'to'> {
    return sumOf(this.history?.days ?? [])
  }

  /** All spans of the period, also those in which nothing happened: days, weeks that end today, or months. */
  get spans(): PlayedSpan[] {
    const { history } = this
    if (!history) return []
    return spansOf(history.from, history.to, this.days).map(({ from, to }) => ({
      from,
      to,
      ...sumOf(history.days.filter(({ day }) => day >= from && day <= to)),
    }))
  }

  /** The highest result of a span, won or lost: the height of the picture. */
  get peak(): number {
    return Math.max(...this.spans.map((span) => Math.abs(resultOf(span))), 0)
  }

  get moneyPeak(): number {
    return Math.max(...this.spans.flatMap(({ deposits, withdrawals }) => [deposits, withdrawals]), 0)
  }

  /** The limits that are set. */
  get setLimits(): (PlayLimit & { amount: number })[] {
    return this.limits.flatMap((limit) => (limit.amount === null ? [] : [{ ...limit, amount: limit.amount }]))
  }
}

function sumOf(days: readonly Omit<PlayedDay, 'day'>[]) {
  const sum = (pick: (day: Omit<PlayedDay, 'day'>) => Cents) => add(ZERO, ...days.map(pick))
  return {
    stakes: sum(({ stakes }) => stakes),
    payouts: sum(({ payouts }) => payouts),
    deposits: sum(({ deposits }) => deposits),
    withdrawals: sum(({ withdrawals }) => withdrawals),
    minutes: days.reduce((minutes, day) => minutes + day.minutes, 0),
  }
}

function spansOf(from: string, to: string, days: PlayPeriod): { from: string; to: string }[] {
  const spans: { from: string; to: string }[] = []
  let last = to
  while (last >= from) {
    const first = days === 365 ? `${last.slice(0, 7)}-01` : shift(last, days === 90 ? -6 : 0)
    spans.unshift({ from: first < from ? from : first, to: last })
    last = shift(first, -1)
  }
  return spans
}

function shift(day: string, count: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + count * 86_400_000).toISOString().slice(0, 10)
}
