import { makeAutoObservable } from 'mobx'

const startMs = 600

/** The loading indicator: on while any request runs that did not opt out of it. */
export class LoadingStore {
  /** The app itself is starting; ends after 600 ms. */
  isStarting = true
  private running = 0

  constructor() {
    makeAutoObservable(this)
  }

  get isOn(): boolean {
    return this.running > 0
  }

  start(): void {
    setTimeout(() => this.finishStart(), startMs)
  }

  change(delta: 1 | -1): void {
    this.running += delta
  }

  private finishStart(): void {
    this.isStarting = false
  }
}
