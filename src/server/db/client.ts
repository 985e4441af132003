import { createHash } from 'node:crypto'
import pg from 'pg'
import {
  CommitUnknown,
  DatabaseSilent,
  isConflict,
  isDisconnection,
  isOutage,
  isWrongConnection,
  withRetries,
} from './faults.ts'
import { corkWrites, cut, Lanes } from './lanes.ts'
import { listenOn, type StopListening } from './listen.ts'

export { codeOf, CommitUnknown } from './faults.ts'

/** A parameter of a statement. Pass objects, and arrays of objects, as JSON text (`JSON.stringify`). */
export type SqlValue = string | number | bigint | boolean | Date | Buffer | null | readonly SqlValue[]

export interface Queryable {
  /**
   * Runs one statement and returns its rows. int8 becomes a number (RangeError beyond 2^53), numeric a number
   * (never used for money), timestamptz a Date, json its value. A statement with parameters is prepared once
   * for each connection: keep its text constant and put what varies into `params`.
   */
  query<Row extends object = Record<string, unknown>>(
    sql: string,
    params?: readonly SqlValue[],
  ): Promise<Row[]>
}

/**
 * One transaction (read committed). Statements that do not need each other's rows may be sent together
 * (`Promise.all`): they run in that order, in one round trip, and an error in one rolls back the whole transaction.
 */
export interface Tx extends Queryable {
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

export interface Db extends Queryable {
  /**
   * Runs `fn` in a transaction, commits when it resolves and rolls back when it throws. After a deadlock, a
   * serialization failure, or a connection lost before the commit, `fn` runs again in a new transaction, long enough
   * to outlast a failover; apart from `tx` and `afterCommit` it must therefore have no effects. Throws
   * CommitUnknown when the connection is lost during the commit, because the transaction may have been committed.
   */
  tx<T>(fn: (tx: Tx) => Promise<T>): Promise<T>
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
  /** What the connections do now. */
  usage(): DbUsage
  /** Closes the listeners and the pool; waits for running transactions. */
  close(): Promise<void>
}

export interface DbUsage {
  /** Connections for transactions that are in use, and that are open but idle. */
  busy: number
  idle: number
  /** Transactions and statements that wait for a connection. */
  waiting: number
  /** Plain reads that were sent or wait for their connection. */
  reads: number
}

export interface DbOptions {
  /** Maximum number of connections for transactions and locking statements; the default suits 2 to 8 cores. */
  max?: number
  /** Number of connections that plain reads share; as many are opened besides while slow statements hold these up. */
  lanes?: number
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
  const connection = {
    connectionString: url,
    types,
    connectionTimeoutMillis: 10_000,
    // Sends a statement without waiting for the result of the previous one.
    pipeline: true,
    ...(options.limits
      ? {
          statement_timeout: options.limits.statementMs,
          lock_timeout: options.limits.lockMs,
          // An abandoned transaction would keep its locks.
          idle_in_transaction_session_timeout: options.limits.statementMs * 2,
        }
      : {}),
  }
  const pool = new pg.Pool({ ...connection, max: options.max ?? 20, idleTimeoutMillis: 60_000 })
  const lanes = new Lanes(connection, options.lanes ?? 4, (error) => options.onError?.(error))
  // A connection can break while idle (the pool's error) or at work (the client's error; its statement fails
  // too).
  pool.on('error', (error) => options.onError?.(error))
  pool.on('connect', (client) => client.on('error', () => undefined))
  const outageMs = options.outageMs ?? defaultOutageMs
  const stops = new Set<StopListening>()
  const names = new Map<string, string>()

  /** Throws DatabaseSilent, and cuts the connection, when the response takes too long. */
  const withTimeout = <T>(on: pg.ClientBase, work: Promise<T>): Promise<T> =>
    options.limits ? within(options.limits.statementMs + silenceMs, work, () => cut(on)) : work

  const run = async <Row extends object>(
    on: pg.ClientBase,
    sql: string,
    params: readonly SqlValue[] = [],
  ): Promise<Row[]> => {
    const values = params as unknown[]
    const name = values.length > 0 ? nameOf(names, sql) : undefined
    return withTimeout(on, send<Row & pg.QueryResultRow>(on, { name, text: sql, values }))
  }

