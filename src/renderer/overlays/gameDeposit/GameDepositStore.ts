import { makeAutoObservable, observableRef, runInAction } from 'mobx'
import { fromWirePrice, orderCalls, toWirePriceQuery, type OfferedPackage } from '#contract/http/order.ts'
import { max, subtract, ZERO, type Cents } from '#contract/money.ts'
import { CelebrationStore } from '../../features/celebrations/CelebrationStore.ts'
import { readLastDeposit } from '../../features/payment/lastDeposit.ts'
import { payableAmount, PaymentStore } from '../../features/payment/PaymentStore.ts'
import type { OverlayProps } from '../../stores/overlays.ts'
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
  readonly #root: RootStore
  readonly #props: OverlayProps['gameDeposit']

  constructor(root: RootStore, props: OverlayProps['gameDeposit'] = {}) {
    this.#root = root
    this.#props = props
    makeAutoObservable(this, { payment: false, packages: observableRef })
    this.payment = new PaymentStore(
      root,
      ({ id, amount }) => {
        // The game goes on: a toast is enough, and the only notice.
        root.feature(CelebrationStore).tellDeposit(id, amount, { isTold: true })
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
    return this.selected ? payableAmount(this.#root, this.selected.price) : ZERO
  }

  /** The bet that was refused; null: the balance is only low. */
  get stake(): Cents | null {
    return this.#props.stake ?? null
  }

  /** What the cash wallet lacks for that bet; zero when nothing is missing, or when there is no such bet. */
  get missing(): Cents {
    return max(ZERO, subtract(this.stake ?? ZERO, this.#root.wallet.latest.cash))
  }

  /** The bonus wallet alone would cover the bet. */
  get isCoveredByBonus(): boolean {
    return this.stake !== null && this.#root.wallet.latest.bonus >= this.stake
  }

  /** No package of this short list is large enough. */
  get isTooSmall(): boolean {
    return this.packages.every(({ price }) => price < this.missing)
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
      const options = { loading: false, isAwaited: true, ownFailure: true }
      const [wire, , last] = await Promise.all([
        this.#root.api.call(orderCalls.getPrices, { query }, options),
        this.payment.resume(),
        readLastDeposit(this.#root),
      ])
      runInAction(() => {
        this.packages = wire.slice(0, shownPackages).map(fromWirePrice)
        this.selectedId ??= this.suggest(last)?.id ?? null
        this.state = 'ready'
      })
    } catch (error) {
      ignoreCallError(error)
      runInAction(() => (this.state = 'failed'))
    }
  }

  /** The amount of the last deposit where it suffices, else the smallest package that does, or the largest. */
  private suggest(last: Cents | null): OfferedPackage | undefined {
    const again = this.packages.find(({ price }) => price === last && price >= this.missing)
    if (again) return again
    const byPrice = [...this.packages].sort((a, b) => a.price - b.price)
    if (this.missing === ZERO) return this.packages[0]
    return byPrice.find(({ price }) => price >= this.missing) ?? byPrice.at(-1)
  }

  select(packageId: string): void {
    this.selectedId = packageId
  }

  /** Starts the payment of the chosen package; an unverified player gets the identity form first. */
  async pay(): Promise<void> {
    const { selected } = this
    if (!selected) return
    if (this.#root.session.player?.verified === false) this.#root.overlays.open('editBank')
    else await this.payment.pay({ packageId: selected.id, withGift: !selected.isBonusUsed })
  }
}
