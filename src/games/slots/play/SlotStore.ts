import { makeAutoObservable, observableRef, reaction, runInAction } from 'mobx'
import { CallError } from '#contract/errors.ts'
import {
  evaluateSpin,
  slotPayout,
  slotThemes,
  type SlotCode,
  type SlotSymbol,
  type SpinResult,
} from '#contract/games/slots.ts'
import { fromWireSlotState, fromWireSpin, slotCalls, type SlotPlay } from '#contract/http/slots.ts'
import { languages, type Language, type LanguageCode } from '#contract/languages.ts'
import { toWireAmount, ZERO, type Cents } from '#contract/money.ts'
import { newKey, type GameApi } from '../host/GameApi.ts'
import { decimalSign } from '#contract/typedAmount.ts'
import { AutoSpin } from './AutoSpin.ts'
import { Purse, type WalletName } from './Purse.ts'
import { reelPlan } from './reelPlan.ts'
import { Stake } from './Stake.ts'
import type { Stage } from './Stage.ts'
import { winSequence, winTier, type WinStep, type WinTier } from './winSequence.ts'

/** What the host does for the game; see contract/games/frame.ts. */
export interface SlotHost {
  needDeposit(): void
}

export type Phase = 'loading' | 'failed' | 'idle' | 'spinning' | 'showing' | 'freeIntro' | 'freeEnd'

/** The free spins that are being shown. `left` counts those still to come. */
export interface FreeProgress {
  done: number
  total: number
  factor: number
  won: Cents
  /** Given a moment ago, by scatters among the free spins. */
  more: number
}

/** A line of text above the board: what went wrong, in the player's words. */
export interface Trouble {
  kind: 'offline' | 'lost' | 'refused' | 'funds' | 'closed'
  /** Text of the server; '' when the frame has its own. */
  text: string
}

/** One press of the button: kept with its key until the server has answered. */
interface Intent {
  key: string
  stake: Cents
  wallet: WalletName
}

const shownRounds = 20
/** How long the reels turn at least, before the first may stop. */
const turnMs = { normal: 620, turbo: 160 }
const pauseMs = { normal: 420, turbo: 120 }

/**
 * The slot game: what the player does and sees. Every round is decided and paid by the server before the first
 * reel stops; here it is only shown, spin by spin. What the drawing does is behind `Stage`.
 */
export class SlotStore {
  phase: Phase = 'loading'
  language: LanguageCode = 'pt_BR'
  isTurbo = false
  isPaused = false
  notice = ''
  trouble: Trouble | null = null
  /** What this round has won so far, as far as it is on the screen. */
  won: Cents = ZERO
  tier: WinTier = 'none'
  step: WinStep | null = null
  free: FreeProgress | null = null
  /** The round was begun before this visit. */
  isResumed = false
  /** The last finished round; its result is what the live region reads. */
  last: SlotPlay | null = null
  rounds: SlotPlay[] = []
  rtp = 0
  maxWin: Cents = ZERO
  readonly stake: Stake
  readonly purse: Purse
  readonly auto = new AutoSpin(() => decimalSign(this.spoken))
  private pending: Intent | null = null
  private proceed: (() => void) | null = null

  constructor(
    readonly gameCode: SlotCode,
    private readonly api: Pick<GameApi, 'call'>,
    private readonly stage: Stage,
    private readonly host: SlotHost,
  ) {
    this.stake = new Stake(() => this.spoken)
    this.purse = new Purse(() => this.host.needDeposit())
    makeAutoObservable<this, 'api' | 'stage' | 'host' | 'pending' | 'proceed'>(this, {
      api: false,
      stage: false,
      host: false,
      pending: false,
      proceed: false,
      last: observableRef,
      rounds: observableRef,
      step: observableRef,
      free: observableRef,
      trouble: observableRef,
    })
    // Money has come, or the stake was lowered: what was said of it is over.
    reaction(
      () => this.stake.value !== undefined && this.purse.available >= this.stake.value,
      (suffices) => {
        if (suffices && this.trouble?.kind === 'funds') this.dismissTrouble()
      },
    )
  }

  get spoken(): Language {
    return languages[this.language]
  }

  get isBusy(): boolean {
    return this.phase !== 'idle'
  }

  /** Stake, wallet and rules of automatic play are fixed. */
  get isLocked(): boolean {
    return this.isBusy || this.auto.isRunning
  }

  /** A press was made whose answer never came: the next one asks for it again. */
  get isUnanswered(): boolean {
    return this.trouble?.kind === 'lost'
  }

