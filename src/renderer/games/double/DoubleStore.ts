import { makeAutoObservable, observableRef, runInAction, when } from 'mobx'
import {
  doubleChance,
  doubleColour,
  doubleColours,
  doubleRtp,
  parseDouble,
  settleDouble,
  type DoubleColour,
} from '#contract/games/double.ts'
import { toNumber } from '#contract/rational.ts'
import {
  doubleCalls,
  fromWireDoubleRound,
  fromWireDoubleState,
  type DoublePhase,
  type DoubleState,
} from '#contract/http/double.ts'
import { fromWireRound } from '#contract/http/game.ts'
import { toWireWallet } from '#contract/http/wallet.ts'
import { CallError, isUndecided } from '#contract/errors.ts'
import { add, toWireAmount, ZERO, type Cents } from '#contract/money.ts'
import { CelebrationStore } from '../../features/celebrations/CelebrationStore.ts'
import { inSession, onSessionEnd } from '../../stores/sessionEnd.ts'
import { ignoreCallError } from '../../stores/SessionStore.ts'
import type { TopicEvent } from '../../stores/RealtimeStore.ts'
import type { RootStore } from '../../stores/RootStore.ts'
import { betOptions, AutoPlay, type CallOptions, type PlayedRound } from '../shared/AutoPlay.ts'
import { BetSettings } from '../shared/BetSettings.ts'
import { GameHistory, type LastBet } from '../shared/GameHistory.ts'
import { PlaySession } from '../shared/PlaySession.ts'
import { playSound, winSounds } from '../shared/sounds.ts'

/** The slot where the wheel stopped, and the player's stake and payout in cents. */
export interface Landing {
  roundId: string
  slot: number
  stake: Cents
  payout: Cents
}

/** How long to wait for the event of a moment before loading the state, in ms. */
const eventGraceMs = 350
const pollMs = { moment: 60, betting: 2_000, late: 300, failed: 2_000 }
/** The server pays within this time after the wheel stops, in ms. */
const payoutDelayMs = 500

/**
 * Double as the player sees it: the shared round, followed by the server's clock. Events are only a
 * shortcut: without them the store loads the state at each moment of the round and while bets arrive.
 */
export class DoubleStore {
  readonly settings: BetSettings
  readonly auto: AutoPlay
  readonly history: GameHistory
  readonly rtp = toNumber(doubleRtp('red'))
  mode: 'manual' | 'auto' = 'manual'
  colour: DoubleColour = 'red'
  state: DoubleState | null = null
  /** By the server's clock. */
  phase: DoublePhase = 'betting'
  landed: Landing | null = null
  hasFailed = false
  isBetting = false
  private isClosed = true
  /** The round of an automatic bet whose response is missing; only this round is retried. */
  #unconfirmedRoundId: string | null = null
  #timer: ReturnType<typeof setTimeout> | undefined
  #isActive = false
  readonly #root: RootStore

  constructor(root: RootStore) {
    this.#root = root
    this.settings = new BetSettings(root)
    this.auto = new AutoPlay(root, this.settings)
    this.history = new GameHistory(root, 'double')
    makeAutoObservable(this, {
      settings: false,
      auto: false,
      history: false,
      rtp: false,
      state: observableRef,
      landed: observableRef,
    })
  }

  /** True while bets are accepted. */
  get isOpen(): boolean {
    return this.state !== null && this.phase === 'betting' && !this.isClosed
  }

  get canBet(): boolean {
    return this.isOpen && !this.isBetting && this.settings.error === null
  }

  /** The slot under the marker: the target of the turning wheel, before that the last result. */
  get slot(): number {
    return this.state?.round.slot ?? this.state?.history[0]?.slot ?? 0
  }

  /** The slot where the wheel stood before the current round. */
  get lastSlot(): number {
    return this.state?.history.find(({ roundId }) => roundId !== this.state?.round.id)?.slot ?? 0
  }

  /** The player's total stake in the current round, in cents. */
  get staked(): Cents {
    return add(ZERO, ...(this.state?.mine.map(({ amount }) => amount) ?? []))
  }

  /** From a bet until the wheel has shown its result; automatic play to its end. */
  get isPlaying(): boolean {
    return this.isBetting || this.auto.isRunning || (this.staked > ZERO && this.phase !== 'result')
  }

  /** The server's time in ms since 1970, for countdowns. */
  readonly now = (): number => this.#root.clock.now()

