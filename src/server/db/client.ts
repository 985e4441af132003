import { createHash } from 'node:crypto'
import pg from 'pg'
import {
  CommitUnknownError,
  isConflict,
  isDisconnection,
  isOutage,
  isSilence,
  isStalePlan,
  isUnconfirmedCommit,
  isWrongConnection,
  withRetries,
} from './faults.ts'
import { listenOn, type StopListening } from './listen.ts'

export { codeOf, CommitUnknownError } from './faults.ts'

/** A parameter of a statement. Pass objects, and arrays of objects, as JSON text (`JSON.stringify`). */
export type SqlValue = string | number | bigint | boolean | Date | Buffer | null | readonly SqlValue[]

/**
 * Runs one statement and returns its rows. int8 becomes a number (RangeError beyond 2^53), numeric a number
 * (never used for money), timestamptz a Date, json its value. A statement that is passed `params`, even none of them, is
 * prepared once for each connection: keep its text constant and put what varies into `params`.
 */
type Run = <Row extends object = Record<string, unknown>>(
  sql: string,
  params?: readonly SqlValue[],
) => Promise<Row[]>

/** What a function needs that only reads: the database, or a transaction that it then reads in. */
export interface Reader {
  /**
   * Reads. Outside a transaction the statement runs on a connection that PostgreSQL refuses to write on, and is
   * repeated when the database was away. Anything that has an effect, locks rows or calls a function that does is a
   * `write`.
   */
  read: Run
}

/** What a function needs that writes one statement: the database, or a transaction that it then becomes part of. */
export interface Writer extends Reader {
  /**
   * Runs one statement that may write. Outside a transaction it commits at once and is never repeated after it may have
   * run: when its connection is lost, the error does not say whether it had an effect.
   */
  write: Run
}

/**
 * One transaction (read committed). Statements that do not need each other's rows may be sent together
 * (`Promise.all`): they run in that order, and an error in one rolls back the whole transaction.
 */
export interface Tx extends Writer {
  /** Runs one statement in the transaction. So do `read` and `write`, which are the same here. */
  query: Run
  /**
   * Sends a statement together with the commit; its rows are ignored. If it fails, everything is rolled back.
   */
  sendWithCommit(sql: string, params: readonly SqlValue[]): void
  /**
   * Registers an action to run after a successful commit, in the order of the calls. An error in it does not undo the
   * commit.
   */
  afterCommit(action: () => void | Promise<void>): void
}

/** The three methods by which a transaction runs statements. */
export function inTransaction(query: Run): Pick<Tx, 'query' | 'read' | 'write'> {
  return { query, read: query, write: query }
}

export function isTx(on: Reader): on is Tx {
  return 'afterCommit' in on
}

export interface Db extends Writer {
  /**
   * Runs `fn` in a transaction, commits when it resolves and rolls back when it throws. After a deadlock, a
   * serialization failure, or a connection lost before the commit, `fn` runs again in a new transaction, long enough
   * to outlast a failover; apart from `tx` and `afterCommit` it must therefore have no effects. Throws
   * CommitUnknownError when the connection is lost during the commit, because the transaction may have been committed.
   * `statementMs` replaces the limit of its statements, for work by the clock on which nobody waits.
   */
  tx<T>(fn: (tx: Tx) => Promise<T>, limits?: { statementMs: number }): Promise<T>
  /**
   * Listens for NOTIFY on a separate connection, which reconnects by itself. `onReconnect` runs after a gap in which
   * messages may have been missed. `checkMs` is how often the connection is checked, and how long its answer may take.
   * Returns a function that stops listening.
   */
  listen(
    channel: string,
    handler: (payload: string) => void,
    options?: { onReconnect?: () => void; onLost?: () => void; checkMs?: number },
  ): Promise<StopListening>
  /**
   * The same database at another address (`host:port`): a node of a database that is spread over several, for a statement that
   * needs no other node. Whoever asks there goes the usual way when it fails: nothing is tried again.
   */
  at(address: string): NodeDb
  /** What the connections do now. */
  usage(): DbUsage
  /** Closes the listeners and the pool; waits for running transactions. */
  close(): Promise<void>
}

/** One of several nodes. */
export interface NodeDb {
  write: Run
  /** A read in which names of tables are looked for in this schema first. */
  readIn(schema: string): Reader
  close(): Promise<void>
}

export interface DbUsage {
  /** Connections for transactions that are in use, and that are open but idle. */
  busy: number
  idle: number
  /** Transactions and single writes that wait for a connection. */
  waiting: number
  /** Reads that wait for a connection. */
  waitingReads: number
}

