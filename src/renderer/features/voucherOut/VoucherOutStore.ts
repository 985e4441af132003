import { makeAutoObservable, observableRef, runInAction } from 'mobx'
import { parseAmountInput, sanitizeAmountInput } from '#contract/amounts.ts'
import { CallError } from '#contract/errors.ts'
import { voucherCalls } from '#contract/http/vouchers.ts'
import { fromWireAmount, toWireAmount, type Cents } from '#contract/money.ts'
import { formatMoney } from '../../i18n/format.ts'
import { qrMatrix } from '../../services/qrMatrix.ts'
import type { Message } from '../../stores/AlertStore.ts'
import type { RootStore } from '../../stores/RootStore.ts'
import { ignoreCallError } from '../../stores/SessionStore.ts'
import { PrintStore } from '../receipts/PrintStore.ts'

export interface VoucherOut {
  id: string
  amount: Cents
  expiresAt: string
  isExpired: boolean
  /** Null: it was taken out elsewhere. */
  code: string | null
  qr: boolean[][] | null
}

const quiet = { loading: false, isAwaited: true, ownFailure: true } as const

/**
 * Cash taken out on paper. The money is in the voucher before it is printed, and the screen shows the voucher until it has ended:
 * whatever becomes of the paper, it can be printed again, scanned from the screen, or put back.
 */
export class VoucherOutStore {
  amountText = ''
  password = ''
  error: Message | null = null
  isBusy = false
  vouchers: VoucherOut[] = []
  readonly printing: PrintStore
  readonly #root: RootStore

  constructor(root: RootStore) {
    this.#root = root
    this.printing = new PrintStore(root)
    makeAutoObservable(this, { error: observableRef, vouchers: observableRef, printing: false })
  }

  setAmount(text: string): void {
    this.amountText = sanitizeAmountInput(text)
    this.error = null
  }

  setPassword(text: string): void {
    this.password = text
    this.error = null
  }

  async load(): Promise<void> {
    try {
      const wire = await this.#root.api.call(voucherCalls.own, {}, quiet)
      const vouchers = await Promise.all(
        wire.map(async ({ voucherId: id, amount, expiresTime: expiresAt, isExpired, code, url }) => ({
          id,
          amount: fromWireAmount(amount),
          expiresAt,
          isExpired,
          code,
          qr: url === null ? null : await qrMatrix(url),
        })),
      )
      runInAction(() => (this.vouchers = vouchers))
    } catch (error) {
      this.showError(error)
    }
  }

  async withdraw(): Promise<void> {
    if (this.isBusy) return
    const amount = parseAmountInput(this.amountText, this.#root.language.selected)
    if (!amount.ok) {
      this.error = { key: 'money.withdraw.invalid' }
      return
    }
    if (this.password === '') {
      this.error = { key: 'kiosk.out.password' }
      return
    }
    await this.change(async () => {
      const body = { amount: toWireAmount(amount.value), pwd: this.password }
      const { voucherId } = await this.#root.api.call(voucherCalls.withdraw, { body }, { ownFailure: true })
      runInAction(() => {
        this.amountText = ''
        this.password = ''
      })
      await this.load()
      await this.printing.print('voucher', voucherId)
    })
  }

  async putBack({ id, amount }: VoucherOut): Promise<void> {
    await this.change(async () => {
      await this.#root.api.call(voucherCalls.putBack, { params: { voucherId: id } }, { ownFailure: true })
      const { alerts, language } = this.#root
      alerts.toast({ key: 'kiosk.out.back', params: { amount: formatMoney(amount, language.selected) } })
    })
  }

  /** What was done may have been done although no answer came: the list and the balance are the server's afterwards. */
  private async change(work: () => Promise<void>): Promise<void> {
    if (this.isBusy) return
    this.isBusy = true
    this.error = null
    try {
      await work()
    } catch (error) {
      this.showError(error)
    }
    await this.load()
    runInAction(() => (this.isBusy = false))
    this.#root.wallet.refresh().catch(ignoreCallError)
  }

  private showError(error: unknown): void {
    if (!(error instanceof CallError)) throw error
    this.error = error.message === '' ? { key: 'errors.slowInternet' } : { text: error.message }
  }
}
