import { randomUUID } from 'node:crypto'
import type { AppDeps } from '../deps.ts'

/** After this long without a renewal, in seconds, another process may take a lease: its holder is dead or frozen. */
const leaseSeconds = 10
const renewMs = 3_000

/** Which process runs a job (table job_leases). A lease can change hands while its holder is frozen. */
export class Leases {
  readonly #deps: Pick<AppDeps, 'db' | 'log'>
  readonly #holder = randomUUID()

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
      await this.#deps.db.write('delete from job_leases where job = $1 and holder = $2', [job, this.#holder])
    }
  }

  async #take(job: string): Promise<boolean> {
    const rows = await this.#deps.db.write(
      `insert into job_leases (job, holder, until) values ($1, $2, now() + make_interval(secs => $3))
       on conflict (job) do update set holder = excluded.holder, until = excluded.until
         where job_leases.holder = excluded.holder or job_leases.until < now()
       returning 1 as taken`,
      [job, this.#holder, leaseSeconds],
    )
    return rows.length > 0
  }
}
