import { makeAutoObservable } from 'mobx'
import { add, subtract, ZERO, type Cents } from '#contract/money.ts'
import { parseTyped } from './Stake.ts'

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

  constructor() {
    makeAutoObservable(this)
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
    const profitLimit = parseTyped(this.stopProfitText)
    const lossLimit = parseTyped(this.stopLossText)
    if (this.left === 0) this.stop('rounds')
    else if (profitLimit && this.profit >= profitLimit) this.stop('profit')
    else if (lossLimit && -this.profit >= lossLimit) this.stop('loss')
    else if (round.hadFreeSpins && this.stopsAtFree) this.stop('free')
  }
}