  /** Asks where the player stands; shows what was not shown to its end. */
  async load(): Promise<void> {
    this.phase = 'loading'
    try {
      const state = fromWireSlotState(await this.api.call(slotCalls.state, {}))
      runInAction(() => {
        this.stake.begin({ min: state.minStake, max: state.maxStake, steps: state.stakes })
        this.rtp = state.rtp
        this.maxWin = state.maxWin
        this.trouble = null
        this.rounds = state.recent
        this.purse.set({ cash: state.balance, bonus: state.bonusBalance })
        this.phase = 'idle'
      })
      const stops = state.recent[0]?.spins.at(-1)?.stops
      if (stops) this.stage.place(stops)
      if (state.unseen) await this.resume(state.unseen)
    } catch (error) {
      this.fail(error, 'failed')
    }
  }

  /** The big button: spin, stop the reels sooner, go on, or stop automatic play. */
  press(): void {
    if (this.phase === 'freeIntro' || this.phase === 'freeEnd') this.goOn()
    else if (this.phase === 'failed') void this.load()
    else if (this.auto.isRunning) this.auto.stop('player')
    else if (this.phase === 'spinning' || this.phase === 'showing') this.stage.hurry()
    else {
      this.auto.dismiss()
      void this.spin()
    }
  }

  /** Goes on from an announcement of free spins. */
  goOn(): void {
    this.proceed?.()
  }

  /** One round with the stake that is set. */
  async spin(): Promise<SlotPlay | null> {
    const { value } = this.stake
    if (this.isBusy || this.isPaused || value === undefined || this.stake.error) return null
    const intent = this.pending ?? { key: newKey(), stake: value, wallet: this.purse.chosen }
    if (!this.pending && value > this.purse.available) return this.lackFunds()
    this.begin(intent)
    try {
      const [wire] = await Promise.all([
        this.api.call(
          slotCalls.spin,
          {
            body: {
              gameCode: this.gameCode,
              amount: toWireAmount(intent.stake),
              wallet: intent.wallet === 'cash' ? 'balance' : 'freeBalance',
            },
          },
          intent.key,
        ),
        this.stage.wait(this.isTurbo ? turnMs.turbo : turnMs.normal),
      ])
      const play = fromWireSpin(wire)
      runInAction(() => {
        this.pending = null
        this.trouble = null
        this.purse.set({ cash: play.balance, bonus: play.bonusBalance })
      })
      await this.show(play)
      return play
    } catch (error) {
      this.stage.abort()
      this.fail(error, 'idle')
      return null
    }
  }

  /** Plays until something stops it. */
  async startAuto(): Promise<void> {
    if (this.isLocked || this.stake.error) return
    this.auto.begin()
    while (this.auto.isRunning) {
      const play = await this.spin()
      if (!play) {
        // Paused by the host: it waits. Otherwise fail() has said why.
        if (!this.auto.isRunning || !this.isPaused) break
        await this.stage.wait(pauseMs.normal)
        continue
      }
      const hadFreeSpins = play.spins.length > 1
      runInAction(() => this.auto.count({ stake: play.stake, payout: play.payout, hadFreeSpins }))
      if (this.auto.isRunning) await this.stage.wait(this.isTurbo ? pauseMs.turbo : pauseMs.normal)
    }
  }

  setTurbo(on: boolean): void {
    this.isTurbo = on
  }

  speak(language: LanguageCode): void {
    this.language = language
    this.stake.tidy()
  }

  setPaused(paused: boolean): void {
    this.isPaused = paused
  }

  setNotice(text: string): void {
    this.notice = text
  }

  setOffline(isOffline: boolean): void {
    if (isOffline) this.trouble = { kind: 'offline', text: '' }
    else if (this.trouble?.kind === 'offline') this.trouble = null
  }

  dismissTrouble(): void {
    this.trouble = null
  }

  private begin(intent: Intent): void {
    this.pending = intent
    this.phase = 'spinning'
    this.trouble = null
    this.isResumed = false
    this.clearResult()
    this.purse.hold(intent.wallet, intent.stake)
    this.stage.spin(this.isTurbo)
  }

  private clearResult(): void {
    this.won = ZERO
    this.tier = 'none'
    this.step = null
    this.stage.clearWins()
  }

  /** A round from before: its paid spin stands, its free spins are played. */
  private async resume(play: SlotPlay): Promise<void> {
    this.isResumed = true
    const first = this.resultsOf(play)[0]
    if (first) this.stage.place(first.stops)
    this.purse.hold(play.wallet, ZERO)
    await this.showFree(play)
    this.finish(play)
  }

  private async show(play: SlotPlay): Promise<void> {
    const [first] = this.resultsOf(play)
    if (!first) throw new Error(`a round without a spin: ${play.id}`)
    await this.stop(first)
    await this.showWins(first, play, first.units)
    if (play.spins.length > 1) await this.showFree(play)
    this.finish(play)
  }

