import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { appendFile, chown, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { ChildProcess } from 'node:child_process'
import { StartError } from '#server/config/startError.ts'
import { createDb, type Db } from '#server/db/client.ts'
import { collect, lastLine, postgresUser, run, type PostgresUser } from '#server/db/postgresProgram.ts'
import { roles, type Role } from '#server/db/roles.ts'

/** The one that the nodes share. */
export const database = 'palpite'
const startMs = 30_000
/** Until every connection has read the settings and the log has everything. */
const settleMs = 500
/** What PostgreSQL does on SIGINT: it ends connections and shuts down cleanly. */
const fastShutdown = 'SIGINT'

/** One PostgreSQL with Citus on loopback. Whoever may use the machine may connect: it holds nothing but test data. */
export class Node {
  readonly name: string
  readonly port: number
  readonly #folder: string
  readonly #bin: string
  readonly #user: PostgresUser | undefined
  #process: ChildProcess | undefined
  #messages: () => string = () => ''

  private constructor(name: string, at: { port: number; folder: string; bin: string }) {
    this.name = name
    this.port = at.port
    this.#folder = at.folder
    this.#bin = at.bin
    this.#user = postgresUser()
  }

  /** `isPlain`: a PostgreSQL without Citus. */
  static async create(
    name: string,
    { folder, bin, isPlain = false }: { folder: string; bin: string; isPlain?: boolean },
  ): Promise<Node> {
    const node = new Node(name, { bin, folder: join(folder, name), port: await freePort() })
    await node.#initialise(isPlain)
    return node
  }

  /** One PostgreSQL without Citus, with the database and its roles, in a new folder. `stop` deletes it. */
  static async startPlain(bin: string): Promise<{ node: Node; stop: () => Promise<void> }> {
    const folder = await ownFolder()
    const node = await Node.create('single', { folder, bin, isPlain: true })
    await node.start()
    await node.asAdmin((db) => db.write(`create database ${database}`), 'postgres')
    await node.createRoles()
    return {
      node,
      stop: async () => {
        await node.stop()
        await rm(folder, { recursive: true, force: true })
      },
    }
  }

  get pid(): number {
    const pid = this.#process?.pid
    if (pid === undefined) throw new Error(`${this.name} does not run`)
    return pid
  }

  urlOf(role: Role, name = database): string {
    return `postgresql://${roles[role]}@127.0.0.1:${this.port}/${name}`
  }

  async start(): Promise<void> {
    this.#process = await this.#run('postgres', ['-D', this.#folder])
    this.#messages = collect(this.#process)
    const until = performance.now() + startMs
    for (;;) {
      if (this.#process.exitCode !== null)
        throw new StartError(`${this.name} does not start: ${lastLine(this.#messages())}`)
      try {
        await this.asAdmin((db) => db.write('select 1'), 'postgres')
        return
      } catch (error) {
        if (performance.now() > until) throw error
        await delay(100)
      }
    }
  }

  async stop(): Promise<void> {
    const running = this.#process
    this.#process = undefined
    if (!running || running.exitCode !== null) return
    const ended = once(running, 'close')
    running.kill(fastShutdown)
    await ended
  }

  /** Ends all its processes at once, as a power cut would. */
  async kill(): Promise<void> {
    const running = this.#process
    if (running?.pid === undefined) throw new Error(`${this.name} does not run`)
    const ended = once(running, 'close')
    const pids = [running.pid, ...(await childrenOf(running.pid))]
    for (const pid of pids) endNow(pid)
    this.#process = undefined
    await ended
    // Until the last one is gone it holds the memory that the next start finds in use.
    while (pids.some((pid) => existsSync(`/proc/${pid}`))) await delay(10)
  }

  /** Everything that it has logged. */
  get log(): string {
    return this.#messages()
  }

  /** Runs `work` and returns, for each statement executed here meanwhile, the ports of the nodes that it was sent to. */
  async watchStatements(work: () => Promise<void>): Promise<{ text: string; ports: Set<string> }[]> {
    return statementsOf(await this.watchLog(work))
  }

  /** Runs `work` and returns what is logged meanwhile, with everything that is sent to other nodes. */
  async watchLog(work: () => Promise<void>): Promise<string> {
    const settings = {
      'citus.log_remote_commands': 'on',
      log_min_messages: 'notice',
      log_min_error_statement: 'notice',
    }
    const set = async (toSql: (name: string, value: string) => string) => {
      for (const [name, value] of Object.entries(settings))
        await this.asAdmin((db) => db.write(toSql(name, value)))
      await this.asAdmin((db) => db.write('select pg_reload_conf()'))
      await delay(settleMs)
    }
    await set((name, value) => `alter system set ${name} = ${value}`)
    const from = this.log.length
    await work()
    await set((name) => `alter system reset ${name}`)
    return this.log.slice(from)
  }

  async asAdmin<T>(work: (db: Db) => Promise<T>, name = database): Promise<T> {
    const db = createDb(this.urlOf('admin', name), { max: 1, maxReads: 1, outageMs: 0 })
    try {
      return await work(db)
    } finally {
      await db.close()
    }
  }

  /** The database with the extension; who owns the tables is made by the coordinator, which tells the others. */
  async createDatabase(): Promise<void> {
    await this.asAdmin((db) => db.write(`create database ${database}`), 'postgres')
    await this.asAdmin((db) => db.write('create extension citus'))
  }

  async createRoles(): Promise<void> {
    await this.asAdmin(async (db) => {
      for (const role of [roles.owner, roles.program]) await db.write(`create role ${role} login`)
      await db.write(`alter database ${database} owner to ${roles.owner}`)
      await db.write(`grant create on schema public to ${roles.owner}`)
    })
  }

  async #initialise(isPlain: boolean): Promise<void> {
    await mkdir(this.#folder, { mode: 0o700 })
    if (this.#user) await chown(this.#folder, this.#user.uid, this.#user.gid)
    const initdb = await this.#run('initdb', [
      '-D',
      this.#folder,
      `--username=${roles.admin}`,
      '--auth=trust',
      '--encoding=UTF8',
      '--locale=C.UTF-8',
    ])
    const messages = collect(initdb)
    const [code] = (await once(initdb, 'close')) as [number | null]
    if (code !== 0) throw new StartError(`${this.name} cannot be made: ${lastLine(messages())}`)
    const settings = {
      listen_addresses: '127.0.0.1',
      port: String(this.port),
      unix_socket_directories: '',
      shared_preload_libraries: 'citus',
      max_connections: '300',
      // Transactions that write on several nodes commit in two phases.
      max_prepared_transactions: '300',
      wal_level: 'logical',
      max_wal_size: '2GB',
      timezone: 'UTC',
      jit: 'off',
      'citus.node_conninfo': 'sslmode=disable',
      // Few, so that bets of a moment share statements: with 32, each of 16 players would have one of his own.
      'citus.shard_count': '4',
      // The time of a process that has ended is not counted, so none ends between bets.
      'citus.max_cached_conns_per_worker': '30',
      // How soon it looks for transactions that were prepared when a node ended.
      'citus.recover_2pc_interval': '5s',
      // Nothing leaves the machine.
      'citus.enable_statistics_collection': 'off',
    }
    let text = '\n'
    for (const [name, value] of Object.entries(settings))
      if (!isPlain || !/^citus|^shared_preload/.test(name)) text += `${name} = '${value}'\n`
    await appendFile(join(this.#folder, 'postgresql.conf'), text)
  }

  #run(program: string, args: string[]): Promise<ChildProcess> {
    return run({ program: join(this.#bin, program), args, user: this.#user, reaches: [this.#folder] })
  }
}

/** A coordinator and its workers in a temporary folder. */
export class Nodes {
  readonly coordinator: Node
  readonly workers: readonly Node[]
  readonly #folder: string

  private constructor(folder: string, [coordinator, ...workers]: Node[]) {
    if (!coordinator) throw new Error('no coordinator')
    this.#folder = folder
    this.coordinator = coordinator
    this.workers = workers
  }

  static async start(bin: string, workers: number): Promise<Nodes> {
    const folder = await ownFolder()
    const made: Node[] = []
    try {
      for (let number = 0; number <= workers; number++) {
        const node = await Node.create(number === 0 ? 'coordinator' : `worker${number}`, { folder, bin })
        made.push(node)
        await node.start()
        await node.createDatabase()
      }
      const nodes = new Nodes(folder, made)
      await nodes.#join()
      return nodes
    } catch (error) {
      for (const node of made) await node.stop()
      await rm(folder, { recursive: true, force: true })
      throw error
    }
  }

  get all(): Node[] {
    return [this.coordinator, ...this.workers]
  }

  async stop(): Promise<void> {
    for (const node of this.all) await node.stop()
    await rm(this.#folder, { recursive: true, force: true })
  }

  async #join(): Promise<void> {
    await this.coordinator.asAdmin(async (db) => {
      await db.write(`select citus_set_coordinator_host('127.0.0.1', ${this.coordinator.port})`)
      for (const { port } of this.workers) await db.write(`select citus_add_node('127.0.0.1', ${port})`)
    })
    await this.coordinator.createRoles()
  }
}

/** A temporary folder of PostgreSQL's user. */
async function ownFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'distributed-'))
  const owner = postgresUser()
  if (owner) await chown(folder, owner.uid, owner.gid)
  return folder
}

/** The processes that this one has started. */
async function childrenOf(pid: number): Promise<number[]> {
  const list = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')
  return list.split(' ').filter(Boolean).map(Number)
}

/** A process that has just ended by itself is none to end. */
function endNow(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

/** Of a log with what was sent to other nodes. Transactions that begin and end there are not statements. */
function statementsOf(log: string): { text: string; ports: Set<string> }[] {
  const found: { text: string; by: string; ports: Set<string> }[] = []
  const entry =
    /\[(\d+)\] NOTICE: {2}issuing ([^]*?)\n.*?DETAIL: {2}on server \S+:(\d+) [^]*?STATEMENT: {2}([^]*?)(?=\n\d{4}-\d\d-\d\d |$)/g
  for (const [, by = '', sent = '', port = '', statement = ''] of log.matchAll(entry)) {
    if (/^(?:begin|commit|rollback|savepoint|release|set|select assign_distributed)/i.test(sent)) continue
    const text = statement.replaceAll(/\s+/g, ' ').trim()
    const last = found.findLast((each) => each.by === by)
    if (last?.text === text) last.ports.add(port)
    else found.push({ text, by, ports: new Set([port]) })
  }
  return found
}

/**
 * The programs of the PostgreSQL in this folder, which has Citus. Throws a StartError that says what to set when it is
 * missing.
 */
export function findCitus(folder: string | undefined): string {
  const advice =
    'CITUS_BIN names the folder of a PostgreSQL installation with Citus, which has bin/postgres in it'
  if (folder === undefined || folder === '') throw new StartError(`There is no Citus here: ${advice}.`)
  const bin = join(folder, 'bin')
  for (const program of ['postgres', 'initdb'])
    if (!existsSync(join(bin, program))) throw new StartError(`There is no ${join(bin, program)}: ${advice}.`)
  return bin
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  if (address === null || typeof address === 'string') throw new Error('no free port')
  return address.port
}
