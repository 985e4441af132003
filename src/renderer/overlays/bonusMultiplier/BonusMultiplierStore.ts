import { makeAutoObservable, observableRef, runInAction } from 'mobx'
import { fromWirePrice, orderCalls, toWirePriceQuery, type DepositPackage } from '#contract/http/order.ts'
import { ZERO, type Cents } from '#contract/money.ts'
import { multipliedAmount } from '#contract/rules/turnover.ts'
import { leavePaidOverlay, payableAmount, PaymentStore } from '../../features/payment/PaymentStore.ts'
import type { RootStore } from '../../stores/RootStore.ts'
import { ignoreCallError } from '../../stores/SessionStore.ts'

/** The bonus-multiplier prompt: sells the first EXPPAY package, without a gift. */
export class BonusMultiplierStore {
  state: 'loading' | 'ready' | 'failed' = 'loading'
  offeredPackage: DepositPackage | null = null
  readonly payment: PaymentStore
  /** The offer as it was when the prompt opened. */
  readonly multiplier: number
  readonly amount: Cents
  readonly #root: RootStore

  constructor(root: RootStore) {
    this.#root = root
    const offer = root.realtime.bonusOffer
    this.multiplier = offer?.multiplier ?? 0
    this.amount = offer?.amount ?? ZERO
    makeAutoObservable(this, { payment: false, offeredPackage: observableRef })
    this.payment = new PaymentStore(root, (order) => {
      root.realtime.dismissBonusOffer()
      leavePaidOverlay(root, order)
    })
  }

  /** Multiplier times amount, in cents: the bonus that the package pays. */
  get multipliedTotal(): Cents {
    return multipliedAmount(this.multiplier, this.amount)
  }

  /** What the package costs the player now. */
  get payable(): Cents {
    return this.offeredPackage ? payableAmount(this.#root, this.offeredPackage.price) : ZERO
  }

  start(): () => void {
    void this.load()
    return this.payment.start()
  }

  async load(): Promise<void> {
    this.state = 'loading'
    try {
      const query = toWirePriceQuery('EXPPAY')
      const wire = await this.#root.api.call(
        orderCalls.getPrices,
        { query },
        { loading: false, ownFailure: true },
      )
      runInAction(() => {
        this.offeredPackage = wire.map(fromWirePrice)[0] ?? null
        this.state = 'ready'
      })
    } catch (error) {
      ignoreCallError(error)
      runInAction(() => (this.state = 'failed'))
    }
  }

  /** Starts the payment of the package; an unverified player gets the identity form first. */
  async pay(): Promise<void> {
    const { offeredPackage } = this
    const { session, overlays } = this.#root
    if (!offeredPackage) return
    if (session.player?.verified === false) overlays.open('editBank', { next: 'offer' })
    else await this.payment.pay({ packageId: offeredPackage.id, withGift: false })
  }

  close(): void {
    this.#root.realtime.dismissBonusOffer()
    this.#root.overlays.close()
  }

  openDeposit(): void {
    this.#root.realtime.dismissBonusOffer()
    this.#root.openDeposit()
  }
}
