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

export interface PauseOptions {
  /** Ends the pause early. */
  signal: AbortSignal
  say: (text: string) => void
}

/**
 * Runs `work` while the source takes no writes of others, and leaves it so. When `work` fails, or the signal is given, the source takes
 * writes again at once, before a statement of `work` that still runs has ended.
 */
export async function whileReadOnly<T>(
  from: Db,
  { signal, say }: PauseOptions,
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
    // What it fails with now comes of being stopped.
    await Promise.allSettled([working])
    throw error
  }
}

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

/** A signal that is given when the program is to end: by Ctrl+C, by another process, by a terminal that closes. The second Ctrl+C ends it. */
export function untilStopped(): AbortSignal {
  const controller = new AbortController()
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.once(name, () => controller.abort(new StartError(`Stopped by ${name}.`)))
  return controller.signal
}
