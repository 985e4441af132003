import { makeAutoObservable, runInAction } from 'mobx'
import { tryParseAmountInput, sanitizeAmountInput } from '#contract/amounts.ts'
import { clampStake } from '#contract/games/gameCodes.ts'
import { add, subtract, ZERO, type Cents } from '#contract/money.ts'
import { multiplyDown } from '#contract/multiplyDown.ts'
import { CallError } from '#contract/errors.ts'
import { newKey } from '../../services/api.ts'
import type { RootStore } from '../../stores/RootStore.ts'
import { afterFrame } from './afterFrame.ts'
import type { BetSettings } from './BetSettings.ts'

/** Why automatic play stopped; always shown to the player. */
export type StopReason = 'rounds' | 'profit' | 'loss' | 'player' | 'funds' | 'network' | 'refused'

export interface PlayedRound {
  stake: Cents
  payout: Cents
}

const pauseMs = { normal: 900, turbo: 250 }
/** Retries of a round while the network is lost: delay in ms, and how many. */
const retryMs = 3_000
const maxRetries = 20

/** Options of a game's calls. */
export type CallOptions = NonNullable<Parameters<RootStore['api']['call']>[2]>

/** For calls whose progress the field itself shows. */
export const inlineOptions: CallOptions = { loading: false }

/** Like `inlineOptions`, for a bet: when money is missing, the deposit says how much. */
export function betOptions({ stake, wallet }: Pick<BetSettings, 'stake' | 'wallet'>): CallOptions {
  return wallet === 'cash' && stake !== undefined ? { ...inlineOptions, stake } : inlineOptions
}

/** For calls whose caller shows the failures itself. */
export const quietOptions: CallOptions = { loading: false, ownFailure: true }

/**
 * Automatic play of any original: a number of rounds (0: until stopped), the stake changed after a win or a loss,
 * stopped by profit, loss, the player, an empty wallet or a network that does not return. While the network is lost it
 * pauses and retries the same round under the same idempotency key, so it never plays more rounds than requested.
 */
export class AutoPlay {
  rounds = 10
  /** Per cent by which the stake grows; 0 resets it to the first stake. */
  onWin = 0
  onLoss = 0
  stopProfitText = ''
  stopLossText = ''
  isRunning = false
  /**
   * Follows `isRunning` one frame later: the controls around the bet button change after the press has been painted, because
   * both together take longer than one frame on a slow phone.
   */
  isRunningDeferred = false
  /** True while a round's response is missing and the network is awaited. */
  isPaused = false
  played = 0
  profit: Cents = ZERO
  stopReason: StopReason | null = null
  private stopRequested = false
  /** Of the run, as they were read when it began: the language in which they are typed may change meanwhile. */
  #limits: { profit?: Cents | undefined; loss?: Cents | undefined } = {}
  #retries = 0
  /** How many sessions had ended when it began. */
  #sessionsBefore = 0
  readonly #root: RootStore
  readonly #settings: BetSettings

  constructor(root: RootStore, settings: BetSettings) {
    this.#root = root
    this.#settings = settings
    makeAutoObservable(this)
  }

  get roundsLeft(): number | null {
    return this.rounds === 0 ? null : this.rounds - this.played
  }

  /** An empty field means no limit; a filled one must be a valid amount. */
  get isProfitLimitInvalid(): boolean {
    return isInvalidLimit(this.stopProfitText, this.profitLimit)
  }

  get isLossLimitInvalid(): boolean {
    return isInvalidLimit(this.stopLossText, this.lossLimit)
  }

  /** True when stake and limits are valid amounts. */
  get canStart(): boolean {
    return this.#settings.error === null && !this.isProfitLimitInvalid && !this.isLossLimitInvalid
  }

