import { makeAutoObservable } from 'mobx'
import { clampStake, MAX_STAKE, MIN_STAKE, stakeError, type StakeError } from '#contract/games/gameCodes.ts'
import { cents, min, multiplyDown, type Cents } from '#contract/money.ts'
import type { RootStore } from '../../stores/RootStore.ts'
import { decimalSign, keepTyped, parseTyped, writeTyped } from '#contract/typedAmount.ts'

const firstStake = cents(10_00)

/** What every original is played with: stake, wallet, speed, sound. Amounts are what was typed until they are used. */
export class BetSettings {
  stakeText: string
  wallet: 'cash' | 'bonus' = 'cash'
  isTurbo = false
  isSoundOn: boolean

  constructor(private readonly root: RootStore) {
    this.isSoundOn = root.storages.local.get('sound') === true
    this.stakeText = writeTyped(firstStake, decimalSign(root.language.selected))
    makeAutoObservable<this, 'root'>(this, { root: false })
  }

  /** Of the language that is spoken now. */
  get decimal(): string {
    return decimalSign(this.root.language.selected)
  }

  /** The typed stake in cents; undefined when it is no amount. */
  get stake(): Cents | undefined {
    return parseTyped(this.stakeText, this.decimal)
  }

  get error(): StakeError | null {
    return stakeError(this.stake)
  }

  get available(): Cents {
    return this.wallet === 'cash' ? this.root.wallet.balance : this.root.wallet.bonusBalance
  }

  type(text: string): void {
    this.stakeText = keepTyped(text)
  }

  /** Writes the stake with two decimals in the player's own way, on leaving the field. */
  tidy(): void {
    if (this.stake !== undefined) this.set(this.stake)
  }

  set(stake: Cents): void {
    this.stakeText = writeTyped(stake, this.decimal)
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
}
