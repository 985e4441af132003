import { makeAutoObservable, observableRef, reaction, runInAction } from 'mobx'
import { fromWirePrice, orderCalls, type DepositPackage, type PackageKind } from '#contract/http/order.ts'
import { add, subtract, ZERO, type Cents } from '#contract/money.ts'
import { readAppFlag } from '../services/appFlag.ts'
import { leavePaidOverlay, payableAmount, PaymentStore } from './PaymentStore.ts'
import type { RootStore } from './RootStore.ts'
import { ignoreCallError } from './SessionStore.ts'

/** Kinds that the deposit page sells, and kinds kept as bonus data (spec §7, getPrices). */
const soldKinds: readonly PackageKind[] = ['BRL', 'EXTPAY', '']
const bonusKinds: readonly PackageKind[] = ['BTBRL', 'FCBRL']

/** R$ 100, the package chosen at first (spec §5). */
const defaultPrice = 10_000

export interface DepositProps {
  /** The identity form was just sent: it is not asked for again. */
  afterKyc?: boolean
  /** Chosen at first instead of the package of R$ 100. */
  packageId?: string
}

/** The deposit page (spec §2, §4, §5, §7): packages, promotions, discount, confirmation, payment. */
export class DepositStore {
  state: 'idle' | 'loading' | 'ready' | 'failed' = 'idle'
  packages: DepositPackage[] = []
  bonusPackages: DepositPackage[] = []
  selectedId: string | null = null
  waivesPromotions = false
  isConfirming = false
  readonly payment: PaymentStore
  private isPaid = false

  constructor(
    private readonly root: RootStore,
    private readonly props: DepositProps = {},
  ) {
    makeAutoObservable<this, 'root' | 'props' | 'isPaid'>(this, {
      root: false,
      props: false,
      isPaid: false,
      payment: false,
      packages: observableRef,
      bonusPackages: observableRef,
    })
    this.payment = new PaymentStore(root, () => this.leavePaid())
  }

  get selected(): DepositPackage | null {
    return this.packages.find(({ id }) => id === this.selectedId) ?? null
  }

  get amount(): Cents {
    return this.selected?.price ?? ZERO
  }

  /** Bonus of a package as it would be credited now: none when promotions are waived. */
  bonusOf({ bonus }: DepositPackage): Cents {
    return this.waivesPromotions ? ZERO : bonus
  }

  /** Whether anything on sale brings a bonus: where nothing does, nothing is said of any. */
  get hasBonuses(): boolean {
    return this.packages.some(({ bonus }) => bonus > ZERO)
  }

  /** Whether the jurisdiction takes payments from the player's own account only. */
  get asksOwnAccount(): boolean {
    return this.root.device.info?.notices.includes('ownAccount') ?? false
  }

  get bonus(): Cents {
    return this.selected ? this.bonusOf(this.selected) : ZERO
  }

  /** Cash and bonus together: what there is to play with. */
  get playable(): Cents {
    return add(this.amount, this.bonus)
  }

  /** The running discount, if there is one (spec §3, payDiscount). */
  get discount(): { fraction: number; expiresAt: string } | null {
    const discount = this.root.session.player?.depositDiscount
    return discount && discount.fraction > 0 ? discount : null
  }

  /** What the discount spares. */
  get saved(): Cents {
    return subtract(this.amount, this.payable)
  }

  /** The package that a waiting gift goes with: the first deposit's, later the second one's. */
  get gift(): DepositPackage | null {
    const { offer, player } = this.root.session
    if (!offer?.hasGift) return null
    const kind = player?.hasDeposited ? 'BTBRL' : 'FCBRL'
    return this.bonusPackages.find((each) => each.kind === kind) ?? null
  }

  /** What the provider will ask for: the amount less the discount. */
  get payable(): Cents {
    return payableAmount(this.root, this.amount)
  }

  /** Checks who may be here and follows the payment. Returns its undoing. */
  start(): () => void {
    const undo = [
      this.payment.start(),
      this.guard(),
      this.watchClosing(),
      reaction(
        () => this.root.realtime.reconnects,
        () => void this.findPending(),
      ),
    ]
    return () => {
      for (const stop of undo) stop()
    }
  }

  /** The deposit page is shown: loads, the first time. */
  enter(): void {
    if (this.state === 'idle' && this.root.session.isLoggedIn) void this.load()
  }

  async load(): Promise<void> {
    this.state = 'loading'
    try {
      const options = { loading: false, isAwaited: true }
      const [wire] = await Promise.all([
        this.root.api.call(orderCalls.getPrices, { query: {} }, options),
        this.payment.resume(),
      ])
      runInAction(() => this.show(wire.map(fromWirePrice)))
    } catch (error) {
      ignoreCallError(error)
      runInAction(() => (this.state = 'failed'))
    }
  }

  select(packageId: string): void {
    this.selectedId = packageId
  }

  waivePromotions(waives: boolean): void {
    this.waivesPromotions = waives
  }

  /** The submit button: nothing chosen is an alert, otherwise the confirmation comes. */
  submit(): void {
    if (this.amount > ZERO) this.isConfirming = true
    else this.root.alerts.alert({ key: 'money.deposit.selectAmount' })
  }

  cancelConfirmation(): void {
    this.isConfirming = false
  }

  /** Confirmed: pre-pay and the payment page. */
  async confirm(): Promise<void> {
    const { selected } = this
    if (!selected) return
    await this.payment.pay({
      packageId: selected.id,
      price: selected.price,
      withGift: !this.waivesPromotions,
      isApp: readAppFlag(this.root.platform.host, this.root.storages.local),
    })
    runInAction(() => (this.isConfirming = false))
  }

  private show(all: DepositPackage[]): void {
    const sorted = [...all].sort((a, b) => a.sort - b.sort || a.price - b.price)
    this.packages = sorted.filter(({ kind }) => soldKinds.includes(kind))
    this.bonusPackages = sorted.filter(({ kind }) => bonusKinds.includes(kind))
    const wanted =
      this.packages.find(({ id }) => id === this.props.packageId) ??
      this.packages.find(({ price }) => price === defaultPrice)
    this.selectedId ??= wanted?.id ?? null
    this.state = 'ready'
  }

  /** An order begun elsewhere while the connection was away. */
  private async findPending(): Promise<void> {
    if (this.payment.order || this.payment.isBusy || this.state !== 'ready') return
    await this.payment.resume().catch(ignoreCallError)
  }

  /** Spec §4: only for the logged in, and while kyc is not 1 the identity form comes first. */
  private guard(): () => void {
    const { session, overlays } = this.root
    return reaction(
      () => {
        if (!overlays.isOpen('deposit')) return 'away'
        if (!session.isLoggedIn) return 'login'
        return session.player?.verified === false && !this.props.afterKyc ? 'kyc' : 'welcome'
      },
      (verdict) => {
        if (verdict === 'login') overlays.open('login')
        if (verdict === 'kyc') overlays.open('editBank', { packageId: this.props.packageId })
      },
      { fireImmediately: true },
    )
  }

  /** Spec §4: closing the deposit while a gift waits offers the second deposit; not over an open order. */
  private watchClosing(): () => void {
    const { overlays, session } = this.root
    return reaction(
      () => overlays.current?.name,
      (name, previous) => {
        if (name !== undefined || previous !== 'deposit' || this.isPaid || this.payment.order) return
        if (session.isLoggedIn && session.offer?.hasGift) overlays.open('secondDeposit')
      },
    )
  }

  private leavePaid(): void {
    this.isPaid = true
    leavePaidOverlay(this.root)
  }
}
