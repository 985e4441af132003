import { makeAutoObservable, observableRef, reaction } from 'mobx'
import { add, subtract, ZERO, type Cents } from '#contract/money.ts'
import type { RootStore } from '../../stores/RootStore.ts'

/** More points do not fit the chart; then every second one is left out. */
const mostPoints = 240

/**
 * What the player has bet and got back in the originals since this visit began, or since the last reset. A round counts
 * when its result is on the screen, never before.
 */
export class PlaySession {
  rounds = 0
  staked: Cents = ZERO
  /** The net result after each round, in cents, beginning with 0. */
  points: readonly Cents[] = [ZERO]
  /** When the first round was shown, in ms since 1970. */
  startedAt: number | null = null
  net: Cents = ZERO
  private stride = 1

  constructor(root: RootStore) {
    makeAutoObservable<this, 'stride'>(this, { points: observableRef, stride: false })
    reaction(
      () => root.session.player?.id,
      () => this.reset(),
    )
  }

  /** A round's result has just been shown. */
  record({ stake, payout }: { stake: Cents; payout: Cents }): void {
    this.startedAt ??= Date.now()
    this.rounds++
    this.staked = add(this.staked, stake)
    this.net = add(this.net, subtract(payout, stake))
    if (this.rounds % this.stride !== 0) return
    this.points = [...this.points, this.net]
    if (this.points.length <= mostPoints) return
    this.points = this.points.filter((_, index) => index % 2 === 0)
    this.stride *= 2
  }

  reset(): void {
    this.rounds = 0
    this.staked = ZERO
    this.net = ZERO
    this.points = [ZERO]
    this.startedAt = null
    this.stride = 1
  }
}
