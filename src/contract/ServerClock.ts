/**
 * The server's time on a device whose own clock may be wrong or set while the page is open: it is counted by
 * `performance.now()` from what responses say. Until the first one it is the device's.
 */
export class ServerClock {
  /** The server's time when `performance.now()` was 0. */
  #origin = Date.now() - performance.now()

  /** The server's time in ms since 1970. */
  readonly now = (): number => this.#origin + performance.now()

  /** It was `time` on the server at a moment between `since`, by `performance.now()`, and now. */
  note(time: number, since: number): void {
    const earliest = time - performance.now()
    const latest = time - since
    if (this.#origin < earliest || this.#origin > latest) this.#origin = (earliest + latest) / 2
  }
}
