import { makeAutoObservable, observableRef, reaction } from 'mobx'
import type { Ticket } from '#contract/http/sports.ts'
import { add, min, ZERO, type Cents } from '#contract/money.ts'
import { ticketLimits, type OddsPolicy } from '#contract/rules/sports.ts'
import type { Message } from '../AlertStore.ts'
import { cleanAmountText, readAmountText, writeAmountText } from '../amountText.ts'
import type { RootStore } from '../RootStore.ts'
import type { Order, Outcome } from './Placement.ts'
import { Placements } from './Placements.ts'
import { legId, SlipLeg, type LegNews, type SlipPick } from './SlipLeg.ts'
import { recallPicks, rememberPicks } from './slipMemory.ts'
import { SlipQuotes, type SlipPage } from './SlipQuotes.ts'
import {
  conflictsOf,
  parlayProblem,
  returnOf,
  stakeProblem,
  totalOdds,
  type ParlayProblem,
  type PossibleReturn,
  type StakeProblem,
} from './slipRules.ts'

export type { SlipPick } from './SlipLeg.ts'
export type SlipMode = 'single' | 'parlay'

/** The most selections that a slip holds: as many as one question for prices takes. */
export const maxPicks = ticketLimits.maxLegs * 2

/** The bet slip. It lives as long as its tab: another page, a login or a reload keeps the picks. */
export class SlipStore {
  legs: SlipLeg[] = []
  /** The panel is open. */
  isOpen = false
  policy: OddsPolicy = 'ask'
  parlayStakeText = ''
  /** Why the parlay was refused. */
  parlayRefusal: Message | null = null
  /** What was just placed, newest first, until the slip is used again. */
  receipts: Ticket[] = []
  /** Bet was pressed: what is missing is said. */
  hasTried = false
  /** What was taken out all at once, for as long as it can come back. */
  cleared: SlipLeg[] = []
  readonly placements: Placements
  private chosenMode: SlipMode | null = null
  private chosenWallet: 'cash' | 'bonus' = 'cash'
  private readonly quotes: SlipQuotes

  constructor(private readonly root: RootStore) {
    this.placements = new Placements(root, (order, outcome) => this.end(order, outcome))
    this.quotes = new SlipQuotes(
      root,
      () => this.legs,
      (leg, news) => this.hear(leg, news),
    )
    makeAutoObservable<this, 'root' | 'quotes'>(this, {
      root: false,
      quotes: false,
      placements: false,
      legs: observableRef,
      receipts: observableRef,
      cleared: observableRef,
      parlayRefusal: observableRef,
    })
    this.legs = recallPicks(root.storages)
      .slice(0, maxPicks)
      .map((pick) => new SlipLeg(pick))
    reaction(
      () => this.kept,
      (picks) => rememberPicks(root.storages, picks),
    )
    reaction(
      () => root.session.player?.id,
      (id, previous) => previous !== undefined && id !== previous && this.forget(),
    )
  }

  /** Keeps prices fresh while a screen shows the slip. Returns its undoing. */
  start(page: SlipPage): () => void {
    return this.quotes.start(page)
  }

  has(matchId: string, key: string): boolean {
    return this.find(matchId, key) !== undefined
  }

  /** Into the slip, or out of it when it is there. While bets are on their way the slip stays as it is. */
  toggle(pick: SlipPick): void {
    if (this.isBusy) return
    const known = this.find(pick.matchId, pick.key)
    if (known) return this.remove(known)
    if (this.legs.length >= maxPicks) {
      const message = { key: 'sports.slip.errors.full', params: { limit: maxPicks } }
      return this.root.alerts.toast(message, 'error')
    }
    this.freshen()
    this.legs = [...this.legs, new SlipLeg(pick)]
  }

  remove(leg: SlipLeg): void {
    if (!this.isBusy) this.drop((each) => each !== leg)
  }

  removeClosed(): void {
    if (!this.isBusy) this.drop(({ isOpen }) => isOpen)
  }

  /** Takes everything out; `restore` brings it back. */
  clear(): void {
    if (this.isBusy) return
    const { legs } = this
    this.drop(() => false)
    this.freshen()
    this.cleared = legs
  }

