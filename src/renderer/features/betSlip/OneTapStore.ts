import { makeAutoObservable, observableRef, reaction, runInAction } from 'mobx'
import { cents, type Cents } from '#contract/money.ts'
import { ticketLimits } from '#contract/rules/sports.ts'
import type { PageVisibility } from '../../services/pageVisibility.ts'
import type { RootStore } from '../../stores/RootStore.ts'
import { formatMoney } from '../../i18n/format.ts'
import { OddsStore } from '../odds/OddsStore.ts'
import type { Order, Outcome } from './Placement.ts'
import { Placements } from './Placements.ts'
import { legId, type SlipPick } from './SlipLeg.ts'
import { SlipStore } from './SlipStore.ts'

/** How long a bet can be undone before it is sent, in ms. */
export const undoMs = 3_000
/** A frozen page's timer fires when the page wakes: a bet that is this late is no longer wanted, in ms. */
const latestMs = 1_000

/** The stakes before a player has chosen own ones. */
const standardStakes = [5_00, 10_00, 20_00].map(cents)
const standardChoice = 1

/** A bet that is about to be sent. */
export interface OneTapBet {
  pick: SlipPick
  stake: Cents
}

/** The page, which may be put away. */
export interface OneTapPage {
  document: PageVisibility
  window: Pick<Window, 'addEventListener' | 'removeEventListener'>
}

/**
 * One press on a price bets: a single with one of three stakes of the player's own, from the cash. It must be armed, in every
 * tab and after every reload anew; the bet waits a moment in which it can be undone, and leaving the page or putting it away
 * undoes it. One bet at a time: presses meanwhile do nothing, so that a double press is one bet. Not on a venue's terminal, where a stranger may touch
 * the screen.
 */
export class OneTapStore {
  stakes: Cents[]
  /** The index of the stake that the next press bets. */
  chosen = standardChoice
  isArmed = false
  /** The bet that can still be undone. */
  pending: OneTapBet | null = null
  /** The own stakes are being changed. */
  isEditing = false
  readonly placements: Placements
  #follows = false
  #timer: ReturnType<typeof setTimeout> | undefined
  /** When the pending bet is to be sent, in ms of performance.now(). */
  #dueAt = 0
  readonly #root: RootStore

  constructor(root: RootStore) {
    this.#root = root
    this.stakes = this.storedStakes()
    this.placements = new Placements(root, (order, outcome) => this.finish(order, outcome))
    makeAutoObservable(this, { placements: false, stakes: observableRef, pending: observableRef })
    reaction(
      () => root.session.player?.id,
      () => {
        this.disarm()
        this.stakes = this.storedStakes()
        this.chosen = standardChoice
      },
    )
  }

  /**
   * Follows the stakes of other tabs while a page takes bets, and undoes a bet when nobody sees the page any more. Returns its
   * cleanup, which disarms: a bet is undone where it is seen.
   */
  start({ document, window }: OneTapPage): () => void {
    if (!this.#follows)
      this.#root.storages.local.onChange('oneTapStakes', (value) =>
        runInAction(() => (this.stakes = readStakes(value))),
      )
    this.#follows = true
    const undo = () => this.undo()
    const onVisibility = () => {
      if (document.hidden) undo()
    }
    document.addEventListener('visibilitychange', onVisibility)
    window.addEventListener('pagehide', undo)
    return () => {
      document.removeEventListener('visibilitychange', onVisibility)
      window.removeEventListener('pagehide', undo)
      this.disarm()
    }
  }

  get isOffered(): boolean {
    return this.#root.session.isLoggedIn && !this.#root.host.isEnrolled
  }

  get stake(): Cents {
    return this.stakes[this.chosen] ?? ticketLimits.minStake
  }

  get isBusy(): boolean {
    return this.pending !== null || this.placements.isBusy
  }

  arm(): void {
    if (this.isOffered) this.isArmed = true
  }

  /** What can be undone is; what has been sent goes on. */
  disarm(): void {
    this.undo()
    this.isArmed = false
    this.isEditing = false
  }

  choose(index: number): void {
    this.chosen = index
  }

  edit(isEditing: boolean): void {
    this.isEditing = isEditing
  }

  saveStakes(stakes: readonly Cents[]): void {
    this.stakes = [...stakes]
    this.#root.storages.local.set('oneTapStakes', this.stakes)
    this.isEditing = false
  }

  /** A price was pressed. Returns whether one-tap betting took the press, also where it then bets nothing. */
  press(pick: SlipPick): boolean {
    if (!this.isArmed) return false
    if (this.isBusy) return true
    const { stake } = this
    const most = pick.boostedFrom === undefined ? ticketLimits.maxStake : ticketLimits.maxBoostedStake
    if (stake > most) {
      const limit = formatMoney(most, this.#root.language.selected)
      this.#root.alerts.toast({ key: 'sports.slip.errors.maxAmount', params: { limit } }, 'error')
    } else if (stake > this.#root.wallet.cash) this.#root.overlays.open('gameDeposit', { stake })
    else {
      this.pending = { pick, stake }
      this.#dueAt = performance.now() + undoMs
      this.#timer = setTimeout(() => void this.send(), undoMs)
    }
    return true
  }

  undo(): void {
    clearTimeout(this.#timer)
    this.pending = null
  }

  /** Those of the player; a logout has emptied the storage. */
  private storedStakes(): Cents[] {
    return readStakes(this.#root.storages.local.get('oneTapStakes'))
  }

  private async send(): Promise<void> {
    const { pending } = this
    if (!pending) return
    if (performance.now() - this.#dueAt > latestMs) return this.undo()
    const { pick, stake } = pending
    const { matchId, key, odds } = pick
    const order: Order = {
      kind: 'single',
      stake,
      wallet: 'cash',
      policy: this.#root.feature(SlipStore).policy,
      legs: [{ id: legId(matchId, key), matchId, key, odds }],
      isCombined: false,
    }
    const placing = this.placements.place([order])
    runInAction(() => (this.pending = null))
    await placing
  }

  private finish({ stake }: Order, outcome: Outcome): void {
    const { alerts, overlays, language } = this.#root
    if (outcome.kind === 'funds') overlays.open('gameDeposit', { stake })
    if (outcome.kind === 'refused') alerts.toast(outcome.reason, 'error')
    if (outcome.kind === 'accepted') {
      const amount = formatMoney(outcome.ticket.stake, language.selected)
      const odds = this.#root.feature(OddsStore).text(outcome.ticket.odds)
      alerts.toast({ key: 'own.oneTap.placed', params: { amount, odds } })
    }
  }
}

/** Three stakes within the limits of a ticket; anything else stored is replaced by the standard ones. */
function readStakes(stored: unknown): Cents[] {
  const isStake = (value: unknown): value is number =>
    Number.isSafeInteger(value) &&
    (value as number) >= ticketLimits.minStake &&
    (value as number) <= ticketLimits.maxStake
  return Array.isArray(stored) && stored.length === standardStakes.length && stored.every(isStake)
    ? stored.map(cents)
    : standardStakes
}
