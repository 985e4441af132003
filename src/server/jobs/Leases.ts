import { randomUUID } from 'node:crypto'
import type { AppDeps } from '../deps.ts'
import { Gathered } from '../flow/Gathered.ts'

/** After this long without a renewal, in seconds, another process may take a lease: its holder is dead or frozen. */
const leaseSeconds = 10
const renewMs = 3_000
/** Leases that are given back within this time are given back together, in ms. */
const returnMs = 20

/**
 * Which process runs a job (table job_leases). A lease can change hands while its holder is frozen. A dozen jobs begin in the
 * same moment of every second and end soon after it: one statement takes their leases, and one gives them back.
 */
export class Leases {
  readonly #deps: Pick<AppDeps, 'db' | 'log'>
  readonly #holder = randomUUID()
  readonly #taking = new Gathered((jobs) => this.#takeAll(jobs), 0)
  readonly #returning = new Gathered((jobs) => this.#returnAll(jobs), returnMs)

  constructor(deps: Pick<AppDeps, 'db' | 'log'>) {
    this.#deps = deps
  }

  /** Runs `work` while no other process holds the lease; otherwise does nothing. */
  async whileHeld(job: string, work: () => Promise<unknown>): Promise<void> {
    if (!(await this.#take(job))) return
    const renewal = setInterval(() => {
      this.#take(job).catch((error: unknown) => this.#deps.log.error(error, `renewing ${job} failed`))
    }, renewMs).unref()
    try {
      await work()
    } finally {
      clearInterval(renewal)
      await this.#returning.add(job)
    }
  }

  async #take(job: string): Promise<boolean> {
    return (await this.#taking.add(job)).has(job)
  }

  /** Takes those that nobody else holds. Every statement locks the rows in the same order. */
  async #takeAll(jobs: string[]): Promise<Set<string>> {
    const rows = await this.#deps.db.write<{ job: string }>(
      `insert into job_leases (job, holder, until)
         select job, $2, now() + make_interval(secs => $3) from unnest($1::text[]) as job order by job
       on conflict (job) do update set holder = excluded.holder, until = excluded.until
         where job_leases.holder = excluded.holder or job_leases.until < now()
       returning job`,
      [jobs, this.#holder, leaseSeconds],
    )
    return new Set(rows.map(({ job }) => job))
  }

  async #returnAll(jobs: string[]): Promise<void> {
    await this.#deps.db.write(
      `with held as (select job from job_leases where job = any($1) and holder = $2 order by job for update)
       delete from job_leases using held where job_leases.job = held.job`,
      [jobs, this.#holder],
    )
  }
}
