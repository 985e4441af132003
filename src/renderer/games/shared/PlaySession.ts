import { makeAutoObservable, observableRef, reaction } from 'mobx'
import { add, subtract, ZERO, type Cents } from '#contract/money.ts'
import type { RootStore } from '../../stores/RootStore.ts'

/** More points do not fit the chart; then every second one is left out. */
const mostPoints = 240

/** A page that is opened again later than this after the first round is another visit. */
const longestVisitMs = 12 * 3_600_000

/** As stored in session storage. */
interface Stored {
  playerId: string
  rounds: number
  staked: Cents
  net: Cents
  points: Cents[]
  startedAt: number
  stride: number
}

/**
 * What the player has bet and got back in the originals since this visit began, or since the last reset. A round counts
 * when its result is on the screen, never before. A reload does not end the visit.
 */
export class PlaySession {
  rounds = 0
  staked: Cents = ZERO
  /** The net result after each round, in cents, beginning with 0. */
  points: readonly Cents[] = [ZERO]
  /** When the first round was shown, in ms since 1970. */
  startedAt: number | null = null
  net: Cents = ZERO
  #stride = 1
  readonly #root: RootStore

  constructor(root: RootStore) {
    this.#root = root
    makeAutoObservable(this, { points: observableRef })
    reaction(
      () => root.session.player?.id,
      (id) => this.restore(id),
      { fireImmediately: true },
    )
  }

  /** A round's result has just been shown. */
  record({ stake, payout }: { stake: Cents; payout: Cents }): void {
    this.startedAt ??= this.#root.clock.now()
    this.rounds++
    this.staked = add(this.staked, stake)
    this.net = add(this.net, subtract(payout, stake))
    if (this.rounds % this.#stride === 0) this.addPoint()
    this.store()
  }

  reset(): void {
    this.clear()
    this.#root.storages.session.set('playSession', undefined)
  }

  private addPoint(): void {
    this.points = [...this.points, this.net]
    if (this.points.length <= mostPoints) return
    this.points = this.points.filter((_, index) => index % 2 === 0)
    this.#stride *= 2
  }

  private clear(): void {
    this.rounds = 0
    this.staked = ZERO
    this.net = ZERO
    this.points = [ZERO]
    this.startedAt = null
    this.#stride = 1
  }

  private store(): void {
    const playerId = this.#root.session.player?.id
    const { rounds, staked, net, points, startedAt } = this
    if (playerId === undefined || startedAt === null) return
    const stored: Stored = {
      playerId,
      rounds,
      staked,
      net,
      points: [...points],
      startedAt,
      stride: this.#stride,
    }
    this.#root.storages.session.set('playSession', stored)
  }

  /** Restores the visit of this player in this tab; another player's is cleared. */
  private restore(playerId: string | undefined): void {
    const { session, storages } = this.#root
    this.clear()
    // The player of a stored token is still loading.
    if (playerId === undefined && session.hasToken) return
    const stored = storages.session.get('playSession') as Stored | undefined
    if (!stored || stored.playerId !== playerId || this.#root.clock.now() - stored.startedAt > longestVisitMs)
      return this.reset()
    this.rounds = stored.rounds
    this.staked = stored.staked
    this.net = stored.net
    this.points = stored.points
    this.startedAt = stored.startedAt
    this.#stride = stored.stride
  }
}
