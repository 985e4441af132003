import { makeAutoObservable, observableRef, runInAction } from 'mobx'
import type { RootStore } from '../RootStore.ts'
import { isWaiting, Placement, type Order, type Outcome } from './Placement.ts'

const stages = ['retrying', 'sending', 'waiting'] as const

/** The tickets that are on their way. */
export class Placements {
  list: Placement[] = []
  isBusy = false

  constructor(
    private readonly root: RootStore,
    private readonly onEnd: (order: Order, outcome: Outcome) => void,
  ) {
    makeAutoObservable<this, 'root' | 'onEnd'>(this, { root: false, onEnd: false, list: observableRef })
  }

  /** What the player should know of all of them: the stage that says most. null: nothing is on its way. */
  get progress(): Placement['state'] | null {
    if (!this.isBusy) return null
    return stages.find((stage) => this.list.some(({ state }) => state === stage)) ?? 'sending'
  }

  has(id: string): boolean {
    return this.list.some(({ order }) => order.legs.some((leg) => leg.id === id))
  }

  /**
   * A call for each, in turn; those that wait for their acceptance do so while the next are sent. Ends when all
   * is known of each. Nothing more is sent once the money or the session has come to an end.
   */
  async place(orders: readonly Order[]): Promise<void> {
    this.isBusy = true
    try {
      const waiting: Promise<void>[] = []
      for (const order of orders) {
        const placement = new Placement(this.root, order)
        runInAction(() => (this.list = [...this.list, placement]))
        const outcome = await placement.send()
        if (isWaiting(outcome)) waiting.push(this.follow(placement, outcome.ticket.id))
        else this.end(placement, outcome)
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

  private async follow(placement: Placement, ticketId: string): Promise<void> {
    this.end(placement, await placement.follow(ticketId))
  }

  private end(placement: Placement, outcome: Outcome): void {
    this.list = this.list.filter((each) => each !== placement)
    this.onEnd(placement.order, outcome)
  }
}
