import { makeAutoObservable, observableRef, runInAction } from 'mobx'
import { CallError, EnvelopeStatus, isUndecided } from '#contract/errors.ts'
import { fromWireTicket, sportsCalls, type ChangedOdds, type Ticket } from '#contract/http/sports.ts'
import { toWireWallet } from '#contract/http/wallet.ts'
import { toWireAmount, type Cents, type WalletName } from '#contract/money.ts'
import type { OddsPolicy } from '#contract/rules/sports.ts'
import { BetState } from '#contract/statusCodes.ts'
import type { Message } from '../../stores/AlertStore.ts'
import type { RootStore } from '../../stores/RootStore.ts'

/** How often a bet that waits for acceptance is checked, in ms. */
const pollMs = 1_000
/** A bet whose response was lost is sent again after this time, in ms. */
const retryMs = 2_000
const mostServerErrors = 5

/** A bet to be placed: it becomes one ticket. Odds are decimal, as the player accepted them. */
export interface Order {
  kind: 'single' | 'parlay'
  stake: Cents
  wallet: WalletName
  policy: OddsPolicy
  legs: { id: string; matchId: string; key: string; odds: number }[]
  /** Some of them are of one match, and one bet. */
  isCombined: boolean
}

/** The outcome of an order. `funds`, `loggedOut`: it was not placed, and no other should be sent. */
export type Outcome =
  | { kind: 'accepted'; ticket: Ticket }
  | { kind: 'refused'; reason: Message; changed: ChangedOdds['legs'] }
  | { kind: 'funds' }
  | { kind: 'loggedOut' }

/**
 * One bet that is being placed. When its response is lost, the same bet is sent again; the request layer uses
 * the same idempotency key, so it is never placed twice. The server holds bets on live matches back for its
 * live delay before it accepts or refuses them.
 */
export class Placement {
  state: 'sending' | 'retrying' | 'waiting' = 'sending'
  #wake: () => void = () => undefined
  #serverErrors = 0
  readonly #sessionsBefore: number
  readonly #root: RootStore

  constructor(
    root: RootStore,
    readonly order: Order,
  ) {
    this.#root = root
    this.#sessionsBefore = root.session.endedSessions
    makeAutoObservable(this, { order: observableRef })
  }

  /** Sends the bet. Returns its ticket, which may still wait for acceptance, or why there is none. */
  async send(): Promise<Outcome> {
    const { stake, wallet, policy, legs, isCombined } = this.order
    const body = {
      amount: toWireAmount(stake),
      wallet: toWireWallet(wallet),
      policy,
      ...(isCombined ? { combine: true } : {}),
      legs: legs.map(({ matchId, key, odds }) => ({ matchId, key, odds })),
    }
    const options = { loading: false, isAwaited: true, ownFailure: true }
    for (;;) {
      try {
        const isRepeat = this.state === 'retrying'
        const wire = await this.#root.api.call(sportsCalls.bet, { body }, { ...options, isRepeat })
        return this.isSessionOver ? { kind: 'loggedOut' } : outcomeOf(fromWireTicket(wire))
      } catch (error) {
        if (!(error instanceof CallError)) throw error
        if (!this.mayBePlaced(error)) return outcomeOfFailure(error)
        runInAction(() => (this.state = 'retrying'))
        await this.pause(retryMs)
        if (this.isSessionOver) return { kind: 'loggedOut' }
      }
    }
  }

  /** Waits until a placed bet is accepted or refused. */
  async awaitAcceptance(ticketId: string): Promise<Outcome> {
    runInAction(() => (this.state = 'waiting'))
    const stop = this.#root.realtime.onTopicEvent((event) => {
      if (event.name === 'feed:ticket' && event.payload.ticketId === ticketId) this.#wake()
    })
    try {
      for (;;) {
        await this.pause(pollMs)
        const ticket = await this.load(ticketId)
        if (this.isSessionOver) return { kind: 'loggedOut' }
        if (ticket && ticket.state !== BetState.placed) return outcomeOf(ticket)
      }
    } finally {
      stop()
    }
  }

  /**
   * Whether only the next try can tell that the bet was placed: the response to this one, or to an earlier one, was lost. A server
   * that fails again and again is no longer asked. A closed service returns the ticket of an earlier try, if there is one, so its
   * refusal says that nothing was placed.
   */
  private mayBePlaced({ kind, httpStatus, status }: CallError): boolean {
    if (status === EnvelopeStatus.internal && ++this.#serverErrors > mostServerErrors) return false
    return kind !== 'closed' && isUndecided(httpStatus, status)
  }

  /** The player has logged out meanwhile: the next one neither bets this nor sees what became of it. */
  private get isSessionOver(): boolean {
    return this.#root.session.endedSessions !== this.#sessionsBefore
  }

  /** null: the request failed. */
  private async load(ticketId: string): Promise<Ticket | null> {
    try {
      const options = { loading: false, isAwaited: true, ownFailure: true }
      return fromWireTicket(await this.#root.api.call(sportsCalls.ticket, { params: { ticketId } }, options))
    } catch (error) {
      if (error instanceof CallError) return null
      throw error
    }
  }

  private pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms)
      this.#wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }
}

/** Whether the ticket still waits for acceptance. */
export function isPending(outcome: Outcome): outcome is Extract<Outcome, { kind: 'accepted' }> {
  return outcome.kind === 'accepted' && outcome.ticket.state === BetState.placed
}

function outcomeOf(ticket: Ticket): Outcome {
  if (ticket.reason === null) return { kind: 'accepted', ticket }
  return { kind: 'refused', reason: { text: ticket.reason }, changed: [] }
}

function outcomeOfFailure(error: CallError): Outcome {
  if (error.kind === 'funds') return { kind: 'funds' }
  if (error.kind === 'loggedOut') return { kind: 'loggedOut' }
  const reason = error.message ? { text: error.message } : { key: 'sports.slip.errors.failed' }
  return { kind: 'refused', reason, changed: changedOdds(error.data) }
}

function changedOdds(data: unknown): ChangedOdds['legs'] {
  const legs = (data as Partial<ChangedOdds> | null | undefined)?.legs
  return Array.isArray(legs) ? legs : []
}
