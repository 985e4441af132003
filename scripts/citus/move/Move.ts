import { spawn } from 'node:child_process'
import { once } from 'node:events'
import pg from 'pg'
import { StartError } from '#server/config/startError.ts'
import { createDb, type Db } from '#server/db/client.ts'
import { applyChanges } from './apply.ts'
import { ChangeReader, type Change } from './pgoutput.ts'
import {
  cleanUp,
  slot,
  whilePublished,
  whileReadOnly,
  whileWanted,
  writingUrl,
  type StopOptions,
} from './source.ts'
import { readSpread, readTables, type Table } from './tables.ts'

export interface MoveOptions {
  /** The running database: a role that owns its tables and may replicate. */
  from: string
  /** The coordinator, with the schema of the same version and no players: a role that owns its tables. */
  to: string
  /** The program `psql`. */
  psql: string
  /** Stops the move, which leaves the source as it was. */
  signal: AbortSignal
  onStep?: (text: string) => void
}

/** What a move did. Times in ms. */
export interface Moved {
  tables: number
  copyMs: number
  /** Rows that were changed while the rest was copied, and until the switch. */
  changes: number
  /** From the last write that the source took until the target had everything and was compared. */
  pauseMs: number
  /** Of the pause: comparing. */
  compareMs: number
  players: number
  rows: number
}

/** Messages of changes that are read and applied at a time. */
const batch = 2_000
/** The switch begins when the last changes were followed in this time, because the next ones are about as many. In ms. */
const shortFollowMs = 3_000
const comparedAtOnce = 10_000

/**
 * Moves the running database of one PostgreSQL to the nodes of Citus. Everything is copied as of one moment while players play on;
 * what they change meanwhile is read from the log and made there too. When little is left, the source takes no more writes, the
 * rest follows, and both sides are compared. Calls that write wait in their servers meanwhile, as in a failover. Whatever fails
 * before that is over leaves the source as it was, and so does `signal`.
 */
export async function move(options: MoveOptions): Promise<Moved> {
  // They stay idle while both sides are compared, so a new connection must be able to write as well.
  const from = createDb(writingUrl(options.from), { name: 'move', max: 2, maxReads: 2 })
  const to = createDb(options.to, { name: 'move', max: 2, maxReads: 2 })
  try {
    return await new Move(from, to, options).run()
  } catch (error) {
    // What fails then, such as a program that was ended, fails because of that.
    options.signal.throwIfAborted()
    throw error
  } finally {
    await from.close()
    await to.close()
  }
}

class Move {
  readonly #from: Db
  readonly #to: Db
  readonly #options: MoveOptions
  #tables: Table[] = []
  #changes = 0

  constructor(from: Db, to: Db, options: MoveOptions) {
    this.#from = from
    this.#to = to
    this.#options = options
  }

