import { makeAutoObservable, observable, observableRef, reaction, runInAction } from 'mobx'
import { sportsCalls, type Ticket } from '#contract/http/sports.ts'
import type { Language } from '#contract/languages.ts'
import type { Cents } from '#contract/money.ts'
import { ticketLimits, type OddsPolicy } from '#contract/rules/sports.ts'
import type { PageVisibility } from '../../services/pageVisibility.ts'
import type { RootStore } from '../../stores/RootStore.ts'
import { onSessionEnd } from '../../stores/sessionEnd.ts'
import { ignoreCallError } from '../../stores/SessionStore.ts'
import type { Order, Outcome } from './Placement.ts'
import { Placements } from './Placements.ts'
import { legId, SlipLeg, type LegQuote, type SlipPick } from './SlipLeg.ts'
import { loadPicks, loadStake, savePicks, saveStake, type SavedPick } from './slipStorage.ts'
import { SlipCombinations } from './SlipCombinations.ts'
import { SlipQuotes } from './SlipQuotes.ts'
import { SlipStakes } from './SlipStakes.ts'

export type { SlipPick } from './SlipLeg.ts'

const { maxPicks } = ticketLimits
/** Two presses within this time are one double press, in ms. */
const doublePressMs = 700

interface Quote {
  matchId: string
  key: string
  odds: number | null
  boostedFrom?: number | undefined
  live: boolean
}

/**
 * The bet slip: its selections, the panel that shows them, and the outcomes of the bets. It lives as long as its
 * browser tab: it keeps its selections when the player goes to another page, logs in or reloads.
 */
export class SlipStore {
  legs: SlipLeg[] = []
  isOpen = false
  /** Which price changes are accepted without asking the player. */
  policy: OddsPolicy = 'ask'
  /** The tickets just placed, newest first, until the slip is used again. */
  receipts: Ticket[] = []
  /** What `clear` took out, as long as the player can undo it. */
  cleared: SlipLeg[] = []
  readonly combinations: SlipCombinations
  readonly stakes: SlipStakes
  readonly placements: Placements
  readonly #quotes: SlipQuotes
  /** The ids of the legs. An observable map, so that a price renders again only when it is itself picked or removed. */
  readonly #picked = observable.map<string, true>()
  /** When the bar's button was last pressed, in ms. */
  #pressedAt = -Infinity
  /** A second press on "again" would take what the first has filled in for what can be restored. */
  #isRepeating = false
  readonly #root: RootStore

