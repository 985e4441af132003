import { makeAutoObservable, observableRef, runInAction } from 'mobx'
import { floats, sha256Hex } from '#contract/games/fair.ts'
import { drawFor, isFairGame, recompute, type FairGame, type Outcome } from '#contract/games/recompute.ts'
import { REELS } from '#contract/games/slots.ts'
import { fromWireRound, gameCalls } from '#contract/http/game.ts'
import type { RowDoubleMode } from '#contract/games/rowDouble.ts'
import { ignoreCallError } from './SessionStore.ts'
import type { RootStore } from './RootStore.ts'

export interface Verified {
  game: FairGame
  outcome: Outcome
  floats: number[]
  /** Of the server seed typed in. */
  hash: string
}

/** Recomputes a round on this device alone (WebCrypto, no network): PRODUCT.md section 6. */
export class VerifierStore {
  game: FairGame = 'mines'
  serverSeed = ''
  clientSeed = ''
  nonce = 0
  mineCount = 3
  mode: RowDoubleMode = 'easy'
  /** The hash that was shown before play, where it is known. */
  shownHash = ''
  result: Verified | null = null
  isIncomplete = false

  constructor(private readonly root: RootStore) {
    makeAutoObservable<this, 'root'>(this, { root: false, result: observableRef })
  }

  get matchesHash(): boolean | null {
    if (!this.result || !this.shownHash.trim()) return null
    return this.result.hash === this.shownHash.trim().toLowerCase()
  }

  change(
    values: Partial<
      Pick<VerifierStore, 'game' | 'serverSeed' | 'clientSeed' | 'nonce' | 'mineCount' | 'mode' | 'shownHash'>
    >,
  ): void {
    Object.assign(this, values)
    this.result = null
  }

  /** Fills the form from a round of the player's history. */
  async fill(roundId: string): Promise<void> {
    try {
      const wire = await this.root.api.call(gameCalls.round, { params: { roundId } }, { loading: false })
      const round = fromWireRound(wire)
      if (!isFairGame(round.gameCode)) return
      const { mineCount, mode } = round.params as { mineCount?: number; mode?: RowDoubleMode }
      runInAction(() =>
        this.change({
          game: round.gameCode as FairGame,
          serverSeed: round.proof.serverSeed ?? '',
          clientSeed: round.proof.clientSeed,
          nonce: round.proof.nonce,
          shownHash: round.proof.serverSeedHash,
          ...(mineCount ? { mineCount } : {}),
          ...(mode ? { mode } : {}),
        }),
      )
      if (round.proof.serverSeed) await this.verify()
    } catch (error) {
      ignoreCallError(error)
    }
  }

  async verify(): Promise<void> {
    const serverSeed = this.serverSeed.trim()
    const clientSeed = this.clientSeed.trim()
    this.isIncomplete = serverSeed === '' || clientSeed === ''
    if (this.isIncomplete) return
    const params = { mineCount: this.mineCount, mode: this.mode }
    const { game, nonce } = this
    const outcome = await recompute(game, serverSeed, clientSeed, nonce, params)
    const draw = drawFor(game, params)
    const numbers = draw.ok ? await floats(serverSeed, clientSeed, nonce, draw.value.floatCount) : []
    const hash = await sha256Hex(serverSeed)
    runInAction(
      () =>
        (this.result = outcome.ok
          ? { game, outcome: outcome.value, floats: numbers.slice(0, usedFloats(outcome.value)), hash }
          : null),
    )
  }
}

/** A slot may take many floats, and mostly takes those of one spin. */
function usedFloats(outcome: Outcome): number | undefined {
  return 'freeStops' in outcome ? REELS * (1 + outcome.freeStops.length) : undefined
}
