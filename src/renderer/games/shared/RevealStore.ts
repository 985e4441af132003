import { action, computed, makeObservable, observable, observableRef, runInAction } from 'mobx'
import { CallError } from '#contract/errors.ts'
import type { OriginalGame } from '#contract/games/gameCodes.ts'
import { toWireWallet } from '#contract/http/wallet.ts'
import { toWireAmount, ZERO, type Cents, type WalletName } from '#contract/money.ts'
import { CelebrationStore } from '../../features/celebrations/CelebrationStore.ts'
import { inSession, onSessionEnd } from '../../stores/sessionEnd.ts'
import { ignoreCallError } from '../../stores/SessionStore.ts'
import type { RootStore } from '../../stores/RootStore.ts'
import { afterFrame } from './afterFrame.ts'
import { AutoPlay, betOptions, type CallOptions, type PlayedRound } from './AutoPlay.ts'
import { BetSettings } from './BetSettings.ts'
import { FieldRows } from './FieldRows.ts'
import { GameHistory, type LastBet } from './GameHistory.ts'
import { PlaySession } from './PlaySession.ts'
import { playSound, winSounds } from './sounds.ts'

/** Fields that every tap-by-tap round has. */
export interface RevealRound {
  id: string
  stake: Cents
  payout: Cents
  multiplier: number
  wallet: WalletName
  status: 'open' | 'won' | 'lost' | 'refunded'
}

/** The part of a bet that all tap-by-tap games send. */
export interface StakeBody {
  amount: number
  wallet: ReturnType<typeof toWireWallet>
}

/**
 * A game whose round is opened by a bet, revealed tap by tap and cashed out (mines, rowDouble), as the player
 * sees it. The server decides. Taps are queued and sent one after the other; the remaining queue is
 * dropped when the round ends. An unfinished round is resumed.
 */
export abstract class RevealStore<Round extends RevealRound> {
  readonly settings: BetSettings
  readonly auto: AutoPlay
  readonly history: GameHistory
  mode: 'manual' | 'auto' = 'manual'
  /** The open round, or the last one until the next bet. */
  round: Round | null = null
  isBetting = false
  isCashingOut = false
  /** Taps without a response yet, in order. */
  taps: number[] = []
  /** Tiles that automatic rounds reveal, in order. */
  chosen: number[] = []
  /** What the field shows. */
  protected readonly rows: FieldRows<Round>

  protected constructor(
    protected readonly root: RootStore,
    private readonly game: OriginalGame,
    rowCount: number,
  ) {
    this.rows = new FieldRows(rowCount)
    this.settings = new BetSettings(root)
    this.auto = new AutoPlay(root, this.settings)
    this.history = new GameHistory(root, game)
    makeObservable<this, 'queueTap' | 'clearLastRound' | 'showRound' | 'clearRound' | 'forget'>(this, {
      mode: observable,
      round: observableRef,
      isBetting: observable,
      isCashingOut: observable,
      taps: observable,
      chosen: observable,
      isOpen: computed,
      isLocked: computed,
      canBet: computed,
      canStart: computed,
      setMode: action,
      bet: action,
      repeat: action,
      queueTap: action,
      clearLastRound: action,
      showRound: action,
      clearRound: action,
      forget: action,
    })
  }

  /** Number of open safe tiles; before the first there is nothing to cash out. */
  abstract get progress(): number

  protected abstract fetchCurrent(): Promise<Round | null>
  protected abstract sendBet(stake: StakeBody, options: CallOptions): Promise<Round>
  protected abstract sendReveal(round: Round, tap: number): Promise<Round>
  /** Shows no failure: the round may have been paid. */
  protected abstract sendCashOut(roundId: string): Promise<Round>
  /** Plays one whole round: reveals the selected tiles, then cashes out. */
  protected abstract sendFullRound(stake: StakeBody, options: CallOptions): Promise<Round>
  /** How probable it was to get as far as this round has, from 0 to 1. */
  protected abstract chanceOf(round: Round): number
  /** The choices of a bet on this round, as the server names them. */
  protected abstract paramsOf(round: Round): Record<string, unknown>
  /** Sets the choices on the screen to those of an earlier bet. */
  protected abstract applyParams(params: LastBet['params']): void
  /** Sets the choices on the screen to those of the round. */
  protected abstract applyChoices(round: Round): void
  /** The row of the last revealed tile. */
  protected abstract lastRow(round: Round): number

