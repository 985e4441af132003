import { setTimeout as delay } from 'node:timers/promises'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import { fairGames } from '#contract/games/fairGames.ts'
import { originalGames } from '#contract/games/gameCodes.ts'
import { serverEventNames } from '#contract/serverEventNames.ts'

/** What a posting moved. Money that only changes its place inside a wallet is not counted twice: see `moneyKinds`. */
export const moneyKinds = [
  'deposit',
  'voucher',
  'bonus',
  'stake',
  'payout',
  'refund',
  'correction',
  'withdrawal_requested',
  'withdrawal_paid',
  'withdrawal_returned',
  'reversal',
  'debt',
  'adjustment',
  'prize',
] as const
export type MoneyKind = (typeof moneyKinds)[number]

/** What takes a stake: each original, our own slots, tickets, and the games of other providers. */
export const betKinds = [...originalGames, 'slots', 'sports', 'providers'] as const
export type BetKind = (typeof betKinds)[number]

/** How long the values of gauges are waited for, in ms: Prometheus must get its answer while the database is away. */
const readMs = 700
/** In seconds. From a bet on an idle machine to the time limit of a request. */
const latencyBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]
/** A job's run: the quick ones take milliseconds, an archiving takes minutes. */
const jobBuckets = [0.01, 0.1, 1, 10, 60, 600]

/** A gauge whose value is read when the metrics are. */
interface Source {
  name: string
  /** Reads and sets the value. */
  read: () => Promise<void>
  running: Promise<boolean> | undefined
  isStale: boolean
}

/** `gone`: the browser's subscription has ended. `away`: tried again later. */
const noticeResults = ['sent', 'gone', 'refused', 'away'] as const
type NoticeResult = (typeof noticeResults)[number]

/**
 * What this process counts, for Prometheus. Each process has its own numbers: the operator's dashboard adds them up.
 * Labels are from fixed lists (games, routes, reasons), never a player's values. A counter whose labels are known in
 * advance is there from the start, with 0: Prometheus does not see the step to a series' first value.
 */
