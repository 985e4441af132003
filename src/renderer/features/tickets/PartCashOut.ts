import { makeAutoObservable, runInAction } from 'mobx'
import { formatAmountInput, sanitizeAmountInput, tryParseAmountInput } from '#contract/amounts.ts'
import { CallError } from '#contract/errors.ts'
import { fromWireTicket, sportsCalls, type Ticket } from '#contract/http/sports.ts'
import { cents, fromWireAmount, toWireAmount, type Cents } from '#contract/money.ts'
import { cashOutParts, partOfValue } from '#contract/rules/cashOut.ts'
import { formatMoney } from '../../i18n/format.ts'
import type { Message } from '../../stores/AlertStore.ts'
import type { RootStore } from '../../stores/RootStore.ts'
import { ignoreCallError } from '../../stores/SessionStore.ts'

/** Steps of the slider, in percent of the stake. */
export const shareStep = 5

/** The form of one ticket: which part of its stake is cashed out, and what that pays now. */
export class PartCashOut {
  text = ''
  isOpen = false
  isBusy = false
  note: Message | null = null
  readonly #root: RootStore
  readonly #onChange: (ticket: Ticket) => void

  constructor(root: RootStore, onChange: (ticket: Ticket) => void) {
    this.#root = root
    this.#onChange = onChange
    makeAutoObservable(this)
  }

  /** What the form says about this ticket; null where no part of it can be cashed out. */
  offer({ stake, potential, cashOut }: Ticket) {
    const limits = cashOutParts(stake)
    if (cashOut === null || !limits) return null
    const typed = tryParseAmountInput(this.text, this.#root.language.selected)
    const isValid = typed !== undefined && typed >= limits.least && typed <= limits.most
    const part = isValid ? typed : null
    const rest = part === null ? null : cents(stake - part)
    return {
      limits,
      part,
      /** Percent of the stake, for the slider. */
      share: Math.round(((typed ?? 0) / stake) * 100),
      now: part === null ? null : partOfValue(cashOut, part, stake),
      rest,
      restPotential: rest === null ? null : partOfValue(potential, rest, stake),
    }
  }

  open(ticket: Ticket): void {
    this.isOpen = true
    this.note = null
    this.setShare(ticket, 50)
  }

  close(): void {
    this.isOpen = false
  }

  type(text: string): void {
    this.note = null
    this.text = sanitizeAmountInput(text)
  }

  setShare({ stake }: Ticket, percent: number): void {
    const limits = cashOutParts(stake)
    if (!limits) return
    const part = Math.min(limits.most, Math.max(limits.least, Math.round((stake * percent) / 100)))
    this.type(formatAmountInput(cents(part), this.#root.language.selected))
  }

  /** Pays at least what the button says; where the value has fallen, the button says so and must be pressed again. */
  async confirm(ticket: Ticket): Promise<void> {
    const offer = this.offer(ticket)
    if (this.isBusy || !offer || offer.part === null || offer.now === null) return
    const { part, now } = offer
    this.isBusy = true
    this.note = null
    try {
      const body = { ticketId: ticket.id, amount: toWireAmount(now), part: toWireAmount(part) }
      // The same part of a ticket that had a part cashed out since is one more part.
      const after = ticket.cashedStake
      const options = { loading: false, isAwaited: true, ownFailure: true, after }
      const wire = await this.#root.api.call(sportsCalls.cashOut, { body }, options)
      runInAction(() => this.finish(ticket, fromWireTicket(wire)))
    } catch (error) {
      ignoreCallError(error)
      if (error instanceof CallError) await this.fail(ticket, part, error)
    } finally {
      runInAction(() => (this.isBusy = false))
    }
  }

  private finish(before: Ticket, ticket: Ticket): void {
    this.isOpen = false
    const amount = this.money(cents(ticket.cashedPaid - before.cashedPaid))
    this.#root.alerts.toast({ key: 'sports.tickets.part.done', params: { amount } })
    this.#onChange(ticket)
    if (this.#root.realtime.status !== 'online') void this.#root.refreshBalance()
  }

  private async fail(ticket: Ticket, part: Cents, error: CallError): Promise<void> {
    const value = (error.data as { cashOut?: number | null } | null | undefined)?.cashOut
    if (value !== undefined)
      return this.showChange(ticket, part, value === null ? null : fromWireAmount(value))
    try {
      // It may have been cashed out before the answer was lost: then a second press would cash out one more part.
      const options = { loading: false, ownFailure: true }
      const params = { ticketId: ticket.id }
      const now = fromWireTicket(await this.#root.api.call(sportsCalls.ticket, { params }, options))
      if (now.cashedStake > ticket.cashedStake) return runInAction(() => this.finish(ticket, now))
    } catch (failure) {
      ignoreCallError(failure)
    }
    runInAction(() => (this.note = error.message ? { text: error.message } : { key: 'errors.slowInternet' }))
  }

  private showChange(ticket: Ticket, part: Cents, cashOut: Cents | null): void {
    this.#onChange({ ...ticket, cashOut })
    if (cashOut === null) {
      this.note = { key: 'sports.tickets.cashOutGone' }
      return
    }
    const amount = this.money(partOfValue(cashOut, part, ticket.stake))
    this.note = { key: 'sports.tickets.part.changed', params: { amount } }
  }

  private money(amount: Cents): string {
    return formatMoney(amount, this.#root.language.selected)
  }
}
