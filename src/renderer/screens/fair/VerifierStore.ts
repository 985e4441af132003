import { makeAutoObservable, observableRef, runInAction } from 'mobx'
import { webCryptoHashes } from '#contract/games/fair.ts'
import { isFairGame, type FairGame } from '#contract/games/fairGames.ts'
import { verifyRound, type Verification } from '#contract/games/verify.ts'
import { doubleCalls, fromWireDoubleState } from '#contract/http/double.ts'
import { gameCalls } from '#contract/http/game.ts'
import { fromWireHidden, publicBetCalls, type PublicBet } from '#contract/http/publicBets.ts'
import type { RowDoubleMode } from '#contract/games/rowDouble.ts'
import { saveFile } from '../../services/saveFile.ts'
import type { RootStore } from '../../stores/RootStore.ts'
import { ignoreCallError } from '../../stores/SessionStore.ts'

/** Recomputes a round on this device alone, without network. */
export class VerifierStore {
  game: FairGame = 'mines'
  serverSeed = ''
  clientSeed = ''
  nonce = 0
  mineCount = 3
  mode: RowDoubleMode = 'easy'
  /** The hash that was shown before play; '' when unknown. */
  shownHash = ''
  /** Commitment of the chain of a shared round; '' when unknown. */
  commitment = ''
  result: Verification | null = null
  isIncomplete = false
  /** The round of somebody else that fills the form. */
  publicRound: Pick<PublicBet, 'gameCode' | 'multiplier' | 'payout' | 'time'> | null = null
  /** Counts the changes of the form: what was under way before one is dropped. */
  #changes = 0
  readonly #root: RootStore

  constructor(root: RootStore) {
    this.#root = root
    makeAutoObservable(this, { result: observableRef, publicRound: observableRef })
  }

  change(
    values: Partial<
      Pick<
        VerifierStore,
        'game' | 'serverSeed' | 'clientSeed' | 'nonce' | 'mineCount' | 'mode' | 'shownHash' | 'commitment'
      >
    >,
  ): void {
    Object.assign(this, values)
    this.result = null
    this.#changes++
  }

  /** Fills the form from a round of the player's history, or from a public round, whose facts are shown too. */
  async fill(roundId: string, isPublic = false): Promise<void> {
    const changes = ++this.#changes
    try {
      const call = isPublic ? publicBetCalls.round : gameCalls.round
      const round = await this.#root.api.call(call, { params: { roundId } }, { loading: false })
      if (changes !== this.#changes) return
      runInAction(() => {
        const { gameCode, multiplier, payout, time } = round
        this.publicRound = isPublic ? { gameCode, multiplier, payout: fromWireHidden(payout), time } : null
      })
      if (!isFairGame(round.gameCode)) return
      const commitment = round.gameCode === 'double' ? await this.commitmentOf(round.proof.clientSeed) : ''
      if (changes !== this.#changes) return
      const { mineCount, mode } = round.params as { mineCount?: number; mode?: RowDoubleMode }
      runInAction(() =>
        this.change({
          game: round.gameCode as FairGame,
          serverSeed: round.proof.serverSeed ?? '',
          clientSeed: round.proof.clientSeed,
          nonce: round.proof.nonce,
          shownHash: round.proof.serverSeedHash,
          commitment,
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
    const { game, serverSeed, clientSeed, nonce, shownHash, mineCount, mode } = this
    this.isIncomplete = serverSeed.trim() === '' || clientSeed.trim() === ''
    if (this.isIncomplete) return
    const commitment = game === 'double' ? this.commitment : ''
    const claim = { game, serverSeed, clientSeed, nonce, shownHash, commitment, params: { mineCount, mode } }
    const changes = this.#changes
    const verified = await verifyRound(claim, await hashes())
    if (changes !== this.#changes) return
    runInAction(() => (this.result = verified.ok ? verified.value : null))
  }

  /** Saves the verifier as a file, a page that works offline. */
  save(page: string): void {
    saveFile(`${__BRAND_ID__}-fair.html`, page, 'text/html;charset=utf-8')
    this.#root.alerts.toast({ key: 'play.verifier.saved' })
  }

  saveFailed(): void {
    this.#root.alerts.toast({ key: 'play.verifier.failed' }, 'error')
  }

  /** The current chain's commitment when the round belongs to it; otherwise ''. */
  private async commitmentOf(clientSeed: string): Promise<string> {
    const wire = await this.#root.api.call(doubleCalls.state, {}, { loading: false, ownFailure: true })
    const { proof } = fromWireDoubleState(wire).round
    return proof.clientSeed === clientSeed ? proof.commitment : ''
  }
}

/** Browsers offer WebCrypto only to https pages, which a venue's network may lack. */
async function hashes() {
  return 'subtle' in globalThis.crypto
    ? webCryptoHashes
    : (await import('#contract/games/pureHashes.ts')).pureHashes
}
