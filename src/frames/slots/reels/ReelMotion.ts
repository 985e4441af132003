/** How a reel turns. */
export interface ReelPace {
  /** Full speed, in symbols per second. */
  speed: number
  /** Time to reach full speed. */
  rampMs: number
  /** How far it swings beyond its stop, in symbols, and for how long. */
  swing: number
  swingMs: number
  /** Symbols that still pass once the stop is known. */
  rampSymbols: number
}

export const paces: Record<'normal' | 'turbo', ReelPace> = {
  normal: { speed: 25, rampMs: 190, swing: 0.26, swingMs: 300, rampSymbols: 5 },
  turbo: { speed: 36, rampMs: 70, swing: 0.13, swingMs: 150, rampSymbols: 3 },
}

/** At first the reel moves slightly upwards, which makes it look heavy. */
const windUpMs = 90
const windUpSpeed = 2.6
/** A hidden tab gets no frames; the time that it missed must not pass in one step. */
const longestStepMs = 50

/**
 * The position and the motion of one reel. `position` is the index on the strip of the symbol in the top row, with
 * a fraction; it decreases, as symbols fall. The caller passes the time, in ms.
 */
export class ReelMotion {
  position: number
  /** Symbols per second, downwards. */
  speed = 0
  state: 'rest' | 'turning' | 'landing' | 'swinging' = 'rest'
  #since = 0
  #last = 0
  #stop = 0
  #pace: ReelPace = paces.normal

  constructor(stop: number) {
    this.position = stop
  }

  /** Starts to turn at `now`, which may be in the future. */
  turn(now: number, pace: ReelPace): void {
    this.state = 'turning'
    this.#pace = pace
    this.#since = now
    this.#last = now
  }

  /** Comes to rest at `stop`. The reel is blurred until then, so the jump to the symbols before `stop` is not seen. */
  land(stop: number): void {
    const fraction = this.position - Math.floor(this.position)
    this.#stop = stop
    this.position = stop + this.#pace.rampSymbols + fraction
    this.speed = this.#pace.speed
    this.state = 'landing'
  }

  /** Stands at `stop` at once. */
  place(stop: number): void {
    this.position = stop
    this.speed = 0
    this.state = 'rest'
  }

  /** Moves on to `now`. Returns true in the step in which it reaches its stop. */
  step(now: number): boolean {
    const passed = Math.min(longestStepMs, Math.max(0, now - this.#last))
    this.#last = Math.max(this.#last, now)
    switch (this.state) {
      case 'rest':
        return false
      case 'turning':
        this.speed = this.#speedAt(now - this.#since)
        this.position -= (this.speed * passed) / 1000
        return false
      case 'landing':
        this.position -= (this.speed * passed) / 1000
        if (this.position > this.#stop) return false
        this.position = this.#stop
        this.speed = 0
        this.state = 'swinging'
        this.#since = now
        return true
      case 'swinging': {
        const part = (now - this.#since) / this.#pace.swingMs
        if (part >= 1) this.place(this.#stop)
        else this.position = this.#stop - this.#pace.swing * Math.sin(Math.PI * part) * (1 - part)
        return false
      }
    }
  }

  #speedAt(ms: number): number {
    if (ms < 0) return 0
    if (ms < windUpMs) return -windUpSpeed
    const part = Math.min(1, (ms - windUpMs) / this.#pace.rampMs)
    return this.#pace.speed * part * part
  }
}
