import { randomUUID } from 'node:crypto'
import type { AppDeps } from '../../deps.ts'
import type { Bus } from '../../bus.ts'

const announceMs = 5_000
/** Changes within this time are announced together, so that a crowd does not cause a crowd of messages. */
const debounceMs = 500
/** A process that was silent for this long is gone, and its players with it. */
const processTimeoutMs = 3 * announceMs
const messageName = 'internal:presence'

interface Announcement {
  process: string
  players: number
}

interface Presence {
  enter(userId: string): void
  /** Returns how many connections of the player to this process are left. */
  leave(userId: string): number
  stop(): void
}

const counts = new WeakMap<Bus, () => number>()
const presences = new WeakMap<Bus, ReadonlyMap<string, number>>()

/**
 * Counts the players connected to this process and tells the other processes every few seconds, so that each
 * one knows the total with a few seconds' delay.
 */
export function trackPresence(
  deps: Pick<AppDeps, 'bus' | 'db'>,
  onFault: (error: unknown) => void,
): Presence {
  const self = randomUUID()
  const here = new Map<string, number>()
  const elsewhere = new Map<string, { players: number; until: number }>()
  let announced = 0

  const unsubscribe = deps.bus.subscribe((message) => {
    if (message.type !== 'broadcast' || message.name !== messageName) return
    const { process, players } = message.payload as Announcement
    if (process !== self) elsewhere.set(process, { players, until: performance.now() + processTimeoutMs })
  })
  const announce = () => {
    if (here.size === 0 && announced === 0) return
    announced = here.size
    const payload: Announcement = { process: self, players: here.size }
    deps.bus.publish(deps.db, { type: 'broadcast', name: messageName, payload }).catch(onFault)
  }
  const timer = setInterval(announce, announceMs)
  timer.unref()
  let soon: NodeJS.Timeout | undefined
  const changed = () => {
    soon ??= setTimeout(() => {
      soon = undefined
      announce()
    }, debounceMs).unref()
  }
  presences.set(deps.bus, here)
  counts.set(deps.bus, () => {
    let players = here.size
    for (const [process, count] of elsewhere) {
      if (count.until > performance.now()) players += count.players
      else elsewhere.delete(process)
    }
    return players
  })

  return {
    enter(userId) {
      here.set(userId, (here.get(userId) ?? 0) + 1)
      changed()
    },
    leave(userId) {
      const left = (here.get(userId) ?? 1) - 1
      if (left > 0) here.set(userId, left)
      else here.delete(userId)
      changed()
      return left
    },
    stop() {
      clearInterval(timer)
      clearTimeout(soon)
      unsubscribe()
      counts.delete(deps.bus)
      presences.delete(deps.bus)
    },
  }
}

/** Players connected to any process; for the other processes a few seconds late. */
export function getOnlineCount(deps: Pick<AppDeps, 'bus'>): number {
  return counts.get(deps.bus)?.() ?? 0
}

/** Whether a player has a real-time connection to this process. */
export function isConnected(deps: Pick<AppDeps, 'bus'>, userId: string): boolean {
  return presences.get(deps.bus)?.has(userId) ?? false
}
