import { makeAutoObservable, observableRef, reaction, runInAction } from 'mobx'
import type { OriginalGame } from '#contract/games/gameCodes.ts'
import type { Round } from '#contract/http/game.ts'
import { max, subtract, ZERO, type Cents, type WalletBalances, type WalletName } from '#contract/money.ts'
import { CallError, isUndecided } from '#contract/errors.ts'
import { CelebrationStore } from '../../features/celebrations/CelebrationStore.ts'
import { onSessionEnd, watchSession } from '../../stores/sessionEnd.ts'
import { ignoreCallError } from '../../stores/SessionStore.ts'
import type { RootStore } from '../../stores/RootStore.ts'
import { afterFrame } from './afterFrame.ts'
import { AutoPlay, betOptions, type CallOptions } from './AutoPlay.ts'
import { BetSettings } from './BetSettings.ts'
import { GameHistory } from './GameHistory.ts'
import { PlaySession } from './PlaySession.ts'
import { playSound, winSounds } from './sounds.ts'

/** How long the result animation runs before the next press counts, in ms. */
const revealMs = { normal: 700, turbo: 120 }

/** Sends one bet and returns the settled round; `options` are passed to the call. */
export type SendBet = (stake: Cents, wallet: WalletName, options: CallOptions) => Promise<Round>

/** How probable it was that a round of these choices would return at least its payout, from 0 to 1. */
export type ChanceOf = (round: Round) => number

/**
 * Plays a game whose round is decided by one call: manual and automatic, one round at a time, with result,
 * history and wallet. The game's store adds its own choices.
 */
export class InstantPlay {
  readonly settings: BetSettings
  readonly auto: AutoPlay
  readonly history: GameHistory
  mode: 'manual' | 'auto' = 'manual'
  /** The last settled round, shown until the next one. */
  last: Round | null = null
  /** True from the press until the result is on the screen. */
  isPlaying = false
  /** True from the press until the outcome is known, which the stage then shows. */
  isWaiting = false
  readonly #root: RootStore
  readonly #game: OriginalGame
  readonly #sendBet: SendBet
  readonly #chanceOf: ChanceOf

  constructor(root: RootStore, game: OriginalGame, sendBet: SendBet, chanceOf: ChanceOf) {
    this.#root = root
    this.#game = game
    this.#sendBet = sendBet
    this.#chanceOf = chanceOf
    this.settings = new BetSettings(root)
    this.auto = new AutoPlay(root, this.settings)
    this.history = new GameHistory(root, game)
    makeAutoObservable(this, { settings: false, auto: false, history: false, last: observableRef })
  }

  get isLocked(): boolean {
    return this.isPlaying || this.auto.isRunning
  }

  /** Follows `isRunning` one frame later: automatic play locks the choices after the press that starts it has been painted. */
  get areChoicesLocked(): boolean {
    return this.auto.isRunningDeferred || (this.isPlaying && !this.auto.isRunning)
  }

  setMode(mode: 'manual' | 'auto'): void {
    this.mode = mode
  }

  /** Loads the history, after a reconnect too if it is missing, and forgets it with its player. Returns the cleanup. */
  start(): () => void {
    const { realtime } = this.#root
    void this.history.load()
    const stops = [
      onSessionEnd(this.#root, () => this.forget()),
      reaction(
        () => realtime.reconnects,
        () => {
          if (!this.history.isLoaded) void this.history.load()
        },
      ),
    ]
    return () => stops.forEach((stop) => stop())
  }

  /** Plays one round with the current stake. */
  play(): void {
    this.#root.requireLogin(() => {
      const { stake } = this.settings
      if (this.isLocked || stake === undefined || this.settings.error) return
      const options = { ...betOptions(this.settings), after: this.history.lastId }
      this.playOne(stake, options).catch((error: unknown) => {
        ignoreCallError(error)
        if (error instanceof CallError && isUndecided(error.httpStatus, error.status)) void this.reload()
      })
    })
  }

  startAuto(): void {
    this.#root.requireLogin(() => {
      void this.auto
        .run(async (stake, options) => {
          const round = await this.playOne(stake, options)
          return { stake: round.stake, payout: round.payout }
        })
        .then(() => {
          if (this.auto.mayHavePlayed) void this.reload()
        })
    })
  }

  private async playOne(stake: Cents, options: CallOptions): Promise<Round> {
    this.isPlaying = true
    this.isWaiting = true
    const isOver = watchSession(this.#root)
    this.#root.feature(CelebrationStore).endWin()
    this.sound('press')
    const reveal = this.#root.wallet.holdForReveal(this.withoutStake(stake))
    try {
      const round = await this.#sendBet(stake, this.settings.wallet, options)
      // The response is parsed in one frame, shown in the next, and counted after the history (see `afterFrame`).
      await afterFrame()
      if (isOver()) return round
      runInAction(() => {
        this.last = round
        this.isWaiting = false
      })
      await new Promise((resolve) =>
        setTimeout(resolve, this.settings.isTurbo ? revealMs.turbo : revealMs.normal),
      )
      if (isOver()) return round
      this.celebrate(round)
      this.history.add(round)
      this.#root.feature(PlaySession).record(round)
      if (this.#root.realtime.status !== 'online') this.#root.wallet.refresh().catch(ignoreCallError)
      await afterFrame()
      return round
    } finally {
      // The result line and the balance show it together.
      runInAction(() => {
        this.isPlaying = false
        this.isWaiting = false
        reveal()
      })
    }
  }

  private forget(): void {
    this.last = null
    this.history.forget()
    this.settings.reset()
    this.auto.reset()
  }

  private celebrate(round: Round): void {
    const tier = this.#root
      .feature(CelebrationStore)
      .showWin({ ...round, game: this.#game, chance: this.#chanceOf(round), isAuto: this.auto.isRunning })
    this.sound(winSounds[tier])
  }

  /** The balances with the stake deducted, as they are until the result is shown. */
  private withoutStake(stake: Cents): WalletBalances {
    const { cash, bonus } = this.#root.wallet
    const { wallet } = this.settings
    return { cash, bonus, [wallet]: max(ZERO, subtract(this.#root.wallet[wallet], stake)) }
  }

  /** The response may be lost although the round was played: loads history and wallet, and shows that round. */
  private async reload(): Promise<void> {
    this.#root.wallet.refresh().catch(ignoreCallError)
    const round = await this.history.load()
    if (!round || this.isLocked) return
    runInAction(() => (this.last = round))
    this.#root.feature(PlaySession).record(round)
  }

  private sound(name: Parameters<typeof playSound>[0]): void {
    if (this.settings.isSoundOn) playSound(name)
  }
}