export class Metrics {
  readonly #registry = new Registry()
  readonly #money: Record<MoneyKind, Counter.Internal>
  readonly #bets = this.#counter('palpite_bets_total', 'Stakes that were taken, by game.', ['game'])
  readonly #rounds = this.#counter('palpite_rounds_total', 'Rounds and tickets that were settled, by game.', [
    'game',
  ])
  readonly #refusals = this.#counter(
    'palpite_refusals_total',
    'Calls that were refused, by reason and HTTP status.',
    ['reason', 'status'],
  )
  readonly #pushes = this.#counter(
    'palpite_pushes_total',
    'Events that were sent to the sockets of a player, by event.',
    ['event'],
  )
  readonly #notices = this.#counter(
    'palpite_notices_total',
    'Notices that were given to push services of browsers, by result.',
    ['result'],
  )
  readonly #jobRuns = this.#counter('palpite_job_runs_total', 'Runs of a job, by result.', ['task', 'result'])
  readonly #jobSeconds = new Histogram({
    name: 'palpite_job_seconds',
    help: 'Duration of a job.',
    labelNames: ['task'],
    buckets: jobBuckets,
    registers: [this.#registry],
  })
  readonly #jobEnd = new Gauge({
    name: 'palpite_job_last_success_timestamp_seconds',
    help: 'When a job last ended without an error; 0: not since this process started.',
    labelNames: ['task'],
    registers: [this.#registry],
  })
  readonly #latency = new Histogram({
    name: 'palpite_request_seconds',
    help: 'Time until the response was sent, by route.',
    labelNames: ['method', 'route', 'status'],
    buckets: latencyBuckets,
    registers: [this.#registry],
  })
  readonly #betSeconds = new Histogram({
    name: 'palpite_bet_seconds',
    help: 'Time until the response to a bet that was taken was sent, by kind of bet.',
    labelNames: ['kind'],
    buckets: latencyBuckets,
    registers: [this.#registry],
  })
  readonly #stale = new Gauge({
    name: 'palpite_metric_stale',
    help: '1 when a metric could not be read in time: its value is the last known one, or missing.',
    labelNames: ['metric'],
    registers: [this.#registry],
  })
  readonly #sources: Source[] = []
  readonly #onError: (error: unknown, metric: string) => void
  readonly #games = { bets: new Map<string, Counter.Internal>(), rounds: new Map<string, Counter.Internal>() }

  readonly #queues = new Map<string, () => number>()

  /** `onError` is called when a metric cannot be read, and not again until it could be. */
  constructor({ onError = () => undefined }: { onError?: (error: unknown, metric: string) => void } = {}) {
    this.#onError = onError
    this.gauge(
      'palpite_queue_depth',
      'Calls that wait, by queue.',
      () => Object.fromEntries([...this.#queues].map(([name, read]) => [name, read()])),
      'queue',
    )
    const money = this.#counter(
      'palpite_money_cents_total',
      'Money that was moved, in cents, by kind. Counted after the commit.',
      ['kind'],
    )
    this.#money = Object.fromEntries(moneyKinds.map((kind) => [kind, money.labels(kind)])) as Record<
      MoneyKind,
      Counter.Internal
    >
    for (const kind of moneyKinds) money.inc({ kind }, 0)
    for (const game of [...fairGames, 'sports']) {
      this.#bets.inc({ game }, 0)
      this.#rounds.inc({ game }, 0)
    }
    for (const kind of betKinds) this.#betSeconds.zero({ kind })
    for (const event of serverEventNames) this.#pushes.inc({ event }, 0)
    for (const result of noticeResults) this.#notices.inc({ result }, 0)
  }

  /** `cents` may be zero; a correction's may be negative, and its size is counted. */
  moved(kind: MoneyKind, cents: number): void {
    this.#money[kind].inc(Math.abs(cents))
  }

  betTaken(game: string): void {
    cached(this.#games.bets, game, () => this.#bets.labels(game)).inc()
  }

  noticeSent(result: NoticeResult): void {
    this.#notices.inc({ result })
  }

  roundSettled(game: string): void {
    cached(this.#games.rounds, game, () => this.#rounds.labels(game)).inc()
  }

  /** Shows the reasons for which calls may be refused, before the first one is. */
  addRefusals(refusals: Iterable<readonly [reason: string, status: number]>): void {
    for (const [reason, status] of refusals) this.#refusals.inc({ reason, status: String(status) }, 0)
  }

  refused(reason: string, status: number): void {
    this.#refusals.inc({ reason, status: String(status) })
  }

  /** Counts the responses of a route, as it was registered, with names instead of values. */
  responsesOf(route: string): (method: string, status: number, seconds: number) => void {
    // Looking up a label by its values costs more than counting.
    const counters = new Map<string, Histogram.Internal<string>[]>()
    return (method, status, seconds) => {
      const ofMethod = cached(counters, method, () => [])
      const hundreds = Math.floor(status / 100)
      ofMethod[hundreds] ??= this.#latency.labels(method, route, `${hundreds}xx`)
      ofMethod[hundreds].observe(seconds)
    }
  }

  /** Counts the time of bets of a kind, in seconds. */
  betsOf(kind: BetKind): (seconds: number) => void {
    const seconds = this.#betSeconds.labels(kind)
    return (value) => seconds.observe(value)
  }

  pushed(event: string): void {
    this.#pushes.inc({ event })
  }

  /** Shows a job that this process may run, before its first run. */
  addJob(task: string): void {
    for (const result of ['ok', 'failed']) this.#jobRuns.inc({ task, result }, 0)
    this.#jobSeconds.zero({ task })
    this.#jobEnd.inc({ task }, 0)
  }

  /** Runs a job and counts its result. Errors are passed on. The label is `task`: `job` is Prometheus' own. */
  async runJob<T>(task: string, run: () => Promise<T>): Promise<T> {
    const start = performance.now()
    try {
      const result = await run()
      this.#jobRuns.inc({ task, result: 'ok' })
      this.#jobEnd.set({ task }, Date.now() / 1000)
      return result
    } catch (error) {
      this.#jobRuns.inc({ task, result: 'failed' })
      throw error
    } finally {
      this.#jobSeconds.observe({ task }, (performance.now() - start) / 1000)
    }
  }

  /** The length of a queue, which is read when the metrics are. */
  queue(name: string, read: () => number): void {
    this.#queues.set(name, read)
  }

  /** A value that is read when the metrics are. With `label`, `read` returns a value for each of its values. */
  gauge(name: string, help: string, read: () => number | Promise<number>): void
  gauge(
    name: string,
    help: string,
    read: () => Record<string, number> | Promise<Record<string, number>>,
    label: string,
  ): void
  gauge(
    name: string,
    help: string,
    read: () => number | Record<string, number> | Promise<number | Record<string, number>>,
    label?: string,
  ): void {
    const gauge = new Gauge({
      name,
      help,
      labelNames: label === undefined ? [] : [label],
      registers: [this.#registry],
    })
    // Left out until it has been read: 0 would be a value.
    if (label === undefined) gauge.remove()
    this.#sources.push({
      name,
      async read() {
        const values = await read()
        if (typeof values === 'number') return gauge.set(values)
        gauge.reset()
        for (const [value, number] of Object.entries(values)) gauge.set({ [label ?? '']: value }, number)
      },
      running: undefined,
      isStale: false,
    })
  }

  /** Adds memory, CPU, event-loop lag and garbage collection of this process. */
  watchProcess(): void {
    collectDefaultMetrics({ register: this.#registry, eventLoopMonitoringPrecision: 20 })
  }

  get contentType(): string {
    return this.#registry.contentType
  }

  /**
   * All metrics in Prometheus' text format, within a second. What could not be read by then keeps its last value, and
   * palpite_metric_stale says so.
   */
  async text(): Promise<string> {
    const limit = new AbortController()
    const late = delay(readMs, false, { signal: limit.signal, ref: false })
    // Aborted when every value was there in time.
    late.catch(() => undefined)
    await Promise.all(
      this.#sources.map(async (source) => {
        const isRead = await Promise.race([this.#refresh(source), late])
        this.#stale.set({ metric: source.name }, isRead ? 0 : 1)
      }),
    )
    limit.abort()
    return this.#registry.metrics()
  }

  /** Reads a value once at a time, however often it is asked for meanwhile. Resolves with whether it could be read. */
  #refresh(source: Source): Promise<boolean> {
    const read = async () => {
      try {
        await source.read()
        source.isStale = false
      } catch (error) {
        if (!source.isStale) this.#onError(error, source.name)
        source.isStale = true
      }
      source.running = undefined
      return !source.isStale
    }
    return (source.running ??= read())
  }

  #counter<Label extends string>(name: string, help: string, labelNames: Label[]): Counter<Label> {
    return new Counter({ name, help, labelNames, registers: [this.#registry] })
  }
}

function cached<T>(map: Map<string, T>, key: string, create: () => T): T {
  let found = map.get(key)
  if (found === undefined) map.set(key, (found = create()))
  return found
}
