import type { AppDeps } from '../deps.ts'
import type { DueWork } from './DueWork.ts'
import { withinLimit, type Job } from './Job.ts'
import type { Leases } from './Leases.ts'

/** Runs one job again and again, once at a time in this process. A failure is logged, and the job runs again. */
export class JobLoop {
  readonly #deps: AppDeps
  readonly #leases: Leases
  readonly #dueWork: DueWork
  readonly #job: Job
  readonly #stopping = new AbortController()
  #timer: NodeJS.Timeout | undefined
  #running: Promise<void> | undefined
  #isDue = false

  constructor(deps: AppDeps, { leases, dueWork }: { leases: Leases; dueWork: DueWork }, job: Job) {
    this.#deps = deps
    this.#leases = leases
    this.#dueWork = dueWork
    this.#job = job
    deps.metrics.addJob(job.name)
  }

  start(): void {
    this.wake()
    this.#timer = setInterval(() => this.wake(), this.#job.everyMs).unref()
  }

  /** Runs the job now, or again after the current run. */
  wake(): void {
    this.#isDue = true
    this.#running ??= this.#runWhileDue().finally(() => (this.#running = undefined))
  }

  /** Waits for the current run, which is told to end. */
  async stop(): Promise<void> {
    this.#stopping.abort()
    clearInterval(this.#timer)
    await this.#running
  }

  async #runWhileDue(): Promise<void> {
    const { signal } = this.#stopping
    while (this.#isDue && !signal.aborted) {
      this.#isDue = false
      try {
        await this.#runOnce(signal)
      } catch (error) {
        if (!signal.aborted) this.#deps.log.error(error, `${this.#job.name} failed`)
      }
      this.#deps.health.jobsRan()
    }
  }

  async #runOnce(stopping: AbortSignal): Promise<void> {
    const { name, limitMs, everywhere, due } = this.#job
    const { metrics } = this.#deps
    const run = () =>
      metrics.runJob(name, () =>
        withinLimit(limitMs, stopping, (signal) => this.#job.run(this.#deps, signal)),
      )
    const isDue = due === undefined || (await this.#dueWork.isMet(due))
    // A run that has found nothing.
    if (!isDue) await metrics.runJob(name, () => Promise.resolve())
    else if (everywhere) await run()
    else await this.#leases.whileHeld(name, run)
  }
}
