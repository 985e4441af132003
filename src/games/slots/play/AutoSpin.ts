import { makeAutoObservable } from 'mobx'
import { add, subtract, ZERO, type Cents } from '#contract/money.ts'
import { parseTyped } from '#contract/typedAmount.ts'

/** Why automatic play stopped; always shown. */
export type StopReason = 'rounds' | 'profit' | 'loss' | 'free' | 'player' | 'funds' | 'network' | 'refused'

/** The numbers of rounds offered; 0 goes on until stopped. */
export const autoRounds = [10, 25, 50, 100, 0] as const

/** Automatic play: so many rounds, stopped by profit, loss, free spins, the player, an empty wallet or a lost network. */
export class AutoSpin {
  rounds = 10
  stopProfitText = ''
  stopLossText = ''
  stopsAtFree = false
  isRunning = false
  played = 0
  profit: Cents = ZERO
  reason: StopReason | null = null

  /** `decimal`: the sign before the decimals in the player's writing. */
  constructor(private readonly decimal: () => string) {
    makeAutoObservable<this, 'decimal'>(this, { decimal: false })
  }

  /** Nothing typed is no limit; what is typed must be one. */
  get isProfitLimitWrong(): boolean {
    return isWrong(this.stopProfitText, this.profitLimit)
  }

  get isLossLimitWrong(): boolean {
    return isWrong(this.stopLossText, this.lossLimit)
  }

  private get profitLimit(): Cents | undefined {
    return parseTyped(this.stopProfitText, this.decimal())
  }

  private get lossLimit(): Cents | undefined {
    return parseTyped(this.stopLossText, this.decimal())
  }

  /** Rounds still to be played; null without an end. */
  get left(): number | null {
    return this.rounds === 0 ? null : Math.max(0, this.rounds - this.played)
  }

  change(
    values: Partial<Pick<AutoSpin, 'rounds' | 'stopProfitText' | 'stopLossText' | 'stopsAtFree'>>,
  ): void {
    Object.assign(this, values)
  }

  begin(): void {
    this.isRunning = true
    this.played = 0
    this.profit = ZERO
    this.reason = null
  }

  /** The round that is on is played to its end; no other begins. */
  stop(reason: StopReason): void {
    if (!this.isRunning) return
    this.isRunning = false
    this.reason = reason
  }

  /** Forgets why it stopped: the player plays on by hand. */
  dismiss(): void {
    this.reason = null
  }

  /** A round is over; decides whether another one follows. */
  count(round: { stake: Cents; payout: Cents; hadFreeSpins: boolean }): void {
    if (!this.isRunning) return
    this.played++
    this.profit = add(this.profit, subtract(round.payout, round.stake))
    const { profitLimit, lossLimit } = this
    if (this.left === 0) this.stop('rounds')
    else if (profitLimit && this.profit >= profitLimit) this.stop('profit')
    else if (lossLimit && -this.profit >= lossLimit) this.stop('loss')
    else if (round.hadFreeSpins && this.stopsAtFree) this.stop('free')
  }
}

function isWrong(text: string, limit: Cents | undefined): boolean {
  return text.trim() !== '' && (limit === undefined || limit <= ZERO)
}
