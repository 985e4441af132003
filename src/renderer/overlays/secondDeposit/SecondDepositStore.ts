import { makeAutoObservable } from 'mobx'
import { add, ZERO, type Cents } from '#contract/money.ts'
import type { PackageOffer } from '#contract/http/user.ts'
import { leavePaidOverlay, payableAmount, PaymentStore } from '../../features/payment/PaymentStore.ts'
import type { RootStore } from '../../stores/RootStore.ts'

/** The second-deposit prompt: one package with its bonus, shown after registration or when a gift waits. */
export class SecondDepositStore {
  readonly payment: PaymentStore
  readonly #root: RootStore

  constructor(root: RootStore) {
    this.#root = root
    makeAutoObservable(this, { payment: false })
    this.payment = new PaymentStore(root, (order) => leavePaidOverlay(root, order))
  }

  /** Null until user info is loaded, and when there is no offer. */
  get offer(): (PackageOffer & { packageId: string }) | null {
    const offer = this.#root.session.offer
    return offer?.packageId ? { ...offer, packageId: offer.packageId } : null
  }

  /** Price plus bonus, in cents: what the player can play with. */
  get playable(): Cents {
    return this.offer ? add(this.offer.price, this.offer.bonus) : ZERO
  }

  get payable(): Cents {
    return this.offer ? payableAmount(this.#root, this.offer.price) : ZERO
  }

  start(): () => void {
    return this.payment.start()
  }

  /** Starts the payment of the offer; an unverified player gets the identity form first. */
  async accept(): Promise<void> {
    const { offer } = this
    const root = this.#root
    if (!offer) root.openDeposit()
    else if (root.session.player?.verified === false) {
      root.overlays.open('editBank', { packageId: offer.packageId })
    } else {
      await this.payment.pay({ packageId: offer.packageId, withGift: true })
    }
  }

  /** Other amounts. */
  openDeposit(): void {
    this.#root.openDeposit()
  }
}
