import { makeAutoObservable, observableRef, reaction, runInAction } from 'mobx'
import { withdrawalLimitText } from '#contract/amountText.ts'
import {
  fromWireLimits,
  orderCalls,
  toWireWithdrawal,
  type Destination,
  type WithdrawalLimits,
} from '#contract/http/order.ts'
import { fromWireAccount, userCalls, type AccountSummary } from '#contract/http/user.ts'
import { max, subtract, ZERO, type Cents } from '#contract/money.ts'
import { maskKey } from '#contract/rules/destination.ts'
import { isMaskedKey } from '#contract/rules/kyc.ts'
import {
  capToBalance,
  usdtPaidOut,
  withdrawalFee,
  withdrawalPaidOut,
  withdrawalRefusal,
} from '#contract/rules/withdraw.ts'
import type { CallOptions } from '../services/api.ts'
import { cleanAmountText, readAmountText, writeAmountText } from './amountText.ts'
import { DestinationStore } from './DestinationStore.ts'
import type { RootStore } from './RootStore.ts'
import { ignoreCallError } from './SessionStore.ts'

/** How long pushes may gather before the limits are asked for again, in ms. */
const settleMs = 400

/** The withdraw page (spec §2, §5): what may go out, to where, and the checks in their order. */
export class WithdrawStore {
  state: 'idle' | 'loading' | 'ready' | 'failed' = 'idle'
  limits: WithdrawalLimits | null = null
  account: AccountSummary | null = null
  amountText = ''
  destination: Destination | null = null
  /** The destination form, while it is open. */
  form: DestinationStore | null = null
  isInfoOpen = false
  isSending = false

  constructor(private readonly root: RootStore) {
    makeAutoObservable<this, 'root'>(this, {
      root: false,
      limits: observableRef,
      account: observableRef,
      destination: observableRef,
      form: observableRef,
    })
  }

  get balance(): Cents {
    return this.root.wallet.balance
  }

  /** What turnover keeps of the balance. */
  get lockedAmount(): Cents {
    return max(ZERO, subtract(this.balance, this.limits?.withdrawable ?? ZERO))
  }

  /** Null when the field is empty or unreadable. */
  get amount(): Cents | null {
    return readAmountText(this.amountText)
  }

  get fee(): Cents {
    return this.limits ? withdrawalFee(this.amount ?? ZERO, this.limits.feeFraction) : ZERO
  }

  /** What arrives of the amount entered, in reais. */
  get paidOut(): Cents {
    return this.limits ? withdrawalPaidOut(this.amount ?? ZERO, this.limits.feeFraction) : ZERO
  }

  /** What arrives by USDT, in hundredths of a USDT, mining fee taken; null for the other destinations. */
  get usdtPaidOut(): number | null {
    if (this.destination?.type !== 'USDT' || !this.limits || this.limits.usdtRate <= 0) return null
    return usdtPaidOut(this.amount ?? ZERO, this.limits.feeFraction, this.limits.usdtRate)
  }

  get usdtEnabled(): boolean {
    return this.limits?.channels.includes('USDT') ?? false
  }

  /** The destination's key as the screen may show it. */
  get shownKey(): string {
    const { destination } = this
    if (!destination) return ''
    return isMaskedKey(destination.key) ? destination.key : maskKey(destination.type, destination.key)
  }

  /** Follows the wallet and the connection: what may go out changes with both. Returns its undoing. */
  start(): () => void {
    const { overlays, session, realtime } = this.root
    const undo = [
      reaction(
        () => overlays.isOpen('withdraw') && !session.isLoggedIn,
        (isStranger) => isStranger && overlays.open('login'),
        { fireImmediately: true },
      ),
      reaction(
        () => [this.balance, realtime.reconnects],
        () => void this.refresh(),
        { delay: settleMs },
      ),
    ]
    return () => {
      for (const stop of undo) stop()
    }
  }

