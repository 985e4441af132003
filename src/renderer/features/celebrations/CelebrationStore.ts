import { makeAutoObservable, observableRef, reaction, runInAction } from 'mobx'
import { winTier } from '#contract/games/winTier.ts'
import { fromWireTicket, sportsCalls } from '#contract/http/sports.ts'
import { fromWireAmount, type Cents } from '#contract/money.ts'
import type { RootStore } from '../../stores/RootStore.ts'
import { ignoreCallError } from '../../stores/SessionStore.ts'

/** 1: a line of light; 2: with a plate and coins; 3: as large as it gets. */
export type Intensity = 1 | 2 | 3

/** Something good that has just happened to the player. Amounts in cents. */
export type Celebration = { id: number; intensity: Intensity } &
  /** A round of this page. `multiplier`: payout / stake. */
  (
    | { kind: 'win'; amount: Cents; multiplier: number }
    | { kind: 'ticket'; amount: Cents; multiplier: number }
    | { kind: 'credit'; amount: Cents }
    | { kind: 'level'; level: number }
  )

type News = Celebration extends infer Each ? (Each extends Celebration ? Omit<Each, 'id'> : never) : never

/** How long each intensity is shown, in ms. */
const shownMs: Readonly<Record<Intensity, number>> = { 1: 1_600, 2: 3_000, 3: 4_200 }
/** News in waiting; older ones are in the records anyway. */
const longestQueue = 5

interface Win {
  stake: Cents
  payout: Cents
  multiplier?: number
  isAuto: boolean
}

/**
 * The one queue of celebrations: wins, settled bets, credits, VIP levels. A win belongs to its round and is shown at once;
 * everything else waits for its turn, and until no round runs and no overlay or toast is there. A return of no more than the stake is
 * no win.
 */
export class CelebrationStore {
  current: Celebration | null = null
  private queue: News[] = []
  #lastId = 0
  /** The last payment that was told. */
  #payment: unknown = null
  /** The player's level when it was last looked at. */
  #known: { id: string; level: number } | null = null
  readonly #toldTickets = new Set<string>()
  #timer: ReturnType<typeof setTimeout> | undefined
  readonly #root: RootStore

  constructor(root: RootStore) {
    this.#root = root
    makeAutoObservable<this, 'queue'>(this, { current: observableRef, queue: observableRef })
  }

  /** Listens for news from outside this page, and tells what came before it was loaded. Returns its cleanup. */
  start(): () => void {
    const { realtime, session, overlays, rounds, alerts } = this.#root
    for (const ticketId of realtime.takeEarlyTickets()) void this.showTicket(ticketId)
    const stops = [
      realtime.onTopicEvent((event) => {
        if (event.name === 'feed:ticket') void this.showTicket(event.payload.ticketId)
      }),
      reaction(
        () => realtime.lastPayment,
        (payment) => {
          if (!payment || payment === this.#payment) return
          this.#payment = payment
          this.enqueue({ kind: 'credit', intensity: 1, amount: fromWireAmount(payment.amount) })
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
            this.enqueue({ kind: 'level', intensity: 3, level: now.level })
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
          // A toast lies in the same place.
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

  /**
   * A round's result has just been shown. `multiplier`: the one that the round's history names; its default is what the
   * cents make of it. `isAuto`: one of many automatic rounds, whose small wins are left to the result line.
   */
  showWin({ stake, payout, multiplier = payout / stake, isAuto }: Win): void {
    const tier = winTier(payout, stake)
    if (tier === 'none' || tier === 'back' || (isAuto && tier === 'win')) return
    this.show({ kind: 'win', intensity: intensities[tier], amount: payout, multiplier })
  }

  /** The next round begins: the win of the last one is over. */
  endWin(): void {
    if (this.current?.kind === 'win') this.end()
  }

  private async showTicket(ticketId: string): Promise<void> {
    const options = { loading: false, ownFailure: true }
    try {
      const ticket = fromWireTicket(
        await this.#root.api.call(sportsCalls.ticket, { params: { ticketId } }, options),
      )
      const { stake, payout } = ticket
      const tier = winTier(payout, stake)
      // Who has just cashed out by hand has seen what it paid.
      const isByHand = ticket.isCashedOut && ticket.autoCashOut === null
      if (ticket.settledAt === null || isByHand || tier === 'none' || tier === 'back') return
      if (this.#toldTickets.has(ticketId)) return
      this.#toldTickets.add(ticketId)
      this.enqueue({
        kind: 'ticket',
        intensity: ticketIntensities[tier],
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
    // A win interrupts what is shown; that has been seen.
    this.current = { ...news, id: ++this.#lastId }
    this.#timer = setTimeout(() => this.end(), shownMs[news.intensity])
  }

  private end(): void {
    clearTimeout(this.#timer)
    this.current = null
  }

  private clear(): void {
    this.queue = []
    // Of the player before; kept by the store.
    this.#payment = this.#root.realtime.lastPayment
    this.end()
  }
}

const intensities = { win: 1, big: 2, huge: 3 } as const
/** A won bet is rarer than a won round. */
const ticketIntensities = { win: 2, big: 3, huge: 3 } as const