  restore(): void {
    this.legs = [...this.legs, ...this.cleared.filter(({ pick }) => !this.has(pick.matchId, pick.key))]
    this.cleared = []
    this.isOpen = true
    void this.quotes.ask()
  }

  dropCleared(): void {
    this.cleared = []
  }

  open(): void {
    this.isOpen = true
  }

  /** Picks stay; what was said of a finished bet goes. */
  close(): void {
    this.isOpen = false
    if (!this.isBusy) this.receipts = []
  }

  get mode(): SlipMode {
    if (this.chosenMode) return this.chosenMode
    return this.legs.length > 1 && this.conflicts.size === 0 ? 'parlay' : 'single'
  }

  setMode(mode: SlipMode): void {
    this.chosenMode = mode
    this.hasTried = false
  }

  get wallet(): 'cash' | 'bonus' {
    return this.root.wallet.bonusBalance > ZERO ? this.chosenWallet : 'cash'
  }

  get available(): Cents {
    return this.wallet === 'cash' ? this.root.wallet.balance : this.root.wallet.bonusBalance
  }

  swapWallet(): void {
    this.chosenWallet = this.wallet === 'cash' ? 'bonus' : 'cash'
  }

  setPolicy(policy: OddsPolicy): void {
    this.policy = policy
    for (const leg of this.legs) this.agree(leg)
  }

  get isBusy(): boolean {
    return this.placements.isBusy
  }

  /** Ids of legs that share their match. */
  get conflicts(): Set<string> {
    return conflictsOf(this.legs)
  }

  get parlayStake(): Cents | null {
    return readAmountText(this.parlayStakeText)
  }

  get parlayProblem(): ParlayProblem | null {
    return parlayProblem(this.legs)
  }

  /** All odds together, as they are now. */
  get parlayOdds(): number {
    return totalOdds(this.prices)
  }

  /** What the mode can return: the parlay, or all singles together. */
  get potential(): PossibleReturn {
    if (this.mode === 'parlay') return returnOf(this.parlayStake, this.prices)
    const each = this.staked.map((leg) => returnOf(leg.stake, [leg.price]))
    return { amount: add(...each.map(({ amount }) => amount)), isCut: each.some(({ isCut }) => isCut) }
  }

  /** What the mode stakes. */
  get total(): Cents {
    if (this.mode === 'parlay') return this.parlayStake ?? ZERO
    return add(...this.staked.map(({ stake }) => stake ?? ZERO))
  }

  /** Singles that would be placed: open, and with something typed. */
  get staked(): SlipLeg[] {
    return this.legs.filter((leg) => leg.isOpen && leg.stakeText !== '')
  }

  /** Legs of what would be bet whose new price the player has not agreed to. */
  get changed(): SlipLeg[] {
    const legs = this.mode === 'parlay' || this.staked.length === 0 ? this.legs : this.staked
    return legs.filter(({ isChanged }) => isChanged)
  }

  /** What is wrong with the stake of a single: too much at once, anything else after bet was pressed. */
  stakeErrorOf(leg: SlipLeg): StakeProblem | null {
    if (leg.stakeText !== '') return this.said(stakeProblem(leg.stake))
    return leg.isOpen && this.staked.length === 0 ? this.said('enterAmount') : null
  }

  get parlayStakeError(): StakeProblem | null {
    return this.said(stakeProblem(this.parlayStake))
  }

  typeParlayStake(text: string): void {
    this.parlayStakeText = cleanAmountText(text)
    this.parlayRefusal = null
  }

  /** A quick amount: onto the parlay's stake, or onto that of every open single. */
  addStake(amount: Cents): void {
    const { locale } = this.root.language.selected
    const more = (stake: Cents | null) =>
      writeAmountText(min(add(stake ?? ZERO, amount), ticketLimits.maxStake), locale)
    if (this.mode === 'parlay') this.typeParlayStake(more(this.parlayStake))
    else for (const leg of this.legs) if (leg.isOpen) leg.type(more(leg.stake))
  }

  /** The player agrees to the prices of now. */
  acceptChanges(): void {
    this.parlayRefusal = null
    for (const leg of this.changed) {
      leg.accept()
      leg.refuse(null)
    }
  }

