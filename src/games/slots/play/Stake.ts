import { makeAutoObservable } from 'mobx'
import { slotStakeError, SLOT_MAX_STAKE, SLOT_MIN_STAKE, slotStakes } from '#contract/games/slots.ts'
import type { StakeError } from '#contract/games/gameCodes.ts'
import { cents, type Cents } from '#contract/money.ts'
import type { Language } from '#contract/languages.ts'
import { decimalSign, keepTyped, parseTyped, writeTyped } from '#contract/typedAmount.ts'

const firstStake = cents(100)

/** What the player stakes: typed, halved, doubled, stepped; within what the server takes. */
export class Stake {
  text = ''
  min: Cents = SLOT_MIN_STAKE
  max: Cents = SLOT_MAX_STAKE
  steps: readonly Cents[] = slotStakes

  constructor(private readonly language: () => Language) {
    makeAutoObservable<this, 'language'>(this, { language: false })
  }

  /** Undefined when what is typed is no amount. */
  get value(): Cents | undefined {
    return parseTyped(this.text, decimalSign(this.language()))
  }

  get error(): StakeError | null {
    const { value } = this
    const own = slotStakeError(value)
    if (own || value === undefined) return own
    if (value < this.min) return 'stakeTooLow'
    return value > this.max ? 'stakeTooHigh' : null
  }

  /** The server's limits; the first stake, unless one is set already. */
  begin(limits: { min: Cents; max: Cents; steps: readonly Cents[] }): void {
    Object.assign(this, limits)
    if (this.text === '') this.set(firstStake)
  }

  type(text: string): void {
    this.text = keepTyped(text)
  }

  /** On leaving the field: two decimals, in the player's own writing. */
  tidy(): void {
    if (this.value !== undefined) this.text = this.write(this.value)
  }

  set(value: Cents): void {
    this.text = this.write(value < this.min ? this.min : value > this.max ? this.max : value)
  }

  half(): void {
    this.set(cents(Math.floor((this.value ?? this.min) / 2)))
  }

  double(): void {
    this.set(cents((this.value ?? this.min) * 2))
  }

  /** All of the wallet, as far as one stake may go. */
  most(available: Cents): void {
    this.set(available)
  }

  private write(value: Cents): string {
    return writeTyped(value, decimalSign(this.language()))
  }
}