  const once = async <T>(fn: (tx: Tx) => Promise<T>): Promise<T> => {
    const client = await pool.connect()
    const afterCommitActions: (() => void | Promise<void>)[] = []
    const sentWithCommit: [sql: string, params: readonly SqlValue[]][] = []
    let broken: Error | undefined
    let result: T
    let sent: Promise<unknown>[] | undefined
    try {
      corkWrites(client)
      // Not awaited, so that it travels with the first statement. If it fails, the commit fails too.
      const begin = client.query('begin')
      begin.catch(() => undefined)
      result = await fn({
        query: (sql, params) => {
          corkWrites(client)
          return run(client, sql, params)
        },
        sendWithCommit: (sql, params) => void sentWithCommit.push([sql, params]),
        afterCommit: (action) => void afterCommitActions.push(action),
      })
      corkWrites(client)
      sent = [
        begin,
        ...sentWithCommit.map(([sql, params]) => run(client, sql, params)),
        withTimeout(client, client.query('commit')),
      ]
      await allSettled(sent)
      const { command } = (await sent.at(-1)) as pg.QueryResult
      // PostgreSQL responds with ROLLBACK to the commit of a transaction in which a statement has failed.
      if (command !== 'COMMIT')
        throw new Error('a statement failed and its error was not passed on: rolled back')
    } catch (error) {
      broken = await rollback(withTimeout(client, client.query('rollback')))
      // The next attempt must not get this connection again.
      if (isWrongConnection(error)) broken = error
      if (sent && (isDisconnection(error) || error instanceof DatabaseSilent)) throw new CommitUnknown(error)
      throw error
    } finally {
      client.release(broken)
    }
    for (const action of afterCommitActions) await action()
    return result
  }

  let closing: Promise<void> | undefined
  const end = async () => {
    await Promise.all([...stops].map((stop) => stop()))
    stops.clear()
    await Promise.all([pool.end(), lanes.close()])
  }
  return {
    async query<Row extends object = Record<string, unknown>>(sql: string, params?: readonly SqlValue[]) {
      // A plain read can be retried at any time, any other statement only when it was never sent or was refused.
      if (isPlainRead(sql)) {
        const read = async (client: pg.Client) => {
          try {
            return await run<Row>(client, sql, params)
          } catch (error) {
            if (isWrongConnection(error)) cut(client)
            throw error
          }
        }
        return withRetries(outageMs, () => lanes.run(sql, read), isOutage)
      }
      let isSent = false
      const write = async () => {
        isSent = false
        const client = await pool.connect()
        isSent = true
        let broken: Error | undefined
        try {
          return await run<Row>(client, sql, params)
        } catch (error) {
          if (isOutage(error) || error instanceof DatabaseSilent) broken = error
          throw error
        } finally {
          client.release(broken)
        }
      }
      return withRetries(outageMs, write, (error) => (isSent ? isWrongConnection(error) : isOutage(error)))
    },
    tx: (fn) =>
      withRetries(
        outageMs,
        () => once(fn),
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
    usage: () => ({
      busy: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
      reads: lanes.pending,
    }),
    close: () => (closing ??= end()),
  }
}

/**
 * Sends a statement and returns its rows. Not with the promise of pg's `query`, which first copies its configuration
 * property by property: that took 4 % of this process's CPU time for a bet.
 */
async function send<Row extends pg.QueryResultRow>(
  on: pg.ClientBase,
  { name, text, values }: { name: string | undefined; text: string; values: unknown[] },
): Promise<Row[]> {
  try {
    return await new Promise((resolve, reject) => {
      const query = new pg.Query<Row>(text, values, (error, result) =>
        error ? reject(error) : resolve(result.rows),
      )
      on.query(name === undefined ? query : Object.assign(query, { name }))
    })
  } catch (error) {
    // From here the stack leads to the caller, not to the socket.
    if (error instanceof Error) Error.captureStackTrace(error)
    throw error
  }
}

/** Returns the result of `work`. If there is none after `ms`, it calls `onLate` and throws DatabaseSilent. */
function within<T>(ms: number, work: Promise<T>, onLate: () => void): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      reject(new DatabaseSilent())
      onLate()
    }, ms)
    const inTime = <V>(settle: (value: V) => void) => {
      return (value: V) => {
        clearTimeout(timer)
        settle(value)
      }
    }
    work.then(inTime(resolve), inTime(reject))
  })
}

/** The unique constraint that an error violates; undefined for any other error. */
export function uniqueViolation(error: unknown): string | undefined {
  return error instanceof pg.DatabaseError && error.code === '23505' ? error.constraint : undefined
}

/**
 * Prefix for a `select` that calls a function which writes or locks. Without it the statement would count as a plain
 * read, because a function's name does not show that it writes.
 */
export const writing = '/* writes */'

/**
 * Whether a statement never waits for a lock. Only such statements may share a connection: a waiting one would block
 * those behind it, possibly including the transaction that it waits for.
 */
function isPlainRead(sql: string): boolean {
  return /^\s*(select|with)\b/i.test(sql) && !locking.test(sql)
}

const locking = /\b(update|share|insert|delete|lock|pg_\w*advisory\w*)\b/i

/** Waits for all promises to settle, then throws the first error in array order. */
async function allSettled(promises: Promise<unknown>[]): Promise<void> {
  for (const result of await Promise.allSettled(promises))
    if (result.status === 'rejected') throw result.reason
}

/** Waits for a rollback. Returns an error when the connection can no longer be used. */
async function rollback(rolledBack: Promise<unknown>): Promise<Error | undefined> {
  try {
    await rolledBack
    return undefined
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error))
  }
}

function nameOf(names: Map<string, string>, sql: string): string | undefined {
  const cachedName = names.get(sql)
  if (cachedName) return cachedName
  if (names.size >= maxPrepared) return undefined
  const name = createHash('sha1').update(sql).digest('base64url')
  names.set(sql, name)
  return name
}
