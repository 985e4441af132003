import { makeAutoObservable, runInAction } from 'mobx'
import { clampStake } from '#contract/games/gameCodes.ts'
import { add, multiplyDown, subtract, ZERO, type Cents } from '#contract/money.ts'
import { CallError } from '#contract/errors.ts'
import { parseTyped, type BetSettings } from './BetSettings.ts'

/** Why automatic play stopped; always shown. */
export type StopReason = 'rounds' | 'profit' | 'loss' | 'player' | 'funds' | 'network' | 'refused'

export interface PlayedRound {
  stake: Cents
  payout: Cents
}

const pauseMs = { normal: 900, turbo: 250 }

/**
 * Automatic play of any original: so many rounds (0: until stopped), the stake changed after a win or a loss,
 * stopped by profit, loss, the player, an empty wallet or a lost network. It never plays a round more than asked.
 */
export class AutoPlay {
  rounds = 10
  /** Per cent by which the stake grows; 0 goes back to the first stake. */
  onWin = 0
  onLoss = 0
  stopProfitText = ''
  stopLossText = ''
  isRunning = false
  played = 0
  profit: Cents = ZERO
  stopReason: StopReason | null = null
  private stopAsked = false

  constructor(private readonly settings: BetSettings) {
    makeAutoObservable<this, 'settings'>(this, { settings: false })
  }

  get left(): number | null {
    return this.rounds === 0 ? null : this.rounds - this.played
  }

  change(
    values: Partial<Pick<AutoPlay, 'rounds' | 'onWin' | 'onLoss' | 'stopProfitText' | 'stopLossText'>>,
  ): void {
    Object.assign(this, values)
  }

  stop(): void {
    this.stopAsked = true
  }

  /** Stop was pressed; the round that is on is played to its end. */
  get isStopping(): boolean {
    return this.stopAsked
  }

  /**
   * Plays until something stops it; `play` plays one whole round with the stake given, or answers null when it
   * was stopped while it waited for the round's turn.
   */
  async run(play: (stake: Cents) => Promise<PlayedRound | null>): Promise<void> {
    const first = this.settings.stake
    if (this.isRunning || first === undefined || this.settings.error) return
    this.begin()
    let stake = first
    while (!this.decideStop()) {
      try {
        const round = await play(stake)
        if (!round) continue
        this.count(round)
        stake = this.nextStake(first, stake, round)
        runInAction(() => this.settings.set(stake))
      } catch (error) {
        if (!(error instanceof CallError)) throw error
        runInAction(() => (this.stopReason = reasonOf(error)))
        break
      }
      if (!this.decideStop()) await this.pause()
    }
    runInAction(() => {
      this.isRunning = false
      this.settings.set(first)
    })
  }

  private begin(): void {
    this.isRunning = true
    this.stopAsked = false
    this.stopReason = null
    this.played = 0
    this.profit = ZERO
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
    const profitLimit = parseTyped(this.stopProfitText)
    const lossLimit = parseTyped(this.stopLossText)
    if (this.stopAsked) this.stopReason = 'player'
    else if (this.rounds > 0 && this.played >= this.rounds) this.stopReason = 'rounds'
    else if (profitLimit && this.profit >= profitLimit) this.stopReason = 'profit'
    else if (lossLimit && -this.profit >= lossLimit) this.stopReason = 'loss'
    return this.stopReason !== null
  }

  private async pause(): Promise<void> {
    await new Promise((resolve) =>
      setTimeout(resolve, this.settings.isTurbo ? pauseMs.turbo : pauseMs.normal),
    )
  }
}

function reasonOf(error: CallError): StopReason {
  if (error.kind === 'funds') return 'funds'
  return error.kind === 'network' ? 'network' : 'refused'
}
