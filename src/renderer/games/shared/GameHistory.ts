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

  /** What a bet comes after: the same bet after another round is another action (services/api.ts). */
  get lastId(): string | undefined {
    return this.rounds[0]?.id
  }

  /** Puts a round that was just settled at the front. */
  add(round: HistoryRound): void {
    this.rounds = [round, ...this.rounds.filter(({ id }) => id !== round.id)].slice(0, shown)
  }

  forget(): void {
    this.rounds = []
    this.isLoaded = false
  }

  /** Returns the latest round if the page had the rounds before, and not this one: the response to its bet was lost. */
  async load(): Promise<Round | null> {
    if (!this.#root.session.isLoggedIn) return null
    try {
      const wire = await this.#root.api.call(
        gameCalls.history,
        { params: { gameCode: this.#gameCode }, query: { limit: shown } },
        { loading: false, ownFailure: true },
      )
      const rounds = wire.map(fromWireRound)
      const [latest] = rounds
      const isNew = this.isLoaded && !this.rounds.some(({ id }) => id === latest?.id)
      runInAction(() => {
        this.rounds = rounds
        this.isLoaded = true
      })
      return (isNew && latest) || null
    } catch (error) {
      // The history is not essential to the round: the next start or reconnect loads it again.
      if (!(error instanceof CallError)) throw error
      return null
    }
  }
}
