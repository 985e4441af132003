import { makeAutoObservable } from 'mobx'

/** What the player does in a frame: its presses and keys never reach our page, so its messages are what tells of them. */
export class FrameActivity {
  /** Grows with each sign of the player. */
  count = 0

  constructor() {
    makeAutoObservable(this)
  }

  note(): void {
    this.count++
  }
}