  private async stop(spin: SpinResult): Promise<void> {
    await this.stage.stop(spin.stops, reelPlan(spin.grid, this.isTurbo))
    runInAction(() => (this.phase = 'showing'))
  }

  /** `units` is what the round has won up to here. */
  private async showWins(spin: SpinResult, play: SlotPlay, units: number): Promise<void> {
    const won = slotPayout(play.stake, units)
    const steps = winSequence(spin, play.stake)
    const tier = winTier(slotPayout(play.stake, spin.units), play.stake)
    runInAction(() => {
      this.won = won
      this.tier = tier
    })
    if (steps.length === 0) return
    const isQuick = this.isTurbo || this.auto.isRunning || play.spins.length > 1
    await this.stage.showWins(steps, { tier, isQuick, onStep: (step) => this.setStep(step) })
  }

  private setStep(step: WinStep | null): void {
    this.step = step
  }

  private async showFree(play: SlotPlay): Promise<void> {
    const [paid, ...free] = this.resultsOf(play)
    if (!paid || free.length === 0) return
    let total = paid.awarded
    let units = paid.units
    this.setFree({ done: 0, total, factor: slotThemes[this.gameCode].freeSpins.factor, won: ZERO, more: 0 })
    await this.announce('freeIntro')
    for (const [index, spin] of free.entries()) {
      runInAction(() => {
        this.phase = 'spinning'
        this.step = null
        this.tier = 'none'
        this.stage.clearWins()
        this.stage.spin(this.isTurbo)
        if (this.free) this.free = { ...this.free, done: index + 1, more: 0 }
      })
      await this.stage.wait(this.isTurbo ? turnMs.turbo : turnMs.normal)
      await this.stop(spin)
      units += spin.units
      total += spin.awarded
      await this.showWins(spin, play, units)
      const won = slotPayout(play.stake, units - paid.units)
      this.setFree({ done: index + 1, total, factor: spin.factor, won, more: spin.awarded })
      await this.stage.wait(this.isTurbo ? pauseMs.turbo : pauseMs.normal)
    }
    await this.announce('freeEnd')
    this.setFree(null)
    // It comes back with the next visit when this is lost: shown twice is better than never.
    this.api.call(slotCalls.shown, { body: { roundId: play.id } }).catch(ignoreLost)
  }

  private setFree(free: FreeProgress | null): void {
    this.free = free
  }

  /** Shows an announcement until the player goes on, or by itself after a while. */
  private async announce(phase: 'freeIntro' | 'freeEnd'): Promise<void> {
    this.enter(phase)
    this.stage.fanfare(phase)
    await Promise.race([
      new Promise<void>((resolve) => (this.proceed = resolve)),
      this.stage.wait(phase === 'freeIntro' ? 6000 : 8000),
    ])
    this.proceed = null
    this.enter('showing')
  }

  private enter(phase: Phase): void {
    this.phase = phase
  }

  private finish(play: SlotPlay): void {
    this.won = play.payout
    this.tier = winTier(play.payout, play.stake)
    this.last = play
    this.rounds = [play, ...this.rounds.filter(({ id }) => id !== play.id)].slice(0, shownRounds)
    this.purse.release()
    this.phase = 'idle'
  }

  private lackFunds(): null {
    this.auto.stop('funds')
    this.trouble = { kind: 'funds', text: '' }
    this.host.needDeposit()
    return null
  }

  /** What cannot be played stays as it was; an intent without an answer stays too, with its key. */
  private fail(error: unknown, phase: 'idle' | 'failed'): void {
    if (!(error instanceof CallError)) throw error
    const isLost = error.kind === 'network'
    if (!isLost) this.pending = null
    this.phase = phase
    this.trouble = { kind: troubleKind(error.kind), text: error.message }
    this.auto.stop(error.kind === 'funds' ? 'funds' : isLost ? 'network' : 'refused')
    this.purse.release()
    if (error.kind === 'funds') this.host.needDeposit()
  }

  /** The spins with their grids, which follow from the stops. */
  private resultsOf(play: SlotPlay): SpinResult[] {
    const theme = slotThemes[this.gameCode]
    return play.spins.map((spin) => ({
      ...spin,
      grid: evaluateSpin(theme, spin.stops, spin.factor).grid satisfies SlotSymbol[][],
    }))
  }
}

function troubleKind(kind: CallError['kind']): Trouble['kind'] {
  if (kind === 'network') return 'lost'
  return kind === 'funds' || kind === 'closed' ? kind : 'refused'
}

function ignoreLost(error: unknown): void {
  if (!(error instanceof CallError)) throw error
}
