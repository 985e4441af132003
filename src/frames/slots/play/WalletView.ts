import { makeAutoObservable } from 'mobx'
import { cents, subtract, ZERO, type Cents, type WalletBalances, type WalletName } from '#contract/money.ts'

/** Below these amounts the host offers a deposit: docs/product.md, "Prompts". */
const low: WalletBalances = { cash: cents(10_00), bonus: cents(51) }

/**
 * The two wallets as the page shows them. A stake is deducted at once. What the round wins, and every balance
 * that arrives meanwhile, is shown only after the reels have stopped.
 */
export class WalletView {
  shown: WalletBalances = { cash: ZERO, bonus: ZERO }
  /** The wallet that pays the stakes. */
  chosen: WalletName = 'cash'
  /** Dots in place of amounts, as in the host. */
  isHidden = false
  #latest: WalletBalances = { cash: ZERO, bonus: ZERO }
  #isHeld = false
  #wasLow = true
  readonly #onLow: () => void

  /** `onLow` is called each time the balance falls below the limit of the chosen wallet. */
  constructor(onLow: () => void) {
    this.#onLow = onLow
    makeAutoObservable(this)
  }

  get available(): Cents {
    return this.shown[this.chosen]
  }

  choose(wallet: WalletName): void {
    this.chosen = wallet
  }

  hide(hidden: boolean): void {
    this.isHidden = hidden
  }

  /** The server's balances. */
  set(balances: WalletBalances): void {
    this.#latest = balances
    if (!this.#isHeld) this.show()
  }

  /** A round begins: deducts the stake, and shows no new balance until `release`. */
  hold(wallet: WalletName, stake: Cents): void {
    this.#isHeld = true
    const left = subtract(this.shown[wallet], stake)
    this.shown = { ...this.shown, [wallet]: left < 0 ? ZERO : left }
  }

  /** The round is over: shows the server's latest balances. */
  release(): void {
    this.#isHeld = false
    this.show()
  }

  private show(): void {
    this.shown = this.#latest
    // The bonus wallet counts as low only when both wallets are.
    const isLow = this.shown.cash < low.cash && (this.chosen === 'cash' || this.shown.bonus < low.bonus)
    const fell = isLow && !this.#wasLow
    this.#wasLow = isLow
    if (fell) this.#onLow()
  }
}
