import { randomUUID } from 'node:crypto'
import type { AppDeps } from '../../deps.ts'
import type { Bus } from '../../messaging/bus.ts'

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
/** Whether every other process has had enough time to announce itself. */
const othersKnown = new WeakMap<Bus, () => boolean>()

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
  // A process that has just started, or has missed messages, does not know the other processes' players yet.
  let othersKnownAt = performance.now() + processTimeoutMs

  const unsubscribe = deps.bus.subscribe((message) => {
    if (message.type === 'gap') othersKnownAt = performance.now() + processTimeoutMs
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
  othersKnown.set(deps.bus, () => performance.now() >= othersKnownAt)
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
      // Announced immediately: until then other processes send no player's events to this one (mayBeConnected).
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
      othersKnown.delete(deps.bus)
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
 * Whether a player may be connected to any process. Other processes announce only how many players they have, so it is
 * true when any of them has players, or may have some because it has not had time to announce them.
 */
export function mayBeConnected(deps: Pick<AppDeps, 'bus'>, userId: string): boolean {
  const local = presences.get(deps.bus)
  if (local === undefined || local.has(userId)) return true
  return getOnlineCount(deps) > local.size || othersKnown.get(deps.bus)?.() !== true
}