export interface DbOptions {
  /** What pg_stat_activity says of the connections: "palpite" and what they are for. One of the address wins. */
  name?: string
  /** Maximum number of connections for transactions and single writes; the default suits 2 to 8 cores. */
  max?: number
  /** Maximum number of connections for reads. A slow read holds up others only when all of these are slow. */
  maxReads?: number
  /**
   * How long one statement may take, and how long it may wait for a lock, in ms; PostgreSQL then cancels it. A
   * connection that stays silent even longer is cut, because a frozen database cancels nothing. Without limits
   * statements may take for ever.
   */
  limits?: { statementMs: number; lockMs: number }
  /**
   * How long a statement or transaction is tried again while there is no primary, in ms; by default 15 s, so that the
   * last attempt ends before the request's time limit.
   */
  outageMs?: number
  /** Called for a connection that broke while idle; the pool replaces it by itself. */
  onError?: (error: Error) => void
}

/** Connections for reads and writes to one of several nodes. */
const perNode = { max: 8, maxReads: 4, outageMs: 0 }

function urlAt(url: string, address: string): string {
  const changed = new URL(url)
  changed.host = address
  return changed.href
}

/** A failover takes 5 to 10 s. */
const defaultOutageMs = 15_000
/** Time between a statement's limit and the moment when its connection is cut, in ms. */
const silenceMs = 2_000
/**
 * Reaching this many distinct texts means that some code builds SQL from values; further texts are not prepared.
 */
const maxPrepared = 500

const int8 = 20
const numeric = 1700

function toSafeInteger(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`bigint beyond 2^53: ${text}`)
  return value
}

/** Parsers for this pool only; nothing global is changed. */
const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') => {
    if (oid === int8) return toSafeInteger
    if (oid === numeric) return Number
    return pg.types.getTypeParser(oid, format as 'text')
  }) as pg.CustomTypesConfig['getTypeParser'],
}

export function createDb(url: string, options: DbOptions = {}): Db {
  return connect(url, options)
}

