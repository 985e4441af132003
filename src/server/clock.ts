import type { Db } from './db/client.ts'
import type { Log } from './log.ts'

/** The server's time. Whatever is stored, expires or counts days uses this clock, never `new Date()`. */
export interface Clock {
  now(): Date
}

/** The sandbox's clock: it runs like the real one but can be moved, in all processes at once. */
export interface MovableClock extends Clock {
  /** Milliseconds ahead of real time. */
  offset(): number
  advance(ms: number): Promise<Date>
  /** Moves the clock to this moment, forwards or back. */
  moveTo(now: Date): Promise<Date>
  close(): Promise<void>
}

export const systemClock: Clock = { now: () => new Date() }

const channel = 'palpite_clock'

/** Keeps the offset in the database, so that it survives restarts and all processes share it. */
export async function createSandboxClock({ db, log }: { db: Db; log: Log }): Promise<MovableClock> {
  let offset = 0
  const reload = async () => {
    const [row] = await db.query<{ offset_ms: number }>('select offset_ms from sandbox_clock')
    offset = row?.offset_ms ?? 0
  }
  const now = () => new Date(Date.now() + offset)
  const changeOffset = async (change: (current: number) => number): Promise<Date> => {
    offset = await db.tx(async (tx) => {
      await tx.query('insert into sandbox_clock default values on conflict do nothing')
      const [row] = await tx.query<{ offset_ms: number }>('select offset_ms from sandbox_clock for update')
      const next = Math.round(change(row?.offset_ms ?? 0))
      await tx.query('update sandbox_clock set offset_ms = $1', [next])
      await tx.query('select pg_notify($1, $2)', [channel, String(next)])
      return next
    })
    return now()
  }
  const stop = await db.listen(channel, (payload) => (offset = Number(payload)), {
    onReconnect: () => void reload().catch((error: unknown) => log.error(error, 'reading the clock failed')),
  })
  await reload()
  return {
    now,
    offset: () => offset,
    advance: (ms) => changeOffset((current) => current + ms),
    moveTo: (moment) => changeOffset(() => moment.getTime() - Date.now()),
    close: stop,
  }
}

/** Narrows the clock to a movable one. Throws on a server without a sandbox. */
export function movableClock(clock: Clock): MovableClock {
  if (!('advance' in clock)) throw new Error('this clock cannot be moved')
  return clock as MovableClock
}
