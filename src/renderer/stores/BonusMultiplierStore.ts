import { makeAutoObservable, observableRef, runInAction } from 'mobx'
import { fromWirePrice, orderCalls, toWirePriceQuery, type DepositPackage } from '#contract/http/order.ts'
import { multiplyDown, ZERO, type Cents } from '#contract/money.ts'
import { leavePaidOverlay, PaymentStore } from './PaymentStore.ts'
import type { RootStore } from './RootStore.ts'
import { ignoreCallError } from './SessionStore.ts'

/** The bonus-multiplier prompt (spec §2, §7, §9): the first EXPPAY package, bought without a gift. */
export class BonusMultiplierStore {
  state: 'loading' | 'ready' | 'failed' = 'loading'
  offered: DepositPackage | null = null
  readonly payment: PaymentStore
  /** What was offered when the prompt opened. */
  readonly multiplier: number
  readonly amount: Cents

  constructor(private readonly root: RootStore) {
    const offer = root.realtime.bonusOffer
    this.multiplier = offer?.multiplier ?? 0
    this.amount = offer?.amount ?? ZERO
    makeAutoObservable<this, 'root'>(this, { root: false, payment: false, offered: observableRef })
    this.payment = new PaymentStore(root, () => {
      root.realtime.dismissBonusOffer()
      leavePaidOverlay(root)
    })
  }

  /** newMoney of spec §9: multiplier x amount, two decimals. */
  get newMoney(): Cents {
    return multiplyDown(this.amount, this.multiplier)
  }

  start(): () => void {
    void this.load()
    return this.payment.start()
  }

  async load(): Promise<void> {
    this.state = 'loading'
    try {
      const query = toWirePriceQuery('EXPPAY')
      const wire = await this.root.api.call(
        orderCalls.getPrices,
        { query },
        { loading: false, ownFailure: true },
      )
      runInAction(() => {
        this.offered = wire.map(fromWirePrice)[0] ?? null
        this.state = 'ready'
      })
    } catch (error) {
      ignoreCallError(error)
      runInAction(() => (this.state = 'failed'))
    }
  }

  /** Pays the package; a player who is not verified proves who they are first (spec §4). */
  async pay(): Promise<void> {
    const { offered, root } = this
    if (!offered) return
    if (root.session.player?.verified === false) root.overlays.open('editBank')
    else await this.payment.pay({ packageId: offered.id, price: offered.price, withGift: false })
  }

  close(): void {
    this.root.realtime.dismissBonusOffer()
    this.root.overlays.close()
  }

  seeDeposits(): void {
    this.root.realtime.dismissBonusOffer()
    this.root.openDeposit()
  }
}
