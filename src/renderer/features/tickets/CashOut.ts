import { makeAutoObservable, observableRef, runInAction } from 'mobx'
import { CallError } from '#contract/errors.ts'
import { fromWireTicket, sportsCalls, type Ticket } from '#contract/http/sports.ts'
import { fromWireAmount, toWireAmount, type Cents } from '#contract/money.ts'
import { formatMoney } from '../../i18n/format.ts'
import type { Message } from '../../stores/AlertStore.ts'
import type { RootStore } from '../../stores/RootStore.ts'
import { ignoreCallError } from '../../stores/SessionStore.ts'

/** How long the first press waits for the second, in ms. */
const armedMs = 8_000

/**
 * Cashes a ticket out before its matches end, with two presses. The player gets the amount they confirmed:
 * when it falls in between, the button says so and they must confirm again.
 */
export class CashOut {
  /** The ticket that waits for the second press, with the amount shown on its button. */
  armed: { ticketId: string; amount: Cents } | null = null
  isBusy = false
  /** The result of the last attempt, shown at its ticket. */
  note: { ticketId: string; message: Message } | null = null
  #timer: ReturnType<typeof setTimeout> | undefined
  readonly #root: RootStore
  readonly #onDone: (ticket: Ticket) => void

  constructor(root: RootStore, onDone: (ticket: Ticket) => void) {
    this.#root = root
    this.#onDone = onDone
    makeAutoObservable(this, { armed: observableRef, note: observableRef })
  }

  /** The first press. */
  arm({ id, cashOut }: Ticket): void {
    if (cashOut === null || this.isBusy) return
    this.note = null
    this.armWith(id, cashOut)
  }

  cancel(): void {
    clearTimeout(this.#timer)
    this.armed = null
  }

  /** The second press. */
  async confirm(): Promise<void> {
    const { armed } = this
    if (!armed || this.isBusy) return
    clearTimeout(this.#timer)
    this.isBusy = true
    try {
      const body = { ticketId: armed.ticketId, amount: toWireAmount(armed.amount) }
      const options = { loading: false, isAwaited: true, ownFailure: true }
      const wire = await this.#root.api.call(sportsCalls.cashOut, { body }, options)
      runInAction(() => this.finish(fromWireTicket(wire)))
    } catch (error) {
      ignoreCallError(error)
      if (error instanceof CallError) await this.fail(armed.ticketId, error)
    } finally {
      runInAction(() => (this.isBusy = false))
    }
  }

  /**
   * Compares with refreshed tickets: a higher amount is shown at once, a lower one must be confirmed again.
   */
  update(tickets: readonly Ticket[]): void {
    const { armed } = this
    if (!armed || this.isBusy) return
    const ticket = tickets.find(({ id }) => id === armed.ticketId)
    // It is no longer open: settled, or cashed out in another tab.
    if (!ticket) {
      this.cancel()
      void this.showEnd(armed.ticketId, null)
      return
    }
    const now = ticket.cashOut
    if (now === armed.amount) return
    if (now !== null && now > armed.amount) this.armed = { ...armed, amount: now }
    else this.showChange(armed.ticketId, now)
  }

  private armWith(ticketId: string, amount: Cents): void {
    clearTimeout(this.#timer)
    this.armed = { ticketId, amount }
    this.#timer = setTimeout(() => this.cancel(), armedMs)
  }

  private finish(ticket: Ticket): void {
    this.armed = null
    const amount = formatMoney(ticket.payout, this.#root.language.selected)
    this.#root.alerts.toast({ key: 'sports.tickets.cashedOut', params: { amount } })
    this.#onDone(ticket)
    if (this.#root.realtime.status !== 'online') void this.#root.refreshBalance()
  }

  private async fail(ticketId: string, error: CallError): Promise<void> {
    const now = (error.data as { cashOut?: number | null } | null | undefined)?.cashOut
    if (now !== undefined) return this.showChange(ticketId, now === null ? null : fromWireAmount(now))
    await this.showEnd(ticketId, error)
    runInAction(() => (this.armed = null))
  }

  /**
   * The ticket may have been cashed out in another tab: then its amount is shown as if it had been here. Otherwise the
   * failure, if there was one.
   */
  private async showEnd(ticketId: string, failure: CallError | null): Promise<void> {
    const message = failure?.message ? { text: failure.message } : { key: 'errors.slowInternet' }
    try {
      const options = { loading: false, ownFailure: true }
      const wire = await this.#root.api.call(sportsCalls.ticket, { params: { ticketId } }, options)
      const ticket = fromWireTicket(wire)
      if (ticket.isCashedOut) return runInAction(() => this.finish(ticket))
    } catch (error) {
      ignoreCallError(error)
    }
    if (failure) runInAction(() => (this.note = { ticketId, message }))
  }

  private showChange(ticketId: string, now: Cents | null): void {
    if (now === null) {
      this.cancel()
      this.note = { ticketId, message: { key: 'sports.tickets.cashOutGone' } }
      return
    }
    this.armWith(ticketId, now)
    const amount = formatMoney(now, this.#root.language.selected)
    this.note = { ticketId, message: { key: 'sports.tickets.cashOutChanged', params: { amount } } }
  }
}
