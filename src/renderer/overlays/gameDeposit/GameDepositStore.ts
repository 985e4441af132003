import { makeAutoObservable, observableRef, runInAction } from 'mobx'
import { fromWirePrice, orderCalls, toWirePriceQuery, type OfferedPackage } from '#contract/http/order.ts'
import { ZERO, type Cents } from '#contract/money.ts'
import { payableAmount, PaymentStore } from '../../features/payment/PaymentStore.ts'
import type { RootStore } from '../../stores/RootStore.ts'
import { ignoreCallError } from '../../stores/SessionStore.ts'

/** How many packages the low-balance deposit shows. */
const shownPackages = 4

/** The low-balance deposit inside a game: four packages, then back to play. */
export class GameDepositStore {
  state: 'loading' | 'ready' | 'failed' = 'loading'
  packages: OfferedPackage[] = []
  selectedId: string | null = null
  readonly payment: PaymentStore

  constructor(private readonly root: RootStore) {
    makeAutoObservable<this, 'root'>(this, { root: false, payment: false, packages: observableRef })
    this.payment = new PaymentStore(
      root,
      () => {
        root.alerts.toast({ key: 'money.payment.paid' })
        root.overlays.close()
      },
      () => void this.load(),
    )
  }

  get selected(): OfferedPackage | null {
    return this.packages.find(({ id }) => id === this.selectedId) ?? null
  }

  get payable(): Cents {
    return this.selected ? payableAmount(this.root, this.selected.price) : ZERO
  }

  /** Loads and follows the payment. Returns the cleanup. */
  start(): () => void {
    void this.load()
    return this.payment.start()
  }

  async load(): Promise<void> {
    this.state = 'loading'
    try {
      const query = toWirePriceQuery('INSBRL')
      const options = { loading: false, isAwaited: true }
      const [wire] = await Promise.all([
        this.root.api.call(orderCalls.getPrices, { query }, options),
        this.payment.resume(),
      ])
      runInAction(() => {
        this.packages = wire.slice(0, shownPackages).map(fromWirePrice)
        this.selectedId ??= this.packages[0]?.id ?? null
        this.state = 'ready'
      })
    } catch (error) {
      ignoreCallError(error)
      runInAction(() => (this.state = 'failed'))
    }
  }

  select(packageId: string): void {
    this.selectedId = packageId
  }

  /** Starts the payment of the chosen package; an unverified player gets the identity form first. */
  async pay(): Promise<void> {
    const { selected } = this
    if (!selected) return
    if (this.root.session.player?.verified === false) this.root.overlays.open('editBank')
    else await this.payment.pay({ packageId: selected.id, withGift: !selected.isBonusUsed })
  }
}
