import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'

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
] as const
export type MoneyKind = (typeof moneyKinds)[number]

/** In seconds. From a bet on an idle machine to the time limit of a request. */
const latencyBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]
/** A job's run: the quick ones take milliseconds, an archiving takes minutes. */
const jobBuckets = [0.01, 0.1, 1, 10, 60, 600]

/**
 * What this process counts, for Prometheus. Each process has its own numbers: the operator's dashboard adds them up.
 * Labels are from fixed lists (games, routes, reasons), never a player's values.
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
    help: 'When a job last ended without an error.',
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
  readonly #games = { bets: new Map<string, Counter.Internal>(), rounds: new Map<string, Counter.Internal>() }

  readonly #queues = new Map<string, () => number>()

  constructor() {
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
  }

  /** `cents` may be zero; a correction's may be negative, and its size is counted. */
  moved(kind: MoneyKind, cents: number): void {
    this.#money[kind].inc(Math.abs(cents))
  }

  betTaken(game: string): void {
    cached(this.#games.bets, game, () => this.#bets.labels(game)).inc()
  }

  roundSettled(game: string): void {
    cached(this.#games.rounds, game, () => this.#rounds.labels(game)).inc()
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

  pushed(event: string): void {
    this.#pushes.inc({ event })
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
    new Gauge({
      name,
      help,
      labelNames: label === undefined ? [] : [label],
      registers: [this.#registry],
      async collect() {
        const values = await read()
        if (typeof values === 'number') return this.set(values)
        this.reset()
        for (const [value, number] of Object.entries(values)) this.set({ [label ?? '']: value }, number)
      },
    })
  }

  /** Adds memory, CPU, event-loop lag and garbage collection of this process. */
  watchProcess(): void {
    collectDefaultMetrics({ register: this.#registry })
  }

  get contentType(): string {
    return this.#registry.contentType
  }

  /** All metrics in Prometheus' text format. */
  text(): Promise<string> {
    return this.#registry.metrics()
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