  constructor(root: RootStore) {
    this.#root = root
    this.combinations = new SlipCombinations(root, () => this.legs)
    this.stakes = new SlipStakes(root, () => this.legs, this.combinations)
    this.placements = new Placements(root, (order, outcome) => this.finish(order, outcome))
    this.#quotes = new SlipQuotes(
      root,
      () => this.legs,
      (leg, quote) => this.applyQuote(leg, quote),
      () => void this.combinations.refresh(),
    )
    makeAutoObservable(this, {
      stakes: false,
      combinations: false,
      placements: false,
      legs: observableRef,
      receipts: observableRef,
      cleared: observableRef,
    })
    this.legs = loadPicks(root.storages)
      .slice(0, maxPicks)
      .map(({ stake, ...pick }) => this.createLeg(pick, stake))
    reaction(
      () => this.legs.map(({ id }) => id),
      (ids) => this.updatePicked(ids),
      { fireImmediately: true },
    )
    this.combinations.follow()
    if (this.legs.length > 0) this.stakes.restore(loadStake(root.storages))
    reaction(
      () => this.picksToSave,
      (picks) => savePicks(root.storages, picks),
    )
    reaction(
      () => (this.picksToSave.length > 0 ? this.stakes.toSave : null),
      (stake) => saveStake(root.storages, stake),
    )
    reaction(
      () => root.language.selected,
      (_, from) => this.retype(from),
    )
    onSessionEnd(root, () => this.reset())
  }

  /** Refreshes prices while a screen shows the slip. Returns its cleanup. */
  start(page: PageVisibility): () => void {
    return this.#quotes.start(page)
  }

  has(matchId: string, key: string): boolean {
    return this.#picked.has(legId(matchId, key))
  }

  private updatePicked(ids: string[]): void {
    for (const id of [...this.#picked.keys()]) if (!ids.includes(id)) this.#picked.delete(id)
    for (const id of ids) this.#picked.set(id, true)
  }

  /** Adds a selection, or removes it when it is in the slip. Does nothing while bets are being placed. */
  toggle(pick: SlipPick): void {
    if (this.isBusy) return
    const existing = this.find(pick.matchId, pick.key)
    if (existing) return this.remove(existing)
    if (this.legs.length >= maxPicks) {
      const message = { key: 'sports.slip.errors.full', params: { limit: maxPicks } }
      return this.#root.alerts.toast(message, 'error')
    }
    this.clearResults()
    this.legs = [...this.legs, this.createLeg(pick)]
  }

  remove(leg: SlipLeg): void {
    if (!this.isBusy) this.filterLegs((each) => each !== leg)
  }

  /**
   * Fills the slip with the selections of an earlier ticket that are open now, at the odds of now, and with its stake.
   * What was in the slip can be restored.
   */
  async repeat(ticket: Ticket): Promise<void> {
    if (this.isBusy || this.#isRepeating) return
    this.#isRepeating = true
    try {
      const body = { legs: ticket.legs.map(({ matchId, key }) => ({ matchId, key })) }
      const quotes = await this.#root.api.call(
        sportsCalls.quote,
        { body },
        { loading: false, isAwaited: true },
      )
      runInAction(() => this.fill(ticket, quotes))
    } catch (error) {
      ignoreCallError(error)
    } finally {
      this.#isRepeating = false
    }
  }

  private fill({ legs, stake }: Ticket, quotes: readonly Quote[]): void {
    if (this.isBusy) return
    const picks = legs.flatMap(({ matchId, key, sport, home, away, startsAt }): SlipPick[] => {
      const quote = quotes.find((each) => each.matchId === matchId && each.key === key)
      if (!quote || quote.odds === null) return []
      const { odds, boostedFrom, live } = quote
      return [{ matchId, key, sport, home, away, startsAt, isLive: live, odds, boostedFrom }]
    })
    if (picks.length === 0) return this.#root.alerts.toast({ key: 'sports.tickets.againClosed' }, 'error')
    this.clearResults()
    this.cleared = this.legs
    this.legs = picks.map((pick) => this.createLeg(pick))
    this.stakes.restore(picks.length > 1 ? { mode: 'parlay', parlay: stake } : { mode: null, parlay: null })
    if (picks.length === 1) this.legs[0]?.setStake(stake)
    this.isOpen = true
  }

  /** Removes the legs that cannot be bet on now. */
  removeClosed(): void {
    if (!this.isBusy) this.filterLegs(({ isOpen }) => isOpen)
  }

  /** Removes everything; `restore` brings it back. */
  clear(): void {
    if (this.isBusy) return
    const { legs } = this
    this.filterLegs(() => false)
    this.clearResults()
    this.cleared = legs
  }

  restore(): void {
    this.legs = [...this.legs, ...this.cleared.filter(({ pick }) => !this.find(pick.matchId, pick.key))]
    this.cleared = []
    this.isOpen = true
    void this.#quotes.refresh()
  }

  /** What was cleared can no longer be restored. */
  discardCleared(): void {
    this.cleared = []
  }

  open(): void {
    this.isOpen = true
  }

  /** The bar was pressed. The second press of a double press on its button comes to lie on the bar, which then has the button's room. */
  pressBar(): void {
    if (!this.isSecondPress()) this.open()
  }

  /** Keeps the selections; receipts of finished bets disappear. */
  close(): void {
    this.isOpen = false
    if (!this.isBusy) this.receipts = []
  }

  setPolicy(policy: OddsPolicy): void {
    this.policy = policy
    for (const leg of this.legs) this.acceptByPolicy(leg)
  }

  /** Bets are being placed. */
  get isBusy(): boolean {
    return this.placements.isBusy
  }

  /** Ids of legs that cannot be in one bet with another leg of their match. */
  get conflicts(): Set<string> {
    return this.combinations.conflicts
  }

  /** In the parlay this leg is one bet with the others of its match. */
  isCombined(leg: SlipLeg): boolean {
    return (
      this.stakes.mode === 'parlay' &&
      !this.conflicts.has(leg.id) &&
      this.combinations.groupOf(leg) !== undefined
    )
  }

  /** Places the bets; guests log in first. False: something is wrong, which the fields of the slip now show. */
  bet(): boolean {
    if (this.isBusy) return true
    this.receipts = []
    this.cleared = []
    if (!this.stakes.submit()) return false
    this.#root.requireLogin(() => void this.placements.place(this.stakes.orders(this.policy)))
    return true
  }

  /** Whether the bar of the slip is shown, where there is one. */
  get hasBar(): boolean {
    return (
      !this.isOpen &&
      (this.legs.length > 0 || this.receipts.length > 0 || this.cleared.length > 0 || this.isBusy)
    )
  }

  /**
   * Bets what the bar shows. The second press of a double press does nothing: what is left in the slip after a quick answer may be
   * ready by then.
   */
  betReady(): void {
    if (this.isBusy || this.isSecondPress()) return
    this.#pressedAt = performance.now()
    this.stakes.stakeReady()
    this.bet()
  }

  private isSecondPress(): boolean {
    return performance.now() - this.#pressedAt < doublePressMs
  }

  /** Adds selections that belong together, as a parlay. */
  addAll(picks: readonly SlipPick[]): void {
    if (this.isBusy) return
    for (const pick of picks) if (!this.has(pick.matchId, pick.key)) this.toggle(pick)
  }

  /** A reload brings these back. Not what is being placed: it may be a ticket by then. */
  private get picksToSave(): SavedPick[] {
    return this.legs
      .filter(({ id }) => !this.placements.has(id))
      .map(({ pick, odds, plainOdds, stake }) => ({
        ...pick,
        odds,
        boostedFrom: plainOdds < odds ? plainOdds : undefined,
        ...(stake ? { stake } : {}),
      }))
  }

  /** The amounts that were typed stay the same when the player changes the language. */
  private retype(from: Language): void {
    for (const leg of [...this.legs, ...this.cleared]) leg.retype(from)
    this.stakes.retype(from)
  }

  private createLeg(pick: SlipPick, stake?: Cents): SlipLeg {
    const leg = new SlipLeg(pick, () => this.#root.language.selected)
    if (stake !== undefined) leg.setStake(stake)
    return leg
  }

  private find(matchId: string, key: string): SlipLeg | undefined {
    return this.legs.find(({ id }) => id === legId(matchId, key))
  }

  private filterLegs(predicate: (leg: SlipLeg) => boolean): void {
    this.legs = this.legs.filter(predicate)
    this.stakes.onRemoved()
    if (this.legs.length === 0 && this.receipts.length === 0) this.isOpen = false
  }

  private finish({ kind, legs: sent, stake, wallet }: Order, outcome: Outcome): void {
    const isSent = ({ id }: SlipLeg) => sent.some((each) => each.id === id)
    if (outcome.kind === 'accepted') {
      this.legs = this.legs.filter((leg) => !isSent(leg))
      this.receipts = [outcome.ticket, ...this.receipts]
      this.stakes.onAccepted(kind, stake)
    }
    // As after any refused bet the deposit opens when money is missing; other refusals show in the slip.
    if (outcome.kind === 'funds') {
      this.#root.overlays.open('gameDeposit', wallet === 'cash' ? { stake } : {})
    }
    if (outcome.kind === 'refused') {
      for (const { matchId, key, odds } of outcome.changed) {
        const leg = this.find(matchId, key)
        // The price of a combination is not that of its first leg.
        if (!leg) continue
        if (kind === 'single') leg.setPrice(odds)
        else if (!this.combinations.groupOf(leg)) leg.setPlainPrice(odds)
      }
      void this.combinations.refresh()
      void this.#quotes.refresh()
      if (kind === 'parlay') this.stakes.setParlayRefusal(outcome.reason)
      else for (const leg of this.legs.filter(isSent)) leg.setRefusal(outcome.reason)
    }
  }

  private applyQuote(leg: SlipLeg, quote: LegQuote): void {
    leg.applyQuote(quote)
    this.acceptByPolicy(leg)
  }

  /** Accepts a changed price that the policy allows, except while it is being placed at the price that was sent. */
  private acceptByPolicy(leg: SlipLeg): void {
    if (this.placements.has(leg.id)) return
    if (this.policy === 'any') leg.accept()
    if (this.policy === 'better') leg.acceptBetter()
  }

  /** A new bet begins: nothing of the last one stays on screen. */
  private clearResults(): void {
    this.receipts = []
    this.cleared = []
    this.stakes.clearErrors()
  }

  /** The player has logged out, or another one has logged in: the slip is empty again, and chooses nothing that the last one chose. */
  private reset(): void {
    this.clearResults()
    this.legs = []
    this.policy = 'ask'
    this.stakes.reset()
    this.isOpen = false
  }
}
