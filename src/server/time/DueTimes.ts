/** Times at which something is due in this process: who makes it due adds them, and one listener acts. */
export class DueTimes {
  #onTime: ((at: Date) => void) | undefined

  /** Without a listener nothing happens. */
  add(at: Date): void {
    this.#onTime?.(at)
  }

  /** Replaces the listener; undefined: none. */
  listen(onTime: ((at: Date) => void) | undefined): void {
    this.#onTime = onTime
  }
}