  private get profitLimit(): Cents | undefined {
    return tryParseAmountInput(this.stopProfitText, this.#settings.language)
  }

  private get lossLimit(): Cents | undefined {
    return tryParseAmountInput(this.stopLossText, this.#settings.language)
  }

  change(
    values: Partial<Pick<AutoPlay, 'rounds' | 'onWin' | 'onLoss' | 'stopProfitText' | 'stopLossText'>>,
  ): void {
    Object.assign(this, values)
    this.stopProfitText = sanitizeAmountInput(this.stopProfitText)
    this.stopLossText = sanitizeAmountInput(this.stopLossText)
  }

  stop(): void {
    this.stopRequested = true
  }

  /** Clears the message about the last run. */
  clearStopReason(): void {
    if (!this.isRunning) this.stopReason = null
  }

  /** Another player begins: what runs ends, without a round that waits for its turn. */
  reset(): void {
    this.change({ rounds: 10, onWin: 0, onLoss: 0, stopProfitText: '', stopLossText: '' })
    if (this.isRunning) this.stop()
    this.forgetRun()
  }

  /** Stop was pressed; the running round is still played to its end. */
  get isStopping(): boolean {
    return this.stopRequested
  }

  /** The last round failed: it may have been played all the same. */
  get mayHavePlayed(): boolean {
    return this.#retries > 0 || this.stopReason === 'refused'
  }

  /**
   * Plays until something stops it. `play` plays one whole round with the given stake and options, or returns null when the
   * round was not played: stopped while waiting for its turn, or too late for it.
   */
  async run(play: (stake: Cents, options: CallOptions) => Promise<PlayedRound | null>): Promise<void> {
    const first = this.#settings.stake
    if (this.isRunning || first === undefined || !this.canStart) return
    this.begin()
    await afterFrame()
    runInAction(() => (this.isRunningDeferred = true))
    // The request gets a separate frame too.
    await afterFrame()
    let stake = first
    // Made here, not by the request layer, which takes a bet for a new one when the device has slept or the history shows the round.
    let idempotencyKey = newKey()
    while (!this.decideStop()) {
      try {
        const round = await play(stake, { ...quietOptions, idempotencyKey })
        idempotencyKey = newKey()
        this.endPause()
        if (!round) continue
        this.count(round)
        stake = this.nextStake(first, stake, round)
        if (!this.isSessionOver) runInAction(() => this.#settings.set(stake))
      } catch (error) {
        if (!(error instanceof CallError)) throw error
        if (error.kind === 'network' && (await this.waitForNetwork())) continue
        this.fail(error, stake)
        break
      }
      if (!this.decideStop()) await wait(this.#settings.isTurbo ? pauseMs.turbo : pauseMs.normal)
    }
    runInAction(() => {
      this.isRunning = false
      this.isPaused = false
      if (this.isSessionOver) this.forgetRun()
      else this.#settings.set(first)
    })
    await afterFrame()
    runInAction(() => (this.isRunningDeferred = this.isRunning))
  }

  private begin(): void {
    this.isRunning = true
    this.stopRequested = false
    this.forgetRun()
    this.#limits = { profit: this.profitLimit, loss: this.lossLimit }
    this.#sessionsBefore = this.#root.session.endedSessions
  }

  private forgetRun(): void {
    this.stopReason = null
    this.played = 0
    this.profit = ZERO
    this.#retries = 0
  }

  private get isSessionOver(): boolean {
    return this.#root.session.endedSessions !== this.#sessionsBefore
  }

  private count({ stake, payout }: PlayedRound): void {
    this.played++
    this.profit = add(this.profit, subtract(payout, stake))
  }

  private nextStake(first: Cents, stake: Cents, round: PlayedRound): Cents {
    const growth = round.payout > round.stake ? this.onWin : this.onLoss
    return growth === 0 ? first : clampStake(multiplyDown(stake, 1 + growth / 100))
  }

  private decideStop(): boolean {
    const { profit, loss } = this.#limits
    if (this.stopRequested || this.isSessionOver) this.stopReason = 'player'
    else if (this.rounds > 0 && this.played >= this.rounds) this.stopReason = 'rounds'
    else if (profit && this.profit >= profit) this.stopReason = 'profit'
    else if (loss && -this.profit >= loss) this.stopReason = 'loss'
    return this.stopReason !== null
  }

  /** Returns false when the network was lost for too long. */
  private async waitForNetwork(): Promise<boolean> {
    this.#retries++
    if (this.#retries > maxRetries) return false
    runInAction(() => (this.isPaused = true))
    await wait(retryMs)
    return true
  }

  private endPause(): void {
    this.#retries = 0
    this.isPaused = false
  }

  private fail(error: CallError, stake: Cents): void {
    this.stopReason = reasonOf(error)
    // A lost session and a closed service concern the whole app: the request layer has shown them (services/api.ts).
    if (error.kind === 'funds' || error.kind === 'refused') {
      const { wallet } = this.#settings
      this.#root.showFailure(error, betOptions({ stake, wallet }).stake)
    }
  }
}

function isInvalidLimit(text: string, limit: Cents | undefined): boolean {
  return text.trim() !== '' && (limit === undefined || limit <= ZERO)
}

function wait(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}

function reasonOf(error: CallError): StopReason {
  if (error.kind === 'funds') return 'funds'
  return error.kind === 'network' ? 'network' : 'refused'
}
