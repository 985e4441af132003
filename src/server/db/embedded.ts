import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chown, mkdir, mkdtemp, readFile, rename, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { StartError } from '../startError.ts'
import { exists, isAlive, lockDataFolder, openDataFolder } from './dataFolder.ts'
import { findPrograms, onWindows, postgresUser, run, type PostgresUser } from './postgresProgram.ts'

export interface EmbeddedPostgres {
  /** For createDb and psql: a Unix socket in the data folder, on Windows a local port. */
  url: string
  pid(): number | undefined
  /** Shuts the database down cleanly and gives the data folder back; may be called again. */
  stop(): Promise<void>
}

export interface EmbeddedOptions {
  /** Hears PostgreSQL's messages that concern the whole server, and its restarts. */
  onLog?: (line: string) => void
  /** False only for tests: no fsync. */
  durable?: boolean
}

const majorVersion = '18'
const startLimitMs = 30_000
const user = 'palpite'

/**
 * Starts PostgreSQL on DATA_DIR/pg, made on the first start. Should it die it is started again; should this
 * process be killed, a watchdog shuts it down; what is found running without its server is shut down first.
 */
export async function startEmbedded(
  dataDir: string,
  options: EmbeddedOptions = {},
): Promise<EmbeddedPostgres> {
  await openDataFolder(dataDir)
  const unlock = await lockDataFolder(dataDir)
  try {
    const cluster = await prepare(dataDir, options)
    await shutDownOrphan(cluster.dir)
    return await supervise(cluster, unlock, options.onLog)
  } catch (error) {
    await unlock()
    throw error
  }
}

interface Cluster {
  dataDir: string
  dir: string
  bin: string
  user: PostgresUser | undefined
  url: string
  args: string[]
  /** Removed with the server when it is not in the data folder. */
  temporary: string | undefined
}

async function prepare(dataDir: string, options: EmbeddedOptions): Promise<Cluster> {
  const bin = await findPrograms()
  const owner = postgresUser()
  const dir = join(dataDir, 'pg')
  if (!(await exists(dir))) await initialise({ bin, dir, owner })
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
  const place = onWindows ? await localPort(dataDir) : await socketFolder(dataDir, owner)
  const settings = {
    max_connections: '200',
    shared_buffers: '128MB',
    // One server, no replicas: less to write for each commit.
    wal_level: 'minimal',
    max_wal_senders: '0',
    max_wal_size: '2GB',
    checkpoint_timeout: '15min',
    log_checkpoints: 'off',
    timezone: 'UTC',
    // Errors of statements are answered to the server; logged, they would carry players' data.
    log_min_messages: 'log',
    log_min_error_statement: 'panic',
    jit: 'off',
    // A player's request never needs longer; a lost client must not keep a wallet locked.
    idle_in_transaction_session_timeout: '60s',
    ...place.settings,
    ...(options.durable === false
      ? { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }
      : {}),
  }
  const args = ['-D', dir]
  for (const [name, value] of Object.entries(settings)) args.push('-c', `${name}=${value}`)
  return { dataDir, dir, bin, user: owner, url: place.url, args, temporary: place.temporary }
}

/** Made beside its place and moved there when finished: a power cut leaves no half database. */
async function initialise(at: { bin: string; dir: string; owner: PostgresUser | undefined }): Promise<void> {
  const draft = `${at.dir}.new`
  await rm(draft, { recursive: true, force: true })
  await mkdir(draft, { mode: 0o700 })
  if (at.owner) await chown(draft, at.owner.uid, at.owner.gid)
  const initdb = await run({
    program: join(at.bin, onWindows ? 'initdb.exe' : 'initdb'),
    args: [
      `--pgdata=${draft}`,
      `--username=${user}`,
      '--encoding=UTF8',
      '--locale=C',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      // Locally: who may enter the socket's folder, which is this user alone (on Windows this machine).
      '--auth=trust',
    ],
    user: at.owner,
    reaches: [draft],
  })
  const messages = collect(initdb)
  const [code] = (await once(initdb, 'close')) as [number | null]
  if (code !== 0) {
    throw new StartError(`The database cannot be made in ${at.dir}: ${lastLine(messages())}`)
  }
  await rename(draft, at.dir)
}

interface Place {
  url: string
  settings: Record<string, string>
  temporary: string | undefined
}

/** A socket's path holds about 100 characters: a deeper data folder gets one in the temporary folder. */
async function socketFolder(dataDir: string, owner: PostgresUser | undefined): Promise<Place> {
  const inside = join(dataDir, 'run')
  const temporary = inside.length > 85 ? await mkdtemp(join(tmpdir(), 'palpite-')) : undefined
  const folder = temporary ?? inside
  await mkdir(folder, { recursive: true, mode: 0o700 })
  if (owner) await chown(folder, owner.uid, owner.gid)
  return {
    url: `postgresql://${user}@localhost/postgres?host=${encodeURIComponent(folder)}`,
    settings: {
      listen_addresses: '',
      unix_socket_directories: `"${folder.replaceAll('"', '""')}"`,
      unix_socket_permissions: '0700',
    },
    temporary,
  }
}

async function localPort(dataDir: string): Promise<Place> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  if (address === null || typeof address === 'string') throw new Error(`no free port for ${dataDir}`)
  return {
    url: `postgresql://${user}@127.0.0.1:${address.port}/postgres`,
    settings: { listen_addresses: '127.0.0.1', port: String(address.port) },
    temporary: undefined,
  }
}

