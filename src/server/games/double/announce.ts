import { setTimeout as pause } from 'node:timers/promises'
import type { AppDeps } from '../../deps.ts'
import type { Bus } from '../../messaging/bus.ts'
import { presentDouble, readDoubleRound } from './state.ts'

type Deps = Pick<AppDeps, 'bus' | 'db' | 'clock' | 'log'>

/** Throttles announcements when many bets are placed at once. */
const throttleMs = 200

interface Announcer {
  /** Whether the round has changed since the last announcement began. */
  pending: boolean
  /** The announcement in progress, or the last one. */
  current: Promise<void>
}

const announcers = new WeakMap<Bus, Announcer>()

/** Sends the state of the shared round to every connected player of all processes. Call it after a commit. */
export function announceDouble(deps: Deps): void {
  const announcer = announcers.get(deps.bus)
  if (announcer) announcer.pending = true
  else void run(deps)
}

/**
 * Stops announcing and waits for the announcement in progress, so that the database can be closed afterwards.
 */
export async function stopAnnouncing(bus: Bus): Promise<void> {
  const announcer = announcers.get(bus)
  if (!announcer) return
  announcer.pending = false
  await announcer.current
}

async function run(deps: Deps): Promise<void> {
  const announcer = { pending: true, current: Promise.resolve() }
  announcers.set(deps.bus, announcer)
  while (announcer.pending) {
    announcer.pending = false
    announcer.current = announce(deps)
    await announcer.current
    await pause(throttleMs, undefined, { ref: false })
  }
  announcers.delete(deps.bus)
}

async function announce(deps: Deps): Promise<void> {
  try {
    const round = await readDoubleRound(deps)
    if (!round) return
    const payload = { round: presentDouble(round, deps.clock.now()) }
    await deps.bus.publish(deps.db, { type: 'broadcast', name: 'round:double', payload })
  } catch (error) {
    // Clients poll; only this announcement is lost.
    deps.log.error(error, 'announcement of double failed')
  }
}
