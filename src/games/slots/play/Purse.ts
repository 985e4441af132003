import { makeAutoObservable } from 'mobx'
import { cents, subtract, ZERO, type Cents } from '#contract/money.ts'

export type WalletName = 'cash' | 'bonus'

export interface Amounts {
  cash: Cents
  bonus: Cents
}

/** Below these the small deposit is offered (spec §9): R$ 10.00, and R$ 0.51 of the bonus wallet. */
const low: Amounts = { cash: cents(10_00), bonus: cents(51) }

/**
 * The two wallets as the player sees them. The stake leaves at once; what a round won, and whatever the server
 * says meanwhile, is kept back until the reels have shown it.
 */
export class Purse {
  shown: Amounts = { cash: ZERO, bonus: ZERO }
  chosen: WalletName = 'cash'
  private latest: Amounts = { cash: ZERO, bonus: ZERO }
  private isHeld = false
  private wasLow = true

  /** `onLow`: a wallet fell below its line; once each time it does. */
  constructor(private readonly onLow: () => void) {
    makeAutoObservable<this, 'onLow' | 'latest' | 'isHeld' | 'wasLow'>(this, {
      onLow: false,
      latest: false,
      isHeld: false,
      wasLow: false,
    })
  }

  get available(): Cents {
    return this.shown[this.chosen]
  }

  choose(wallet: WalletName): void {
    this.chosen = wallet
  }

  /** What the server holds now. */
  set(amounts: Amounts): void {
    this.latest = amounts
    if (!this.isHeld) this.show()
  }

  /** A round begins: the stake is gone, news wait. */
  hold(wallet: WalletName, stake: Cents): void {
    this.isHeld = true
    const left = subtract(this.shown[wallet], stake)
    this.shown = { ...this.shown, [wallet]: left < 0 ? ZERO : left }
  }

  /** The round has been shown (or was none): what the server said last counts. */
  release(): void {
    this.isHeld = false
    this.show()
  }

  private show(): void {
    this.shown = this.latest
    // The bonus wallet is what is played with once the other is low.
    const isLow = this.shown.cash < low.cash && (this.chosen === 'cash' || this.shown.bonus < low.bonus)
    const fell = isLow && !this.wasLow
    this.wasLow = isLow
    if (fell) this.onLow()
  }
}
