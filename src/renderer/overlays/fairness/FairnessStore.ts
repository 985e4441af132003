import { makeAutoObservable, observableRef, runInAction } from 'mobx'
import { clientSeedError, newSeed } from '#contract/games/fair.ts'
import { fromWireRound, gameCalls, type Round, type SeedPair } from '#contract/http/game.ts'
import { doubleCalls, fromWireDoubleState, type DoubleRound } from '#contract/http/double.ts'
import { CallError } from '#contract/errors.ts'
import { plainNumber } from '#contract/rules/typed.ts'
import type { RootStore } from '../../stores/RootStore.ts'

/** State of the fairness dialog: the player's seeds, their rotation, and the proof of one round. */
export class FairnessStore {
  seeds: SeedPair | null = null
  round: Round | null = null
  /** The chain's commitment, for a shared round (double). */
  chain: DoubleRound['proof'] | null = null
  hasFailed = false
  isRotating = false
  nextClientSeed = newSeed().slice(0, 20)
  readonly #root: RootStore
  readonly #roundId: string | undefined
  /** True when the game draws from a chain shared by all players instead of the player's own seeds. */
  readonly #isShared: boolean

  constructor(root: RootStore, roundId: string | undefined, isShared = false) {
    this.#root = root
    this.#roundId = roundId
    this.#isShared = isShared
    makeAutoObservable(this, { chain: observableRef, seeds: observableRef, round: observableRef })
  }

  get clientSeedError(): 'clientSeedInvalid' | null {
    return clientSeedError(plainNumber(this.nextClientSeed))
  }

  setClientSeed(seed: string): void {
    this.nextClientSeed = seed
  }

  async load(): Promise<void> {
    this.hasFailed = false
    try {
      if (this.#isShared) await this.loadChain()
      if (!this.#root.session.isLoggedIn) return
      if (this.#isShared) return await this.loadRound()
      const seeds = await this.#root.api.call(gameCalls.seeds, {}, { loading: false, ownFailure: true })
      runInAction(() => (this.seeds = seeds))
      await this.loadRound()
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      runInAction(() => (this.hasFailed = true))
    }
  }

  /** Reveals the active server seed and starts a new pair. */
  async rotate(): Promise<void> {
    if (this.clientSeedError || this.isRotating) return
    this.isRotating = true
    try {
      const seeds = await this.#root.api.call(gameCalls.rotateSeeds, {
        body: { clientSeed: this.nextClientSeed },
      })
      runInAction(() => {
        this.seeds = seeds
        this.nextClientSeed = newSeed().slice(0, 20)
      })
      this.#root.alerts.toast({ key: 'games.fair.rotated' })
      await this.loadRound()
    } catch (error) {
      // The request layer has shown the error; nothing changed.
      if (!(error instanceof CallError)) throw error
    } finally {
      runInAction(() => (this.isRotating = false))
    }
  }

  private async loadChain(): Promise<void> {
    const wire = await this.#root.api.call(doubleCalls.state, {}, { loading: false, ownFailure: true })
    runInAction(() => (this.chain = fromWireDoubleState(wire).round.proof))
  }

  private async loadRound(): Promise<void> {
    if (!this.#roundId) return
    const wire = await this.#root.api.call(
      gameCalls.round,
      { params: { roundId: this.#roundId } },
      { loading: false, ownFailure: true },
    )
    runInAction(() => (this.round = fromWireRound(wire)))
  }
}