  /** Bet is pressed. False: something is missing, which is said where it is. Guests log in first. */
  bet(): boolean {
    if (this.isBusy) return true
    this.hasTried = true
    this.receipts = []
    this.cleared = []
    const isReady = this.mode === 'parlay' ? this.isParlayReady : this.areSinglesReady
    if (!isReady || this.changed.length > 0) return false
    this.root.requireLogin(() => void this.placements.place(this.orders))
    return true
  }

  /** What a reload brings back; not what is being bet, which may be placed by then. */
  private get kept(): SlipPick[] {
    return this.legs.filter(({ id }) => !this.placements.has(id)).map(({ pick, odds }) => ({ ...pick, odds }))
  }

  private find(matchId: string, key: string): SlipLeg | undefined {
    return this.legs.find(({ id }) => id === legId(matchId, key))
  }

  private drop(stays: (leg: SlipLeg) => boolean): void {
    this.legs = this.legs.filter(stays)
    this.parlayRefusal = null
    if (this.legs.length > 0) return
    this.chosenMode = null
    if (this.receipts.length === 0) this.isOpen = false
  }

  private get prices(): number[] {
    return this.legs.map(({ price }) => price)
  }

  private said(problem: StakeProblem | null): StakeProblem | null {
    return problem === 'maxAmount' || this.hasTried ? problem : null
  }

  private get isParlayReady(): boolean {
    return this.parlayProblem === null && stakeProblem(this.parlayStake) === null
  }

  private get areSinglesReady(): boolean {
    return this.staked.length > 0 && this.staked.every(({ stake }) => stakeProblem(stake) === null)
  }

  private get orders(): Order[] {
    if (this.mode === 'parlay') return [this.orderOf(this.legs, this.parlayStake)]
    return this.staked.map((leg) => this.orderOf([leg], leg.stake))
  }

  private orderOf(legs: readonly SlipLeg[], stake: Cents | null): Order {
    const { mode: kind, wallet, policy } = this
    const sent = legs.map(({ id, pick, odds }) => ({ id, matchId: pick.matchId, key: pick.key, odds }))
    return { kind, stake: stake ?? ZERO, wallet, policy, legs: sent }
  }

  private end({ kind, legs: sent }: Order, outcome: Outcome): void {
    const isSent = ({ id }: SlipLeg) => sent.some((each) => each.id === id)
    if (outcome.kind === 'accepted') {
      this.legs = this.legs.filter((leg) => !isSent(leg))
      this.receipts = [outcome.ticket, ...this.receipts]
      this.hasTried = false
      if (kind === 'parlay') this.parlayStakeText = ''
      if (this.legs.length === 0) this.chosenMode = null
    }
    // What the path of a bet leads to (spec §8); the slip says the rest itself.
    if (outcome.kind === 'funds') this.root.overlays.open('gameDeposit')
    if (outcome.kind === 'refused') {
      for (const { matchId, key, odds } of outcome.changed) this.find(matchId, key)?.setPrice(odds)
      if (kind === 'parlay') this.parlayRefusal = outcome.reason
      else for (const leg of this.legs.filter(isSent)) leg.refuse(outcome.reason)
    }
  }

  private hear(leg: SlipLeg, news: LegNews): void {
    leg.hear(news)
    this.agree(leg)
  }

  /** What the policy agrees to by itself; not of what is being bet, which is bet at what was sent. */
  private agree(leg: SlipLeg): void {
    if (!leg.isChanged || this.placements.has(leg.id)) return
    if (this.policy === 'any' || (this.policy === 'better' && leg.price > leg.odds)) leg.accept()
  }

  private freshen(): void {
    this.receipts = []
    this.cleared = []
    this.hasTried = false
    this.parlayRefusal = null
  }

  /** The player has left: who comes next finds an empty slip. */
  private forget(): void {
    this.freshen()
    this.legs = []
    this.parlayStakeText = ''
    this.isOpen = false
  }
}

const slips = new WeakMap<RootStore, SlipStore>()

/** The one slip of an app. */
export function slipOf(root: RootStore): SlipStore {
  const slip = slips.get(root) ?? new SlipStore(root)
  slips.set(root, slip)
  return slip
}