  /** Follows the game. Returns the cleanup. */
  start(): () => void {
    this.#isActive = true
    const stopEvents = this.#root.realtime.onTopicEvent((event) => {
      if (event.name === 'round:double') this.receive(event)
    })
    const stopSession = onSessionEnd(this.#root, () => this.forget())
    void this.load()
    return () => {
      this.#isActive = false
      stopSession()
      stopEvents()
      clearTimeout(this.#timer)
      this.auto.stop()
    }
  }

  setMode(mode: 'manual' | 'auto'): void {
    this.mode = mode
  }

  setColour(colour: DoubleColour): void {
    this.colour = colour
  }

  /** The colour after the chosen one. */
  nextColour(): void {
    const next = (doubleColours.indexOf(this.colour) + 1) % doubleColours.length
    this.colour = doubleColours[next] ?? this.colour
  }

  /** Bets stake and colour of the last bet again. */
  repeat(bet: LastBet): void {
    const parsed = parseDouble(bet.params)
    if (!parsed.ok || this.auto.isRunning) return
    this.settings.repeat(bet)
    this.colour = parsed.value.colour
    this.bet()
  }

  bet(): void {
    this.#root.requireLogin(() => {
      const { stake } = this.settings
      if (!this.canBet || stake === undefined) return
      const options = { ...betOptions(this.settings), after: this.state?.mine.at(-1)?.id }
      this.placeBet(stake, this.state?.round.id ?? '', options).catch(ignoreCallError)
    })
  }

  startAuto(): void {
    this.#unconfirmedRoundId = null
    this.#root.requireLogin(() => void this.auto.run((stake, options) => this.playAutoRound(stake, options)))
  }

  async load(): Promise<void> {
    try {
      const wire = await this.#root.api.call(doubleCalls.state, {}, { loading: false, ownFailure: true })
      runInAction(() => this.apply(fromWireDoubleState(wire)))
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      runInAction(() => (this.hasFailed = true))
      this.runAfter(pollMs.failed, () => void this.load())
    }
  }

  /** Reloads after a login, a logout or a reconnect. */
  async refresh(): Promise<void> {
    await Promise.all([this.load(), this.history.load()])
  }

  /** The wheel goes on; whose bets it had is not shown to the next player. */
  private forget(): void {
    if (this.state) this.state = { ...this.state, mine: [] }
    if (this.landed) this.landed = { ...this.landed, stake: ZERO, payout: ZERO }
    this.history.forget()
    this.settings.reset()
    this.auto.reset()
    this.#unconfirmedRoundId = null
  }

  private receive(event: Extract<TopicEvent, { name: 'round:double' }>): void {
    const wire = event.payload.round
    const { state } = this
    if (!wire || !state) return void this.load()
    const round = fromWireDoubleRound(wire)
    const isSame = round.id === state.round.id
    // An event has neither the last result nor this player's bets on the old round.
    if (!isSame && (Number(round.id) !== Number(state.round.id) + 1 || state.round.slot === null)) {
      return void this.load()
    }
    const { id, slot, proof } = state.round
    const last = { roundId: id, slot: slot ?? 0, serverSeed: proof.serverSeed ?? '' }
    this.apply({
      round,
      mine: isSame ? state.mine : [],
      history: isSame
        ? state.history
        : [last, ...state.history.filter(({ roundId }) => roundId !== id)].slice(0, 20),
    })
  }

  private apply(next: DoubleState): void {
    const before = this.state
    // A response that an event has overtaken. Any other lower number means that the server's database was reset.
    if (before && Number(next.round.id) === Number(before.round.id) - 1) return this.schedule()
    if (before?.round.id === next.round.id && next.round.serverTime < before.round.serverTime) return
    this.hasFailed = false
    this.state = next
    if (before && before.round.id !== next.round.id) this.landMissed(before, next)
    this.updatePhase()
  }

  /** Updates phase and result for the current time, and schedules the next moment. */
  private updatePhase(): void {
    if (!this.state) return
    const { round, mine } = this.state
    const now = this.now()
    this.isClosed = now >= round.bettingEndsAt || round.slot !== null
    if (round.slot === null) this.phase = 'betting'
    else if (now < round.landsAt) this.phase = 'spinning'
    else {
      this.phase = 'result'
      this.land(round.id, round.slot, mine)
    }
    this.schedule()
  }

  private schedule(): void {
    if (!this.state) return
    const { round } = this.state
    const now = this.now()
    const online = this.#root.realtime.status === 'online'
    const grace = online ? eventGraceMs : pollMs.moment
    const load = () => void this.load()
    if (this.phase === 'spinning') return this.runAfter(round.landsAt - now, () => this.updatePhase())
    if (this.phase === 'result') {
      const left = round.endsAt - now
      return this.runAfter(left > 0 ? left + grace : pollMs.late, load)
    }
    const left = round.bettingEndsAt - now
    if (left <= 0) return this.runAfter(this.isClosed && online ? grace : pollMs.late, load)
    if (!online && left > pollMs.betting) return this.runAfter(pollMs.betting, load)
    this.runAfter(left, () => {
      this.isClosed = true
      this.runAfter(grace, load)
    })
  }

  private runAfter(ms: number, then: () => void): void {
    clearTimeout(this.#timer)
    if (!this.#isActive) return
    this.#timer = setTimeout(() => runInAction(then), Math.max(0, ms))
  }

  /** The end of a round was missed (a sleeping phone): its result is in the next round's history. */
  private landMissed(before: DoubleState, next: DoubleState): void {
    const result = next.history.find(({ roundId }) => roundId === before.round.id)
    if (result) this.land(before.round.id, result.slot, before.mine)
  }

  private land(roundId: string, slot: number, mine: DoubleState['mine']): void {
    if (this.landed?.roundId === roundId) return
    const outcome = { slot, colour: doubleColour(slot) }
    const stake = add(ZERO, ...mine.map(({ amount }) => amount))
    const payout = add(ZERO, ...mine.map((bet) => settleDouble(bet.amount, bet, outcome).payout))
    this.landed = { roundId, slot, stake, payout }
    if (mine.length === 0) return
    this.#root.feature(PlaySession).record({ stake, payout })
    const stakes: Partial<Record<DoubleColour, Cents>> = {}
    for (const { colour, amount } of mine) stakes[colour] = add(stakes[colour] ?? ZERO, amount)
    const tier = this.#root.feature(CelebrationStore).showWin({
      game: 'double',
      stake,
      payout,
      chance: doubleChance(stakes, payout),
      isAuto: this.auto.isRunning,
    })
    this.sound(payout > ZERO ? winSounds[tier] : 'mine')
    setTimeout(() => {
      void this.history.load()
      this.refreshWalletIfOffline()
    }, payoutDelayMs)
  }

  private async placeBet(stake: Cents, roundId: string, options: CallOptions): Promise<void> {
    const { colour } = this
    const { wallet } = this.settings
    this.isBetting = true
    this.sound('press')
    try {
      const body = { amount: toWireAmount(stake), wallet: toWireWallet(wallet), colour, roundId }
      const wire = await inSession(this.#root, this.#root.api.call(doubleCalls.bet, { body }, options))
      const { id, stake: amount } = fromWireRound(wire)
      runInAction(() => this.addOwnBet(roundId, { id, colour, amount, wallet }))
      this.refreshWalletIfOffline()
    } catch (error) {
      // The bet may be placed although the response was lost, or the round may be over: load the state.
      void this.load()
      throw error
    } finally {
      runInAction(() => (this.isBetting = false))
    }
  }

  private addOwnBet(roundId: string, bet: DoubleState['mine'][number]): void {
    const { state } = this
    if (!state || state.round.id !== roundId || state.mine.some(({ id }) => id === bet.id)) return
    this.state = { ...state, mine: [...state.mine, bet] }
    if (this.#root.realtime.status !== 'online') void this.load()
  }

  /** Plays one automatic round: waits until betting opens, bets, and waits until the wheel stops. */
  private async playAutoRound(stake: Cents, options: CallOptions): Promise<PlayedRound | null> {
    if (!this.#unconfirmedRoundId) await when(() => this.auto.isStopping || this.canBet)
    if (this.auto.isStopping) return null
    const { colour } = this
    const roundId = this.#unconfirmedRoundId ?? this.state?.round.id ?? ''
    if (!(await this.betWithRetry(stake, roundId, options))) return null
    await when(() => this.landed !== null && Number(this.landed.roundId) >= Number(roundId))
    const slot =
      this.landed?.roundId === roundId
        ? this.landed.slot
        : this.state?.history.find((result) => result.roundId === roundId)?.slot
    const payout =
      slot === undefined ? ZERO : settleDouble(stake, { colour }, { slot, colour: doubleColour(slot) }).payout
    // Bets of the next round belong to another automatic round.
    await when(() => this.auto.isStopping || this.state?.round.id !== roundId)
    return { stake, payout }
  }

  /** Returns false when the bet was not placed: a response was lost, and the round was over before the retry. */
  private async betWithRetry(stake: Cents, roundId: string, options: CallOptions): Promise<boolean> {
    const isAgain = this.#unconfirmedRoundId !== null
    this.#unconfirmedRoundId = roundId
    try {
      await this.placeBet(stake, roundId, options)
      this.#unconfirmedRoundId = null
      return true
    } catch (error) {
      if (error instanceof CallError && isUndecided(error.httpStatus, error.status)) throw error
      this.#unconfirmedRoundId = null
      if (isAgain && error instanceof CallError && error.kind === 'refused') return false
      throw error
    }
  }

  /** The server pushes the wallet; without a connection it is loaded. */
  private refreshWalletIfOffline(): void {
    if (this.#root.session.isLoggedIn && this.#root.realtime.status !== 'online')
      this.#root.wallet.refresh().catch(ignoreCallError)
  }

  /** A slot has passed the marker. */
  tick(): void {
    this.sound('tick')
  }

  private sound(name: Parameters<typeof playSound>[0]): void {
    if (this.settings.isSoundOn) playSound(name)
  }
}
