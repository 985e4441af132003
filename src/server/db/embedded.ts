import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readdir, readFile, readlink, realpath, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { loadSecrets } from '../config/secrets.ts'
import { StartError } from '../config/startError.ts'
import { executeAlone, prepareCluster, type Cluster } from './cluster.ts'
import { exists, isAlive, lockDataFolder, openDataFolder } from './dataFolder.ts'
import { setUpRoles } from './roles.ts'
import { collect, lastLine, onWindows, run } from './postgresProgram.ts'

export interface EmbeddedPostgres {
  /** For createDb and psql, with the program's role: a Unix socket in the data folder; on Windows a local port. */
  url: string
  /** The same with the role that owns the schema. */
  ownerUrl: string
  /** The same with PostgreSQL's superuser, for other databases on this server. */
  adminUrl: string
  pid(): number | undefined
  /** Shuts the database down cleanly and unlocks the data folder. May be called more than once. */
  stop(): Promise<void>
}

export interface EmbeddedOptions {
  /** Called with PostgreSQL's messages that concern the whole server, and with its restarts. */
  onLog?: (line: string) => void
  /** False turns fsync off; only for tests. */
  durable?: boolean
}

const startLimitMs = 30_000

/**
 * Starts PostgreSQL on DATA_DIR/pg, which the first start creates. It is restarted when it exits unexpectedly, and a
 * watchdog shuts it down when this process is killed. A PostgreSQL that a killed server left running is shut down
 * first. The roles get passwords from the folder's master key (roles.ts). Throws a StartError when the data folder cannot
 * be used.
 */
export async function startEmbedded(
  dataDir: string,
  options: EmbeddedOptions = {},
): Promise<EmbeddedPostgres> {
  await openDataFolder(dataDir)
  const unlock = await lockDataFolder(dataDir)
  try {
    const { databasePasswords: passwords } = await loadSecrets(dataDir, {})
    const cluster = await prepareCluster(dataDir, { ...options, passwords })
    await shutDownOrphan(cluster.dir)
    await setUpRoles(cluster.dir, passwords, (sql) => executeAlone(cluster, sql))
    return await supervise(cluster, unlock, (line) => options.onLog?.(line))
  } catch (error) {
    await unlock()
    throw error
  }
}

/** This process has locked the folder, so a PostgreSQL that still runs on it was left behind by a killed server. */
async function shutDownOrphan(dir: string): Promise<void> {
  const file = join(dir, 'postmaster.pid')
  if (!(await exists(file))) return
  // Negative: of one that executed statements alone.
  const pid = Math.abs(Number((await readFile(file, 'utf8')).split('\n')[0]))
  if (!Number.isInteger(pid) || pid <= 1 || !isAlive(pid) || !(await isPostgresOf(dir, pid))) {
    // PostgreSQL would take a process that was not reaped, or another process with this id, for its own.
    await rm(file, { force: true })
    return
  }
  for (const signal of ['SIGINT', 'SIGQUIT', 'SIGKILL'] as const) {
    if (isAlive(pid)) process.kill(pid, signal)
    for (let waited = 0; waited < 5_000 && isAlive(pid); waited += 50) await delay(50)
  }
}

/** Whether the process is a PostgreSQL that works in this folder, and not one that has ended and was not reaped. */
async function isPostgresOf(dir: string, pid: number): Promise<boolean> {
  if (process.platform !== 'linux') return true
  try {
    const [, name = '', state] = /^\d+ \((.*)\) (\w)/.exec(await readFile(`/proc/${pid}/stat`, 'utf8')) ?? []
    if (!name.startsWith('postgres') || state === 'Z') return false
    return (await readlink(`/proc/${pid}/cwd`)) === (await realpath(dir))
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    // The process has just ended, or belongs to another user.
    if (code === 'ENOENT' || code === 'ESRCH' || code === 'EACCES') return false
    throw error
  }
}

/**
 * Deletes the locks of sockets that a killed PostgreSQL left behind: a new one refuses to start when another process has
 * the process id in them. The folder belongs to this cluster, whose PostgreSQL does not run.
 */
async function removeSocketLocks({ dataDir, temporary }: Cluster): Promise<void> {
  const folder = temporary ?? join(dataDir, 'run')
  if (!(await exists(folder))) return
  for (const name of await readdir(folder))
    if (/^\.s\.PGSQL\.\d+\.lock$/.test(name)) await rm(join(folder, name), { force: true })
}

async function supervise(
  cluster: Cluster,
  unlock: () => Promise<void>,
  onLog: (line: string) => void,
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
        // Processes of the dead PostgreSQL may keep its shared memory for a moment.
        if (attempt % 10 === 0) onLog(`PostgreSQL does not start: ${String(error)}`)
        await delay(attempt < 20 ? 150 : 2_000)
      }
    }
  }
  keepRunning(current)

  return {
    url: cluster.urlOf('program'),
    ownerUrl: cluster.urlOf('owner'),
    adminUrl: cluster.urlOf('admin'),
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
  await removeSocketLocks(cluster)
  const child = await run({
    program: join(cluster.bin, onWindows ? 'postgres.exe' : 'postgres'),
    args: cluster.args,
    user: cluster.user,
    reaches: [cluster.dir],
  })
  const messages = collect(child)
  try {
    await waitUntilReady(child, messages)
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
  return { process: child, watchdog: startWatchdog(child) }
}

async function waitUntilReady(child: ChildProcess, messages: () => string): Promise<void> {
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
 * Starts a process that waits until this one has ended, which closes its input however this one dies, and then asks
 * PostgreSQL to shut down.
 */
function startWatchdog(child: ChildProcess): ChildProcess | undefined {
  if (onWindows || child.pid === undefined) return undefined
  const watchdog = spawn('/bin/sh', ['-c', 'read -r _; kill -INT "$0"', String(child.pid)], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  watchdog.on('error', () => undefined)
  watchdog.stdin?.on('error', () => undefined)
  return watchdog
}

/** Fast shutdown: running transactions are rolled back, committed ones are on disk. */
async function shutDown({ process: child, watchdog }: Running, cluster: Cluster): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) {
    const ended = once(child, 'exit')
    if (onWindows) {
      spawn(join(cluster.bin, 'pg_ctl.exe'), ['stop', '-m', 'fast', '-D', cluster.dir], { stdio: 'ignore' })
    } else {
      child.kill('SIGINT')
    }
    for (const signal of ['SIGQUIT', 'SIGKILL'] as const) {
      const timeout = await Promise.race([ended, delay(10_000, 'late', { ref: false })])
      if (timeout !== 'late') break
      child.kill(signal)
    }
    await ended
  }
  watchdog?.kill('SIGKILL')
}

function fatalLine(text: string): string {
  const line = text.split('\n').find((each) => /(FATAL|PANIC):/.test(each)) ?? lastLine(text)
  return line.replace(/^.*?(FATAL|PANIC):\s*/, '')
}
