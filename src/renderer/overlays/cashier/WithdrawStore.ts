import { makeAutoObservable, observableRef, reaction, runInAction } from 'mobx'
import {
  sanitizeAmountInput,
  parseAmountInput,
  formatAmountInput,
  type ParsedAmount,
} from '#contract/amounts.ts'
import { withdrawalLimitText } from '#contract/withdrawalLimitText.ts'
import {
  fromWireLimits,
  orderCalls,
  toWireWithdrawal,
  type Destination,
  type SavedKey,
  type WithdrawalLimits,
} from '#contract/http/order.ts'
import { fromWireAccount, type AccountSummary, accountCalls } from '#contract/http/account.ts'
import { cents, max, min, subtract, ZERO, type Cents } from '#contract/money.ts'
import { maskKey } from '#contract/rules/destination.ts'
import { isMaskedKey } from '#contract/rules/kyc.ts'
import {
  capToBalance,
  mostWithdrawable,
  usdtPaidOut,
  withdrawalFee,
  withdrawalPaidOut,
  withdrawalRefusal,
  type WithdrawalRefusal,
} from '#contract/rules/withdraw.ts'
import { formatMoment } from '../../i18n/dates.ts'
import { formatMoney } from '../../i18n/format.ts'
import { PendingMoneyStore } from '../../features/pendingMoney/PendingMoneyStore.ts'
import type { CallOptions } from '../../services/api.ts'
import type { RootStore } from '../../stores/RootStore.ts'
import { runUnlessBusy } from '../../stores/runUnlessBusy.ts'
import { ignoreCallError } from '../../stores/SessionStore.ts'
import { DestinationStore } from './DestinationStore.ts'

/** Pushes within this many ms cause one reload of the limits. */
const debounceMs = 400

/** From the minimum to the maximum of the notes, in cents. */
const roundAmounts = [50_00, 100_00, 200_00, 500_00, 1_000_00, 2_000_00, 5_000_00, 10_000_00].map(cents)
const quickCount = 3

/** A refusal that concerns the amount. */
type AmountRefusal = WithdrawalRefusal & { reason: 'withdrawBelowMinimum' | 'withdrawAboveMaximum' }

/** The withdraw page: the withdrawable amount, the destination, and the checks in their order. */
export class WithdrawStore {
  state: 'idle' | 'loading' | 'ready' | 'failed' = 'idle'
  limits: WithdrawalLimits | null = null
  account: AccountSummary | null = null
  amountText = ''
  destination: Destination | null = null
  /** The destination form while it is open. */
  form: DestinationStore | null = null
  /** The list of saved keys. */
  areKeysOpen = false
  /** While a saved key is changed or removed. */
  isBusy = false
  isInfoOpen = false
  isSending = false
  /** What was wrong with the amount, at its field once the alert is read, until the amount changes. */
  amountRefusal: AmountRefusal | null = null
  /** The order that a terminal with a printer offers to print, until the player closes it. */
  requested: string | null = null
  readonly #root: RootStore

  constructor(root: RootStore) {
    this.#root = root
    makeAutoObservable(this, {
      limits: observableRef,
      account: observableRef,
      destination: observableRef,
      form: observableRef,
      amountRefusal: observableRef,
    })
  }

  get cash(): Cents {
    return this.#root.wallet.cash
  }

  /** The part of the balance that open turnover locks, in cents. */
  get lockedAmount(): Cents {
    const kept = max(ZERO, subtract(this.cash, this.limits?.withdrawable ?? ZERO))
    return min(kept, this.account?.turnoverLeft ?? ZERO)
  }

  /** The typed amount in cents; undefined while the text is not an amount. */
  get amount(): Cents | undefined {
    return this.parsedAmount.ok ? this.parsedAmount.value : undefined
  }

  /** True when the typed text is not an amount. */
  get isInvalid(): boolean {
    return !this.parsedAmount.ok && this.parsedAmount.error === 'invalid'
  }

