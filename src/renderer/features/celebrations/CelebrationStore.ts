import { makeAutoObservable, observableRef, reaction, runInAction } from 'mobx'
import type { OriginalGame } from '#contract/games/gameCodes.ts'
import { winTier, type WinTier } from '#contract/games/winTier.ts'
import { fromWireOrder, fromWireRecord, orderCalls, type LedgerRecord } from '#contract/http/order.ts'
import { fromWireTicket, sportsCalls } from '#contract/http/sports.ts'
import { fromWireAmount, type Cents } from '#contract/money.ts'
import type { RootStore } from '../../stores/RootStore.ts'
import { ignoreCallError } from '../../stores/SessionStore.ts'

/** 1: the amount alone; 2: with a plate and coins; 3: as large as it gets. */
export type Intensity = 1 | 2 | 3

/** Something good that has just happened to the player, as the screen celebrates it. Amounts in cents. */
export type Celebration = { id: number; intensity: Intensity } &
  /** A round of this page. `multiplier`: payout / stake. */
  (
    | { kind: 'win'; game: OriginalGame; amount: Cents; multiplier: number }
    | { kind: 'ticket'; amount: Cents; multiplier: number }
    /** `bonus`: null until it is known. */
    | { kind: 'credit'; orderId: string; amount: Cents; bonus: Cents | null }
    /** A withdrawal that was paid. `record`: null until it is loaded. */
    | { kind: 'withdrawal'; orderId: string; amount: Cents; record: LedgerRecord | null }
    | { kind: 'level'; level: number; before: number }
  )

/** A round that was won. */
export type WinMoment = Extract<Celebration, { kind: 'win' }>

type News = Celebration extends infer Each ? (Each extends Celebration ? Omit<Each, 'id'> : never) : never

/** How long each intensity is shown, in ms. What is rare is read for longer than its animation lasts. */
const shownMs: Readonly<Record<Intensity, number>> = { 1: 1_600, 2: 3_000, 3: 5_200 }
/** Money that has come or gone and a new level have buttons: they stay until one is pressed, or this long. */
const finaleMs = 9_000
/** The most that wait; older ones are dropped, since the records list them anyway. */
const longestQueue = 5

interface Win {
  game: OriginalGame
  stake: Cents
  payout: Cents
  /** The one in the round's history; default: payout / stake. */
  multiplier?: number
  /** How probable it was that this bet would return at least this payout, from 0 to 1. */
  chance: number
  /** One of many automatic rounds, whose small wins show in the result line only. */
  isAuto: boolean
}

/**
 * The one queue of celebrations: wins, settled bets, credits, paid withdrawals, VIP levels. A win belongs to its round and is shown at once;
 * everything else waits in the queue, and until no round runs and no overlay or toast is open. A payout of at most the
 * stake is no win.
 */
export class CelebrationStore {
  current: Celebration | null = null
  private queue: News[] = []
  #lastId = 0
  /** What the player is at; ids begin at 1. */
  #heldId = 0
  /** Deposits and withdrawals that the player has been told of. */
  readonly #toldOrders = new Set<string>()
  /** The player and level that were last seen. */
  #known: { id: string; level: number } | null = null
  readonly #shownTickets = new Set<string>()
  #timer: ReturnType<typeof setTimeout> | undefined
  readonly #root: RootStore

  constructor(root: RootStore) {
    this.#root = root
    makeAutoObservable<this, 'queue'>(this, { current: observableRef, queue: observableRef })
  }

  /** Listens for events from outside this page, and shows those from before it was loaded. Returns its cleanup. */
  start(): () => void {
    const { realtime, session, overlays, rounds, alerts } = this.#root
    for (const ticketId of realtime.takeEarlyTickets()) void this.showTicket(ticketId)
    const stops = [
      realtime.onTopicEvent((event) => {
        if (event.name === 'feed:ticket') void this.showTicket(event.payload.ticketId)
        if (event.name === 'account:withdrawalPaid') this.tellWithdrawal(event.payload)
      }),
      reaction(
        () => realtime.lastPayment,
        (payment) => {
          if (payment) this.tellDeposit(payment.orderId, fromWireAmount(payment.amount))
        },
        { fireImmediately: true },
      ),
      reaction(
        () => session.player && { id: session.player.id, level: session.player.level },
        (now) => {
          if (!now) return
          // The player may have risen before this was loaded.
          const known = this.#known?.id === now.id ? this.#known : session.first
          this.#known = now
          if (now.id === known?.id && now.level > known.level)
            this.enqueue({ kind: 'level', intensity: 3, level: now.level, before: known.level })
        },
        { fireImmediately: true },
      ),
      reaction(
        () => session.isLoggedIn,
        (isLoggedIn) => isLoggedIn || this.clear(),
      ),
      reaction(
        () =>
          this.current === null &&
          this.queue[0] !== undefined &&
          !rounds.isRunning &&
          !overlays.current &&
          // A toast takes the same place on the screen.
          alerts.toasts.length === 0,
        (isDue) => isDue && this.showNext(),
        { fireImmediately: true },
      ),
    ]
    return () => {
      for (const stop of stops) stop()
      this.clear()
    }
  }