  async run(): Promise<Moved> {
    await this.#check()
    const names = this.#tables.map(({ name }) => name)
    return whilePublished(this.#from, names, this.#stop, () => this.#replicate())
  }

  async #replicate(): Promise<Moved> {
    const replication = new pg.Client({
      connectionString: this.#options.from,
      replication: 'database',
      application_name: 'palpite move (replication)',
    } as pg.ClientConfig)
    // It is needed no more when everything is copied; a copy without its snapshot fails by itself.
    replication.on('error', (error) => this.#say(`The connection for replication was lost: ${error.message}`))
    await replication.connect()
    try {
      let copyMs = 0
      await whileWanted(this.#stop, async () => {
        await this.#empty()
        const began = performance.now()
        // Waits for every transaction that writes.
        const { rows } = await replication.query<{ snapshot_name: string }>(
          `CREATE_REPLICATION_SLOT ${slot} LOGICAL pgoutput (SNAPSHOT 'export')`,
        )
        const snapshot = rows[0]?.snapshot_name ?? ''
        const filled = await this.#filled(snapshot)
        for (const table of this.#tables) if (filled.has(table.name)) await this.#copy(table, snapshot)
        await this.#claim()
        copyMs = performance.now() - began
        this.#say(`copied ${this.#tables.length} tables in ${seconds(copyMs)}`)
        await this.#catchUp()
      })
      return { ...(await this.#switch()), tables: this.#tables.length, copyMs, changes: this.#changes }
    } finally {
      await cleanUp(
        'nothing is to be done: the connection ends with this program',
        () => replication.end(),
        (text) => this.#say(text),
      )
    }
  }

  #say(text: string): void {
    this.#options.onStep?.(text)
  }

  get #stop(): StopOptions {
    return {
      signal: this.#options.signal,
      at: [this.#from, this.#to],
      say: (text) => this.#say(text),
    }
  }

  /** Fails before anything is done when the target is not one to move to. */
  async #check(): Promise<void> {
    const [level] = await this.#from.read<{ level: string }>(`select current_setting('wal_level') as level`)
    if (level?.level !== 'logical')
      throw new StartError('The source needs wal_level = logical, which takes a restart.')
    const versions = async (db: Db) =>
      JSON.stringify(await db.read(`select name from migrations order by name`))
    if ((await versions(this.#from)) !== (await versions(this.#to)))
      throw new StartError(
        'Source and target have different versions: start the same server on the target once.',
      )
    const [players] = await this.#to.read<{ n: number }>('select count(*) as n from users')
    if (players?.n !== 0) throw new StartError('The target has players already.')
    const spread = await readSpread(this.#to)
    this.#tables = (await readTables(this.#from, this.#to)).map((table) => {
      const by = spread.get(table.name)
      return by === undefined ? table : { ...table, by }
    })
  }

  /** Deletes what the migrations and a first start have put into the target. */
  async #empty(): Promise<void> {
    for (const { name } of this.#tables.toReversed()) {
      const rows = await this.#to.read(`select 1 as filled from ${name} limit 1`)
      if (rows.length > 0) await this.#to.write(`delete from ${name}`)
    }
  }

  /** The tables that have rows then. */
  #filled(snapshot: string): Promise<Set<string>> {
    return this.#from.tx(async (tx) => {
      await tx.query('set transaction isolation level repeatable read')
      await tx.query(`set transaction snapshot '${snapshot}'`)
      const parts = this.#tables.map(
        ({ name }) => `select '${name}' as name where exists (select from ${name})`,
      )
      const rows = await tx.query<{ name: string }>(parts.join(' union all '))
      return new Set(rows.map(({ name }) => name))
    })
  }

  async #copy({ name, columns }: Table, snapshot: string): Promise<void> {
    const list = columns.map((column) => `"${column.name}"`).join(', ')
    const psql = (url: string, ...commands: string[]) =>
      spawn(
        this.#options.psql,
        ['-X', '-q', '-v', 'ON_ERROR_STOP=1', '-d', url, ...commands.flatMap((command) => ['-c', command])],
        { stdio: ['pipe', 'pipe', 'pipe'], signal: this.#options.signal },
      )
    const out = psql(
      this.#options.from,
      'begin isolation level repeatable read read only',
      `set transaction snapshot '${snapshot}'`,
      `copy (select ${list} from ${name}) to stdout`,
    )
    const into = psql(this.#options.to, `copy ${name} (${list}) from stdin`)
    out.stdout.pipe(into.stdin)
    let said = ''
    for (const { stderr } of [out, into]) stderr.on('data', (chunk: Buffer) => (said += chunk.toString()))
    into.stdin.on('error', (error) => (said += error.message))
    const codes = await Promise.all(
      [out, into].map(async (child) => ((await once(child, 'close')) as [number])[0]),
    )
    if (codes.some((code) => code !== 0)) throw new Error(`${name} was not copied: ${said.trim()}`)
  }

  /** What only one player may have is claimed in a table that the source does not have. */
  async #claim(): Promise<void> {
    await this.#to.write('select claim_for_all()')
  }

  async #catchUp(): Promise<void> {
    for (;;) {
      const began = performance.now()
      const isAll = (await this.#follow()) < batch
      this.#say(`${this.#changes} changes followed`)
      if (isAll && performance.now() - began < shortFollowMs) return
    }
  }

  /** Makes the next changes of the source in the target. Returns the number of messages read, of which some say where a transaction ends. */
  async #follow(): Promise<number> {
    this.#options.signal.throwIfAborted()
    const messages = await this.#from.write<{ lsn: string; data: Buffer }>(
      `select lsn, data from pg_logical_slot_peek_binary_changes('${slot}', null, ${batch},
        'proto_version', '1', 'publication_names', '${slot}')`,
    )
    const reader = new ChangeReader()
    const changes = messages.flatMap(({ data }): Change[] => {
      const change = reader.read(data)
      return change ? [change] : []
    })
    if (changes.length > 0) {
      const { players, payments } = await applyChanges(this.#to, this.#tables, changes)
      for (const player of players) await this.#to.write('select keep_player_claims($1)', [player])
      for (const { player, provider, number } of payments)
        await this.#to.write('select claim_payment($1, $2, $3)', [player, provider, number])
    }
    const last = messages.at(-1)
    if (last) await this.#from.write(`select pg_replication_slot_advance('${slot}', $1::pg_lsn)`, [last.lsn])
    this.#changes += changes.length
    return messages.length
  }

  #switch(): Promise<Pick<Moved, 'pauseMs' | 'compareMs' | 'players' | 'rows'>> {
    const began = performance.now()
    return whileReadOnly(this.#from, this.#stop, async () => {
      while ((await this.#follow()) > 0) continue
      await this.#sequences()
      const compared = performance.now()
      const found = await this.#compare()
      const now = performance.now()
      return { ...found, pauseMs: now - began, compareMs: now - compared }
    })
  }

  /** The next numbers of what counts upwards. */
  async #sequences(): Promise<void> {
    const rows = await this.#from.read<{ name: string; last: number }>(
      `select quote_ident(schemaname) || '.' || quote_ident(sequencename) as name, last_value as last from pg_sequences
        where last_value is not null and schemaname <> 'pgboss'`,
    )
    for (const { name, last } of rows)
      await this.#to.write(`select setval(to_regclass($1), $2) where to_regclass($1) is not null`, [
        name,
        last,
      ])
  }

  /** Fails when a player's wallet, or the number of a table's rows, is not the same on both sides. */
  async #compare(): Promise<Pick<Moved, 'players' | 'rows'>> {
    let rows = 0
    for (const { name } of this.#tables) {
      this.#options.signal.throwIfAborted()
      const [here, there] = await Promise.all(
        [this.#from, this.#to].map((db) => db.read<{ n: number }>(`select count(*) as n from ${name}`)),
      )
      if (here?.[0]?.n !== there?.[0]?.n)
        throw new Error(`${name} has ${here?.[0]?.n} rows in the source and ${there?.[0]?.n} in the target`)
      rows += here?.[0]?.n ?? 0
    }
    let players = 0
    for (let last = ''; ;) {
      this.#options.signal.throwIfAborted()
      const wallets = (db: Db) =>
        db.read<{ user_id: string }>(
          `select user_id, to_jsonb(w)::text as row from wallets w where user_id > $1 order by user_id limit ${comparedAtOnce}`,
          [last],
        )
      const [here, there] = await Promise.all([wallets(this.#from), wallets(this.#to)])
      const odd = here.find((wallet, index) => JSON.stringify(wallet) !== JSON.stringify(there[index]))
      if (odd || here.length !== there.length)
        throw new Error(`the wallet of ${odd?.user_id} is not the same in both`)
      players += here.length
      last = here.at(-1)?.user_id ?? ''
      if (here.length < comparedAtOnce) return { players, rows }
    }
  }
}

export const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`