  private get parsedAmount(): ParsedAmount {
    return parseAmountInput(this.amountText, this.#root.language.selected)
  }

  get fee(): Cents {
    return this.limits ? withdrawalFee(this.amount ?? ZERO, this.limits.feeFraction) : ZERO
  }

  /** What is paid out of the entered amount after the fee, in cents. */
  get paidOut(): Cents {
    return this.limits ? withdrawalPaidOut(this.amount ?? ZERO, this.limits.feeFraction) : ZERO
  }

  /** What is paid out in USDT after the network fee, in hundredths of a USDT; null for other destinations. */
  get usdtPaidOut(): number | null {
    if (this.destination?.type !== 'USDT' || !this.limits || this.limits.usdtRate <= 0) return null
    return usdtPaidOut(this.amount ?? ZERO, this.limits.feeFraction, this.limits.usdtRate)
  }

  get usdtEnabled(): boolean {
    return this.limits?.channels.includes('USDT') ?? false
  }

  /** Round amounts to choose from: the three largest that can be withdrawn, or the smallest where none can. */
  get quickAmounts(): Cents[] {
    if (!this.limits) return []
    const { minimum, withdrawable } = this.limits
    const amounts = roundAmounts.filter((amount) => amount >= minimum)
    const available = amounts.filter((amount) => amount <= withdrawable)
    return available.length > quickCount ? available.slice(-quickCount) : amounts.slice(0, quickCount)
  }

  /** The player's own name for the chosen key. */
  get chosenLabel(): string {
    return this.limits?.saved.find((key) => this.isChosen(key))?.label ?? ''
  }

  /** The destination's key, masked for the screen. */
  get maskedKey(): string {
    const { destination } = this
    if (!destination) return ''
    return isMaskedKey(destination.key) ? destination.key : maskKey(destination.type, destination.key)
  }

  /** Follows the wallet, the connection and the time: what may go out changes with them. Returns the cleanup. */
  start(): () => void {
    const { overlays, session, realtime } = this.#root
    let timer: ReturnType<typeof setTimeout> | undefined
    const stops = [
      () => clearTimeout(timer),
      reaction(
        () => this.limits?.held[0]?.until.getTime(),
        (until) => {
          clearTimeout(timer)
          if (until === undefined) return
          timer = setTimeout(
            () => void this.refresh(),
            Math.max(0, until - this.#root.clock.now()) + debounceMs,
          )
        },
      ),
      reaction(
        () => overlays.isOpen('withdraw') && !session.isLoggedIn,
        (isGuest) => isGuest && overlays.open('login'),
        { fireImmediately: true },
      ),
      reaction(
        () => [this.cash, realtime.reconnects],
        () => void this.refresh(),
        { delay: debounceMs },
      ),
    ]
    return () => {
      for (const stop of stops) stop()
    }
  }

  /** Called when the withdraw page is shown; loads on the first call. */
  enter(): void {
    if (this.state === 'idle' && this.#root.session.isLoggedIn) void this.load()
  }

  async load(): Promise<void> {
    this.state = 'loading'
    try {
      await this.fetch({ loading: false, isAwaited: true, ownFailure: true })
    } catch (error) {
      ignoreCallError(error)
      runInAction(() => (this.state = 'failed'))
    }
  }

  /** The field's new text, capped to the balance. A text that is not an amount stays as it is. */
  setAmount(text: string): void {
    this.amountRefusal = null
    this.amountText = sanitizeAmountInput(text)
    const { amount } = this
    if (amount === undefined) return
    const capped = capToBalance(amount, this.cash)
    if (capped !== amount) this.amountText = this.write(capped)
  }

  /** Fills in an amount that was chosen. */
  choose(amount: Cents): void {
    this.setAmount(this.write(amount))
  }

  /** Fills in the most that can be withdrawn at once. */
  setMaximum(): void {
    this.choose(capToBalance(mostWithdrawable(this.limits?.withdrawable ?? ZERO), this.cash))
  }

  /** The saved keys to choose from; without one, the form. */
  openDestination(): void {
    if (!this.limits) return
    if (this.limits.saved.length > 0) this.areKeysOpen = true
    else this.openForm({ chosen: this.destination })
  }

  closeKeys(): void {
    this.areKeysOpen = false
  }

  isChosen({ id, type, key }: SavedKey): boolean {
    const { destination } = this
    if (destination?.id !== undefined) return destination.id === id
    return destination?.type === type && this.maskedKey === key
  }

  chooseKey(saved: SavedKey): void {
    this.destination = saved
    this.areKeysOpen = false
  }

  addKey(): void {
    this.openForm({ chosen: null, isNew: true })
  }

  editKey(saved: SavedKey): void {
    this.openForm({ chosen: saved })
  }

  async makeDefault({ id }: SavedKey): Promise<void> {
    await runUnlessBusy(this, async () => {
      await this.#root.api.call(orderCalls.editCard, { params: { cardId: id }, body: { isDefault: true } })
      await this.refresh()
    })
  }

  /** Forgets a key. Where it was chosen, the next one is. */
  async removeKey(saved: SavedKey): Promise<void> {
    const isChosen = this.isChosen(saved)
    await runUnlessBusy(this, async () => {
      await this.#root.api.call(orderCalls.removeCard, { params: { cardId: saved.id }, body: {} })
      if (isChosen) runInAction(() => (this.destination = null))
      await this.refresh()
      if (this.limits?.saved.length === 0) runInAction(() => (this.areKeysOpen = false))
    })
  }

  private openForm(of: { chosen: Destination | null; isNew?: boolean }): void {
    const { limits } = this
    if (!limits) return
    this.areKeysOpen = false
    const form: DestinationStore = new DestinationStore(this.#root, limits, of, (saved) =>
      this.onDestinationSaved(saved, form),
    )
    this.form = form
  }

  closeDestination(): void {
    this.form = null
  }

  setInfo(isOpen: boolean): void {
    this.isInfoOpen = isOpen
  }

  /**
   * Runs the checks in their order (docs/product.md, "Withdrawal checks"): alert, destination form, identity form,
   * or request.
   */
  submit(): void {
    const { limits, destination } = this
    if (!limits || this.isSending) return
    this.amountRefusal = null
    const refusal = withdrawalRefusal({
      locked: limits.locked,
      remainingToday: limits.remainingToday,
      withdrawable: limits.withdrawable,
      held: limits.held,
      minimum: limits.minimum,
      amount: this.amount ?? null,
      type: destination?.type ?? null,
      key: destination?.key ?? '',
    })
    if (refusal?.reason === 'withdrawDestinationMissing') this.openDestination()
    else if (refusal?.reason === 'withdrawBelowMinimum' && this.isInvalid) {
      this.#root.alerts.alert({ key: 'money.withdraw.invalid' })
    } else if (refusal) {
      this.#root.alerts.alert(
        { key: `money.withdraw.refusals.${refusal.reason}`, params: this.refusalParams(refusal) },
        { onConfirm: () => isAmountRefusal(refusal) && this.showAtField(refusal) },
      )
    } else if (this.#root.session.player?.verified === false) {
      this.#root.overlays.open('editBank', { next: 'withdraw' })
    } else if (destination && this.amount) void this.send(limits, destination, this.amount)
  }

  /** After a withdrawal was requested. */
  leave(): void {
    const { overlays, navigation } = this.#root
    overlays.close()
    if (navigation.path() !== '/home') navigation.go('/home')
  }

  /** The amount at the end of the text of a refusal. */
  limitParams({ limit }: WithdrawalRefusal): { limit: string } {
    return { limit: withdrawalLimitText(limit ?? ZERO, this.#root.language.selected) }
  }

  /** The amounts and the time in the text of a refusal. */
  private refusalParams(refusal: WithdrawalRefusal): Record<string, string> {
    const { limit = ZERO, held } = refusal
    const { selected } = this.#root.language
    if (!held) return this.limitParams(refusal)
    const amount = formatMoney(held.amount, selected)
    return {
      limit: formatMoney(limit, selected),
      amount,
      time: formatMoment(held.until, new Date(this.#root.clock.now()), selected),
    }
  }

  private showAtField(refusal: AmountRefusal): void {
    this.amountRefusal = refusal
  }

  private write(amount: Cents): string {
    return formatAmountInput(amount, this.#root.language.selected, 'short')
  }

  private async send(limits: WithdrawalLimits, destination: Destination, amount: Cents): Promise<void> {
    const { api, alerts, wallet, host } = this.#root
    this.isSending = true
    try {
      const { orderId } = await api.call(orderCalls.withdraw, {
        body: toWireWithdrawal(destination, limits.usdtRate, amount),
      })
      wallet.refresh().catch(ignoreCallError)
      if (host.hasPrinter) runInAction(() => (this.requested = orderId))
      else {
        alerts.toast({ key: 'money.withdraw.done' })
        this.#root.feature(PendingMoneyStore).add(orderId)
        this.leave()
      }
    } catch (error) {
      ignoreCallError(error)
      await this.refresh()
    } finally {
      runInAction(() => (this.isSending = false))
    }
  }

  private onDestinationSaved(destination: Destination, form: DestinationStore): void {
    this.destination = destination
    // Closed while it was saved, another one may be open, with what is typed there.
    if (this.form === form) this.form = null
    this.#root.alerts.toast({ key: 'money.destination.saved' })
    void this.refresh()
  }

  /** Reloads in the background; a failure keeps what is on the screen. */
  private async refresh(): Promise<void> {
    if (this.state !== 'ready' || !this.#root.session.isLoggedIn) return
    await this.fetch({ loading: false, ownFailure: true }).catch(ignoreCallError)
  }

  private async fetch(options: CallOptions): Promise<void> {
    const { api } = this.#root
    const [limits, account] = await Promise.all([
      api.call(orderCalls.getWithdraw, {}, options),
      api.call(accountCalls.account, {}, options),
    ])
    runInAction(() => {
      this.limits = fromWireLimits(limits)
      this.account = fromWireAccount(account)
      this.destination ??= firstDestination(this.limits)
      this.state = 'ready'
    })
  }
}

function isAmountRefusal(refusal: WithdrawalRefusal): refusal is AmountRefusal {
  return refusal.reason === 'withdrawBelowMinimum' || refusal.reason === 'withdrawAboveMaximum'
}

function firstDestination({ channels, destinations, saved }: WithdrawalLimits): Destination | null {
  const standard = saved.find(({ isDefault }) => isDefault)
  if (standard) return standard
  const type = channels.find((channel) => destinations[channel])
  return (type && destinations[type]) ?? null
}
