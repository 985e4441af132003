import { makeAutoObservable, observableRef, reaction, runInAction } from 'mobx'
import { CallError } from '#contract/errors.ts'
import { fromWireOrder, orderCalls, toWirePrePay } from '#contract/http/order.ts'
import { isOriginalGame } from '#contract/games/gameCodes.ts'
import { fromWireAmount, type Cents } from '#contract/money.ts'
import { paymentTimeLeft } from '#contract/rules/paymentExpiry.ts'
import { amountToPay } from '#contract/rules/discountedPrice.ts'
import { OrderStatus } from '#contract/statusCodes.ts'
import { CelebrationStore } from '../celebrations/CelebrationStore.ts'
import type { RootStore } from '../../stores/RootStore.ts'
import { ignoreCallError } from '../../stores/SessionStore.ts'
import { LastOrder } from './LastOrder.ts'

/** The order being paid. `amount` is what the provider charges; `expiresAt` is ISO 8601. */
export interface OpenOrder {
  id: string
  url: string
  amount: Cents
  expiresAt: string
}

/** What the player buys: a package, with or without its bonus. `isApp` is sent by the deposit page only. */
export interface Purchase {
  packageId: string
  withGift: boolean
  isApp?: boolean
}

const pollMs = 2_500
const conflict = 409

/**
 * One deposit order from pre-pay to its end, for the places that sell packages (docs/product.md, "Deposit
 * flow"). Only the order's status decides; the paySuccess event, a closed payment page, a reconnect and a
 * slow poll merely trigger a check. `onPaid` is what the place does once the money has arrived, `onRefused` when the
 * package is not for sale to this player as shown, such as after its bonus was used on another device.
 */
export class PaymentStore {
  order: OpenOrder | null = null
  /** The payment page is in front of the player: in our frame, or in the host's own window. */
  isPageOpen = false
  /** The order is an earlier one, offered to be completed or cancelled. */
  isResumed = false
  /** A pre-pay or cancel request is running: a second press does nothing. */
  isBusy = false
  /** The last check of the order got no response: there is no network. */
  isOffline = false
  #isChecking = false
  readonly #last: LastOrder
  readonly #root: RootStore
  readonly #onPaid: (order: OpenOrder) => void
  readonly #onRefused: () => void

  constructor(root: RootStore, onPaid: (order: OpenOrder) => void, onRefused: () => void = () => {}) {
    this.#root = root
    this.#last = root.feature(LastOrder)
    this.#onPaid = onPaid
    this.#onRefused = onRefused
    makeAutoObservable(this, { order: observableRef })
  }

  /** The payment page is shown in a frame of ours rather than in a window of the host. */
  get isFrame(): boolean {
    return this.#root.platform.payment.kind === 'frame'
  }

  /** Address for the frame; null when there is nothing to show or it is not a web address. */
  get frameUrl(): string | null {
    if (!this.isFrame || !this.isPageOpen || !this.order) return null
    return isWebAddress(this.order.url) ? this.order.url : null
  }

