import { makeAutoObservable } from 'mobx'
import { add, ZERO, type Cents } from '#contract/money.ts'
import type { PackageOffer } from '#contract/http/user.ts'
import { leavePaidOverlay, payableAmount, PaymentStore } from './PaymentStore.ts'
import type { RootStore } from './RootStore.ts'

/** The second-deposit prompt (spec §2, §4): one package with its bonus, after registration or with a gift. */
export class SecondDepositStore {
  readonly payment: PaymentStore

  constructor(private readonly root: RootStore) {
    makeAutoObservable<this, 'root'>(this, { root: false, payment: false })
    this.payment = new PaymentStore(root, () => leavePaidOverlay(root))
  }

  /** Null until user info has come, and when nothing is on offer. */
  get offer(): (PackageOffer & { packageId: string }) | null {
    const offer = this.root.session.offer
    return offer?.packageId ? { ...offer, packageId: offer.packageId } : null
  }

  /** Price and bonus together: what there is to play with. */
  get playable(): Cents {
    return this.offer ? add(this.offer.price, this.offer.bonus) : ZERO
  }

  get payable(): Cents {
    return this.offer ? payableAmount(this.root, this.offer.price) : ZERO
  }

  start(): () => void {
    return this.payment.start()
  }

  /** Pays the offer at once; a player who is not verified proves who they are first (spec §4). */
  async accept(): Promise<void> {
    const { offer, root } = this
    if (!offer) root.openDeposit()
    else if (root.session.player?.verified === false) {
      root.overlays.open('editBank', { packageId: offer.packageId })
    } else {
      await this.payment.pay({ packageId: offer.packageId, price: offer.price, withGift: true })
    }
  }

  /** Other amounts. */
  seeAll(): void {
    this.root.openDeposit()
  }
}
