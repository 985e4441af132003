import { makeAutoObservable } from 'mobx'
import { tryParseAmountInput, sanitizeAmountInput } from '#contract/amounts.ts'
import type { Language } from '#contract/languages.ts'
import { add, subtract, ZERO, type Cents } from '#contract/money.ts'

/** Why automatic play stopped; the page always shows it. */
export type StopReason = 'rounds' | 'profit' | 'loss' | 'free' | 'player' | 'funds' | 'network' | 'refused'

/** The numbers of rounds to choose from; 0 has no end. */
export const autoRounds = [10, 25, 50, 100, 0] as const

/** Automatic play: a number of rounds, unless a limit, free spins, the player or a failure stops it before. */
export class AutoSpin {
  /** Rounds to play; 0 has no end. */
  rounds = 10
  /** The limits as typed; '' is no limit. */
  stopProfitText = ''
  stopLossText = ''
  stopsAtFree = false
  isRunning = false
  played = 0
  /** Payouts less stakes since the start; negative for a loss. */
  profit: Cents = ZERO
  reason: StopReason | null = null
  /** Of the run, as they were read when it began: the language in which they are typed may change meanwhile. */
  #limits: { profit?: Cents | undefined; loss?: Cents | undefined } = {}
  readonly #language: () => Language

  /** `language`: the one in which the player types the limits. */
  constructor(language: () => Language) {
    this.#language = language
    makeAutoObservable(this)
  }

  /** Something is typed that is not an amount above zero. */
  get isProfitLimitWrong(): boolean {
    return isInvalidLimit(this.stopProfitText, this.profitLimit)
  }

  get isLossLimitWrong(): boolean {
    return isInvalidLimit(this.stopLossText, this.lossLimit)
  }

  private get profitLimit(): Cents | undefined {
    return tryParseAmountInput(this.stopProfitText, this.#language())
  }

  private get lossLimit(): Cents | undefined {
    return tryParseAmountInput(this.stopLossText, this.#language())
  }

  /** Rounds still to play; null when there is no end. */
  get left(): number | null {
    return this.rounds === 0 ? null : Math.max(0, this.rounds - this.played)
  }

  change(
    values: Partial<Pick<AutoSpin, 'rounds' | 'stopProfitText' | 'stopLossText' | 'stopsAtFree'>>,
  ): void {
    Object.assign(this, values)
    this.stopProfitText = sanitizeAmountInput(this.stopProfitText)
    this.stopLossText = sanitizeAmountInput(this.stopLossText)
  }

  start(): void {
    this.isRunning = true
    this.played = 0
    this.profit = ZERO
    this.reason = null
    this.#limits = { profit: this.profitLimit, loss: this.lossLimit }
  }

  /** The current round is played to its end; no other follows. */
  stop(reason: StopReason): void {
    if (!this.isRunning) return
    this.isRunning = false
    this.reason = reason
  }

  /** The player spins by hand again: the page no longer shows why automatic play stopped. */
  clearReason(): void {
    this.reason = null
  }

  /** Records a finished round and decides whether another one follows. */
  record(round: { stake: Cents; payout: Cents; hadFreeSpins: boolean }): void {
    if (!this.isRunning) return
    this.played++
    this.profit = add(this.profit, subtract(round.payout, round.stake))
    const { profit, loss } = this.#limits
    if (this.left === 0) this.stop('rounds')
    else if (profit && this.profit >= profit) this.stop('profit')
    else if (loss && -this.profit >= loss) this.stop('loss')
    else if (round.hadFreeSpins && this.stopsAtFree) this.stop('free')
  }
}

function isInvalidLimit(text: string, limit: Cents | undefined): boolean {
  return text.trim() !== '' && (limit === undefined || limit <= ZERO)
}