  /**
   * Follows events and polls while there is an order. Returns its cleanup, which leaves the order pending.
   */
  start(): () => void {
    const stops = [
      reaction(
        () => this.#root.realtime.lastPayment,
        (payment) => {
          if (payment && payment.orderId === this.order?.id) this.applyStatus(OrderStatus.paid)
        },
      ),
      reaction(
        () => this.#root.realtime.reconnects,
        () => void this.check(),
      ),
      this.#root.platform.payment.onClosed((closed) => {
        if (closed.orderId !== this.order?.id) return
        this.hidePage()
        void this.check()
      }),
      this.watchOrder(),
    ]
    return () => {
      for (const stop of stops) stop()
      if (this.order) this.#root.platform.payment.close()
    }
  }

  /** Looks for an earlier pending order. Returns whether there is one. Throws CallError, which its caller shows. */
  async resume(): Promise<boolean> {
    const options = { loading: false, isAwaited: true, ownFailure: true }
    const wire = await this.#root.api.call(orderCalls.pending, {}, options)
    if (!wire) return false
    const { id, url, amount, expiresAt } = fromWireOrder(wire)
    runInAction(() => {
      this.order = { id, url, amount, expiresAt }
      this.#last.id = id
      this.isResumed = true
    })
    return true
  }

  /**
   * Creates the order and opens the payment page. When an earlier order is pending (409), offers that
   * instead.
   */
  async pay(purchase: Purchase): Promise<void> {
    if (this.isBusy || this.order) return
    this.isBusy = true
    try {
      const wire = await this.#root.api.call(
        orderCalls.prePay,
        {
          params: { pkgId: purchase.packageId },
          body: toWirePrePay(purchase.packageId, purchase.withGift, purchase.isApp),
        },
        { after: this.#last.id },
      )
      runInAction(() => {
        this.order = {
          id: wire.orderId,
          url: wire.url,
          amount: fromWireAmount(wire.amount),
          expiresAt: wire.expiredTime,
        }
        this.#last.id = wire.orderId
        this.isResumed = false
      })
      await this.openPage()
    } catch (error) {
      ignoreCallError(error)
      if (error instanceof CallError && error.httpStatus === conflict) {
        await this.resume().catch(ignoreCallError)
        if (!this.order) this.#onRefused()
      }
    } finally {
      runInAction(() => (this.isBusy = false))
    }
  }

  /** Opens the payment page of the order, for the first time or again. */
  async openPage(): Promise<void> {
    const { order } = this
    if (!order || this.isPageOpen) return
    try {
      const { id, url, expiresAt } = order
      const language = this.#root.language.selected.code
      await this.#root.platform.payment.open({
        orderId: id,
        url,
        timeLeft: paymentTimeLeft(expiresAt, this.#root.clock.now()),
        language,
      })
      // Opening first closes what was open before and reports that, so the page is open only from here on.
      runInAction(() => (this.isPageOpen = this.order?.id === order.id))
    } catch (error) {
      console.error('payment page refused', error)
      this.#root.alerts.alert({ key: 'money.payment.pageRefused' })
    }
  }

  /** Closes the payment page: the order waits, and can be continued, checked or cancelled. */
  closePage(): void {
    this.#root.platform.payment.close()
  }

  /** Cancels the order. An order that was paid at the same moment counts as paid. */
  async cancel(): Promise<void> {
    const { order } = this
    if (!order || this.isBusy) return
    this.isBusy = true
    try {
      const { status } = await this.#root.api.call(
        orderCalls.cancel,
        { params: { orderId: order.id }, body: {} },
        { ownFailure: true },
      )
      this.applyStatus(status)
    } catch (error) {
      ignoreCallError(error)
      await this.check()
      if (this.order) this.#root.alerts.alert({ key: 'money.payment.cancelFailed' })
    } finally {
      runInAction(() => (this.isBusy = false))
    }
  }

  /** Checks the order's status, without loading indicator or alert. */
  async check(): Promise<void> {
    const { order } = this
    if (!order || this.#isChecking) return
    this.#isChecking = true
    try {
      const { status, expired } = await this.#root.api.call(
        orderCalls.getStatus,
        { params: { orderId: order.id } },
        { loading: false, ownFailure: true },
      )
      runInAction(() => (this.isOffline = false))
      if (this.order?.id === order.id) this.applyStatus(status, expired)
    } catch (error) {
      // The poll checks again; what is on screen stays.
      ignoreCallError(error)
      runInAction(() => (this.isOffline = error instanceof CallError && error.kind === 'network'))
    } finally {
      this.#isChecking = false
    }
  }

  /** '10' is paid; '01' and '-01' end the order; anything else is pending. */
  private applyStatus(status: string, isExpired = false): void {
    const { order } = this
    if (!order) return
    const { alerts } = this.#root
    if (status === OrderStatus.paid) {
      this.clear()
      this.#root.session.renew()
      this.#onPaid(order)
    } else if (status === OrderStatus.cancelled) {
      this.clear()
      // Earlier servers have one code for cancelled and expired: the clock distinguishes them.
      const isLate = isExpired || this.#root.clock.now() >= Date.parse(order.expiresAt)
      alerts.toast({ key: isLate ? 'money.payment.expired' : 'money.payment.cancelled' }, 'info')
    } else if (status === OrderStatus.failed) {
      this.clear()
      // An alert of the server has already said why.
      if (!alerts.current) alerts.toast({ key: 'money.payment.failed' }, 'error')
    }
  }

  private clear(): void {
    this.order = null
    this.isPageOpen = false
    this.isResumed = false
    this.#root.platform.payment.close()
  }

  private hidePage(): void {
    this.isPageOpen = false
  }

  /** Polls as long as there is an order, because events can be lost. */
  private watchOrder(): () => void {
    let timer: ReturnType<typeof setInterval> | undefined
    const stop = reaction(
      () => this.order?.id,
      (id) => {
        clearInterval(timer)
        timer = id === undefined ? undefined : setInterval(() => void this.check(), pollMs)
      },
      { fireImmediately: true },
    )
    return () => {
      stop()
      clearInterval(timer)
    }
  }
}

/** What a package of this price costs the player now. The order's own amount is the server's. */
export function payableAmount({ session, clock }: Pick<RootStore, 'session' | 'clock'>, price: Cents): Cents {
  return amountToPay(price, session.player?.depositDiscount ?? null, new Date(clock.now()))
}

/** Pages where play continues after paying; from all others a paid player goes home. */
const playPages: readonly string[] = ['play', 'footballPage']

/** After a payment: closes the overlay, goes home unless a game continues, and celebrates the deposit there. */
export function leavePaidOverlay(root: RootStore, { id, amount }: OpenOrder): void {
  const { overlays, navigation } = root
  root.feature(CelebrationStore).tellDeposit(id, amount)
  overlays.close()
  const page = navigation.path().slice(1)
  if (page !== 'home' && !isOriginalGame(page) && !playPages.includes(page)) navigation.go('/home')
}

/** Only http and https addresses, or a path of ours, go into a frame; never a script address. */
function isWebAddress(url: string): boolean {
  return /^https?:\/\//i.test(url) || /^\/(?!\/)/.test(url)
}
