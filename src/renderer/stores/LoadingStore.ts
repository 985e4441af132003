import { makeAutoObservable } from 'mobx'

const startMs = 600

/** The loading indicator: on while any request runs that did not opt out of it. */
export class LoadingStore {
  /** The app itself is starting; ends 600 ms after its first render. */
  isStarting = true
  private running = 0

  constructor() {
    makeAutoObservable(this)
  }

  get isOn(): boolean {
    return this.running > 0
  }

  /** The first render is on the page. Returns what stops the timer. */
  start(): () => void {
    const timer = setTimeout(() => this.finishStart(), startMs)
    return () => clearTimeout(timer)
  }

  change(delta: 1 | -1): void {
    this.running += delta
  }

  private finishStart(): void {
    this.isStarting = false
  }
}
