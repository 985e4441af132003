import { makeAutoObservable, observableRef } from 'mobx'
import {
  sanitizeAmountInput,
  parseAmountInput,
  formatAmountInput,
  type ParsedAmount,
} from '#contract/amounts.ts'
import type { Language } from '#contract/languages.ts'
import { add, cents, max, min, subtract, ZERO, type Cents, type WalletName } from '#contract/money.ts'
import { ticketLimits, type OddsPolicy } from '#contract/rules/sports.ts'
import type { Message } from '../../stores/AlertStore.ts'
import type { RootStore } from '../../stores/RootStore.ts'
import type { Order } from './Placement.ts'
import type { SlipCombinations } from './SlipCombinations.ts'
import type { SlipLeg } from './SlipLeg.ts'
import type { SavedStake } from './slipStorage.ts'
import {
  parlayProblem,
  possibleReturn,
  stakeProblem,
  totalOdds,
  type ParlayProblem,
  type PossibleReturn,
  type StakeProblem,
} from './slipRules.ts'

export type SlipMode = 'single' | 'parlay'

/** How the selections of a slip are bet: singles or a parlay, which wallet, which stakes, and what is wrong with them. */
export class SlipStakes {
  parlayText = ''
  /** The stake of the last bet, which one press stakes again; null before the first. */
  private last: Cents | null = null
  /** Why the server refused the parlay. */
  parlayRefusal: Message | null = null
  private chosenMode: SlipMode | null = null
  private chosenWallet: WalletName = 'cash'
  /** The bet button was pressed: a stake that is missing or too low now shows as an error. */
  private wasSubmitted = false
  readonly #root: RootStore
  readonly #legs: () => readonly SlipLeg[]
  readonly #combinations: SlipCombinations

  /** `legs`: the selections of the slip as they are now. */
  constructor(root: RootStore, legs: () => readonly SlipLeg[], combinations: SlipCombinations) {
    this.#root = root
    this.#legs = legs
    this.#combinations = combinations
    makeAutoObservable(this, { parlayRefusal: observableRef })
  }

  /** Until the player chooses: a parlay as soon as the selections can be one. */
  get mode(): SlipMode {
    if (this.chosenMode) return this.chosenMode
    const legs = this.#legs()
    return legs.length > 1 && this.#combinations.groups.length === 0 ? 'parlay' : 'single'
  }

  setMode(mode: SlipMode): void {
    this.chosenMode = mode
    this.wasSubmitted = false
  }

  get wallet(): WalletName {
    return this.#root.wallet.bonus > ZERO ? this.chosenWallet : 'cash'
  }

  /** The balance of the chosen wallet. */
  get available(): Cents {
    return this.#root.wallet[this.wallet]
  }

  swapWallet(): void {
    this.chosenWallet = this.wallet === 'cash' ? 'bonus' : 'cash'
  }