  /** A round's result has just been shown. Returns how large a win it is. */
  showWin({ game, stake, payout, multiplier = payout / stake, chance, isAuto }: Win): WinTier {
    const tier = winTier(payout, stake, chance)
    if (tier !== 'none' && tier !== 'back' && !(isAuto && tier === 'win'))
      this.show({ kind: 'win', game, intensity: intensities[tier], amount: payout, multiplier })
    return tier
  }

  /**
   * A deposit has been paid: once for each order, whether its event or the response to a check comes first. `isTold`: the
   * place that sold it has said so.
   */
  tellDeposit(orderId: string, amount: Cents, { isTold = false } = {}): void {
    if (this.#toldOrders.has(orderId)) {
      if (isTold) this.queue = this.queue.filter((news) => news.kind !== 'credit' || news.orderId !== orderId)
      return
    }
    this.#toldOrders.add(orderId)
    if (!isTold) this.enqueue({ kind: 'credit', intensity: 2, orderId, amount, bonus: null })
  }

  /** The player is at the buttons of what is shown: it stays until they are left. */
  hold(): void {
    if (!this.current) return
    this.#heldId = this.current.id
    clearTimeout(this.#timer)
  }

  /** The player has left the buttons: what is shown goes by itself again. */
  release(): void {
    if (this.current?.id !== this.#heldId) return
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.end(), finaleMs)
  }

  /** The player has pressed a button of what is shown, or closed it. */
  dismiss(): void {
    this.end()
  }

  /** The next round begins: the win of the last one is over. */
  endWin(): void {
    if (this.current?.kind === 'win') this.end()
  }

  /** Once for each: a session that was open in two places may hear of it twice. */
  private tellWithdrawal({ orderId, amount }: { orderId: string; amount: number }): void {
    if (this.#toldOrders.has(orderId)) return
    this.#toldOrders.add(orderId)
    this.enqueue({
      kind: 'withdrawal',
      intensity: 2,
      orderId,
      amount: fromWireAmount(amount),
      record: null,
    })
  }

  private async showTicket(ticketId: string): Promise<void> {
    const options = { loading: false, ownFailure: true }
    try {
      const ticket = fromWireTicket(
        await this.#root.api.call(sportsCalls.ticket, { params: { ticketId } }, options),
      )
      const { stake, payout } = ticket
      // After a cash-out by hand the player has already seen what it paid.
      const isByHand = ticket.isCashedOut && ticket.autoCashOut === null
      if (ticket.settledAt === null || isByHand || payout <= stake) return
      if (this.#shownTickets.has(ticketId)) return
      this.#shownTickets.add(ticketId)
      this.enqueue({
        kind: 'ticket',
        intensity: payout < stake * rareTicket ? 2 : 3,
        amount: payout,
        multiplier: payout / stake,
      })
    } catch (error) {
      // The ticket itself shows its result.
      ignoreCallError(error)
    }
  }

  private enqueue(news: News): void {
    runInAction(() => (this.queue = [...this.queue, news].slice(-longestQueue)))
  }

  private showNext(): void {
    const [next, ...rest] = this.queue
    this.queue = rest
    if (next) this.show(next)
  }

  private show(news: News): void {
    clearTimeout(this.#timer)
    // A win replaces what is shown.
    this.current = { ...news, id: ++this.#lastId }
    const isFinale = news.kind !== 'win' && news.kind !== 'ticket'
    this.#timer = setTimeout(() => this.end(), isFinale ? finaleMs : shownMs[news.intensity])
    if (news.kind === 'credit') void this.loadBonus(news.orderId)
    if (news.kind === 'withdrawal') void this.loadWithdrawal(news.orderId)
  }

  private async loadBonus(orderId: string): Promise<void> {
    try {
      const options = { loading: false, ownFailure: true }
      const wire = await this.#root.api.call(orderCalls.detail, { params: { orderId } }, options)
      if (!wire) return
      const { bonus } = fromWireOrder(wire)
      runInAction(() => {
        const { current } = this
        if (current?.kind === 'credit' && current.orderId === orderId) this.current = { ...current, bonus }
      })
    } catch (error) {
      // The receipt shows it.
      ignoreCallError(error)
    }
  }

  private async loadWithdrawal(orderId: string): Promise<void> {
    try {
      const options = { loading: false, ownFailure: true }
      const record = fromWireRecord(
        await this.#root.api.call(orderCalls.withdrawal, { params: { orderId } }, options),
      )
      runInAction(() => {
        const { current } = this
        if (current?.kind === 'withdrawal' && current.orderId === orderId)
          this.current = { ...current, record }
      })
    } catch (error) {
      // The receipt shows it.
      ignoreCallError(error)
    }
  }

  private end(): void {
    clearTimeout(this.#timer)
    this.current = null
  }

  private clear(): void {
    this.queue = []
    // That payment was the previous player's.
    const { lastPayment } = this.#root.realtime
    if (lastPayment) this.#toldOrders.add(lastPayment.orderId)
    this.end()
  }
}

const intensities = { win: 1, big: 2, huge: 3 } as const
/** A won bet is rarer than a won round; one that pays so many times its stake is as rare as it gets. */
const rareTicket = 15
