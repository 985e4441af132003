import { AsyncLocalStorage } from 'node:async_hooks'
import type { Db } from '../db/client.ts'
import type { Log } from '../observe/log.ts'

/** The server's time. Whatever is stored, expires or counts days uses this clock, never `new Date()`. */
export interface Clock {
  now(): Date
  /** How far `now` is ahead of everybody's time: it may be that of one player (MovableClock.shifted). */
  shiftMs?(): number
}

/** The time of everybody: for what several players share, whoever's call does it. */
export function commonNow(clock: Clock): Date {
  return new Date(clock.now().getTime() - (clock.shiftMs?.() ?? 0))
}

/** The sandbox's clock: it runs like the real one but can be moved and stopped, in all processes at once. */
export interface MovableClock extends Clock {
  /** Milliseconds ahead of real time. */
  offset(): number
  isStopped(): boolean
  /** Runs on from there, or stands still there. */
  advance(ms: number, stopped?: boolean): Promise<Date>
  /** Moves the clock to this moment, forwards or back; it runs on from there, or stands still there. */
  moveTo(now: Date, stopped?: boolean): Promise<Date>
  shiftMs(): number
  /**
   * Runs `work`, in which the clock is `shift.ms` ahead of everybody's, also after an await, for as long as `shift.ms`
   * says so.
   */
  shifted<T>(shift: ClockShift, work: () => T): T
  close(): Promise<void>
}

/** By how much the clock is ahead in a piece of work; 0 ends it for what the work has started and does not wait for. */
export interface ClockShift {
  ms: number
}

export const systemClock: Clock = { now: () => new Date() }

const channel = 'palpite_clock'

interface ClockRow {
  offset_ms: number
  stopped_at: Date | null
}

/** Keeps the clock in the database, so that it survives restarts and all processes share it. */
export async function createSandboxClock({ db, log }: { db: Db; log: Log }): Promise<MovableClock> {
  let offset = 0
  let stoppedAt: number | null = null
  const reload = async () => {
    const [row] = await db.read<ClockRow>('select offset_ms, stopped_at from sandbox.clock')
    offset = row?.offset_ms ?? 0
    stoppedAt = row?.stopped_at?.getTime() ?? null
  }
  const shifts = new AsyncLocalStorage<ClockShift>()
  const shiftMs = () => shifts.getStore()?.ms ?? 0
  const now = () => new Date((stoppedAt ?? Date.now() + offset) + shiftMs())
  const move = async (target: (current: number) => number, stopped: boolean): Promise<Date> => {
    const next = await db.tx(async (tx) => {
      await tx.query('insert into sandbox.clock default values on conflict do nothing')
      const [row] = await tx.query<ClockRow>('select offset_ms, stopped_at from sandbox.clock for update')
      const realTime = Date.now()
      const moment = Math.round(target(row?.stopped_at?.getTime() ?? realTime + (row?.offset_ms ?? 0)))
      const moved = { offset: moment - realTime, stoppedAt: stopped ? moment : null }
      await tx.query('update sandbox.clock set offset_ms = $1, stopped_at = $2', [
        moved.offset,
        stopped ? new Date(moment) : null,
      ])
      await tx.query('select pg_notify($1, $2)', [channel, toPayload(moved)])
      return moved
    })
    ;({ offset, stoppedAt } = next)
    return new Date(stoppedAt ?? Date.now() + offset)
  }
  const stop = await db.listen(channel, (payload) => ({ offset, stoppedAt } = fromPayload(payload)), {
    onReconnect: () => void reload().catch((error: unknown) => log.error(error, 'reading the clock failed')),
  })
  await reload()
  return {
    now,
    offset: () => (stoppedAt === null ? offset : stoppedAt - Date.now()),
    isStopped: () => stoppedAt !== null,
    advance: (ms, stopped = false) => move((current) => current + ms, stopped),
    moveTo: (moment, stopped = false) => move(() => moment.getTime(), stopped),
    shiftMs,
    shifted: (shift, work) => shifts.run(shift, work),
    close: stop,
  }
}
function toPayload({ offset, stoppedAt }: { offset: number; stoppedAt: number | null }): string {
  return [offset, ...(stoppedAt === null ? [] : [stoppedAt])].join(' ')
}

function fromPayload(payload: string): { offset: number; stoppedAt: number | null } {
  const [offset = 0, stoppedAt = null] = payload.split(' ').map(Number)
  return { offset, stoppedAt }
}

/** Narrows the clock to a movable one. Throws on a server without a sandbox. */
export function movableClock(clock: Clock): MovableClock {
  if (!('advance' in clock)) throw new Error('this clock cannot be moved')
  return clock as MovableClock
}
