import { makeAutoObservable, observableRef, runInAction } from 'mobx'
import { CallError } from '#contract/errors.ts'
import { fromWireTicket, sportsCalls, type Ticket } from '#contract/http/sports.ts'
import { fromWireAmount, toWireAmount, type Cents } from '#contract/money.ts'
import { formatMoney } from '../../i18n/format.ts'
import type { Message } from '../AlertStore.ts'
import type { RootStore } from '../RootStore.ts'
import { ignoreCallError } from '../SessionStore.ts'

/** A first press that is not followed by a second one is forgotten after this time, in ms. */
const armedMs = 8_000

/**
 * Ending a ticket before its matches end, with two presses. What the player confirms is what they saw: an
 * amount that falls in between is said and has to be confirmed again.
 */
export class CashOut {
  /** The ticket that waits for the second press, with the amount that it shows. */
  armed: { ticketId: string; amount: Cents } | null = null
  isBusy = false
  /** What became of the last try, at its ticket. */
  note: { ticketId: string; message: Message } | null = null
  private timer: ReturnType<typeof setTimeout> | undefined

  constructor(
    private readonly root: RootStore,
    private readonly onDone: (ticket: Ticket) => void,
  ) {
    makeAutoObservable<this, 'root' | 'onDone' | 'timer'>(this, {
      root: false,
      onDone: false,
      timer: false,
      armed: observableRef,
      note: observableRef,
    })
  }

  /** The first press. */
  arm({ id, cashOut }: Ticket): void {
    if (cashOut === null || this.isBusy) return
    this.note = null
    this.hold(id, cashOut)
  }

  cancel(): void {
    clearTimeout(this.timer)
    this.armed = null
  }

  /** The second press. */
  async confirm(): Promise<void> {
    const { armed } = this
    if (!armed || this.isBusy) return
    clearTimeout(this.timer)
    this.isBusy = true
    try {
      const body = { ticketId: armed.ticketId, amount: toWireAmount(armed.amount) }
      const options = { loading: false, isAwaited: true, ownFailure: true }
      const wire = await this.root.api.call(sportsCalls.cashOut, { body }, options)
      runInAction(() => this.finish(fromWireTicket(wire)))
    } catch (error) {
      ignoreCallError(error)
      if (error instanceof CallError) runInAction(() => this.fail(armed.ticketId, error))
    } finally {
      runInAction(() => (this.isBusy = false))
    }
  }

  /** The tickets as they are now: more is only better, less must be confirmed again. */
  follow(tickets: readonly Ticket[]): void {
    const { armed } = this
    if (!armed || this.isBusy) return
    const now = tickets.find(({ id }) => id === armed.ticketId)?.cashOut ?? null
    if (now === armed.amount) return
    if (now !== null && now > armed.amount) this.armed = { ...armed, amount: now }
    else this.change(armed.ticketId, now)
  }

  private hold(ticketId: string, amount: Cents): void {
    clearTimeout(this.timer)
    this.armed = { ticketId, amount }
    this.timer = setTimeout(() => this.cancel(), armedMs)
  }

  private finish(ticket: Ticket): void {
    this.armed = null
    const amount = formatMoney(ticket.payout, this.root.language.selected)
    this.root.alerts.toast({ key: 'sports.tickets.cashedOut', params: { amount } })
    this.onDone(ticket)
    if (this.root.realtime.status !== 'online') void this.root.refreshBalance()
  }

  private fail(ticketId: string, error: CallError): void {
    const now = (error.data as { cashOut?: number | null } | null | undefined)?.cashOut
    if (now !== undefined) return this.change(ticketId, now === null ? null : fromWireAmount(now))
    this.armed = null
    const message = error.message ? { text: error.message } : { key: 'errors.slowInternet' }
    this.note = { ticketId, message }
  }

  private change(ticketId: string, now: Cents | null): void {
    if (now === null) {
      this.cancel()
      this.note = { ticketId, message: { key: 'sports.tickets.cashOutGone' } }
      return
    }
    this.hold(ticketId, now)
    const amount = formatMoney(now, this.root.language.selected)
    this.note = { ticketId, message: { key: 'sports.tickets.cashOutChanged', params: { amount } } }
  }
}
