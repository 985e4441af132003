import { makeAutoObservable } from 'mobx'
import { tryParseAmountInput, sanitizeAmountInput, formatAmountInput } from '#contract/amounts.ts'
import { slotStakeError, SLOT_MAX_STAKE, SLOT_MIN_STAKE } from '#contract/games/slots.ts'
import type { StakeError } from '#contract/games/gameCodes.ts'
import { cents, type Cents } from '#contract/money.ts'
import type { Language } from '#contract/languages.ts'

/** R$ 1.00 */
const defaultStake = cents(100)

/** The stake of the next round, within the server's limits. */
export class Stake {
  /** As typed, in the player's own notation. */
  text = ''
  min: Cents = SLOT_MIN_STAKE
  max: Cents = SLOT_MAX_STAKE
  readonly #language: () => Language

  constructor(language: () => Language) {
    this.#language = language
    makeAutoObservable(this)
  }

  /** The typed stake; undefined if it is not an amount. */
  get value(): Cents | undefined {
    return tryParseAmountInput(this.text, this.#language())
  }

  get error(): StakeError | null {
    const { value } = this
    const own = slotStakeError(value)
    if (own || value === undefined) return own
    if (value < this.min) return 'stakeTooLow'
    return value > this.max ? 'stakeTooHigh' : null
  }

  /** Takes over the server's limits, and the default stake if there is none yet. */
  setLimits(limits: { min: Cents; max: Cents }): void {
    Object.assign(this, limits)
    if (this.text === '') this.set(defaultStake)
  }

  type(text: string): void {
    this.text = sanitizeAmountInput(text)
  }

  /** Writes the stake with two decimals, as when the player leaves the field. */
  normalize(): void {
    if (this.value !== undefined) this.text = this.write(this.value)
  }

  /** The nearest stake within the limits. */
  set(value: Cents): void {
    this.text = this.write(value < this.min ? this.min : value > this.max ? this.max : value)
  }

  half(): void {
    this.set(cents(Math.floor((this.value ?? this.min) / 2)))
  }

  double(): void {
    this.set(cents((this.value ?? this.min) * 2))
  }

  /** The whole wallet, or the highest stake if that is lower. */
  setToMax(available: Cents): void {
    this.set(available)
  }

  private write(value: Cents): string {
    return formatAmountInput(value, this.#language())
  }
}
