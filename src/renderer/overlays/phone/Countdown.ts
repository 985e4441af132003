import { makeAutoObservable, runInAction } from 'mobx'

/** Whole seconds that count down to 0, by a clock that nobody sets. */
export class Countdown {
  secondsLeft = 0
  #timer: ReturnType<typeof setInterval> | undefined

  constructor() {
    makeAutoObservable(this)
  }

  start(seconds: number, onEnd: () => void): void {
    this.stop()
    const end = performance.now() + seconds * 1_000
    this.secondsLeft = seconds
    this.#timer = setInterval(() => {
      const left = Math.max(0, Math.ceil((end - performance.now()) / 1_000))
      runInAction(() => (this.secondsLeft = left))
      if (left > 0) return
      this.stop()
      onEnd()
    }, 1_000)
  }

  stop(): void {
    clearInterval(this.#timer)
  }
}
