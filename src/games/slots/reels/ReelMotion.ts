/** How a reel turns: in symbols and seconds. */
export interface ReelPace {
  /** Symbols a second at full speed. */
  speed: number
  /** How long it takes to reach that. */
  rampMs: number
  /** How far it swings beyond its stop, and for how long. */
  swing: number
  swingMs: number
  /** Symbols that pass once it knows where to stop. */
  runOut: number
}

export const paces: Record<'normal' | 'turbo', ReelPace> = {
  normal: { speed: 25, rampMs: 190, swing: 0.26, swingMs: 300, runOut: 5 },
  turbo: { speed: 36, rampMs: 70, swing: 0.13, swingMs: 150, runOut: 3 },
}

/** It gives way upwards before it falls: that is what makes it heavy. */
const windUpMs = 90
const windUpSpeed = 2.6
/** A hidden tab draws nothing: the time that it missed is not made up for in one leap. */
const longestStepMs = 50

/**
 * One reel: where it stands, and how it moves. `position` is the index of the strip in the top row, with a
 * fraction; symbols fall, so it counts down. Time comes from outside (ms).
 */
export class ReelMotion {
  position: number
  /** Symbols a second, downwards. */
  speed = 0
  state: 'rest' | 'turning' | 'landing' | 'swinging' = 'rest'
  private since = 0
  private last = 0
  private stop = 0
  private pace: ReelPace = paces.normal

  constructor(stop: number) {
    this.position = stop
  }

  /** Begins to turn at `now`, which may lie ahead. */
  turn(now: number, pace: ReelPace): void {
    this.state = 'turning'
    this.pace = pace
    this.since = now
    this.last = now
  }

  /** Stops at `stop`. What passes until then is blurred: the strip may leap unseen, its fraction stays. */
  land(stop: number): void {
    const fraction = this.position - Math.floor(this.position)
    this.stop = stop
    this.position = stop + this.pace.runOut + fraction
    this.speed = this.pace.speed
    this.state = 'landing'
  }

  /** Stands at once. */
  place(stop: number): void {
    this.position = stop
    this.speed = 0
    this.state = 'rest'
  }

  /** Moves on to `now`; true in the step in which it hits its stop. */
  step(now: number): boolean {
    const passed = Math.min(longestStepMs, Math.max(0, now - this.last))
    this.last = Math.max(this.last, now)
    switch (this.state) {
      case 'rest':
        return false
      case 'turning':
        this.speed = this.speedAt(now - this.since)
        this.position -= (this.speed * passed) / 1000
        return false
      case 'landing':
        this.position -= (this.speed * passed) / 1000
        if (this.position > this.stop) return false
        this.position = this.stop
        this.speed = 0
        this.state = 'swinging'
        this.since = now
        return true
      case 'swinging': {
        const part = (now - this.since) / this.pace.swingMs
        if (part >= 1) this.place(this.stop)
        else this.position = this.stop - this.pace.swing * Math.sin(Math.PI * part) * (1 - part)
        return false
      }
    }
  }

  private speedAt(ms: number): number {
    if (ms < 0) return 0
    if (ms < windUpMs) return -windUpSpeed
    const part = Math.min(1, (ms - windUpMs) / this.pace.rampMs)
    return this.pace.speed * part * part
  }
}
