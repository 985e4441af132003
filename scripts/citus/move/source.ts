import { setTimeout as delay } from 'node:timers/promises'
import { StartError } from '#server/config/startError.ts'
import type { Db } from '#server/db/client.ts'

/**
 * The URL by which connections may write although the database is read-only for others: what a connection asks for wins over the
 * database's default. Each new one needs it, and idle ones are closed after a while.
 */
export function writingUrl(url: string): string {
  const [address = '', query = ''] = url.split(/\?(.*)/s)
  const parameters = new URLSearchParams(query)
  const options = [parameters.get('options'), '-c default_transaction_read_only=off']
  parameters.set('options', options.filter((each) => each !== null).join(' '))
  // PostgreSQL's own programs do not read a plus as a space.
  return `${address}?${parameters.toString().replaceAll('+', '%20')}`
}

/** Runs `work`; its error, with what to do by hand, goes to `say` alone, so that it replaces neither a result nor an earlier error. */
export async function cleanUp(
  byHand: string,
  work: () => Promise<void>,
  say: (text: string) => void,
): Promise<void> {
  try {
    await work()
  } catch (error) {
    say(`Cleaning up failed (${error instanceof Error ? error.message : String(error)}): ${byHand}`)
  }
}

export interface StopOptions {
  /** Ends the work early. */
  signal: AbortSignal
  /** Where the work runs statements, on connections of a move. */
  at: readonly Db[]
  say: (text: string) => void
}

/**
 * Runs `work` while the source takes no writes of others, and leaves it so. When `work` fails, or the signal is given, the source takes
 * writes again at once, before the statements of `work` that still run are cancelled.
 */
export async function whileReadOnly<T>(
  from: Db,
  { signal, at, say }: StopOptions,
  work: () => Promise<T>,
): Promise<T> {
  let working: Promise<T> | undefined
  try {
    await setReadOnly(from, true, signal)
    say('The source takes no writes now.')
    working = work()
    return await orStopped(working, signal)
  } catch (error) {
    await cleanUp(
      'the source takes no writes until you run on it: alter database … reset default_transaction_read_only; and restart the servers',
      async () => {
        await setReadOnly(from, false, signal)
        say('The source takes writes again.')
      },
      say,
    )
    await endStatements(at, working, say)
    throw error
  }
}

/** Runs `work`. When the signal is given, its statements are cancelled, and it fails with the signal's reason. */
export async function whileWanted<T>({ signal, at, say }: StopOptions, work: () => Promise<T>): Promise<T> {
  signal.throwIfAborted()
  const working = work()
  try {
    return await orStopped(working, signal)
  } catch (error) {
    await endStatements(at, working, say)
    throw error
  }
}

/** Cancels the statements of `work` until it has failed: one that runs on would keep the slot. What it fails with comes of that. */
async function endStatements(
  at: readonly Db[],
  work: Promise<unknown> | undefined,
  say: (text: string) => void,
): Promise<void> {
  const ended = Promise.allSettled([work]).then(() => true)
  for (let waitMs = 0; !(await Promise.race([ended, delay(waitMs, false)])); waitMs = cancelEveryMs)
    for (const db of at)
      await cleanUp(
        'its statements end by themselves',
        async () => {
          await db.write(
            `select pg_cancel_backend(pid) from pg_stat_activity where datname = current_database()
              and application_name ~ '^palpite move' and state <> 'idle' and pid <> pg_backend_pid()`,
          )
        },
        say,
      )
}

/** Work may begin another statement after the one that was cancelled. */
const cancelEveryMs = 200

/** The result of `work`; fails with the signal's reason when that is given before. */
function orStopped<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason as Error)
    if (signal.aborted) stop()
    signal.addEventListener('abort', stop, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop))
  })
}

/** Whether the source refuses writes, as a standby does: servers then try them again. Its connections begin again. */
async function setReadOnly(from: Db, isReadOnly: boolean, signal: AbortSignal): Promise<void> {
  const [row] = await from.read<{ name: string }>('select current_database() as name')
  await from.write(
    `alter database "${row?.name}" ${isReadOnly ? 'set default_transaction_read_only = on' : 'reset default_transaction_read_only'}`,
  )
  await from.write(
    `select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and backend_type = 'client backend' and application_name !~ '^palpite move'
        and pid <> pg_backend_pid()`,
  )
  if (!isReadOnly) return
  // Until they are gone, one may still commit.
  for (;;) {
    signal.throwIfAborted()
    const [open] = await from.read<{ n: number }>(
      `select count(*) as n from pg_stat_activity where datname = current_database() and backend_type = 'client backend'
        and application_name !~ '^palpite move' and xact_start is not null and backend_xid is not null`,
    )
    if (open?.n === 0) return
    await delay(10)
  }
}

/**
 * Runs `work` with a signal that is given when the program is to end: by Ctrl+C, by another process, by a terminal that closes. What
 * comes after the first is ignored until `work` has put everything back, because npm passes on what the terminal sends to both.
 */
export async function untilStopped<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController()
  const stop = (name: NodeJS.Signals) => controller.abort(new StartError(`Stopped by ${name}.`))
  for (const name of stopSignals) process.on(name, stop)
  try {
    return await work(controller.signal)
  } finally {
    for (const name of stopSignals) process.off(name, stop)
  }
}

const stopSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** The publication and the slot of a move. */
export const slot = 'palpite_move'

/** Runs `work` while the changes of the tables are published, and leaves the source as it was before. */
export async function whilePublished<T>(
  from: Db,
  tables: readonly string[],
  stop: StopOptions,
  work: () => Promise<T>,
): Promise<T> {
  try {
    // It waits for whoever uses a table.
    await whileWanted(stop, () => publish(from, tables))
    return await work()
  } finally {
    await cleanUp(
      `run on the source: select pg_drop_replication_slot('${slot}'); alter table … replica identity default; for the tables that are ` +
        `listed by: select obj_description(oid) from pg_publication where pubname = '${slot}'; then: drop publication if exists ${slot};`,
      () => forget(from),
      stop.say,
    )
  }
}

/** Of a row without a primary key that is changed, all columns have to be in the log. The publication's comment says of which tables. */
async function publish(from: Db, tables: readonly string[]): Promise<void> {
  await forget(from)
  const keyless = await from.read<{ name: string }>(
    `select name from unnest($1::text[]) name where not exists (
        select from pg_index where indrelid = to_regclass(name) and indisprimary)
      and exists (select from pg_class where oid = to_regclass(name) and relreplident = 'd')`,
    [tables],
  )
  await from.tx(async (tx) => {
    await tx.query(
      `create publication ${slot} for table ${tables.join(', ')} with (publish_via_partition_root = true)`,
    )
    await tx.query(`comment on publication ${slot} is '${keyless.map(({ name }) => name).join(' ')}'`)
  })
  for (const { name } of keyless) await from.write(`alter table ${name} replica identity full`)
}

/** Removes what this move, or one before it that was killed, has left on the source. */
async function forget(from: Db): Promise<void> {
  await from.write(
    `select pg_drop_replication_slot(slot_name) from pg_replication_slots where slot_name = $1`,
    [slot],
  )
  const keyless = await from.read<{ name: string }>(
    `select name from pg_publication p, unnest(string_to_array(obj_description(p.oid, 'pg_publication'), ' ')) name
      where pubname = $1 and exists (select from pg_class c where c.oid = to_regclass(name) and c.relreplident = 'f')`,
    [slot],
  )
  for (const { name } of keyless) await from.write(`alter table ${name} replica identity default`)
  await from.write(`drop publication if exists ${slot}`)
}
