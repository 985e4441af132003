import { once } from 'node:events'
import { chown, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { StartError } from '../config/startError.ts'
import type { Secrets } from '../config/derivedSecrets.ts'
import { exists } from './dataFolder.ts'
import {
  collect,
  findPrograms,
  lastLine,
  onWindows,
  postgresUser,
  run,
  type PostgresUser,
} from './postgresProgram.ts'
import { roles, type Role } from './roles.ts'

const majorVersion = '18'

/** A database on disk, and how to start PostgreSQL on it. */
export interface Cluster {
  dataDir: string
  dir: string
  bin: string
  user: PostgresUser | undefined
  urlOf: (role: Role) => string
  args: string[]
  /** Deleted with the server when it is not in the data folder. */
  temporary: string | undefined
}

/**
 * Creates the database on the first start. Throws a StartError when the folder is damaged or belongs to another version
 * of PostgreSQL.
 */
export async function prepareCluster(
  dataDir: string,
  { durable = true, passwords }: { durable?: boolean; passwords: Secrets['databasePasswords'] },
): Promise<Cluster> {
  const bin = await findPrograms()
  const owner = postgresUser()
  const dir = join(dataDir, 'pg')
  if (!(await exists(dir))) await initialise({ bin, dir, owner }, passwords.admin)
  const version = (await exists(join(dir, 'PG_VERSION')))
    ? (await readFile(join(dir, 'PG_VERSION'), 'utf8')).trim()
    : ''
  if (version !== majorVersion) {
    throw new StartError(
      /^\d+$/.test(version)
        ? `The data folder ${dataDir} was made by PostgreSQL ${version}; this program brings ${majorVersion}.`
        : `The data folder ${dataDir} is damaged: ${dir} is no database. Move it away to start with an empty one.`,
    )
  }
  const listening = onWindows ? await localPort(dataDir) : await socketFolder(dataDir, owner)
  const settings = {
    max_connections: '200',
    shared_buffers: '128MB',
    // One server without replicas: less to write for each commit.
    wal_level: 'minimal',
    max_wal_senders: '0',
    max_wal_size: '2GB',
    checkpoint_timeout: '15min',
    log_checkpoints: 'off',
    timezone: 'UTC',
    // Our server already gets the errors of its statements; PostgreSQL's log would show players' data with them.
    log_min_messages: 'log',
    log_min_error_statement: 'panic',
    jit: 'off',
    // No request needs longer, and a client that is gone must not keep a wallet locked.
    idle_in_transaction_session_timeout: '60s',
    ...listening.settings,
    ...(!durable ? { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' } : {}),
  }
  const args = ['-D', dir]
  for (const [name, value] of Object.entries(settings)) args.push('-c', `${name}=${value}`)
  const urlOf = (role: Role) => {
    const url = new URL(listening.url)
    url.username = roles[role]
    url.password = passwords[role]
    return url.href
  }
  return { dataDir, dir, bin, user: owner, urlOf, args, temporary: listening.temporary }
}

/**
 * Creates the database in a temporary folder and renames it when it is complete, so that a power cut leaves no partial
 * database. `password` is the superuser's.
 */
async function initialise(
  at: { bin: string; dir: string; owner: PostgresUser | undefined },
  password: string,
): Promise<void> {
  const draft = `${at.dir}.new`
  await rm(draft, { recursive: true, force: true })
  await mkdir(draft, { mode: 0o700 })
  const passwordFile = `${draft}.password`
  await writeFile(passwordFile, `${password}\n`, { mode: 0o600 })
  if (at.owner) for (const path of [draft, passwordFile]) await chown(path, at.owner.uid, at.owner.gid)
  const initdb = await run({
    program: join(at.bin, onWindows ? 'initdb.exe' : 'initdb'),
    args: [
      `--pgdata=${draft}`,
      `--username=${roles.admin}`,
      '--encoding=UTF8',
      '--locale=C',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--auth=scram-sha-256',
      `--pwfile=${passwordFile}`,
    ],
    user: at.owner,
    reaches: [draft, passwordFile],
  })
  const messages = collect(initdb)
  const [code] = (await once(initdb, 'close')) as [number | null]
  await rm(passwordFile, { force: true })
  if (code !== 0) {
    throw new StartError(`The database cannot be made in ${at.dir}: ${lastLine(messages())}`)
  }
  await rename(draft, at.dir)
}

/**
 * Executes SQL, as the superuser, in one transaction, while no PostgreSQL runs on the cluster and nobody can connect. The
 * SQL must have no empty line after a semicolon. Throws a StartError when it fails.
 */
export async function executeAlone({ bin, dir, user, args }: Cluster, sql: string): Promise<void> {
  const postgres = await run({
    program: join(bin, onWindows ? 'postgres.exe' : 'postgres'),
    // -j: a command ends with an empty line, not with the line.
    args: ['--single', '-j', ...args, '-c', 'exit_on_error=on', 'postgres'],
    user,
    reaches: [dir],
    input: `${sql};\n\n`,
  })
  const messages = collect(postgres)
  const [code] = (await once(postgres, 'close')) as [number | null]
  if (code !== 0)
    throw new StartError(`The roles of the database in ${dir} cannot be set up: ${lastLine(messages())}`)
}

interface Listening {
  /** Without a role. */
  url: string
  settings: Record<string, string>
  temporary: string | undefined
}

/**
 * Where PostgreSQL listens. A socket's path can have about 100 characters, so a deep data folder uses the
 * temporary folder.
 */
async function socketFolder(dataDir: string, owner: PostgresUser | undefined): Promise<Listening> {
  const inside = join(dataDir, 'run')
  const temporary = inside.length > 85 ? await mkdtemp(join(tmpdir(), 'palpite-')) : undefined
  const folder = temporary ?? inside
  await mkdir(folder, { recursive: true, mode: 0o700 })
  if (owner) await chown(folder, owner.uid, owner.gid)
  return {
    url: `postgresql://localhost/postgres?host=${encodeURIComponent(folder)}`,
    settings: {
      listen_addresses: '',
      unix_socket_directories: `"${folder.replaceAll('"', '""')}"`,
      unix_socket_permissions: '0700',
    },
    temporary,
  }
}

async function localPort(dataDir: string): Promise<Listening> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  if (address === null || typeof address === 'string') throw new Error(`no free port for ${dataDir}`)
  return {
    url: `postgresql://127.0.0.1:${address.port}/postgres`,
    settings: { listen_addresses: '127.0.0.1', port: String(address.port) },
    temporary: undefined,
  }
}
