import { makeAutoObservable, observableRef, reaction, runInAction } from 'mobx'
import { fromWirePrice, orderCalls, type OfferedPackage, type PackageKind } from '#contract/http/order.ts'
import { fromWirePlayLimits, limitCalls } from '#contract/http/limits.ts'
import { add, cents, max, subtract, ZERO, type Cents } from '#contract/money.ts'
import { exceeds, type LimitPeriod } from '#contract/rules/limits.ts'
import { activeDiscount, type DepositDiscount } from '#contract/rules/discount.ts'
import { turnoverOfDeposit } from '#contract/rules/turnover.ts'
import {
  leavePaidOverlay,
  payableAmount,
  PaymentStore,
  type OpenOrder,
} from '../../features/payment/PaymentStore.ts'
import { readLastDeposit } from '../../features/payment/lastDeposit.ts'
import { readAppFlag } from '../../services/appFlag.ts'
import { isDepositUnprepared } from '../../features/limits/isDepositUnprepared.ts'
import type { RootStore } from '../../stores/RootStore.ts'
import { ignoreCallError } from '../../stores/SessionStore.ts'

/** Package kinds that the deposit page sells, and kinds that only carry bonus data (getPrices). */
const soldKinds: readonly PackageKind[] = ['BRL', 'EXTPAY', '']
const bonusKinds: readonly PackageKind[] = ['BTBRL', 'FCBRL']

/** R$ 100, the package selected by default, in cents. */
const defaultPrice = 10_000

/** The player's own limit of deposits that leaves least. Amounts in cents. */
export interface OwnLimit {
  period: LimitPeriod
  amount: Cents
  used: Cents
}

export interface DepositProps {
  /** The identity form was just sent, so it does not open again. */
  afterKyc?: boolean
  /** Selected by default instead of the R$ 100 package. */
  packageId?: string
}

/** The deposit page: packages, promotions, discount, confirmation, payment. */
export class DepositStore {
  state: 'idle' | 'loading' | 'ready' | 'failed' = 'idle'
  packages: OfferedPackage[] = []
  bonusPackages: OfferedPackage[] = []
  /** null: the player has set none. */
  limit: OwnLimit | null = null
  selectedId: string | null = null
  waivesPromotions = false
  isConfirming = false
  /** What the player paid in last, in cents. */
  private last: Cents | null = null
  readonly payment: PaymentStore
  #isPaid = false
  readonly #root: RootStore
  readonly #props: DepositProps

  constructor(root: RootStore, props: DepositProps = {}) {
    this.#root = root
    this.#props = props
    makeAutoObservable(this, {
      payment: false,
      packages: observableRef,
      bonusPackages: observableRef,
      limit: observableRef,
    })
    this.payment = new PaymentStore(
      root,
      (order) => this.onPaid(order),
      () => void this.refresh(),
    )
  }

  get selected(): OfferedPackage | null {
    return this.packages.find(({ id }) => id === this.selectedId) ?? null
  }

  get amount(): Cents {
    return this.selected?.price ?? ZERO
  }

  /** What the limit still allows, in cents. */
  get limitLeft(): Cents {
    return this.limit ? max(ZERO, subtract(this.limit.amount, this.limit.used)) : ZERO
  }

  /** Whether the player's own limit does not allow the package; the server has the last word. */
  isAboveLimit({ price }: OfferedPackage): boolean {
    return this.limit !== null && exceeds(this.limit.amount, this.limit.used, price)
  }

  /** Bonus of a package in cents, as it would be credited now; zero when promotions are waived. */
  bonusOf({ bonus }: OfferedPackage): Cents {
    return this.waivesPromotions ? ZERO : bonus
  }

  /** Whether any package on sale has a bonus, or had one. If none has, the page does not mention bonuses. */
  get hasBonuses(): boolean {
    return this.packages.some(({ bonus, isBonusUsed }) => bonus > ZERO || isBonusUsed)
  }

  /** The package that explains the bonus: the selected one, or the first one that has any. */
  get bonusExample(): OfferedPackage | undefined {
    return [this.selected, ...this.packages].find((offered) => (offered?.bonus ?? ZERO) > ZERO) ?? undefined
  }

