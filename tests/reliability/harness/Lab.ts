import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createDb, type Db } from '#server/db/client.ts'
import { startServerProcess, type ServerProcess } from '../../server/helpers/serverProcess.ts'
import { databaseUrl, type TestPostgres } from '../../server/helpers/testPostgres.ts'
import { checkInvariants } from './invariants.ts'
import type { Journal } from './Journal.ts'
import type { Random } from './random.ts'

export interface Database {
  url: string
  db: Db
}

/** A server process that is ready for calls at `url`. */
export interface RunningServer extends ServerProcess {
  url: string
}

/** Signs the payment provider's notifications and the game provider's calls; all servers of a run share it. */
export const webhookSecret = 'the secret of the reliability suite'

/** A scenario's resources: databases, servers, a random generator and the journal. `close` releases all of them. */
export class Lab {
  readonly random: Random
  readonly journal: Journal
  readonly postgres: Omit<TestPostgres, 'stop'>
  readonly #closers: (() => Promise<unknown>)[] = []

  constructor(postgres: Omit<TestPostgres, 'stop'>, journal: Journal, random: Random) {
    this.postgres = postgres
    this.journal = journal
    this.random = random
  }

  /** Runs `close` when the scenario is over; the last registered one runs first. */
  defer(close: () => Promise<unknown>): void {
    this.#closers.push(close)
  }

  async close(): Promise<void> {
    for (const close of this.#closers.splice(0).reverse()) await close()
  }

  /** Creates a database without players: migrated, or empty. */
  async database({ connections = 10, isEmpty = false } = {}): Promise<Database> {
    const name = `reliability_${randomUUID().replaceAll('-', '')}`
    const maintenance = createDb(this.postgres.postgresUrl, { max: 1, maxReads: 1 })
    const template = isEmpty ? 'template0' : this.postgres.template
    await maintenance.write(`create database ${name} template ${template} strategy file_copy`)
    const url = databaseUrl(this.postgres.postgresUrl, name)
    const db = createDb(url, { max: connections })
    this.defer(async () => {
      await db.close()
      await maintenance.write(`drop database if exists ${name} with (force)`)
      await maintenance.close()
    })
    return { url, db }
  }

  /** Creates a folder that is deleted after the scenario. */
  async folder(): Promise<string> {
    const folder = await mkdtemp(join(tmpdir(), 'palpite-reliability-'))
    this.defer(() => rm(folder, { recursive: true, force: true }))
    return folder
  }

  /** Starts the built server, or another build of it. Throws when it exits instead of becoming ready. */
  async server(env: Record<string, string>, built?: string): Promise<RunningServer> {
    const server = await this.tryServer(env, built)
    const { url } = server
    assert.ok(url, `the server did not start: ${server.stderr()}`)
    return { ...server, url }
  }

  /** Like `server`, but also returns a process that did not start. */
  async tryServer(env: Record<string, string>, built?: string): Promise<ServerProcess> {
    const common = { LOG_LEVEL: 'silent', WEBHOOK_SECRET: webhookSecret, GAME_PROVIDERS: 'example' }
    const server = await startServerProcess({ ...common, ...env }, built)
    this.defer(() => stop(server))
    return server
  }

  /** Fails with the names of the invariants that do not hold. */
  async checkMoney(db: Db): Promise<void> {
    const results = await checkInvariants(db)
    for (const result of results) this.journal.checked(result)
    const broken = results.filter(({ violations }) => violations.length > 0)
    assert.deepEqual(
      broken.map(({ name, violations }) => `${name}: ${violations.slice(0, 5).join('; ')}`),
      [],
    )
  }
}

/** Stops the server with the signal that an operator sends. */
export async function stop({ child, ended }: ServerProcess): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM')
  await ended
}

/** Kills the server without warning, as a power cut would. */
export async function kill({ child, ended }: ServerProcess): Promise<void> {
  child.kill('SIGKILL')
  await ended
}
