import { makeAutoObservable, observableRef } from 'mobx'
import {
  formatAmountInput,
  sanitizeAmountInput,
  parseAmountInput,
  type ParsedAmount,
} from '#contract/amounts.ts'
import type { Language } from '#contract/languages.ts'
import type { Cents } from '#contract/money.ts'
import type { PeriodCode, Score } from '#contract/rules/markets.ts'
import { ticketLimits, type Sport } from '#contract/rules/sports.ts'
import { MatchPeriod } from '#contract/statusCodes.ts'
import type { Message } from '../../stores/AlertStore.ts'

/** A price that the player picked on the board, with what the slip shows of its match. */
export interface SlipPick {
  matchId: string
  sport: Sport
  home: string
  away: string
  /** Kick-off, ISO 8601. */
  startsAt: string
  isLive: boolean
  /** The option, as `keyOfOption` of contract/rules/sports.ts writes it. */
  key: string
  /** Decimal, as the board showed it. */
  odds: number
  /** What the price is in a parlay, where `odds` are boosted. */
  boostedFrom?: number | undefined
}

/** The current state of an option. */
export interface LegQuote {
  /** null: not open for betting. */
  odds: number | null
  boostedFrom?: number | undefined
  isLive: boolean
  score: Score
  period: PeriodCode
}

/** Why a leg cannot be bet on now: its match is over, its match is interrupted, or the option is closed for now. */
export type ClosedReason = 'ended' | 'stopped' | 'notOpen'

const ended: readonly PeriodCode[] = [MatchPeriod.finished, MatchPeriod.cancelled]
const stopped: readonly PeriodCode[] = [
  MatchPeriod.toBeDetermined,
  MatchPeriod.cutInHalf,
  MatchPeriod.interrupted,
  MatchPeriod.postponed,
]

/** One selection of the slip, with its stake as a single and why that was refused. */
export class SlipLeg {
  readonly id: string
  /** The odds that the player has accepted: of the single, and of the leg in a parlay, where no boost counts. */
  odds: number
  plainOdds: number
  /** The current odds; null: not open for betting. */
  current: number | null
  /** The price without its boost, which is for singles; null for a price without one. */
  boostedFrom: number | null
  isLive: boolean
  score: Score | null = null
  stakeText = ''
  /** Why the single was refused. */
  refusal: Message | null = null
  private period: PeriodCode | null = null
  readonly #language: () => Language

  /** `language`: how the player writes the stake. */
  constructor(
    readonly pick: SlipPick,
    language: () => Language,
  ) {
    this.#language = language
    this.id = legId(pick.matchId, pick.key)
    this.odds = pick.odds
    this.plainOdds = pick.boostedFrom ?? pick.odds
    this.current = pick.odds
    this.boostedFrom = pick.boostedFrom ?? null
    this.isLive = pick.isLive
    makeAutoObservable(this, { pick: false, id: false, score: observableRef, refusal: observableRef })
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

  /** The current odds differ from those that the player has accepted. */
  get isChanged(): boolean {
    return this.current !== null && this.current !== this.odds
  }

  /** Like `isChanged`, in a parlay. */
  get isPlainChanged(): boolean {
    return this.current !== null && this.plainPrice !== this.plainOdds
  }

  /** The odds at which it would be placed now. */
  get price(): number {
    return this.current ?? this.odds
  }

  /** Like `price`, in a parlay. */
  get plainPrice(): number {
    return this.current === null ? this.plainOdds : (this.boostedFrom ?? this.current)
  }

  /** The highest stake of a single. */
  get maxStake(): Cents {
    return this.boostedFrom === null ? ticketLimits.maxStake : ticketLimits.maxBoostedStake
  }

  /** The typed stake of the single, or why it is not an amount. */
  get parsedStake(): ParsedAmount {
    return parseAmountInput(this.stakeText, this.#language())
  }

  /** The stake of the single; undefined while it is not an amount. */
  get stake(): Cents | undefined {
    return this.parsedStake.ok ? this.parsedStake.value : undefined
  }

  type(text: string): void {
    this.stakeText = sanitizeAmountInput(text)
    this.refusal = null
  }

  setStake(stake: Cents): void {
    this.type(formatAmountInput(stake, this.#language(), 'short'))
  }

  /** The player writes amounts in another language now: the stake stays the same amount. */
  retype(from: Language): void {
    const parsed = parseAmountInput(this.stakeText, from)
    if (parsed.ok) this.stakeText = formatAmountInput(parsed.value, this.#language(), 'short')
  }

  applyQuote({ odds, boostedFrom, isLive, score, period }: LegQuote): void {
    this.current = odds
    this.boostedFrom = boostedFrom ?? null
    this.isLive = isLive
    this.score = isLive ? score : null
    this.period = period
  }

  /** Applies the odds in the refusal of a single; the next quote says whether they are boosted. */
  setPrice(odds: number | null): void {
    this.current = odds
    this.boostedFrom = null
  }

  /** Applies the odds in the refusal of a parlay, where no boost counts. */
  setPlainPrice(odds: number | null): void {
    if (this.boostedFrom === null || odds === null) this.setPrice(odds)
    else this.boostedFrom = odds
  }

  /** The player accepts the current odds. */
  accept(): void {
    this.odds = this.price
    this.plainOdds = this.plainPrice
  }

  /** Accepts what has become better. */
  acceptBetter(): void {
    this.odds = Math.max(this.odds, this.price)
    this.plainOdds = Math.max(this.plainOdds, this.plainPrice)
  }

  setRefusal(reason: Message | null): void {
    this.refusal = reason
  }
}

/** The id of an option of a match, unique in a slip. */
export function legId(matchId: string, key: string): string {
  return `${matchId} ${key}`
}
