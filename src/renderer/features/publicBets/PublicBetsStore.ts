import { makeAutoObservable, observableRef, runInAction } from 'mobx'
import { CallError } from '#contract/errors.ts'
import { fromWirePublicBet, publicBetCalls, type PublicBet } from '#contract/http/publicBets.ts'
import type { RootStore } from '../../stores/RootStore.ts'

const refreshMs = 5_000

export const betLists = ['latest', 'largest'] as const
export type BetList = (typeof betLists)[number]

/** Others' wins, of all games or of one, as long as the list is shown. */
export class PublicBetsStore {
  list: BetList = 'latest'
  state: 'loading' | 'ready' | 'failed' = 'loading'
  private lists: Record<BetList, PublicBet[]> = { latest: [], largest: [] }
  readonly #root: Pick<RootStore, 'api'>
  readonly #query: { game?: string }

  constructor(root: Pick<RootStore, 'api'>, game?: string) {
    this.#root = root
    this.#query = game === undefined ? {} : { game }
    makeAutoObservable<this, 'lists'>(this, { lists: observableRef })
  }

  betsOf(list: BetList): PublicBet[] {
    return this.lists[list]
  }

  choose(list: BetList): void {
    this.list = list
  }

  /** Loads now and every few seconds while the page is visible. Returns its cleanup. */
  start(): () => void {
    void this.load()
    const timer = setInterval(() => {
      if (!document.hidden) void this.load()
    }, refreshMs)
    return () => clearInterval(timer)
  }

  /** What is shown stays when a later load fails. */
  async load(): Promise<void> {
    try {
      const wire = await this.#root.api.call(
        publicBetCalls.bets,
        { query: this.#query },
        { loading: false, ownFailure: true },
      )
      runInAction(() => {
        this.lists = {
          latest: wire.latest.map(fromWirePublicBet),
          largest: wire.largest.map(fromWirePublicBet),
        }
        this.state = 'ready'
      })
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      runInAction(() => {
        if (this.state === 'loading') this.state = 'failed'
      })
    }
  }
}
