/** How long an undo is offered, in ms. */
export const undoMs = 10_000
const noticeMs = 6_000

export type NoticeTone = 'good' | 'bad' | 'info'

export interface Notice {
  id: number
  tone: NoticeTone
  text: string
  detail?: string
  /** A page that shows more. */
  link?: { to: string; label: string }
  /** The action waits: it can be undone until then, in ms since the epoch. */
  undoUntil?: number
}

interface Waiting {
  /** Reports its failure itself. The signal: the page is being left. */
  run: (leaving: AbortSignal) => Promise<void>
  onUndo?: () => void
}

/**
 * What the office says at the edge of the page, and the actions that wait to be undone. An undoable action is carried out
 * when its time is over, and at once when the page is left: what somebody decided is not lost by closing the window. Each
 * has its own ten seconds, so that a queue can be worked off without waiting; ra-core's own queue has one place.
 */
export class NoticeStore {
  private notices: readonly Notice[] = []
  private readonly waiting = new Map<number, Waiting>()
  private readonly running = new Map<Promise<void>, AbortController>()
  private readonly timers = new Map<number, ReturnType<typeof setTimeout>>()
  private readonly listeners = new Set<() => void>()
  private lastId = 0

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  readonly get = (): readonly Notice[] => this.notices

  say(tone: NoticeTone, text: string, more: Pick<Notice, 'detail' | 'link'> = {}): void {
    const id = this.add({ tone, text, ...more })
    // An error stays until it is closed: it may have to be read twice.
    if (tone !== 'bad') this.startTimer(id, noticeMs, () => this.remove(id))
  }

  /** `run` is called once, unless it is undone. */
  offerUndo(text: string, run: Waiting['run'], onUndo?: () => void): void {
    const id = this.add({ tone: 'info', text, undoUntil: Date.now() + undoMs })
    this.waiting.set(id, { run, ...(onUndo ? { onUndo } : {}) })
    this.startTimer(id, undoMs, () => this.carryOut(id))
  }

  /** False: it was too late. */
  undo(id: number): boolean {
    const entry = this.waiting.get(id)
    if (!entry) return false
    this.waiting.delete(id)
    this.remove(id)
    entry.onUndo?.()
    return true
  }

  /** Undoes what was done last; false where nothing can be undone. */
  undoLast(): boolean {
    const last = [...this.waiting.keys()].at(-1)
    return last !== undefined && this.undo(last)
  }

  /** Carries out everything that waits, because the person logs out; resolves when nothing is under way any more. */
  async finish(): Promise<void> {
    this.carryOutAll()
    await Promise.all(this.running.keys())
  }

  /** The page is being left: what waits and what is under way is sent at once. */
  leave(): void {
    for (const leaving of this.running.values()) leaving.abort()
    this.carryOutAll(true)
  }

  close(id: number): void {
    if (this.waiting.has(id)) this.carryOut(id)
    else this.remove(id)
  }

  private carryOutAll(isLeaving = false): void {
    for (const id of [...this.waiting.keys()]) this.carryOut(id, isLeaving)
  }

  private carryOut(id: number, isLeaving = false): void {
    const entry = this.waiting.get(id)
    this.waiting.delete(id)
    this.remove(id)
    if (!entry) return
    const leaving = new AbortController()
    if (isLeaving) leaving.abort()
    const done = entry.run(leaving.signal).finally(() => this.running.delete(done))
    this.running.set(done, leaving)
  }

  private add(notice: Omit<Notice, 'id'>): number {
    const id = ++this.lastId
    this.set([...this.notices, { id, ...notice }])
    return id
  }

  private remove(id: number): void {
    clearTimeout(this.timers.get(id))
    this.timers.delete(id)
    this.set(this.notices.filter((notice) => notice.id !== id))
  }

  private startTimer(id: number, ms: number, done: () => void): void {
    this.timers.set(id, setTimeout(done, ms))
  }

  private set(notices: readonly Notice[]): void {
    this.notices = notices
    for (const listener of this.listeners) listener()
  }
}
