import { makeAutoObservable, observableRef, reaction, runInAction } from 'mobx'
import { fromWirePrizes, limitCalls, type PrizeStatement } from '#contract/http/limits.ts'
import type { RootStore } from '../../stores/RootStore.ts'
import { ignoreCallError } from '../../stores/SessionStore.ts'

/** The prizes of a year, for the player's tax declaration. Without them the page is as it is where prizes are not taxed. */
export class PrizesStore {
  statement: PrizeStatement | null = null
  /** The running year in the house: of the first statement. */
  private running: number | null = null
  readonly #root: RootStore
  /** Of the newest load: older ones change nothing. */
  #load = 0

  constructor(root: RootStore) {
    this.#root = root
    makeAutoObservable(this, { statement: observableRef })
  }

  /** The years to choose from, newest first: those with bets, and always the running one. */
  get years(): number[] {
    const { statement, running } = this
    if (!statement) return []
    const all = [...statement.years, statement.year, ...(running === null ? [] : [running])]
    return [...new Set(all)].sort((one, other) => other - one)
  }

  /** Loads for whoever is logged in. Returns how to stop. */
  start(): () => void {
    const stop = reaction(
      () => this.#root.session.player?.id,
      (id) => {
        this.statement = null
        if (id !== undefined) void this.load()
        else this.#load += 1
      },
      { fireImmediately: true },
    )
    return () => {
      stop()
      this.#load += 1
    }
  }

  /** This year, or another one that the player has chosen: then a failure is shown. */
  async load(year?: number): Promise<void> {
    const load = ++this.#load
    try {
      const query = year === undefined ? {} : { year }
      const options = year === undefined ? { loading: false, ownFailure: true } : {}
      const wire = await this.#root.api.call(limitCalls.prizes, { query }, options)
      if (load !== this.#load) return
      runInAction(() => {
        this.statement = fromWirePrizes(wire)
        if (year === undefined) this.running = wire.year
      })
    } catch (error) {
      ignoreCallError(error)
    }
  }
}
