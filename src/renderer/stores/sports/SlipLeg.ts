import { makeAutoObservable, observableRef } from 'mobx'
import type { Cents } from '#contract/money.ts'
import type { PeriodCode, Score } from '#contract/rules/markets.ts'
import type { Sport } from '#contract/rules/sports.ts'
import { MatchPeriod } from '#contract/statusCodes.ts'
import type { Message } from '../AlertStore.ts'
import { cleanAmountText, readAmountText } from '../amountText.ts'

/** What the board hands over when a price is pressed. */
export interface SlipPick {
  matchId: string
  sport: Sport
  home: string
  away: string
  /** Kick-off, ISO 8601. */
  startsAt: string
  isLive: boolean
  /** contract/rules/sports.ts: keyOfOption */
  key: string
  /** Decimal, as it was shown. */
  odds: number
}

/** What is known of an option now. */
export interface LegNews {
  /** null: not open for betting. */
  odds: number | null
  isLive: boolean
  score: Score
  period: PeriodCode
}

/** Why nothing may be bet on a leg now: its match is over, stands still, or the option is closed for the moment. */
export type ClosedReason = 'ended' | 'stopped' | 'notOpen'

const ended: readonly PeriodCode[] = [MatchPeriod.finished, MatchPeriod.cancelled]
const stopped: readonly PeriodCode[] = [
  MatchPeriod.toBeDetermined,
  MatchPeriod.cutInHalf,
  MatchPeriod.interrupted,
  MatchPeriod.postponed,
]

/** One selection of the slip, with the stake of its single and what became of that. */
export class SlipLeg {
  readonly id: string
  /** The odds that the player has agreed to. */
  odds: number
  /** What the option costs now; null: not open for betting. */
  current: number | null
  isLive: boolean
  score: Score | null = null
  stakeText = ''
  /** Why the single was refused. */
  refusal: Message | null = null
  private period: PeriodCode | null = null

  constructor(readonly pick: SlipPick) {
    this.id = legId(pick.matchId, pick.key)
    this.odds = pick.odds
    this.current = pick.odds
    this.isLive = pick.isLive
    makeAutoObservable(this, {
      pick: false,
      id: false,
      score: observableRef,
      refusal: observableRef,
    })
  }

  /** null: open for betting. */
  get closedReason(): ClosedReason | null {
    if (this.current !== null) return null
    if (this.period !== null && ended.includes(this.period)) return 'ended'
    return this.period !== null && stopped.includes(this.period) ? 'stopped' : 'notOpen'
  }

  get isOpen(): boolean {
    return this.current !== null
  }

  /** The price is another than the one that was agreed to. */
  get isChanged(): boolean {
    return this.current !== null && this.current !== this.odds
  }

  /** What it would be bet at now. */
  get price(): number {
    return this.current ?? this.odds
  }

  /** Of the single; null while it is no amount. */
  get stake(): Cents | null {
    return readAmountText(this.stakeText)
  }

  type(text: string): void {
    this.stakeText = cleanAmountText(text)
    this.refusal = null
  }

  hear({ odds, isLive, score, period }: LegNews): void {
    this.current = odds
    this.isLive = isLive
    this.score = isLive ? score : null
    this.period = period
  }

  setPrice(odds: number | null): void {
    this.current = odds
  }

  /** The price of now is agreed to. */
  accept(): void {
    this.odds = this.price
  }

  refuse(reason: Message | null): void {
    this.refusal = reason
  }
}

/** One word for an option of a match. */
export function legId(matchId: string, key: string): string {
  return `${matchId} ${key}`
}
