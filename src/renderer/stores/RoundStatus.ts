import { makeAutoObservable } from 'mobx'

/** Whether a round, automatic play or the placing of a bet is under way on this page. Offers wait for its end. */
export class RoundStatus {
  isRunning = false

  constructor() {
    makeAutoObservable(this)
  }

  set(isRunning: boolean): void {
    this.isRunning = isRunning
  }
}