function connect(url: string, options: DbOptions): Db & NodeDb {
  const name = `palpite ${options.name ?? 'calls'}`
  const connection: pg.PoolConfig = {
    connectionString: url,
    application_name: name,
    types,
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: 60_000,
    ...(options.limits
      ? {
          statement_timeout: options.limits.statementMs,
          lock_timeout: options.limits.lockMs,
          // An abandoned transaction would keep its locks.
          idle_in_transaction_session_timeout: options.limits.statementMs * 2,
          query_timeout: options.limits.statementMs + silenceMs,
        }
      : {}),
  }
  const pool = new pg.Pool({
    ...connection,
    max: options.max ?? 20,
    // Sends a statement without waiting for the result of the previous one.
    pipeline: true,
  })
  const readPool = new pg.Pool({
    ...connection,
    application_name: `${name} (reads)`,
    max: options.maxReads ?? 8,
    pipeline: true,
    onConnect: (client) => client.query('set session characteristics as transaction read only'),
  })
  // A connection can break while idle (the pool's error) or at work (the client's error; its statement fails
  // too).
  for (const each of [pool, readPool]) {
    each.on('error', (error) => options.onError?.(error))
    each.on('connect', (client) => client.on('error', () => undefined))
  }
  const outageMs = options.outageMs ?? defaultOutageMs
  const stops = new Set<StopListening>()
  const names = new Map<string, string>()
  const nodes = new Map<string, NodeDb>()

  const run = async <Row extends object>(
    on: pg.Pool | pg.ClientBase,
    sql: string,
    params?: readonly SqlValue[],
    { statementMs, schema = '' }: { statementMs?: number | undefined; schema?: string } = {},
  ): Promise<Row[]> => {
    const name = params && nameOf(names, sql, schema)
    const { rows } = await on.query<Row & pg.QueryResultRow>({
      name,
      text: sql,
      values: [...(params ?? [])],
      ...(statementMs !== undefined && { query_timeout: statementMs + silenceMs }),
    })
    return rows
  }

  const once = async <T>(fn: (tx: Tx) => Promise<T>, statementMs?: number): Promise<T> => {
    const client = await pool.connect()
    const afterCommitActions: (() => void | Promise<void>)[] = []
    const sentWithCommit: [sql: string, params: readonly SqlValue[]][] = []
    let broken: Error | undefined
    let result: T
    let sent: Promise<unknown>[] | undefined
    const unconfirmed: Error[] = []
    const onNotice = (notice: { message?: string }) => {
      if (isUnconfirmedCommit(notice)) unconfirmed.push(new Error(notice.message))
    }
    client.on('notice', onNotice)
    try {
      // Not awaited, so that it travels with the first statement. If it fails, the commit fails too.
      const begin = client.query('begin')
      begin.catch(() => undefined)
      if (statementMs !== undefined) await run(client, `set local statement_timeout = ${statementMs}`)
      const query: Run = (sql, params) => run(client, sql, params, { statementMs })
      result = await fn({
        ...inTransaction(query),
        sendWithCommit: (sql, params) => void sentWithCommit.push([sql, params]),
        afterCommit: (action) => void afterCommitActions.push(action),
      })
      const commit = [
        ...sentWithCommit.map(([sql, params]) => run(client, sql, params)),
        client.query('commit'),
      ]
      sent = [begin, ...commit]
      await allSettled(sent)
      const { command } = (await sent.at(-1)) as pg.QueryResult
      // PostgreSQL responds with ROLLBACK to the commit of a transaction in which a statement has failed.
      if (command !== 'COMMIT')
        throw new Error('a statement failed and its error was not passed on: rolled back')
      for (const warning of unconfirmed) throw warning
    } catch (error) {
      broken = await rollback(client)
      // The next attempt must not get this connection again.
      if (isWrongConnection(error)) broken = error
      if (sent && isUnknown(error)) throw new CommitUnknownError(error)
      throw error
    } finally {
      client.off('notice', onNotice)
      client.release(broken)
    }
    for (const action of afterCommitActions) await action()
    return result
  }

  const readIn = async <Row extends object>(
    schema: string,
    sql: string,
    params: readonly SqlValue[] = [],
  ): Promise<Row[]> => {
    const client = await readPool.connect()
    let broken: Error | undefined
    try {
      // Travels with the statement. What is prepared is planned for its schema, so each schema has its own.
      const path = run(client, `select set_config('search_path', $1, false)`, [`${schema}, public, pg_temp`])
      const [, rows] = await Promise.all([path, run<Row>(client, sql, params, { schema })])
      return rows
    } catch (error) {
      if (isOutage(error) || isSilence(error)) broken = error
      throw error
    } finally {
      client.release(broken)
    }
  }

  let closing: Promise<void> | undefined
  const end = async () => {
    await Promise.all([...stops].map((stop) => stop()))
    stops.clear()
    await Promise.all([pool.end(), readPool.end(), ...[...nodes.values()].map((node) => node.close())])
  }
  return {
    // An attempt to write is refused with the same code as by a standby, but is not retried: it is a mistake.
    read: (sql, params) =>
      withRetries(
        outageMs,
        () => run(readPool, sql, params),
        (error) => isDisconnection(error) || isStalePlan(error),
      ),
    async write<Row extends object = Record<string, unknown>>(sql: string, params?: readonly SqlValue[]) {
      let isSent = false
      const attempt = async () => {
        isSent = false
        const client = await pool.connect()
        isSent = true
        let broken: Error | undefined
        try {
          return await run<Row>(client, sql, params)
        } catch (error) {
          if (isOutage(error) || isSilence(error)) broken = error
          throw error
        } finally {
          client.release(broken)
        }
      }
      // It can be retried when it was never sent or was refused.
      return withRetries(outageMs, attempt, (error) => (isSent ? isWrongConnection(error) : isOutage(error)))
    },
    tx: (fn, txLimits) =>
      withRetries(
        outageMs,
        () => once(fn, txLimits?.statementMs),
        (error) => isConflict(error) || isOutage(error),
      ),
    async listen(channel, handler, listenOptions = {}) {
      const stop = await listenOn(url, channel, handler, {
        ...listenOptions,
        onError: (error) => options.onError?.(error),
      })
      stops.add(stop)
      return async () => {
        stops.delete(stop)
        await stop()
      }
    },
    at(address) {
      const known = nodes.get(address)
      if (known) return known
      const node = connect(urlAt(url, address), { ...options, ...perNode })
      nodes.set(address, node)
      return node
    },
    readIn: (schema) => ({ read: (sql, params) => readIn(schema, sql, params) }),
    usage: () => ({
      busy: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
      waitingReads: readPool.waitingCount,
    }),
    close: () => (closing ??= end()),
  }
}

/** The unique constraint that an error violates; undefined for any other error. */
export function uniqueViolation(error: unknown): string | undefined {
  return error instanceof pg.DatabaseError && error.code === '23505' ? error.constraint : undefined
}

/** Waits for all promises to settle, then throws the first error in array order. */
async function allSettled(promises: Promise<unknown>[]): Promise<void> {
  for (const result of await Promise.allSettled(promises))
    if (result.status === 'rejected') throw result.reason
}

/** Whether an error after the commit was sent leaves open what came of it. */
function isUnknown(error: unknown): boolean {
  return isDisconnection(error) || isSilence(error) || (error instanceof Error && isUnconfirmedCommit(error))
}

/** Rolls back. Returns an error when the connection can no longer be used. */
async function rollback(client: pg.ClientBase): Promise<Error | undefined> {
  try {
    await client.query('rollback')
    return undefined
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error))
  }
}

function nameOf(names: Map<string, string>, sql: string, schema: string): string | undefined {
  const key = schema + sql
  const cachedName = names.get(key)
  if (cachedName) return cachedName
  if (names.size >= maxPrepared) return undefined
  const name = createHash('sha1').update(key).digest('base64url')
  names.set(key, name)
  return name
}
