import { existsSync, readFileSync } from 'node:fs'
import * as v from 'valibot'
import { writeWhole } from '../writeWhole.ts'

/** Wrong PINs until the lockout. */
const maxErrors = 5
const lockoutMs = 15 * 60_000
/** How much of the lockout a killed application loses at most. */
const saveEveryMs = 5_000

const fileSchema = v.object({
  errors: v.pipe(v.number(), v.minValue(0), v.maxValue(maxErrors)),
  lockedMs: v.pipe(v.number(), v.minValue(0), v.maxValue(lockoutMs)),
})
type Stored = v.InferOutput<typeof fileSchema>

/**
 * Counts wrong PINs across restarts. An attempt is written as an error before it is checked, so a kill during the check
 * does not give it back. What is kept of a lockout is the time that is left, counted down by the monotonic clock while
 * the application runs: neither the system's clock nor a restart shortens it.
 */
export class Attempts {
  readonly #file: string
  readonly #now: () => number
  readonly #stored: Stored
  /** When `lockedMs` was right, in ms of the monotonic clock. */
  #countedAt: number
  #timer: NodeJS.Timeout | undefined

  constructor(file: string, now: () => number = () => performance.now()) {
    this.#file = file
    this.#now = now
    this.#stored = read(file)
    this.#countedAt = now()
    this.#keepCounting()
  }

  get left(): number {
    return maxErrors - this.#stored.errors
  }

  get lockedMs(): number {
    return Math.max(0, this.#stored.lockedMs - (this.#now() - this.#countedAt))
  }

  /** To be called before a PIN is checked. False: it must not be. */
  begin(): boolean {
    if (this.lockedMs > 0) return false
    const errors = this.left === 0 ? 1 : this.#stored.errors + 1
    return this.#set({ errors, lockedMs: errors === maxErrors ? lockoutMs : 0 })
  }

  /** The PIN was right. */
  forgive(): void {
    this.#set({ errors: 0, lockedMs: 0 })
  }

  #set(stored: Stored): boolean {
    try {
      writeWhole(this.#file, JSON.stringify(stored))
    } catch (error) {
      // What cannot be counted is not allowed.
      console.error('palpite: a PIN cannot be counted', error instanceof Error ? error.message : error)
      return false
    }
    Object.assign(this.#stored, stored)
    this.#countedAt = this.#now()
    this.#keepCounting()
    return true
  }

  /** Writes what is left of a lockout now and then. */
  #keepCounting(): void {
    clearTimeout(this.#timer)
    if (this.#stored.lockedMs === 0) return
    this.#timer = setTimeout(
      () => this.#set({ errors: this.#stored.errors, lockedMs: this.lockedMs }),
      Math.min(saveEveryMs, this.lockedMs),
    )
    this.#timer.unref()
  }
}

/** A damaged file is a lockout. */
function read(file: string): Stored {
  if (!existsSync(file)) return { errors: 0, lockedMs: 0 }
  try {
    return v.parse(fileSchema, JSON.parse(readFileSync(file, 'utf8')))
  } catch (error) {
    console.error('palpite: the count of wrong PINs is damaged', error instanceof Error ? error.name : '')
    return { errors: maxErrors, lockedMs: lockoutMs }
  }
}
