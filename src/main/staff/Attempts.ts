import { parse } from 'node:path'
import { damageOf, StoreFile } from '../storage/StoreFile.ts'
import { reasonOf } from '../reasonOf.ts'

/** Wrong PINs until the lockout. */
const maxErrors = 5
const lockoutMs = 15 * 60_000
/** How much of the lockout a killed application loses at most. */
const saveEveryMs = 5_000

interface Stored extends Record<string, number> {
  errors: number
  lockedMs: number
}

/**
 * Counts wrong PINs across restarts. An attempt is written as an error before it is checked, so a kill during the check
 * does not give it back. What is kept of a lockout is the time that is left, counted down by the monotonic clock while
 * the application runs: neither the system's clock nor a restart shortens it.
 */
export class Attempts {
  readonly #file: StoreFile<Stored>
  readonly #now: () => number
  readonly #stored: Stored
  /** When `lockedMs` was right, in ms of the monotonic clock. */
  #countedAt: number
  #timer: NodeJS.Timeout | undefined

  constructor(file: string, now: () => number = () => performance.now()) {
    this.#file = storeFile(file)
    this.#now = now
    this.#stored = read(this.#file)
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
      this.#file.write({ ...stored })
    } catch (error) {
      // What cannot be counted is not allowed.
      console.error('palpite: a PIN cannot be counted', reasonOf(error))
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

function storeFile(path: string): StoreFile<Stored> {
  const { dir, name } = parse(path)
  return new StoreFile<Stored>({
    folder: dir,
    name,
    schema: {
      errors: { type: 'number', minimum: 0, maximum: maxErrors },
      lockedMs: { type: 'number', minimum: 0, maximum: lockoutMs },
    },
    rootSchema: { required: ['errors', 'lockedMs'] },
  })
}

/** A damaged file is a lockout. */
function read(file: StoreFile<Stored>): Stored {
  try {
    return file.read() ?? { errors: 0, lockedMs: 0 }
  } catch (error) {
    console.error(`palpite: the count of wrong PINs ${damageOf(error)}`)
    return { errors: maxErrors, lockedMs: lockoutMs }
  }
}
