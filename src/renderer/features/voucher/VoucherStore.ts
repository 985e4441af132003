import { makeAutoObservable, observableRef, runInAction } from 'mobx'
import { CallError } from '#contract/errors.ts'
import { voucherCalls } from '#contract/http/vouchers.ts'
import { fromWireAmount, type Cents } from '#contract/money.ts'
import { codeIn } from '#contract/rules/scannedCodes.ts'
import { parseVoucherCode } from '#contract/rules/vouchers.ts'
import { formatMoney } from '../../i18n/format.ts'
import type { Message } from '../../stores/AlertStore.ts'
import type { RootStore } from '../../stores/RootStore.ts'
import { ignoreCallError } from '../../stores/SessionStore.ts'

/** One voucher of the player: its code, what it is worth, redeeming it. */
export class VoucherStore {
  text: string
  /** Known once a complete code was read. */
  worth: { amount: Cents; expiresAt: string } | null = null
  error: Message | null = null
  isBusy = false
  isRedeemed = false
  readonly #root: RootStore

  constructor(root: RootStore, code = '') {
    this.#root = root
    this.text = code
    makeAutoObservable(this, { worth: observableRef, error: observableRef })
  }

  /** A scanner types like a keyboard, the whole address: a complete code is looked at by itself. */
  setText(text: string): void {
    this.text = codeIn(text, 'voucher').toUpperCase()
    this.error = null
    this.worth = null
    if (parseVoucherCode(this.text) !== null) void this.look()
  }

  async look(): Promise<void> {
    const code = parseVoucherCode(this.text)
    if (code === null || !this.#root.session.isLoggedIn) return
    try {
      const options = { loading: false, isAwaited: true, ownFailure: true }
      const wire = await this.#root.api.call(voucherCalls.look, { params: { code } }, options)
      runInAction(() => {
        if (!this.isOf(code)) return
        this.worth = { amount: fromWireAmount(wire.amount), expiresAt: wire.expiresTime }
      })
    } catch (error) {
      const message = messageOf(error)
      // Nobody waits for what was typed before.
      if (message && this.isOf(code)) runInAction(() => (this.error = message))
    }
  }

  async redeem(): Promise<void> {
    if (this.isBusy) return
    const code = parseVoucherCode(this.text)
    if (code === null) {
      this.error = { key: 'money.voucher.check' }
      return
    }
    const { api, alerts, wallet, language } = this.#root
    this.isBusy = true
    this.error = null
    try {
      const { amount } = await api.call(voucherCalls.redeem, { body: { code } }, { ownFailure: true })
      const params = { amount: formatMoney(fromWireAmount(amount), language.selected) }
      alerts.toast({ key: 'money.voucher.done', params })
      runInAction(() => {
        this.isRedeemed = true
        if (!this.isOf(code)) return
        this.text = ''
        this.worth = null
      })
      wallet.refresh().catch(ignoreCallError)
    } catch (error) {
      const message = messageOf(error)
      // At the field only where its code still stands there.
      if (message && this.isOf(code)) runInAction(() => (this.error = message))
      else if (message) alerts.alert(message)
    } finally {
      runInAction(() => (this.isBusy = false))
    }
  }

  private isOf(code: string): boolean {
    return parseVoucherCode(this.text) === code
  }
}

/** Nothing where the session has ended: the app shows that. */
function messageOf(error: unknown): Message | null {
  if (!(error instanceof CallError)) throw error
  if (error.kind === 'loggedOut') return null
  return error.message === '' ? { key: 'errors.slowInternet' } : { text: error.message }
}
