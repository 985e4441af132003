import { makeAutoObservable } from 'mobx'
import { clampStake, MAX_STAKE, MIN_STAKE, stakeError, type StakeError } from '#contract/games/gameCodes.ts'
import { cents, min, multiplyDown, parseAmount, type Cents } from '#contract/money.ts'
import type { RootStore } from '../../stores/RootStore.ts'

/** What every original is played with: stake, wallet, speed, sound. Amounts are what was typed until they are used. */
export class BetSettings {
  stakeText = '10,00'
  wallet: 'cash' | 'bonus' = 'cash'
  isTurbo = false
  isSoundOn: boolean

  constructor(private readonly root: RootStore) {
    this.isSoundOn = root.storages.local.get('sound') === true
    makeAutoObservable<this, 'root'>(this, { root: false })
  }

  /** The typed stake in cents; undefined when it is no amount. */
  get stake(): Cents | undefined {
    return parseTyped(this.stakeText)
  }

  get error(): StakeError | null {
    return stakeError(this.stake)
  }

  get available(): Cents {
    return this.wallet === 'cash' ? this.root.wallet.balance : this.root.wallet.bonusBalance
  }

  type(text: string): void {
    this.stakeText = text.replace(/[^\d.,]/g, '').slice(0, 12)
  }

  /** Writes the stake with two decimals in the player's own way, on leaving the field. */
  tidy(): void {
    if (this.stake !== undefined) this.set(this.stake)
  }

  set(stake: Cents): void {
    const decimal = this.root.language.selected.locale.startsWith('en') || this.usesPoint ? '.' : ','
    this.stakeText = (stake / 100).toFixed(2).replace('.', decimal)
  }

  half(): void {
    this.set(clampStake(cents(Math.floor((this.stake ?? MIN_STAKE) / 2))))
  }

  double(): void {
    this.set(clampStake(multiplyDown(this.stake ?? MIN_STAKE, 2)))
  }

  /** All of the chosen wallet, as far as one stake may go. */
  max(): void {
    this.set(clampStake(min(this.available, MAX_STAKE)))
  }

  choose(wallet: 'cash' | 'bonus'): void {
    this.wallet = wallet
  }

  setTurbo(on: boolean): void {
    this.isTurbo = on
  }

  setSound(on: boolean): void {
    this.isSoundOn = on
    this.root.storages.local.set('sound', on)
  }

  private get usesPoint(): boolean {
    return ['zh-CN', 'ja-JP', 'ko-KR'].includes(this.root.language.selected.locale)
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