  get isOpen(): boolean {
    return this.round?.status === 'open'
  }

  /** True while stake and choices are locked. */
  get isLocked(): boolean {
    return this.isOpen || this.isBetting
  }

  get canBet(): boolean {
    return !this.isLocked && this.settings.error === null
  }

  /** True when tiles are selected and stake and limits are valid. */
  get canStart(): boolean {
    return this.chosen.length > 0 && this.auto.canStart
  }

  setMode(mode: 'manual' | 'auto'): void {
    this.mode = mode
    if (!this.isOpen) this.clearRound()
  }

  /** Resumes an unfinished round, and forgets it with its player. Returns the cleanup. */
  start(): () => void {
    void this.resume()
    return onSessionEnd(this.root, () => this.forget())
  }

  /** Resumes an unfinished round after a reload, a crash or a lost network. */
  async resume(): Promise<void> {
    if (!this.root.session.isLoggedIn) return
    await this.history.load()
    try {
      const round = await this.fetchCurrent()
      runInAction(() => {
        if (round) {
          this.mode = 'manual'
          this.showRound(round)
        } else if (this.isOpen) this.clearRound()
      })
    } catch (error) {
      ignoreCallError(error)
    }
  }

  bet(): void {
    this.root.requireLogin(() => void this.#placeBet())
  }

  /** Bets stake and choices of the last bet again. */
  repeat(bet: LastBet): void {
    if (this.isLocked || this.auto.isRunning) return
    this.settings.repeat(bet)
    this.applyParams(bet.params)
    this.bet()
  }

  async cashOut(): Promise<void> {
    if (!this.round || !this.isOpen || this.isCashingOut || this.progress === 0) return
    const { round } = this
    runInAction(() => (this.isCashingOut = true))
    try {
      this.#finish(await inSession(this.root, this.sendCashOut(round.id)))
    } catch (error) {
      ignoreCallError(error)
      // It may have been paid, in another tab or with a lost response: reload the state. Then the amount says it all.
      await this.resume()
      runInAction(() => this.#showPaid(round))
      if (error instanceof CallError && !this.#isPaid(round)) this.root.showFailure(error)
    } finally {
      runInAction(() => (this.isCashingOut = false))
    }
  }

  startAuto(): void {
    if (!this.canStart) return
    this.root.requireLogin(() => {
      void this.auto
        .run((stake, options) => this.#playFullRound(stake, options))
        .then(() => {
          // The response may be lost although the round was played: reload history and wallet.
          if (!this.auto.mayHavePlayed) return
          void this.history.load()
          this.root.wallet.refresh().catch(ignoreCallError)
        })
    })
  }

  /** A random number below `count`, for players who want a random tile; it does not affect the outcome. */
  protected randomBelow(count: number): number {
    const [roll = 0] = crypto.getRandomValues(new Uint32Array(1))
    return roll % count
  }

  /** Sends a tap once the earlier ones have their responses. */
  protected queueTap(tap: number): void {
    this.taps.push(tap)
    if (this.taps.length === 1) void this.#sendTaps()
  }

  /** Clears the last automatic round from the field before the player selects tiles again. */
  protected clearLastRound(): void {
    this.auto.clearStopReason()
    this.clearRound()
  }

  protected clearRound(): void {
    this.round = null
    this.rows.show(null)
  }

  private forget(): void {
    this.taps = []
    this.chosen = []
    this.auto.reset()
    this.clearRound()
    this.history.forget()
    this.settings.reset()
  }

  async #placeBet(): Promise<void> {
    const { stake } = this.settings
    if (!this.canBet || stake === undefined) return
    this.root.feature(CelebrationStore).endWin()
    runInAction(() => (this.isBetting = true))
    this.#sound('press')
    try {
      const options = { ...betOptions(this.settings), after: this.history.lastId }
      this.showRound(await inSession(this.root, this.sendBet(this.#stakeBody(stake), options)))
      this.#refreshWalletIfOffline()
    } catch (error) {
      ignoreCallError(error)
      // For lack of money nothing was bet: the stake can be changed at once.
      if (!(error instanceof CallError && error.kind === 'funds')) await this.resume()
    } finally {
      runInAction(() => (this.isBetting = false))
    }
  }

  async #sendTaps(): Promise<void> {
    while (this.taps.length > 0 && this.round && this.isOpen) {
      try {
        const round = await inSession(this.root, this.sendReveal(this.round, this.taps[0] as number))
        if (round.status === 'open') {
          runInAction(() => {
            this.taps.shift()
            this.showRound(round)
          })
          this.#sound('gem')
        } else {
          runInAction(() => (this.taps = []))
          this.#finish(round)
        }
      } catch (error) {
        ignoreCallError(error)
        runInAction(() => (this.taps = []))
        await this.resume()
      }
    }
    runInAction(() => (this.taps = []))
  }

  async #playFullRound(stake: Cents, options: CallOptions): Promise<PlayedRound> {
    const round = await inSession(this.root, this.sendFullRound(this.#stakeBody(stake), options))
    await afterFrame()
    this.#finish(round)
    // The panel counts the round in its own frame, after the field.
    await afterFrame()
    return { stake: round.stake, payout: round.payout }
  }

  /** Shows what this round has paid, if it is over. */
  #showPaid(round: Round): void {
    const paid = this.history.rounds.find(({ id }) => id === round.id)
    if (this.round !== null || paid?.status !== 'won' || paid.payout === undefined) return
    this.showRound({ ...round, status: 'won' as const, multiplier: paid.multiplier, payout: paid.payout })
  }

  #isPaid({ id }: Round): boolean {
    return this.round?.id === id && this.round.status === 'won'
  }

  #stakeBody(stake: Cents): StakeBody {
    return { amount: toWireAmount(stake), wallet: toWireWallet(this.settings.wallet) }
  }

  #finish(round: Round): void {
    this.showRound(round)
    const { id, status, stake, wallet, payout } = round
    if (status === 'won') this.#celebrate(round)
    else this.#sound('mine')
    this.#refreshWalletIfOffline()
    this.root.feature(PlaySession).record({ stake, payout: status === 'lost' ? ZERO : payout })
    this.history.add({
      id,
      status,
      stake,
      wallet,
      params: this.paramsOf(round),
      multiplier: status === 'lost' ? 0 : round.multiplier,
      outcome: {},
    })
  }

  #celebrate(round: Round): void {
    const { stake, payout, multiplier } = round
    const tier = this.root.feature(CelebrationStore).showWin({
      game: this.game,
      stake,
      payout,
      multiplier,
      chance: this.chanceOf(round),
      isAuto: this.auto.isRunning,
    })
    this.#sound(winSounds[tier])
  }

  private showRound(round: Round): void {
    this.round = round
    if (round.status === 'open') this.rows.show(round)
    else void this.rows.turn(round, this.lastRow(round))
    this.applyChoices(round)
  }

  /** The server pushes the wallet; without a connection it is loaded. */
  #refreshWalletIfOffline(): void {
    if (this.root.realtime.status !== 'online') this.root.wallet.refresh().catch(ignoreCallError)
  }

  #sound(name: Parameters<typeof playSound>[0]): void {
    if (this.settings.isSoundOn) playSound(name)
  }
}
