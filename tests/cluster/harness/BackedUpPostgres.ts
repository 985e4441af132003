import { appendFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createDb, type Db } from '#server/db/client.ts'
import { until, type Programs } from './Programs.ts'

const bin = '/usr/lib/postgresql/15/bin'
const user = 'postgres'
const stanza = 'palpite'

/** One PostgreSQL 15 whose WAL goes to a pgBackRest repository. */
export class BackedUpPostgres {
  readonly #programs: Programs
  readonly #config: string
  #data: string

  private constructor(programs: Programs, paths: { config: string; data: string }) {
    this.#programs = programs
    this.#config = paths.config
    this.#data = paths.data
  }

  static async create(programs: Programs): Promise<BackedUpPostgres> {
    const repository = await programs.postgresFolder('repository')
    const data = await programs.postgresFolder('data')
    const config = join(programs.folder, 'pgbackrest.conf')
    await writeFile(
      config,
      `[global]
repo1-path=${repository}
log-path=${repository}
lock-path=${repository}
start-fast=y
log-level-console=warn
log-level-file=off

[${stanza}]
pg1-path=${data}
pg1-socket-path=${repository}
`,
    )
    const postgres = new BackedUpPostgres(programs, { config, data })
    await programs.run([`${bin}/initdb`, '-D', data, '--auth=trust', '--encoding=UTF8', '--locale=C.UTF-8'], {
      user,
    })
    await appendFile(
      join(data, 'postgresql.conf'),
      `
listen_addresses = '127.0.0.1'
unix_socket_directories = '${repository}'
max_connections = 200
wal_level = replica
archive_mode = on
archive_command = '${postgres.#backrest('archive-push %p').join(' ')}'
`,
    )
    return postgres
  }

  get url(): string {
    return 'postgresql://palpite@127.0.0.1:5432/palpite'
  }

  /** Starts it, and waits until it accepts writes: after a restore, until everything up to the target is replayed. */
  async start(): Promise<void> {
    await this.#programs.start('postgres', [`${bin}/postgres`, '-D', this.#data], { user })
    await until('PostgreSQL', () =>
      this.#asSuperuser(async (db) => {
        const [row] = await db.read<{ standby: boolean }>('select pg_is_in_recovery() as standby')
        return row?.standby === false
      }),
    )
  }

  async createDatabase(): Promise<void> {
    await this.#asSuperuser(async (db) => {
      await db.write('create role palpite login')
      await db.write('create database palpite owner palpite')
    })
  }

  async backUp(): Promise<void> {
    await this.#run('stanza-create')
    await this.#run('--type=full backup')
  }

  /** Waits until the WAL written so far is in the repository. */
  async archiveWal(): Promise<void> {
    await this.#asSuperuser((db) => db.write('select pg_switch_wal()'))
    await this.#run('check')
  }

  /** Kills PostgreSQL and deletes its files. */
  async destroy(): Promise<void> {
    const pid = Number(await this.#programs.run(['head', '-1', join(this.#data, 'postmaster.pid')]))
    process.kill(pid, 'SIGKILL')
    await until('the end of PostgreSQL', async () => {
      // The first process of the namespace reaps it; until then it has no memory any more.
      const status = await this.#programs.run(['bash', '-c', `cat /proc/${pid}/status 2>/dev/null || true`])
      return !/^VmSize/m.test(status)
    })
    await this.#programs.run(['rm', '-rf', this.#data])
  }

  /** Restores the state of that moment into a new data folder. */
  async restore(to: Date): Promise<void> {
    this.#data = await this.#programs.postgresFolder('restored')
    const target = to.toISOString().replace('T', ' ').replace('Z', '+00')
    await this.#programs.run(
      [
        ...this.#backrest('restore', `--pg1-path=${this.#data}`),
        '--type=time',
        `--target=${target}`,
        '--target-action=promote',
      ],
      { user },
    )
    const config = await this.#programs.run(['sed', `s|^pg1-path=.*|pg1-path=${this.#data}|`, this.#config])
    await writeFile(this.#config, `${config}\n`)
  }

  async #run(command: string): Promise<void> {
    await this.#programs.run(this.#backrest(...command.split(' ')), { user })
  }

  #backrest(...command: string[]): string[] {
    return ['pgbackrest', `--config=${this.#config}`, `--stanza=${stanza}`, ...command]
  }

  async #asSuperuser<T>(work: (db: Db) => Promise<T>): Promise<T> {
    const db = createDb('postgresql://postgres@127.0.0.1:5432/postgres', { max: 1, maxReads: 1, outageMs: 0 })
    try {
      return await work(db)
    } finally {
      await db.close()
    }
  }
}
