import { createHash, randomInt } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { gather, Lanes } from './lanes.ts'
import { listenOn, type StopListening } from './listen.ts'

/** What a statement may be given; objects and arrays of objects travel as JSON text (`JSON.stringify` them). */
export type SqlValue = string | number | bigint | boolean | Date | Buffer | null | readonly SqlValue[]

export interface Queryable {
  /**
   * Runs one statement and answers its rows. int8 becomes a number (RangeError beyond 2^53), numeric a
   * number (never used for money), timestamptz a Date, json its value. Parametrised statements are
   * prepared once a connection, so keep their text constant and put what varies into `params`.
   */
  query<Row extends object = Record<string, unknown>>(
    sql: string,
    params?: readonly SqlValue[],
  ): Promise<Row[]>
}

/**
 * One transaction (read committed). Statements that do not need each other's rows may be sent at once
 * (`Promise.all`): they run in that order, in one round trip, and after an error none of the rest has effect.
 */
export interface Tx extends Queryable {
  /** A statement without rows of interest, sent together with the commit; should it fail, all is rolled back. */
  lastly(sql: string, params: readonly SqlValue[]): void
  /** Runs after the commit, in order, and only then; what it throws does not undo the commit. */
  afterCommit(action: () => void | Promise<void>): void
}

export interface Db extends Queryable {
  /**
   * Runs `fn` in a transaction: commits what it resolves to, rolls back when it throws. After a deadlock, a
   * serialization failure, or a connection that broke before the commit was sent, `fn` runs again on a fresh
   * transaction, for some three seconds: apart from `tx` and `afterCommit`, it must have no effects. When the
   * connection breaks during the commit, nobody knows whether it happened: that is thrown.
   */
  tx<T>(fn: (tx: Tx) => Promise<T>): Promise<T>
  /**
   * Hears NOTIFY on a connection of its own, which comes back by itself. `onReconnect` runs after a gap in
   * which messages may have been missed. Answers a function that ends it.
   */
  listen(
    channel: string,
    handler: (payload: string) => void,
    options?: { onReconnect?: () => void },
  ): Promise<StopListening>
  /** Ends the listeners and the pool; waits for running transactions. */
  close(): Promise<void>
}

export interface DbOptions {
  /** Connections for transactions and whatever locks; the default suits 2-8 cores. */
  max?: number
  /** Connections that plain reads share. */
  lanes?: number
  /** Hears of idle connections that broke; the pool replaces them by itself. */
  onError?: (error: Error) => void
}

/** Milliseconds before the second, third… try, with up to as much again by chance, so that rivals part. */
const waits = [5, 20, 80, 250, 600, 1_000]
/** More texts than this means that someone builds SQL from values: those are sent unprepared. */
const preparedTexts = 500

const int8 = 20
const numeric = 1700

function toSafeInteger(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`bigint beyond 2^53: ${text}`)
  return value
}

/** Parsers of this pool only: nothing global is changed. */
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
    // Statements are sent as they come, not one by one after each answer.
    pipeline: true,
  }
  const pool = new pg.Pool({ ...connection, max: options.max ?? 20, idleTimeoutMillis: 60_000 })
  const lanes = new Lanes(connection, options.lanes ?? 4, (error) => options.onError?.(error))
  // Two kinds of broken connections: idle ones, and ones at work, whose statement fails as well.
  pool.on('error', (error) => options.onError?.(error))
  pool.on('connect', (client) => client.on('error', () => undefined))
  const stops = new Set<StopListening>()
  const names = new Map<string, string>()

  const run = async <Row extends object>(
    on: pg.ClientBase,
    sql: string,
    params: readonly SqlValue[] = [],
  ): Promise<Row[]> => {
    const values = params as unknown[]
    const name = values.length > 0 ? nameOf(names, sql) : undefined
    const { rows } = await on.query<Row & pg.QueryResultRow>(
      name ? { name, text: sql, values } : { text: sql, values },
    )
    return rows
  }

  const once = async <T>(fn: (tx: Tx) => Promise<T>): Promise<T> => {
    const client = await pool.connect()
    const after: (() => void | Promise<void>)[] = []
    const last: [sql: string, params: readonly SqlValue[]][] = []
    let broken: Error | undefined
    let result: T
    let sent: Promise<unknown>[] | undefined
    try {
      gather(client)
      // Not awaited, so that it travels with the first statement; what is wrong with it, the commit tells.
      const begun = client.query('begin')
      begun.catch(() => undefined)
      result = await fn({
        query: (sql, params) => {
          gather(client)
          return run(client, sql, params)
        },
        lastly: (sql, params) => void last.push([sql, params]),
        afterCommit: (action) => void after.push(action),
      })
      gather(client)
      sent = [begun, ...last.map(([sql, params]) => run(client, sql, params)), client.query('commit')]
      await settled(sent)
      const { command } = (await sent.at(-1)) as pg.QueryResult
      // PostgreSQL's answer to the commit of a transaction in which a statement had failed.
      if (command !== 'COMMIT')
        throw new Error('a statement failed and its error was not passed on: rolled back')
    } catch (error) {
      broken = await rollback(client)
      if (sent && isDisconnection(error)) throw new CommitUnknown(error)
      throw error
    } finally {
      client.release(broken)
    }
    for (const action of after) await action()
    return result
  }

  return {
    async query(sql, params) {
      // A plain read may always be asked again; anything else only when it had no effect.
      if (isPlainRead(sql)) {
        return retried(() => lanes.run((client) => run(client, sql, params)), isDisconnection)
      }
      const client = await retried(() => pool.connect(), isDisconnection)
      let broken: Error | undefined
      try {
        return await run(client, sql, params)
      } catch (error) {
        if (isDisconnection(error)) broken = error
        throw error
      } finally {
        client.release(broken)
      }
    },
    tx: (fn) => retried(() => once(fn), isPassing),
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
    async close() {
      await Promise.all([...stops].map((stop) => stop()))
      stops.clear()
      await Promise.all([pool.end(), lanes.close()])
    },
  }
}

