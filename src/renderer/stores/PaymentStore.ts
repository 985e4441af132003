import { makeAutoObservable, observableRef, reaction, runInAction } from 'mobx'
import { CallError } from '#contract/errors.ts'
import { fromWireOrder, orderCalls, toWirePrePay } from '#contract/http/order.ts'
import { isOriginalGame } from '#contract/games/gameCodes.ts'
import { cents, min, multiplyDown, subtract, ZERO, type Cents } from '#contract/money.ts'
import { OrderStatus } from '#contract/statusCodes.ts'
import type { RootStore } from './RootStore.ts'
import { ignoreCallError } from './SessionStore.ts'

/** The order being paid. `amount` is what the provider asks for; `expiresAt` ISO 8601. */
export interface OpenOrder {
  id: string
  url: string
  amount: Cents
  expiresAt: string
}

/** What is bought: a package, with its gift or without; `isApp` on the deposit page only (spec §7). */
export interface Purchase {
  packageId: string
  price: Cents
  withGift: boolean
  isApp?: boolean
}

const pollMs = 2_500
const conflict = 409

/**
 * One deposit order from pre-pay to its end (spec §4 "Deposit flow"), for the three places that sell
 * packages. The order's status decides; the paySuccess event, a closed payment page, a reconnect and a slow
 * poll only say when to ask. `onPaid` is what the place does once the money is there.
 */
export class PaymentStore {
  order: OpenOrder | null = null
  /** The payment page is in front of the player: the frame here, or the host's own window. */
  isPageOpen = false
  /** The order was there before: offered to be completed or cancelled. */
  isResumed = false
  /** Pre-pay or cancel is on its way: a second press does nothing. */
  isBusy = false
  /** The last question about the order got no answer: there is no network. */
  isCutOff = false
  private isChecking = false

  constructor(
    private readonly root: RootStore,
    private readonly onPaid: () => void,
  ) {
    makeAutoObservable<this, 'root' | 'onPaid' | 'isChecking'>(this, {
      root: false,
      onPaid: false,
      isChecking: false,
      order: observableRef,
    })
  }

  /** The payment page is shown by us, in a frame. */
  get isFrame(): boolean {
    return this.root.platform.payment.kind === 'frame'
  }

  /** Address for the frame; null when there is nothing to show or it is no web address. */
  get frameUrl(): string | null {
    if (!this.isFrame || !this.isPageOpen || !this.order) return null
    return isWebAddress(this.order.url) ? this.order.url : null
  }

  /** Follows events and polls while there is an order. Returns its undoing, which leaves the order pending. */
  start(): () => void {
    const undo = [
      reaction(
        () => this.root.realtime.lastPayment,
        (payment) => {
          if (payment && payment.orderId === this.order?.id) this.settle(OrderStatus.paid)
        },
      ),
      reaction(
        () => this.root.realtime.reconnects,
        () => void this.check(),
      ),
      this.root.platform.payment.onClosed((closed) => {
        if (closed.orderId !== this.order?.id) return
        this.hidePage()
        void this.check()
      }),
      this.watchOrder(),
    ]
    return () => {
      for (const stop of undo) stop()
      if (this.order) this.root.platform.payment.close()
    }
  }

  /** Asks for an order from before; true when there is one. Throws CallError. */
  async resume(): Promise<boolean> {
    const wire = await this.root.api.call(orderCalls.pending, {}, { loading: false, isAwaited: true })
    if (!wire) return false
    const { id, url, amount, expiresAt } = fromWireOrder(wire)
    runInAction(() => {
      this.order = { id, url, amount, expiresAt }
      this.isResumed = true
    })
    return true
  }

  /** Pre-pay, then the payment page. An order from before (409) is offered instead. */
  async pay(purchase: Purchase): Promise<void> {
    if (this.isBusy || this.order) return
    this.isBusy = true
    try {
      const wire = await this.root.api.call(orderCalls.prePay, {
        params: { pkgId: purchase.packageId },
        body: toWirePrePay(purchase.packageId, purchase.withGift, purchase.isApp),
      })
      runInAction(() => {
        this.order = {
          id: wire.orderId,
          url: wire.url,
          amount: payableAmount(this.root, purchase.price),
          expiresAt: wire.expiredTime,
        }
        this.isResumed = false
      })
      await this.openPage()
    } catch (error) {
      ignoreCallError(error)
      if (error instanceof CallError && error.httpStatus === conflict)
        await this.resume().catch(ignoreCallError)
    } finally {
      runInAction(() => (this.isBusy = false))
    }
  }

