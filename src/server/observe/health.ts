import type { Bus } from '../messaging/bus.ts'
import type { Db } from '../db/client.ts'
import { missingScripts } from '../db/migrate.ts'
import type { Log } from './log.ts'

/** What a server needs to serve players. */
export type Check = 'database' | 'migrations' | 'listener' | 'jobs'

export interface Readiness {
  status: 'ready' | 'notReady' | 'draining'
  /** `ok`, or what is wrong. */
  checks: Record<Check, string>
}

interface HealthDeps {
  db: Db
  bus: Bus
  log: Log
}

/** A result is used for this long, in ms: however often it is read, the database gets one query. */
const cacheMs = 1_000
/** A database that answers later does not count as reachable. Load balancers give up after about as long. */
const answerMs = 2_000
/** The jobs run once a second. A run may take long, but not that long. */
const jobsMs = 60_000

/** Whether this process can serve players, for load balancers and supervisors. */
export class Health {
  readonly #deps: HealthDeps
  #draining = false
  #ticked: number | undefined
  #cached: { at: number; result: Promise<Readiness['checks']> } | undefined

  constructor(deps: HealthDeps) {
    this.#deps = deps
  }

  /** From now on not ready, so that load balancers send no new players. */
  drain(): void {
    this.#draining = true
  }

  /** Called after each run of the jobs. */
  jobsRan(): void {
    this.#ticked = performance.now()
  }

  async readiness(): Promise<Readiness> {
    const now = performance.now()
    if (!this.#cached || now - this.#cached.at > cacheMs) this.#cached = { at: now, result: this.#check() }
    const checks = await this.#cached.result
    const isOk = Object.values(checks).every((check) => check === 'ok')
    return { status: this.#draining ? 'draining' : isOk ? 'ready' : 'notReady', checks }
  }

  async #check(): Promise<Readiness['checks']> {
    const { bus } = this.#deps
    const since = this.#ticked === undefined ? undefined : performance.now() - this.#ticked
    return {
      ...(await this.#checkDatabase()),
      listener: bus.isConnected() ? 'ok' : 'the connection for messages between processes is lost',
      jobs:
        since === undefined
          ? 'have not run yet'
          : since < jobsMs
            ? 'ok'
            : `last ran ${Math.round(since / 1000)} s ago`,
    }
  }

  async #checkDatabase(): Promise<Record<'database' | 'migrations', string>> {
    const missing = await Promise.race([this.#missingScripts(), lateAfter(answerMs)])
    if (typeof missing === 'string') return { database: missing, migrations: 'unknown' }
    return { database: 'ok', migrations: missing.length === 0 ? 'ok' : `missing: ${missing.join(', ')}` }
  }

  /** What is wrong when the database does not answer. Anybody may read it, so the error itself is only logged. */
  async #missingScripts(): Promise<string[] | string> {
    try {
      return await missingScripts(this.#deps.db)
    } catch (error) {
      this.#deps.log.error(error, 'the database cannot be reached')
      return 'cannot be reached'
    }
  }
}

function lateAfter(ms: number): Promise<string> {
  return new Promise((resolve) => {
    setTimeout(() => resolve('does not answer in time'), ms).unref()
  })
}