/** The SQLSTATE of a database error, for example 23505 for a unique violation. */
export function codeOf(error: unknown): string | undefined {
  return error instanceof pg.DatabaseError ? error.code : undefined
}

/** The connection broke while the transaction was being committed: it may or may not have happened. */
export class CommitUnknown extends Error {
  constructor(cause: unknown) {
    super('the connection to the database broke during a commit', { cause })
    this.name = 'CommitUnknown'
  }
}

/** Tries again after a while as long as the error is one that passes. */
async function retried<T>(work: () => Promise<T>, passes: (error: unknown) => boolean): Promise<T> {
  for (const wait of waits) {
    try {
      return await work()
    } catch (error) {
      if (!passes(error)) throw error
      await delay(wait + randomInt(wait))
    }
  }
  return work()
}

function isPassing(error: unknown): boolean {
  return ['40001', '40P01'].includes(codeOf(error) ?? '') || isDisconnection(error)
}

/** The connection is gone or was refused: PostgreSQL is shutting down, starting, or was killed. */
function isDisconnection(error: unknown): error is Error {
  if (!(error instanceof Error) || error instanceof CommitUnknown) return false
  const code = codeOf(error)
  if (code !== undefined) return /^(08|57P0[123])/.test(code)
  const { code: systemCode } = error as NodeJS.ErrnoException
  return (
    ['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE', 'ETIMEDOUT'].includes(systemCode ?? '') ||
    /^(Connection terminated|Client has encountered a connection error)/.test(error.message)
  )
}

/** Which unique constraint an error is about; undefined when it is something else. */
export function uniqueViolation(error: unknown): string | undefined {
  return error instanceof pg.DatabaseError && error.code === '23505' ? error.constraint : undefined
}

/**
 * Whether a statement waits for nobody's lock: only such ones may share a connection. One that waited there
 * would keep those behind it waiting, among them perhaps the very transaction that it waits for.
 */
function isPlainRead(sql: string): boolean {
  return /^\s*(select|with)\b/i.test(sql) && !locking.test(sql)
}

const locking =
  /\b(update|share|insert|delete|lock|ledger_post|ledger_close_\w+|ledger_adjust|pg_\w*advisory\w*)\b/i

/** Waits for all, then throws the first error in their order. */
async function settled(promises: Promise<unknown>[]): Promise<void> {
  for (const result of await Promise.allSettled(promises))
    if (result.status === 'rejected') throw result.reason
}

/** Answers the error of a connection that is of no more use. */
async function rollback(client: pg.PoolClient): Promise<Error | undefined> {
  try {
    await client.query('rollback')
    return undefined
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error))
  }
}

function nameOf(names: Map<string, string>, sql: string): string | undefined {
  const known = names.get(sql)
  if (known) return known
  if (names.size >= preparedTexts) return undefined
  const name = createHash('sha1').update(sql).digest('base64url')
  names.set(sql, name)
  return name
}
