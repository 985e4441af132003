import { makeAutoObservable, observableRef, runInAction } from 'mobx'
import type { RootStore } from '../../stores/RootStore.ts'
import { isPending, Placement, type Order, type Outcome } from './Placement.ts'

/** The stages of a placement, the one that the player most needs to know of first. */
const stages = ['retrying', 'sending', 'waiting'] as const

/** The bets that are being placed. */
export class Placements {
  list: Placement[] = []
  isBusy = false
  readonly #root: RootStore
  readonly #onOutcome: (order: Order, outcome: Outcome) => void

  constructor(root: RootStore, onOutcome: (order: Order, outcome: Outcome) => void) {
    this.#root = root
    this.#onOutcome = onOutcome
    makeAutoObservable(this, { list: observableRef })
  }

  /** The one stage that is shown for all of them; null while nothing is being placed. */
  get progress(): Placement['state'] | null {
    if (!this.isBusy) return null
    return stages.find((stage) => this.list.some(({ state }) => state === stage)) ?? 'sending'
  }

  /** Whether the leg of this id is part of a bet that is being placed. */
  has(id: string): boolean {
    return this.list.some(({ order }) => order.legs.some((leg) => leg.id === id))
  }

  /**
   * Sends the orders one after the other; bets that wait for acceptance do so while the next ones are sent.
   * Returns when the outcome of each is known. Sends nothing more once money or session has run out.
   */
  async place(orders: readonly Order[]): Promise<void> {
    this.isBusy = true
    try {
      const waiting: Promise<void>[] = []
      for (const order of orders) {
        const placement = new Placement(this.#root, order)
        runInAction(() => (this.list = [...this.list, placement]))
        const outcome = await placement.send()
        if (isPending(outcome)) waiting.push(this.awaitAcceptance(placement, outcome.ticket.id))
        else this.finish(placement, outcome)
        if (outcome.kind === 'funds' || outcome.kind === 'loggedOut') break
      }
      await Promise.all(waiting)
    } finally {
      runInAction(() => {
        this.isBusy = false
        this.list = []
      })
    }
  }

  private async awaitAcceptance(placement: Placement, ticketId: string): Promise<void> {
    this.finish(placement, await placement.awaitAcceptance(ticketId))
  }

  private finish(placement: Placement, outcome: Outcome): void {
    this.list = this.list.filter((each) => each !== placement)
    this.#onOutcome(placement.order, outcome)
  }
}
