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
import { toWireWallet } from '#contract/http/wallet.ts'
import { languages, type Language, type LanguageCode } from '#contract/languages.ts'
import { toWireAmount, ZERO, type Cents, type WalletName } from '#contract/money.ts'
import { newKey, type GameApi } from '../host/GameApi.ts'
import { AutoSpin } from './AutoSpin.ts'
import { reelPlan } from './reelPlan.ts'
import type { Stage } from './Stage.ts'
import { Stake } from './Stake.ts'
import { WalletView } from './WalletView.ts'
import { winSequence, winTier, type WinStep, type WinTier } from './winSequence.ts'

/** What the game asks of its host; see contract/games/frame.ts. */
export interface SlotHost {
  needDeposit(): void
}

export type Phase = 'loading' | 'failed' | 'idle' | 'spinning' | 'showing' | 'freeIntro' | 'freeEnd'

/** How far the free spins of a round have been shown. */
export interface FreeProgress {
  done: number
  /** Free spins awarded so far. */
  total: number
  /** What free spins win is multiplied by this. */
  factor: number
  /** What the free spins shown so far have won. */
  won: Cents
  /** Free spins that the last spin awarded. */
  more: number
}

/** What went wrong, as the page shows it. */
export interface Trouble {
  kind: 'offline' | 'lost' | 'refused' | 'funds' | 'closed'
  /** The server's message in the player's language; '' when the frame has its own text. */
  text: string
}

/** A spin that the player asked for. It is kept until the server has responded, so that a retry uses the same key. */
interface PendingSpin {
  /** Idempotency key. */
  key: string
  stake: Cents
  wallet: WalletName
}

/** Rounds in the history. */
const historyLength = 20
/** How long the reels turn at least before the first may stop, in ms. */
const turnMs = { normal: 620, turbo: 160 }
/** Pause between two spins that follow by themselves, in ms. */
const pauseMs = { normal: 420, turbo: 120 }

/** An announcement of free spins closes by itself after this time, in ms. */
const announcementMs = { freeIntro: 6000, freeEnd: 8000 }

/**
 * The slot game: what the player does and sees. The server decides and pays every round before the first reel
 * stops; the game only shows it, spin by spin. `Stage` does the drawing.
 */
export class SlotStore {
  phase: Phase = 'loading'
  languageCode: LanguageCode = 'pt_BR'
  isTurbo = false
  isPaused = false
  notice = ''
  trouble: Trouble | null = null
  /** What the current round has won, as far as it has been shown. */
  won: Cents = ZERO
  tier: WinTier = 'none'
  step: WinStep | null = null
  free: FreeProgress | null = null
  /** The current round began before this visit. */
  isResumed = false
  /** The last round that was shown to its end. */
  last: SlotPlay | null = null
  /** Newest first. */
  rounds: SlotPlay[] = []
  /** Return to player, a fraction. */
  rtp = 0
  maxWin: Cents = ZERO
  readonly stake: Stake
  readonly wallet: WalletView
  readonly auto = new AutoSpin(() => this.language)
  private pending: PendingSpin | null = null
  private closeAnnouncement: (() => void) | null = null

  constructor(
    readonly gameCode: SlotCode,
    private readonly api: Pick<GameApi, 'call'>,
    private readonly stage: Stage,
    private readonly host: SlotHost,
  ) {
    this.stake = new Stake(() => this.language)
    this.wallet = new WalletView(() => this.host.needDeposit())
    makeAutoObservable<this, 'api' | 'stage' | 'host' | 'pending' | 'closeAnnouncement'>(this, {
      api: false,
      stage: false,
      host: false,
      pending: false,
      closeAnnouncement: false,
      last: observableRef,
      rounds: observableRef,
      step: observableRef,
      free: observableRef,
      trouble: observableRef,
    })
    // The money has arrived, or the player has lowered the stake.
    reaction(
      () => this.stake.value !== undefined && this.wallet.available >= this.stake.value,
      (suffices) => {
        if (suffices && this.trouble?.kind === 'funds') this.dismissTrouble()
      },
    )
  }

  get language(): Language {
    return languages[this.languageCode]
  }

  get isBusy(): boolean {
    return this.phase !== 'idle'
  }

  /** Stake, wallet and automatic play cannot be changed. */
  get isLocked(): boolean {
    return this.isBusy || this.auto.isRunning
  }

  /** The response to a spin was lost; the next press repeats the call. */
  get isUnanswered(): boolean {
    return this.trouble?.kind === 'lost'
  }

  /** Loads limits, balance and history, then shows the rest of a round that was not shown to its end. */
  async load(): Promise<void> {
    this.phase = 'loading'
    try {
      const state = fromWireSlotState(await this.api.call(slotCalls.state, {}))
      runInAction(() => {
        this.stake.setLimits({ min: state.minStake, max: state.maxStake })
        this.rtp = state.rtp
        this.maxWin = state.maxWin
        this.trouble = null
        this.rounds = state.recent
        this.wallet.set(state.wallets)
        this.phase = 'idle'
      })
      const stops = state.recent[0]?.spins.at(-1)?.stops
      if (stops) this.stage.place(stops)
      if (state.unseen) await this.resume(state.unseen)
    } catch (error) {
      this.fail(error, 'failed')
    }
  }

