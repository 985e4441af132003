import { makeAutoObservable, observableShallow, runInAction } from 'mobx'
import { fromWireRound, gameCalls, type Round } from '#contract/http/game.ts'
import { CallError } from '#contract/errors.ts'
import type { Cents } from '#contract/money.ts'
import type { RootStore } from '../../stores/RootStore.ts'

const shown = 20

/** What a player bet in a round: `params` are the choices, as the server returns them. */
export type LastBet = Pick<Round, 'stake' | 'wallet' | 'params'>

/** What the strip shows of a round; its proof loads when the row is opened. */
export type HistoryRound = Pick<Round, 'id' | 'status' | 'multiplier' | 'outcome'> &
  LastBet & {
    /** Missing in a round that was added here and not loaded. */
    payout?: Cents
  }

/** The player's latest rounds of one game, newest first, each with its proof. */
export class GameHistory {
  rounds: HistoryRound[] = []
  /** Of a player, until the rounds are loaded: there may be some. */
  isLoaded = false
  readonly #root: RootStore
  readonly #gameCode: string

  constructor(root: RootStore, gameCode: string) {
    this.#root = root
    this.#gameCode = gameCode
    makeAutoObservable(this, { rounds: observableShallow })
  }

  get lastBet(): LastBet | undefined {
    return this.rounds[0]
  }

  /** Puts a round that was just settled at the front. */
  add(round: HistoryRound): void {
    this.rounds = [round, ...this.rounds.filter(({ id }) => id !== round.id)].slice(0, shown)
  }

  forget(): void {
    this.rounds = []
    this.isLoaded = false
  }

  async load(): Promise<void> {
    if (!this.#root.session.isLoggedIn) return
    try {
      const wire = await this.#root.api.call(
        gameCalls.history,
        { params: { gameCode: this.#gameCode }, query: { limit: shown } },
        { loading: false, ownFailure: true },
      )
      runInAction(() => {
        this.rounds = wire.map(fromWireRound)
        this.isLoaded = true
      })
    } catch (error) {
      // The history is not essential to the round: the next start or reconnect loads it again.
      if (!(error instanceof CallError)) throw error
    }
  }
}