/** The lock says that no server uses this folder, so a PostgreSQL on it was left by a killed one. */
async function shutDownOrphan(dir: string): Promise<void> {
  const file = join(dir, 'postmaster.pid')
  if (!(await exists(file))) return
  const pid = Number((await readFile(file, 'utf8')).split('\n')[0])
  if (!Number.isInteger(pid) || pid <= 1 || !isAlive(pid) || !(await isPostgres(pid))) {
    await rm(file, { force: true })
    return
  }
  for (const signal of ['SIGINT', 'SIGQUIT', 'SIGKILL'] as const) {
    if (isAlive(pid)) process.kill(pid, signal)
    for (let waited = 0; waited < 5_000 && isAlive(pid); waited += 50) await delay(50)
  }
}

async function isPostgres(pid: number): Promise<boolean> {
  if (process.platform !== 'linux') return true
  const name = await readFile(`/proc/${pid}/comm`, 'utf8').catch(() => '')
  return name.startsWith('postgres')
}

async function supervise(
  cluster: Cluster,
  unlock: () => Promise<void>,
  onLog: (line: string) => void = () => undefined,
): Promise<EmbeddedPostgres> {
  let current = await launch(cluster, onLog)
  let stopping: Promise<void> | undefined

  const keepRunning = (running: Running) => {
    running.process.once('exit', (code, signal) => {
      running.watchdog?.kill('SIGKILL')
      if (stopping) return
      onLog(`PostgreSQL ended (${signal ?? code}); starting it again`)
      void restart()
    })
  }
  const restart = async () => {
    for (let attempt = 1; !stopping; attempt++) {
      try {
        const next = await launch(cluster, onLog)
        current = next
        keepRunning(next)
        if (stopping) await shutDown(next, cluster)
        return
      } catch (error) {
        // Processes of the dead server still hold its memory for a moment.
        if (attempt % 10 === 0) onLog(`PostgreSQL does not start: ${String(error)}`)
        await delay(attempt < 20 ? 150 : 2_000)
      }
    }
  }
  keepRunning(current)

  return {
    url: cluster.url,
    pid: () => current.process.pid,
    stop() {
      stopping ??= (async () => {
        await shutDown(current, cluster)
        if (cluster.temporary) await rm(cluster.temporary, { recursive: true, force: true })
        await unlock()
      })()
      return stopping
    },
  }
}

interface Running {
  process: ChildProcess
  watchdog: ChildProcess | undefined
}

async function launch(cluster: Cluster, onLog: (line: string) => void): Promise<Running> {
  const child = await run({
    program: join(cluster.bin, onWindows ? 'postgres.exe' : 'postgres'),
    args: cluster.args,
    user: cluster.user,
    reaches: [cluster.dir],
  })
  const messages = collect(child)
  try {
    await ready(child, messages)
  } catch (cause) {
    if (child.exitCode === null && child.pid) child.kill('SIGQUIT')
    throw new StartError(`The database in ${cluster.dir} does not start: ${fatalLine(messages())}`, { cause })
  }
  child.stderr?.removeAllListeners('data')
  child.stderr?.on('data', (chunk: Buffer) => {
    for (const line of chunk.toString().split('\n')) {
      if (/ (FATAL|PANIC): /.test(line)) onLog(line)
    }
  })
  return { process: child, watchdog: watch(child) }
}

async function ready(child: ChildProcess, messages: () => string): Promise<void> {
  const deadline = Date.now() + startLimitMs
  let failure: Error | undefined
  child.once('error', (error) => (failure = error))
  while (!messages().includes('database system is ready to accept connections')) {
    if (failure) throw failure
    if (child.exitCode !== null || child.signalCode !== null) throw new Error('PostgreSQL ended')
    if (Date.now() > deadline) throw new Error('PostgreSQL takes too long to start')
    await delay(10)
  }
}

/**
 * A process that waits for the end of this one (its input closes, however this one dies) and then asks
 * PostgreSQL to shut down.
 */
function watch(child: ChildProcess): ChildProcess | undefined {
  if (onWindows || child.pid === undefined) return undefined
  const watchdog = spawn('/bin/sh', ['-c', 'read -r _; kill -INT "$0"', String(child.pid)], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  watchdog.on('error', () => undefined)
  watchdog.stdin?.on('error', () => undefined)
  return watchdog
}

/** Fast shutdown: running transactions are rolled back, everything committed is on disk. */
async function shutDown({ process: child, watchdog }: Running, cluster: Cluster): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) {
    const ended = once(child, 'exit')
    if (onWindows) {
      spawn(join(cluster.bin, 'pg_ctl.exe'), ['stop', '-m', 'fast', '-D', cluster.dir], { stdio: 'ignore' })
    } else {
      child.kill('SIGINT')
    }
    for (const signal of ['SIGQUIT', 'SIGKILL'] as const) {
      const late = await Promise.race([ended, delay(10_000, 'late', { ref: false })])
      if (late !== 'late') break
      child.kill(signal)
    }
    await ended
  }
  watchdog?.kill('SIGKILL')
}

/** What a program said so far on stderr. */
function collect(child: ChildProcess): () => string {
  let text = ''
  child.stderr?.on('data', (chunk: Buffer) => (text += chunk.toString()))
  return () => text
}

function lastLine(text: string): string {
  return text.trim().split('\n').at(-1) ?? 'no message'
}

function fatalLine(text: string): string {
  const line = text.split('\n').find((each) => /(FATAL|PANIC):/.test(each)) ?? lastLine(text)
  return line.replace(/^.*?(FATAL|PANIC):\s*/, '')
}