  /** The big button: spins, stops the reels sooner, closes an announcement or stops automatic play. */
  press(): void {
    if (this.phase === 'freeIntro' || this.phase === 'freeEnd') this.continueRound()
    else if (this.phase === 'failed') void this.load()
    else if (this.auto.isRunning) this.auto.stop('player')
    else if (this.phase === 'spinning' || this.phase === 'showing') this.stage.hurry()
    else {
      this.auto.clearReason()
      void this.spin()
    }
  }

  /** Closes the announcement of free spins. */
  continueRound(): void {
    this.closeAnnouncement?.()
  }

  /** Plays one round with the current stake. Null if it could not be played; `trouble` then tells why. */
  async spin(): Promise<SlotPlay | null> {
    const { value } = this.stake
    if (this.isBusy || this.isPaused || value === undefined || this.stake.error) return null
    const pending = this.pending ?? { key: newKey(), stake: value, wallet: this.wallet.chosen }
    if (!this.pending && value > this.wallet.available) return this.refuseForFunds()
    this.begin(pending)
    try {
      const [wire] = await Promise.all([
        this.api.call(
          slotCalls.spin,
          {
            body: {
              gameCode: this.gameCode,
              amount: toWireAmount(pending.stake),
              wallet: toWireWallet(pending.wallet),
            },
          },
          pending.key,
        ),
        this.stage.wait(this.isTurbo ? turnMs.turbo : turnMs.normal),
      ])
      const { play, wallets } = fromWireSpin(wire)
      runInAction(() => {
        this.pending = null
        this.trouble = null
        this.wallet.set(wallets)
      })
      await this.show(play)
      return play
    } catch (error) {
      this.stage.abort()
      this.fail(error, 'idle')
      return null
    }
  }

  /** Plays rounds until something stops automatic play. */
  async startAuto(): Promise<void> {
    if (this.isLocked || this.stake.error) return
    this.auto.start()
    while (this.auto.isRunning) {
      const play = await this.spin()
      if (!play) {
        // While the host pauses the game, wait. Otherwise `trouble` tells why it stopped.
        if (!this.auto.isRunning || !this.isPaused) break
        await this.stage.wait(pauseMs.normal)
        continue
      }
      const hadFreeSpins = play.spins.length > 1
      runInAction(() => this.auto.record({ stake: play.stake, payout: play.payout, hadFreeSpins }))
      if (this.auto.isRunning) await this.stage.wait(this.isTurbo ? pauseMs.turbo : pauseMs.normal)
    }
  }

  setTurbo(on: boolean): void {
    this.isTurbo = on
  }

  setLanguage(code: LanguageCode): void {
    this.languageCode = code
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

  private begin(pending: PendingSpin): void {
    this.pending = pending
    this.phase = 'spinning'
    this.trouble = null
    this.isResumed = false
    this.clearResult()
    this.wallet.hold(pending.wallet, pending.stake)
    this.stage.spin(this.isTurbo)
  }

  private clearResult(): void {
    this.won = ZERO
    this.tier = 'none'
    this.step = null
    this.stage.clearWins()
  }

  /** Shows a round from before this visit: its paid spin at once, its free spins one by one. */
  private async resume(play: SlotPlay): Promise<void> {
    this.isResumed = true
    const first = this.resultsOf(play)[0]
    if (first) this.stage.place(first.stops)
    this.wallet.hold(play.wallet, ZERO)
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

  /** `units`: what the round has won up to and including this spin, in twentieths of the stake. */
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
    // If this call is lost, the round is shown again on the next visit: twice is better than never.
    this.api.call(slotCalls.shown, { body: { roundId: play.id } }).catch(ignoreLost)
  }

  private setFree(free: FreeProgress | null): void {
    this.free = free
  }

  /** Shows an announcement until the player closes it or its time is over. */
  private async announce(phase: 'freeIntro' | 'freeEnd'): Promise<void> {
    this.enter(phase)
    this.stage.fanfare(phase)
    await Promise.race([
      new Promise<void>((resolve) => (this.closeAnnouncement = resolve)),
      this.stage.wait(announcementMs[phase]),
    ])
    this.closeAnnouncement = null
    this.enter('showing')
  }

  private enter(phase: Phase): void {
    this.phase = phase
  }

  private finish(play: SlotPlay): void {
    this.won = play.payout
    this.tier = winTier(play.payout, play.stake)
    this.last = play
    this.rounds = [play, ...this.rounds.filter(({ id }) => id !== play.id)].slice(0, historyLength)
    this.wallet.release()
    this.phase = 'idle'
  }

  private refuseForFunds(): null {
    this.auto.stop('funds')
    this.trouble = { kind: 'funds', text: '' }
    this.host.needDeposit()
    return null
  }

  /** Ends a call that failed. A spin whose response was lost stays pending. */
  private fail(error: unknown, phase: 'idle' | 'failed'): void {
    if (!(error instanceof CallError)) throw error
    const isLost = error.kind === 'network'
    if (!isLost) this.pending = null
    this.phase = phase
    this.trouble = { kind: troubleKind(error.kind), text: error.message }
    this.auto.stop(error.kind === 'funds' ? 'funds' : isLost ? 'network' : 'refused')
    this.wallet.release()
    if (error.kind === 'funds') this.host.needDeposit()
  }

  /** The spins with their grids, which the stops determine. */
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
