import type { MatchWire } from '#contract/http/sports.ts'
import { whenIdle } from '../../services/whenIdle.ts'

/** The most matches that are shown at once. */
const mostAtOnce = 4
/** How long the matches of one frame may take to render, in ms: layout and paint need the remaining time. */
const renderMs = 3
/** Matches outside the view are shown when nothing was pushed for `restMs`, after `waitMs` at the latest. */
const restMs = 600
const waitMs = 4_000
/** How long to wait for an idle period, in ms. */
const idleMs = 200
/** The most matches that are shown in one idle period. */
const mostWhenIdle = 6

/**
 * Matches that were pushed and are not shown yet. A small push is shown at once. Of a large one, the matches in view are
 * shown in the next frames, as many as a frame has time for, and the others when pushes pause or the page is idle. Of a
 * match that is pushed again meanwhile, only the newest version is shown.
 */
export class PushedMatches {
  readonly #waiting = new Map<string, MatchWire>()
  readonly #outOfView = new Set<string>()
  #cancelFrame: (() => void) | undefined
  /** Shows those outside the view when pushes pause. */
  #timer: ReturnType<typeof setTimeout> | undefined
  /** When they are shown at the latest. */
  #deadline: number | undefined
  #cancelIdle: (() => void) | undefined
  readonly #show: (matches: readonly MatchWire[]) => void

  constructor(show: (matches: readonly MatchWire[]) => void) {
    this.#show = show
  }

  add(matches: readonly MatchWire[]): void {
    for (const match of matches) {
      const waiting = this.#waiting.get(match.matchId)
      if (!waiting || waiting.version < match.version) this.#waiting.set(match.matchId, match)
    }
    const inView = this.#inView()
    if (inView.length <= mostAtOnce) this.#take(inView)
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#schedule()
  }

  /** A match that was never reported counts as in view. */
  setInView(id: string, isInView: boolean): void {
    if (!isInView) this.#outOfView.add(id)
    else if (this.#outOfView.delete(id)) this.#schedule()
  }

  /** Drops the matches that are not among these. */
  keep(ids: ReadonlySet<string>): void {
    for (const id of [...this.#waiting.keys()]) if (!ids.has(id)) this.#waiting.delete(id)
  }

  clear(): void {
    this.#waiting.clear()
    this.#cancelFrame?.()
    this.#cancelIdle?.()
    clearTimeout(this.#timer)
    this.#cancelFrame = this.#cancelIdle = this.#timer = this.#deadline = undefined
  }

  #schedule(): void {
    if (!this.#cancelFrame && this.#inView().length > 0) {
      const frame = requestAnimationFrame(() => void this.#showInView())
      this.#cancelFrame = () => cancelAnimationFrame(frame)
    }
    if (this.#waiting.size > 0 && !this.#cancelIdle) {
      this.#deadline ??= performance.now() + waitMs
      this.#timer ??= setTimeout(
        () => this.#showOthers([...this.#waiting.keys()]),
        Math.max(0, Math.min(restMs, this.#deadline - performance.now())),
      )
    }
  }

  async #showInView(): Promise<void> {
    const end = performance.now() + renderMs
    for (const id of this.#inView()) {
      if (performance.now() > end) break
      this.#take([id])
      // What has changed renders in a microtask.
      await Promise.resolve()
    }
    this.#cancelFrame = undefined
    this.#schedule()
  }

  /** Only those that wait now: while prices keep changing, the list would never be empty. */
  #showOthers(ids: readonly string[]): void {
    this.#timer = this.#deadline = undefined
    this.#cancelIdle = whenIdle(() => {
      this.#take(ids.slice(0, mostWhenIdle))
      const rest = ids.slice(mostWhenIdle)
      if (rest.length > 0) return this.#showOthers(rest)
      this.#cancelIdle = undefined
      this.#schedule()
    }, idleMs)
  }

  #inView(): string[] {
    return [...this.#waiting.keys()].filter((id) => !this.#outOfView.has(id))
  }

  #take(ids: readonly string[]): void {
    const matches = ids.flatMap((id) => this.#waiting.get(id) ?? [])
    for (const { matchId } of matches) this.#waiting.delete(matchId)
    if (matches.length > 0) this.#show(matches)
  }
}
