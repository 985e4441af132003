import { makeAutoObservable } from 'mobx'
import { tryParseAmountInput, sanitizeAmountInput, formatAmountInput } from '#contract/amounts.ts'
import { clampStake, MAX_STAKE, MIN_STAKE, stakeError, type StakeError } from '#contract/games/gameCodes.ts'
import type { Language } from '#contract/languages.ts'
import { cents, min, ZERO, type Cents, type WalletName } from '#contract/money.ts'
import { multiplyDown } from '#contract/multiplyDown.ts'
import type { RootStore } from '../../stores/RootStore.ts'
import { setVolume } from './sounds.ts'

const firstStake = cents(10_00)

/** Settings that every original shares: stake, wallet, speed, sound. Amounts stay as typed until they are used. */
export class BetSettings {
  stakeText: string
  wallet: WalletName = 'cash'
  isTurbo = false
  isSoundOn: boolean
  readonly #root: RootStore

  constructor(root: RootStore) {
    this.#root = root
    setVolume(root.host.volume)
    this.isSoundOn = root.storages.local.get('sound') === true
    this.stakeText = formatAmountInput(firstStake, root.language.selected)
    makeAutoObservable(this)
  }

  /** The language in which amounts are typed and written. */
  get language(): Language {
    return this.#root.language.selected
  }

  /** The typed stake; undefined if it is not an amount. */
  get stake(): Cents | undefined {
    return tryParseAmountInput(this.stakeText, this.language)
  }

  get error(): StakeError | null {
    return stakeError(this.stake)
  }

  get available(): Cents {
    return this.#root.wallet[this.wallet]
  }

  type(text: string): void {
    this.stakeText = sanitizeAmountInput(text)
  }

  /** Rewrites the stake with two decimals in the player's language when the field loses focus. */
  normalize(): void {
    if (this.stake !== undefined) this.set(this.stake)
  }

  set(stake: Cents): void {
    this.stakeText = formatAmountInput(stake, this.language)
  }

  half(): void {
    this.set(clampStake(cents(Math.floor((this.stake ?? MIN_STAKE) / 2))))
  }

  double(): void {
    this.set(clampStake(multiplyDown(this.stake ?? MIN_STAKE, 2)))
  }

  /** The whole balance of the selected wallet, up to the largest stake. */
  max(): void {
    this.set(clampStake(min(this.available, MAX_STAKE)))
  }

  choose(wallet: WalletName): void {
    this.wallet = wallet
  }

  /** The stake and the wallet of an earlier bet; a bonus that is used up is not chosen. */
  repeat({ stake, wallet }: { stake: Cents; wallet: WalletName }): void {
    this.set(stake)
    this.repeatWallet(wallet)
  }

  repeatWallet(wallet: WalletName): void {
    this.wallet = wallet === 'bonus' && this.#root.wallet.bonus > ZERO ? 'bonus' : 'cash'
  }

  /** Another player begins. */
  reset(): void {
    this.set(firstStake)
    this.wallet = 'cash'
  }

  setTurbo(on: boolean): void {
    this.isTurbo = on
  }

  setSound(on: boolean): void {
    this.isSoundOn = on
    this.#root.storages.local.set('sound', on)
  }
}
