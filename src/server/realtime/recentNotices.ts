import type { ServerEvents } from '#contract/realtime.ts'

type Notice = ServerEvents['notice']

interface Entry {
  notice: Notice
  until: number
  /** Ids of the sessions that have got it. */
  seenBy: Set<string>
}

/** Longer than a slow page takes to load, or a phone to find its network again. */
const maxAgeMs = 120_000
const maxPerPlayer = 5
/** Of those with a recent notice. */
const maxPlayers = 10_000

/**
 * The notices of the last two minutes. A player whose page is loading has no connection: the next one brings what the
 * session has not seen. In memory, and each process has its own, because all of them get every notice: a session that
 * comes back to another process may see one twice, but misses none.
 */
export class RecentNotices {
  readonly #now: () => number
  readonly #byPlayer = new Map<string, Entry[]>()

  constructor(now = () => performance.now()) {
    this.#now = now
  }

  /** `sessions`: those of the player that are connected here and get the notice now. */
  add(userId: string, notice: Notice, sessions: Iterable<string>): void {
    const entry = { notice, until: this.#now() + maxAgeMs, seenBy: new Set(sessions) }
    const entries = [...this.#recent(userId), entry].slice(-maxPerPlayer)
    // The players with the newest notices are at the end.
    this.#byPlayer.delete(userId)
    this.#byPlayer.set(userId, entries)
    this.#prune()
  }

  /** The notices that the session has not seen, oldest first. It has seen them from now on. */
  take(userId: string, sessionId: string): Notice[] {
    const unseen = this.#recent(userId).filter(({ seenBy }) => !seenBy.has(sessionId))
    for (const { seenBy } of unseen) seenBy.add(sessionId)
    return unseen.map(({ notice }) => notice)
  }

  #recent(userId: string): Entry[] {
    const now = this.#now()
    return (this.#byPlayer.get(userId) ?? []).filter(({ until }) => until > now)
  }

  #prune(): void {
    const now = this.#now()
    for (const [userId, entries] of this.#byPlayer) {
      const isOver = (entries.at(-1)?.until ?? 0) <= now
      if (!isOver && this.#byPlayer.size <= maxPlayers) return
      this.#byPlayer.delete(userId)
    }
  }
}