  /** The withdraw page is shown: loads, the first time. */
  enter(): void {
    if (this.state === 'idle' && this.root.session.isLoggedIn) void this.load()
  }

  async load(): Promise<void> {
    this.state = 'loading'
    try {
      await this.fetch({ loading: false, isAwaited: true })
    } catch (error) {
      ignoreCallError(error)
      runInAction(() => (this.state = 'failed'))
    }
  }

  /** The field's new text, capped to the balance (spec §5). */
  setAmount(text: string): void {
    const typed = readAmountText(text)
    const capped = typed === null ? null : capToBalance(typed, this.balance)
    this.amountText =
      capped === null || capped === typed
        ? cleanAmountText(text)
        : writeAmountText(capped, this.root.language.selected.locale)
  }

  /** Everything that may go out. */
  setMaximum(): void {
    const most = capToBalance(this.limits?.withdrawable ?? ZERO, this.balance)
    this.amountText = writeAmountText(most, this.root.language.selected.locale)
  }

  openDestination(): void {
    if (!this.limits) return
    this.form = new DestinationStore(this.root, this.limits, this.destination, (saved) => this.keep(saved))
  }

  closeDestination(): void {
    this.form = null
  }

  setInfo(isOpen: boolean): void {
    this.isInfoOpen = isOpen
  }

  /** Spec §5, in its order: an alert, or the destination form, or off it goes. */
  submit(): void {
    const { limits, destination } = this
    if (!limits || this.isSending) return
    const refusal = withdrawalRefusal({
      locked: limits.locked,
      remainingToday: limits.remainingToday,
      withdrawable: limits.withdrawable,
      minimum: limits.minimum,
      amount: this.amount,
      type: destination?.type ?? null,
      key: destination?.key ?? '',
    })
    if (refusal?.reason === 'withdrawDestinationMissing') this.openDestination()
    else if (refusal) {
      this.root.alerts.alert({
        key: `money.withdraw.refusals.${refusal.reason}`,
        params: { limit: withdrawalLimitText(refusal.limit ?? ZERO, this.root.language.selected) },
      })
    } else if (destination && this.amount) void this.send(limits, destination, this.amount)
  }

  private async send(limits: WithdrawalLimits, destination: Destination, amount: Cents): Promise<void> {
    const { api, alerts, overlays, wallet, navigation } = this.root
    this.isSending = true
    try {
      await api.call(orderCalls.withdraw, {
        body: toWireWithdrawal(destination, limits.usdtRate, amount),
      })
      alerts.toast({ key: 'money.withdraw.done' })
      overlays.close()
      wallet.refresh().catch(ignoreCallError)
      if (navigation.path() !== '/home') navigation.go('/home')
    } catch (error) {
      ignoreCallError(error)
      await this.refresh()
    } finally {
      runInAction(() => (this.isSending = false))
    }
  }

  private keep(destination: Destination): void {
    this.destination = destination
    this.form = null
    this.root.alerts.toast({ key: 'money.destination.saved' })
    void this.refresh()
  }

  /** Quietly: what is on the screen stays when it fails. */
  private async refresh(): Promise<void> {
    if (this.state !== 'ready' || !this.root.session.isLoggedIn) return
    await this.fetch({ loading: false, ownFailure: true }).catch(ignoreCallError)
  }

  private async fetch(options: CallOptions): Promise<void> {
    const { api } = this.root
    const [limits, account] = await Promise.all([
      api.call(orderCalls.getWithdraw, {}, options),
      api.call(userCalls.account, {}, options),
    ])
    runInAction(() => {
      this.limits = fromWireLimits(limits)
      this.account = fromWireAccount(account)
      this.destination ??= firstStored(this.limits)
      this.state = 'ready'
    })
  }
}

function firstStored({ channels, destinations }: WithdrawalLimits): Destination | null {
  const type = channels.find((channel) => destinations[channel])
  return (type && destinations[type]) ?? null
}