  /** Shows the payment page of the order, for the first time or again. */
  async openPage(): Promise<void> {
    const { order } = this
    if (!order || this.isPageOpen) return
    try {
      await this.root.platform.payment.open({ orderId: order.id, url: order.url, expiresAt: order.expiresAt })
      // Opening closes what was open before, and tells so: only now the page is there.
      runInAction(() => (this.isPageOpen = this.order?.id === order.id))
    } catch (error) {
      console.error('payment page refused', error)
      this.root.alerts.alert({ key: 'money.payment.pageRefused' })
    }
  }

  /** Cancels the order; one that was paid in the same moment counts as paid. */
  async cancel(): Promise<void> {
    const { order } = this
    if (!order || this.isBusy) return
    this.isBusy = true
    try {
      const { status } = await this.root.api.call(
        orderCalls.cancel,
        { params: { orderId: order.id }, body: {} },
        { ownFailure: true },
      )
      this.settle(status)
    } catch (error) {
      ignoreCallError(error)
      await this.check()
      if (this.order) this.root.alerts.alert({ key: 'money.payment.cancelFailed' })
    } finally {
      runInAction(() => (this.isBusy = false))
    }
  }

  /** Asks for the order's status, quietly. */
  async check(): Promise<void> {
    const { order } = this
    if (!order || this.isChecking) return
    this.isChecking = true
    try {
      const { status } = await this.root.api.call(
        orderCalls.getStatus,
        { params: { orderId: order.id } },
        { loading: false, ownFailure: true },
      )
      runInAction(() => (this.isCutOff = false))
      if (this.order?.id === order.id) this.settle(status)
    } catch (error) {
      // Asked again by the poll; the player keeps what is on the screen.
      ignoreCallError(error)
      runInAction(() => (this.isCutOff = error instanceof CallError && error.kind === 'network'))
    } finally {
      this.isChecking = false
    }
  }

  /** Spec §4: '10' is paid; '01' and '-01' end the order; anything else is pending. */
  private settle(status: string): void {
    const { order } = this
    if (!order) return
    const { alerts } = this.root
    if (status === OrderStatus.paid) {
      this.clear()
      this.root.session.refresh().catch(ignoreCallError)
      this.onPaid()
    } else if (status === OrderStatus.cancelled) {
      this.clear()
      // The wire has one code for both: the clock tells them apart.
      const isLate = Date.now() >= Date.parse(order.expiresAt)
      alerts.toast({ key: isLate ? 'money.payment.expired' : 'money.payment.cancelled' }, 'info')
    } else if (status === OrderStatus.failed) {
      this.clear()
      // Where the server has said why, that is enough.
      if (!alerts.current) alerts.toast({ key: 'money.payment.failed' }, 'error')
    }
  }

  private clear(): void {
    this.order = null
    this.isPageOpen = false
    this.isResumed = false
    this.root.platform.payment.close()
  }

  private hidePage(): void {
    this.isPageOpen = false
  }

  /** A poll as long as there is an order: events may be lost. */
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

/** What a package costs now: its price less the running discount, of which at least one cent is left (spec §3). */
export function payableAmount({ session }: Pick<RootStore, 'session'>, price: Cents): Cents {
  const discount = session.player?.depositDiscount
  if (!discount || price <= ZERO) return price
  return subtract(price, min(multiplyDown(price, discount.fraction), cents(price - 1)))
}

/** Pages where play goes on after paying; from all others a paid player goes home (spec §4). */
const playPages: readonly string[] = ['play', 'footballPage']

/** After a payment: says so, closes the overlay, and goes home but for a game that goes on. */
export function leavePaidOverlay({ alerts, overlays, navigation }: RootStore): void {
  alerts.toast({ key: 'money.payment.paid' })
  overlays.close()
  const page = navigation.path().slice(1)
  if (page !== 'home' && !isOriginalGame(page) && !playPages.includes(page)) navigation.go('/home')
}

/** Only http and https (or a path of ours) go into a frame: never a script's address. */
function isWebAddress(url: string): boolean {
  return /^https?:\/\//i.test(url) || /^\/(?!\/)/.test(url)
}
