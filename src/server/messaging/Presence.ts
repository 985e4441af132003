import { randomUUID } from 'node:crypto'
import type { Db } from '../db/client.ts'
import type { Log } from '../observe/log.ts'
import type { Bus } from './bus.ts'

const announceMs = 5_000
/** Changes within this time are announced together, to limit the messages when many players connect. */
const debounceMs = 500
/** A process that has not announced for this long is considered dead, and its players are no longer counted. */
const processTimeoutMs = 3 * announceMs
const announcementName = 'internal:presence'
/** Asks every process to announce itself. */
const requestName = 'internal:presenceRequest'

interface Deps {
  bus: Bus
  db: Db
  log: Log
}

interface Announcement {
  process: string
  /** Connected accounts. */
  players: number
  /** Those of them that are test accounts. */
  testers: number
}

/**
 * Counts the players connected to this process and announces the number to the other processes every few seconds, so
 * that each process knows the total with a short delay.
 */
export class Presence {
  readonly #deps: Deps
  readonly #self = randomUUID()
  readonly #connections = new Map<string, number>()
  readonly #testers = new Set<string>()
  readonly #otherProcesses = new Map<string, { players: number; testers: number; until: number }>()
  /** The number announced last; undefined when the others may not have got it. */
  #announced: number | undefined = 0
  /** A process that has just started, or has missed messages, does not know the other processes' players yet. */
  #othersKnownAt = performance.now() + processTimeoutMs
  #pendingAnnouncement: NodeJS.Timeout | undefined
  readonly #timer: NodeJS.Timeout
  readonly #unsubscribe: () => void

  constructor(deps: Deps) {
    this.#deps = deps
    this.#unsubscribe = deps.bus.subscribe((message) => {
      if (message.type === 'gap') this.#askOthers()
      if (message.type !== 'broadcast') return
      if (message.name === requestName) this.#scheduleAnnouncement()
      if (message.name === announcementName) this.#note(message.payload as Announcement)
    })
    this.#timer = setInterval(() => {
      if (this.#connections.size > 0 || this.#announced !== 0) this.#announce()
    }, announceMs)
    this.#timer.unref()
  }

  enter(userId: string, { isTester = false } = {}): void {
    if (isTester) this.#testers.add(userId)
    this.#connections.set(userId, (this.#connections.get(userId) ?? 0) + 1)
    // Announced immediately: until then other processes send no player's events to this one (mayBeConnected).
    if (!this.#announced) this.#announce()
    else this.#scheduleAnnouncement()
  }

  /** Returns how many connections of the player to this process are left. */
  leave(userId: string): number {
    const connections = (this.#connections.get(userId) ?? 1) - 1
    if (connections > 0) this.#connections.set(userId, connections)
    else {
      this.#connections.delete(userId)
      this.#testers.delete(userId)
    }
    this.#scheduleAnnouncement()
    return connections
  }

  /** Players connected to any process, without test accounts; the numbers of other processes are a few seconds old. */
  get onlineCount(): number {
    const others = this.#liveProcesses().reduce((sum, { players, testers }) => sum + players - testers, 0)
    return this.#connections.size - this.#testers.size + others
  }

  /** Whether a player has a real-time connection to this process. */
  isConnected(userId: string): boolean {
    return this.#connections.has(userId)
  }

  /**
   * Whether a player may be connected to any process. Other processes announce only how many players they have, so it
   * is true when any of them has players, or may have some because it has not had time to announce them.
   */
  mayBeConnected(userId: string): boolean {
    return (
      this.#connections.has(userId) ||
      this.#liveProcesses().some(({ players }) => players > 0) ||
      performance.now() < this.#othersKnownAt
    )
  }

  stop(): void {
    clearInterval(this.#timer)
    clearTimeout(this.#pendingAnnouncement)
    this.#unsubscribe()
  }

  #liveProcesses(): { players: number; testers: number }[] {
    for (const [process, { until }] of this.#otherProcesses)
      if (until <= performance.now()) this.#otherProcesses.delete(process)
    return [...this.#otherProcesses.values()]
  }

  /** A process of an older version does not say how many are test accounts. */
  #note({ process, players, testers = 0 }: Omit<Announcement, 'testers'> & Partial<Announcement>): void {
    if (process !== this.#self)
      this.#otherProcesses.set(process, { players, testers, until: performance.now() + processTimeoutMs })
  }

  /** A process whose last player leaves says so only once, and this one may have missed it. */
  #askOthers(): void {
    this.#othersKnownAt = performance.now() + processTimeoutMs
    this.#publish(requestName, {})
  }

  #announce(): void {
    const announcement: Announcement = {
      process: this.#self,
      players: this.#connections.size,
      testers: this.#testers.size,
    }
    this.#announced = announcement.players
    this.#publish(announcementName, announcement)
  }

  #scheduleAnnouncement(): void {
    this.#pendingAnnouncement ??= setTimeout(() => {
      this.#pendingAnnouncement = undefined
      this.#announce()
    }, debounceMs).unref()
  }

  #publish(name: string, payload: object): void {
    this.#deps.bus.publish(this.#deps.db, { type: 'broadcast', name, payload }).catch((error: unknown) => {
      // The next turn of the timer announces again.
      this.#announced = undefined
      this.#deps.log.error(error, 'presence could not be announced')
    })
  }
}