  /** The typed stake of the parlay, or why it is not an amount. */
  get parsedParlayStake(): ParsedAmount {
    return parseAmountInput(this.parlayText, this.#root.language.selected)
  }

  /** Undefined while it is not an amount. */
  get parlayStake(): Cents | undefined {
    return this.parsedParlayStake.ok ? this.parsedParlayStake.value : undefined
  }

  get parlayProblem(): ParlayProblem | null {
    return parlayProblem(this.#legs(), this.#combinations)
  }

  /** The current odds of all selections, multiplied. */
  get parlayOdds(): number {
    return totalOdds(this.prices)
  }

  /** The odds that stand for the whole slip: of its only single, or of all selections together. */
  get odds(): number {
    const [only, ...others] = this.#legs()
    return this.mode === 'single' && only && others.length === 0 ? only.price : this.parlayOdds
  }

  /** The price of a combination is asked for: neither odds nor return of the parlay are known. */
  get isPricing(): boolean {
    return this.mode === 'parlay' && this.#combinations.arePricing
  }

  /** The possible return of the chosen mode: of the parlay, or of all singles together. */
  get potential(): PossibleReturn {
    if (this.mode === 'parlay') return possibleReturn(this.parlayStake, this.prices)
    const each = this.stakedLegs.map((leg) => possibleReturn(leg.stake, [leg.price]))
    return {
      amount: add(...each.map(({ amount }) => amount)),
      isCapped: each.some(({ isCapped }) => isCapped),
    }
  }

  /**
   * What one press would bet now: what is typed or, with nothing typed, the stake of the last bet. Null while something is
   * wrong or undecided.
   */
  get ready(): { stake: Cents; amount: Cents } | null {
    const legs = this.#legs()
    const isOpen = legs.length > 0 && legs.every((leg) => leg.isOpen) && this.changedLegs.length === 0
    if (!isOpen || (this.mode === 'parlay' && this.parlayProblem !== null)) return null
    if (this.total > ZERO) {
      const isComplete = this.mode === 'parlay' ? this.isParlayComplete : this.areSinglesComplete
      return isComplete ? { stake: this.total, amount: this.potential.amount } : null
    }
    const isOneBet = this.mode === 'parlay' ? this.parlayText === '' : legs.length === 1
    const most = this.mode === 'parlay' ? ticketLimits.maxStake : (legs[0]?.maxStake ?? ZERO)
    const { last } = this
    if (!isOneBet || last === null || last > min(most, this.available)) return null
    const prices = this.mode === 'parlay' ? this.prices : legs.map(({ price }) => price)
    return { stake: last, amount: possibleReturn(last, prices).amount }
  }

  /** Types the stake of {@link ready} where nothing is typed. */
  stakeReady(): void {
    const { ready } = this
    if (!ready || this.total > ZERO) return
    if (this.mode === 'parlay') this.setParlayStake(ready.stake)
    else this.#legs()[0]?.setStake(ready.stake)
  }

  /** What the cash lacks for what is typed; zero where the bonus wallet pays. */
  get missing(): Cents {
    return this.wallet === 'cash' ? max(ZERO, subtract(this.total, this.available)) : ZERO
  }

  /** The total stake of the chosen mode. */
  get total(): Cents {
    if (this.mode === 'parlay') return this.parlayStake ?? ZERO
    return add(...this.stakedLegs.map(({ stake }) => stake ?? ZERO))
  }

  /** Legs that would be bet, but whose new price the player has not accepted. */
  get changedLegs(): SlipLeg[] {
    if (this.mode === 'single' && this.stakedLegs.length > 0)
      return this.stakedLegs.filter(({ isChanged }) => isChanged)
    // A combination has one price, the one that is shown; its selections have none.
    const isCombined = (leg: SlipLeg) =>
      this.mode === 'parlay' && this.#combinations.groupOf(leg) !== undefined
    const hasChanged = (leg: SlipLeg) => (this.mode === 'parlay' ? leg.isPlainChanged : leg.isChanged)
    return this.#legs().filter((leg) => hasChanged(leg) && !isCombined(leg))
  }

  /** The player accepts the current prices. */
  acceptChanges(): void {
    this.parlayRefusal = null
    for (const leg of this.changedLegs) {
      leg.accept()
      leg.setRefusal(null)
    }
  }

  /** What is wrong with the stake of a single. A missing or low stake shows only after the bet button was pressed. */
  errorOf(leg: SlipLeg): StakeProblem | null {
    if (leg.stakeText !== '') return this.ifVisible(stakeProblem(leg.parsedStake, leg.maxStake))
    return leg.isOpen && this.stakedLegs.length === 0 ? this.ifVisible('enterAmount') : null
  }

  get parlayError(): StakeProblem | null {
    return this.ifVisible(stakeProblem(this.parsedParlayStake))
  }

  setParlayText(text: string): void {
    this.parlayText = sanitizeAmountInput(text)
    this.parlayRefusal = null
  }

  /** Adds a quick amount to the stake of the parlay, or to that of every open single. */
  addToStakes(amount: Cents): void {
    const { selected } = this.#root.language
    const increased = (stake: Cents | undefined, most: Cents) =>
      formatAmountInput(min(add(stake ?? ZERO, amount), most), selected, 'short')
    if (this.mode === 'parlay') this.setParlayText(increased(this.parlayStake, ticketLimits.maxStake))
    else for (const leg of this.#legs()) if (leg.isOpen) leg.type(increased(leg.stake, leg.maxStake))
  }

  /** The most that can be staked now: the balance up to the limit, in equal parts on the open singles. */
  get maximum(): Cents {
    const open = this.mode === 'parlay' ? 1 : this.#legs().filter(({ isOpen }) => isOpen).length
    return min(cents(Math.floor(this.available / Math.max(open, 1))), ticketLimits.maxStake)
  }

  stakeMaximum(): void {
    const { maximum } = this
    if (this.mode === 'parlay') this.setParlayStake(maximum)
    else for (const leg of this.#legs()) if (leg.isOpen) leg.setStake(min(maximum, leg.maxStake))
  }

  /** What a reload brings back, besides the selections with their stakes. */
  get toSave(): SavedStake {
    return { mode: this.chosenMode, parlay: this.parlayStake || null }
  }

  restore({ mode, parlay }: SavedStake): void {
    this.chosenMode = mode
    if (parlay !== null) this.setParlayStake(parlay)
  }

  /** See SlipLeg.retype. */
  retype(from: Language): void {
    const parsed = parseAmountInput(this.parlayText, from)
    if (parsed.ok) this.setParlayStake(parsed.value)
  }

  /** Called when the bet button is pressed. False: the errors that now show keep the bet from being sent. */
  submit(): boolean {
    this.wasSubmitted = true
    const isComplete = this.mode === 'parlay' ? this.isParlayComplete : this.areSinglesComplete
    return isComplete && this.changedLegs.length === 0
  }

  /** One order for the parlay, or one for each single with a stake. */
  orders(policy: OddsPolicy): Order[] {
    if (this.mode === 'parlay') return [this.createOrder(this.#legs(), this.parlayStake, policy)]
    return this.stakedLegs.map((leg) => this.createOrder([leg], leg.stake, policy))
  }

  /** An order was placed; its legs have left the slip. */
  onAccepted(kind: SlipMode, stake: Cents): void {
    this.last = stake
    this.wasSubmitted = false
    if (kind === 'parlay') this.parlayText = ''
    this.resetModeIfEmpty()
  }

  setParlayRefusal(reason: Message): void {
    this.parlayRefusal = reason
  }

  /** Legs were taken out. */
  onRemoved(): void {
    this.parlayRefusal = null
    this.resetModeIfEmpty()
  }

  /** A new bet begins: the errors of the last one disappear. */
  clearErrors(): void {
    this.wasSubmitted = false
    this.parlayRefusal = null
  }

  /** Another player begins. */
  reset(): void {
    this.clearErrors()
    this.last = null
    this.parlayText = ''
    this.chosenMode = null
    this.chosenWallet = 'cash'
  }

  private resetModeIfEmpty(): void {
    if (this.#legs().length === 0) this.chosenMode = null
  }

  private setParlayStake(stake: Cents): void {
    this.parlayText = formatAmountInput(stake, this.#root.language.selected, 'short')
  }

  private get prices(): number[] {
    return this.#legs().map((leg) => this.#combinations.oddsIn(leg))
  }

  /** Singles that would be placed: open, and with something typed. */
  private get stakedLegs(): SlipLeg[] {
    return this.#legs().filter((leg) => leg.isOpen && leg.stakeText !== '')
  }

  private ifVisible(problem: StakeProblem | null): StakeProblem | null {
    return problem === 'maxAmount' || problem === 'invalid' || this.wasSubmitted ? problem : null
  }

  private get isParlayComplete(): boolean {
    return this.parlayProblem === null && stakeProblem(this.parsedParlayStake) === null
  }

  private get areSinglesComplete(): boolean {
    return (
      this.stakedLegs.length > 0 &&
      this.stakedLegs.every(({ parsedStake, maxStake }) => stakeProblem(parsedStake, maxStake) === null)
    )
  }

  private createOrder(legs: readonly SlipLeg[], stake: Cents | undefined, policy: OddsPolicy): Order {
    const { mode: kind, wallet } = this
    const isCombined = (leg: SlipLeg) => kind === 'parlay' && this.#combinations.groupOf(leg) !== undefined
    const oddsOf = (leg: SlipLeg) => {
      if (isCombined(leg)) return this.#combinations.oddsIn(leg)
      return kind === 'parlay' ? leg.plainOdds : leg.odds
    }
    const orderLegs = legs.map((leg) => ({
      id: leg.id,
      matchId: leg.pick.matchId,
      key: leg.pick.key,
      odds: oddsOf(leg),
    }))
    return { kind, stake: stake ?? ZERO, wallet, policy, legs: orderLegs, isCombined: legs.some(isCombined) }
  }
}
