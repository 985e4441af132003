import { makeAutoObservable } from 'mobx'
import { slotStakeError, SLOT_MAX_STAKE, SLOT_MIN_STAKE, slotStakes } from '#contract/games/slots.ts'
import type { StakeError } from '#contract/games/gameCodes.ts'
import { cents, parseAmount, type Cents } from '#contract/money.ts'
import type { Language } from '#contract/languages.ts'

const firstStake = cents(100)
/** Two decimals behind a point, as the numbers of these languages are written. */
const pointLocales = /^(en|zh|ja|ko)/

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
    return parseTyped(this.text)
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
    this.text = text.replace(/[^\d.,]/g, '').slice(0, 10)
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
    const text = (value / 100).toFixed(2)
    return pointLocales.test(this.language().locale) ? text : text.replace('.', ',')
  }
}

/** '1.234,5', '1,234.50', '10' -> cents; the last separator with one or two digits behind it is the decimal one. */
export function parseTyped(text: string): Cents | undefined {
  const match = /^([\d.,]*?)(?:[.,](\d{1,2}))?$/.exec(text.trim())
  if (!match) return undefined
  const whole = (match[1] ?? '').replace(/[.,]/g, '')
  if (whole === '' && match[2] === undefined) return undefined
  return parseAmount(`${whole || '0'}.${match[2] ?? '0'}`)
}
