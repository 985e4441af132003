import { makeAutoObservable, runInAction } from 'mobx'
import { formatAmountInput, sanitizeAmountInput, tryParseAmountInput } from '#contract/amounts.ts'
import { fromWireTicket, sportsCalls, type Ticket } from '#contract/http/sports.ts'
import { toWireAmount, type Cents } from '#contract/money.ts'
import { multiplyDown } from '#contract/multiplyDown.ts'
import type { RootStore } from '../../stores/RootStore.ts'
import { ignoreCallError } from '../../stores/SessionStore.ts'

/** The form of one ticket: from which value on it is cashed out by itself. */
export class AutoCashOut {
  text = ''
  isOpen = false
  isBusy = false
  readonly #root: RootStore
  readonly #onChange: (ticket: Ticket) => void

  constructor(root: RootStore, onChange: (ticket: Ticket) => void) {
    this.#root = root
    this.#onChange = onChange
    makeAutoObservable(this)
  }

  /** Undefined while it is not an amount. */
  get amount(): Cents | undefined {
    return tryParseAmountInput(this.text, this.#root.language.selected)
  }

  /** What is below the value of now would be cashed out at once: that is what the other button is for. */
  error(ticket: Ticket): 'invalid' | 'tooLow' | null {
    if (this.amount === undefined) return 'invalid'
    return this.amount <= (ticket.cashOut ?? 0) ? 'tooLow' : null
  }

  open({ cashOut, stake }: Ticket): void {
    this.isOpen = true
    this.text = formatAmountInput(multiplyDown(cashOut ?? stake, 1.5), this.#root.language.selected)
  }

  close(): void {
    this.isOpen = false
  }

  type(text: string): void {
    this.text = sanitizeAmountInput(text)
  }

  async save(ticket: Ticket, amount: Cents | null): Promise<void> {
    if (this.isBusy) return
    this.isBusy = true
    try {
      const body = { ticketId: ticket.id, amount: amount === null ? null : toWireAmount(amount) }
      const wire = await this.#root.api.call(
        sportsCalls.autoCashOut,
        { body },
        { loading: false, isAwaited: true },
      )
      runInAction(() => {
        this.isOpen = false
        this.#onChange(fromWireTicket(wire))
      })
    } catch (error) {
      ignoreCallError(error)
    } finally {
      runInAction(() => (this.isBusy = false))
    }
  }
}