  /** Whether the jurisdiction accepts payments from the player's own account only. */
  get requiresOwnAccount(): boolean {
    return this.#root.device.info?.notices.includes('ownAccount') ?? false
  }

  get bonus(): Cents {
    return this.selected ? this.bonusOf(this.selected) : ZERO
  }

  /** Cash plus bonus, in cents: what the player can play with. */
  get playable(): Cents {
    return add(this.amount, this.bonus)
  }

  /** What must be bet before this deposit can be withdrawn, in cents. */
  get turnover(): Cents {
    return turnoverOfDeposit(this.payable, add(this.bonus, this.discountAmount))
  }

  /** The running discount, if there is one. */
  get discount(): DepositDiscount | null {
    return activeDiscount(
      this.#root.session.player?.depositDiscount ?? null,
      new Date(this.#root.clock.now()),
    )
  }

  /** What the discount saves, in cents. */
  get discountAmount(): Cents {
    return subtract(this.amount, this.payable)
  }

  /** The package that a waiting gift belongs to: the first deposit's, later the second's, then none. */
  get gift(): OfferedPackage | null {
    const { offer } = this.#root.session
    if (!offer?.hasGift) return null
    return this.bonusPackages.find(({ id }) => id === offer.packageId) ?? null
  }

  /** What the provider would ask for now: the amount less the discount. */
  get payable(): Cents {
    return payableAmount(this.#root, this.amount)
  }

  /** Checks who may be here and follows the payment. Returns the cleanup. */
  start(): () => void {
    const stops = [
      this.payment.start(),
      this.redirectWhenBlocked(),
      this.watchClosing(),
      reaction(
        () => this.#root.realtime.reconnects,
        () => void this.findPending(),
      ),
      // What some jurisdictions ask for first was done just now, in place of this page; a logout is none of it.
      reaction(
        () => this.#root.session.player && isDepositUnprepared(this.#root.session.player),
        (isUnprepared) => isUnprepared === false && this.state === 'ready' && void this.refresh(),
      ),
    ]
    return () => {
      for (const stop of stops) stop()
    }
  }

  /** Called when the deposit page is shown; loads on the first call. */
  enter(): void {
    if (this.state === 'idle' && this.#root.session.isLoggedIn) void this.load()
  }

  async load(): Promise<void> {
    this.state = 'loading'
    try {
      const options = { loading: false, isAwaited: true, ownFailure: true }
      const [wire, limit] = await Promise.all([
        this.#root.api.call(orderCalls.getPrices, { query: {} }, options),
        this.readLimit(),
        this.payment.resume(),
        this.readLast(),
      ])
      runInAction(() => this.setPackages(wire.map(fromWirePrice), limit))
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

  /** The submit button: shows an alert when nothing is selected, otherwise the confirmation. */
  submit(): void {
    if (this.amount > ZERO) this.isConfirming = true
    else this.#root.alerts.alert({ key: 'money.deposit.selectAmount' })
  }

  cancelConfirmation(): void {
    this.isConfirming = false
  }

  /** After the confirmation: creates the order and opens the payment page. */
  async confirm(): Promise<void> {
    const { selected } = this
    if (!selected) return
    await this.payment.pay({
      packageId: selected.id,
      withGift: !this.waivesPromotions && !selected.isBonusUsed,
      isApp: readAppFlag(this.#root.platform.host, this.#root.storages.local),
    })
    runInAction(() => (this.isConfirming = false))
  }

  /**
   * The package of the last deposit, where the player's limit still allows it, and what must be bet before it can be withdrawn. A
   * bonus is chosen below, with what it asks for.
   */
  get quick(): { packageId: string; price: Cents; turnover: Cents } | null {
    const again = this.packages.find(({ price }) => price === this.last)
    if (!again || this.discount || this.isAboveLimit(again)) return null
    return { packageId: again.id, price: again.price, turnover: turnoverOfDeposit(again.price, ZERO) }
  }

  /** Pays the last deposit again, without a bonus and without a confirmation: the payment page can still be left. */
  async payQuick(): Promise<void> {
    const { quick } = this
    if (!quick) return
    await this.payment.pay({
      packageId: quick.packageId,
      withGift: false,
      isApp: readAppFlag(this.#root.platform.host, this.#root.storages.local),
    })
  }

  private async readLast(): Promise<void> {
    const last = await readLastDeposit(this.#root)
    runInAction(() => (this.last = last))
  }

  /** The time of the discount is over: what the player has now is loaded. */
  endDiscount(): void {
    this.#root.session.renew()
  }

  /** Reloads the packages, which stay on screen meanwhile. */
  private async refresh(): Promise<void> {
    const options = { loading: false, ownFailure: true }
    try {
      const [wire, limit] = await Promise.all([
        this.#root.api.call(orderCalls.getPrices, { query: {} }, options),
        this.readLimit(),
      ])
      runInAction(() => this.setPackages(wire.map(fromWirePrice), limit))
    } catch (error) {
      ignoreCallError(error)
    }
  }

  /** Without it the deposit goes on: the server checks the limit anyway. */
  private async readLimit(): Promise<OwnLimit | null> {
    try {
      const wire = await this.#root.api.call(limitCalls.limits, {}, { loading: false, ownFailure: true })
      return tightest(wire)
    } catch (error) {
      ignoreCallError(error)
      return null
    }
  }

  private setPackages(all: OfferedPackage[], limit: OwnLimit | null): void {
    const sorted = [...all].sort((a, b) => a.sort - b.sort || a.price - b.price)
    this.packages = sorted.filter(({ kind }) => soldKinds.includes(kind))
    this.bonusPackages = sorted.filter(({ kind }) => bonusKinds.includes(kind))
    this.limit = limit
    this.selectedId ??= this.preselected?.id ?? null
    this.state = 'ready'
  }

  /** The requested package, or that of R$ 100, or the largest below it that the deposit limit allows, if there is one. */
  private get preselected(): OfferedPackage | undefined {
    const requested = this.packages.find(({ id }) => id === this.#props.packageId)
    if (requested) return requested
    const usual = this.packages.find(({ price }) => price === defaultPrice)
    if (!usual || !this.isAboveLimit(usual)) return usual
    return this.packages.filter((item) => item.price < defaultPrice && !this.isAboveLimit(item)).at(-1)
  }

  /** Finds an order that was created elsewhere while the connection was down. */
  private async findPending(): Promise<void> {
    if (this.payment.order || this.payment.isBusy || this.state !== 'ready') return
    await this.payment.resume().catch(ignoreCallError)
  }

  /** Only for logged-in players; an unverified player gets the identity form first. */
  private redirectWhenBlocked(): () => void {
    const { session, overlays } = this.#root
    return reaction(
      () => {
        if (!overlays.isOpen('deposit')) return 'away'
        if (!session.isLoggedIn) return 'login'
        return session.player?.verified === false && !this.#props.afterKyc ? 'kyc' : 'welcome'
      },
      (access) => {
        if (access === 'login') overlays.open('login')
        if (access === 'kyc') overlays.open('editBank', { packageId: this.#props.packageId })
      },
      { fireImmediately: true },
    )
  }

  /** Closing the deposit while a gift waits offers the second deposit, unless an order is open. */
  private watchClosing(): () => void {
    const { overlays, session } = this.#root
    return reaction(
      () => overlays.current?.name,
      (name, previous) => {
        if (name !== undefined || previous !== 'deposit' || this.#isPaid || this.payment.order) return
        if (session.isLoggedIn && session.offer?.hasGift && session.offer.packageId)
          overlays.open('secondDeposit')
      },
    )
  }

  private onPaid(order: OpenOrder): void {
    this.#isPaid = true
    leavePaidOverlay(this.#root, order)
  }
}

function tightest(wire: Parameters<typeof fromWirePlayLimits>[0]): OwnLimit | null {
  const limits = fromWirePlayLimits(wire).limits.flatMap(({ kind, period, amount, used }) =>
    kind === 'deposit' && amount !== null ? [{ period, amount: cents(amount), used: cents(used) }] : [],
  )
  limits.sort((a, b) => a.amount - a.used - (b.amount - b.used))
  return limits[0] ?? null
}
