import { makeAutoObservable } from 'mobx'

const startMs = 600

/** The loading indicator of spec §4: on while any request runs that did not ask for silence. */
export class LoadingStore {
  /** The app itself is starting: clears after 600 ms (spec §9). */
  isStarting = true
  private running = 0

  constructor() {
    makeAutoObservable(this)
  }

  get isOn(): boolean {
    return this.running > 0
  }

  start(): void {
    setTimeout(() => this.started(), startMs)
  }

  change(delta: 1 | -1): void {
    this.running += delta
  }

  private started(): void {
    this.isStarting = false
  }
}
