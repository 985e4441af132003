import { randomUUID } from 'node:crypto'
import type { AppDeps } from '../../deps.ts'
import type { Bus } from '../../bus.ts'

const announceMs = 5_000
/** Changes within this time are announced together, to limit the messages when many players connect. */
const debounceMs = 500
/** A process that has not announced for this long is considered dead, and its players are no longer counted. */
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
/** Whether every other process has had the time to announce itself. */
const hearings = new WeakMap<Bus, () => boolean>()

/**
 * Counts the players connected to this process and announces the number to the other processes every few
 * seconds, so that each process knows the total with a short delay.
 */
export function trackPresence(
  deps: Pick<AppDeps, 'bus' | 'db'>,
  onError: (error: unknown) => void,
): Presence {
  const self = randomUUID()
  const localPlayers = new Map<string, number>()
  const otherProcesses = new Map<string, { players: number; until: number }>()
  let lastAnnounced = 0
  // A process that has just started, or has missed messages, does not know of the players at other ones yet.
  let heardFrom = performance.now() + processTimeoutMs

  const unsubscribe = deps.bus.subscribe((message) => {
    if (message.type === 'gap') heardFrom = performance.now() + processTimeoutMs
    if (message.type !== 'broadcast' || message.name !== messageName) return
    const { process, players } = message.payload as Announcement
    if (process !== self)
      otherProcesses.set(process, { players, until: performance.now() + processTimeoutMs })
  })
  const announce = () => {
    if (localPlayers.size === 0 && lastAnnounced === 0) return
    lastAnnounced = localPlayers.size
    const payload: Announcement = { process: self, players: localPlayers.size }
    deps.bus.publish(deps.db, { type: 'broadcast', name: messageName, payload }).catch(onError)
  }
  const timer = setInterval(announce, announceMs)
  timer.unref()
  let pendingAnnouncement: NodeJS.Timeout | undefined
  const scheduleAnnouncement = () => {
    pendingAnnouncement ??= setTimeout(() => {
      pendingAnnouncement = undefined
      announce()
    }, debounceMs).unref()
  }
  presences.set(deps.bus, localPlayers)
  hearings.set(deps.bus, () => performance.now() >= heardFrom)
  counts.set(deps.bus, () => {
    let players = localPlayers.size
    for (const [process, count] of otherProcesses) {
      if (count.until > performance.now()) players += count.players
      else otherProcesses.delete(process)
    }
    return players
  })

  return {
    enter(userId) {
      localPlayers.set(userId, (localPlayers.get(userId) ?? 0) + 1)
      // At once: until then another process does not send it any player's events (mayBeConnected).
      if (lastAnnounced === 0) announce()
      else scheduleAnnouncement()
    },
    leave(userId) {
      const connections = (localPlayers.get(userId) ?? 1) - 1
      if (connections > 0) localPlayers.set(userId, connections)
      else localPlayers.delete(userId)
      scheduleAnnouncement()
      return connections
    },
    stop() {
      clearInterval(timer)
      clearTimeout(pendingAnnouncement)
      unsubscribe()
      counts.delete(deps.bus)
      hearings.delete(deps.bus)
      presences.delete(deps.bus)
    },
  }
}

/** Players connected to any process; the numbers of other processes are a few seconds old. */
export function getOnlineCount(deps: Pick<AppDeps, 'bus'>): number {
  return counts.get(deps.bus)?.() ?? 0
}

/** Whether a player has a real-time connection to this process. */
export function isConnected(deps: Pick<AppDeps, 'bus'>, userId: string): boolean {
  return presences.get(deps.bus)?.has(userId) ?? false
}

/**
 * Whether events for a player can reach anybody: the player is connected to this process, or some players are
 * connected to other ones, which do not say which, or may be because they have not been heard yet.
 */
export function mayBeConnected(deps: Pick<AppDeps, 'bus'>, userId: string): boolean {
  const local = presences.get(deps.bus)
  if (local === undefined || local.has(userId)) return true
  return getOnlineCount(deps) > local.size || hearings.get(deps.bus)?.() !== true
}
