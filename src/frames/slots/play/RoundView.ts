import { makeAutoObservable, observableRef, runInAction } from 'mobx'
import {
  evaluateSpin,
  slotPayout,
  slotThemes,
  type SlotCode,
  type SpinResult,
} from '#contract/games/slots.ts'
import { slotWinTier, type WinTier } from '#contract/games/winTier.ts'
import type { SlotPlay } from '#contract/http/slots.ts'
import { ZERO, type Cents } from '#contract/money.ts'
import { reelPlan } from './reelPlan.ts'
import type { Stage } from './Stage.ts'
import { winSequence, type WinStep } from './winSequence.ts'

/** What the page shows of a round; the last two are the announcements around its free spins. */
export type RoundPhase = 'spinning' | 'showing' | 'freeIntro' | 'freeEnd'

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

/** How long the reels turn at least before the first may stop, in ms. */
const turnMs = { normal: 620, turbo: 160 }
/** Pause between two spins that follow by themselves, in ms. */
const pauseMs = { normal: 420, turbo: 120 }
/** An announcement of free spins closes by itself after this time, in ms. */
const announcementMs = { freeIntro: 6000, freeEnd: 8000 }

/**
 * The round as the page shows it: the server has decided it, and its spins appear one after the other. `Stage`
 * does the drawing.
 */
export class RoundView {
  /** Null between two rounds. */
  phase: RoundPhase | null = null
  isTurbo = false
  /** What the round has won, as far as it has been shown. */
  won: Cents = ZERO
  tier: WinTier = 'none'
  step: WinStep | null = null
  free: FreeProgress | null = null
  /** The round began before this visit. */
  isResumed = false
  #closeAnnouncement: (() => void) | null = null
  readonly #gameCode: SlotCode
  readonly #stage: Stage
  readonly #isAuto: () => boolean

  /** `isAuto`: whether automatic play runs, which shows wins more quickly. */
  constructor(gameCode: SlotCode, stage: Stage, isAuto: () => boolean) {
    this.#gameCode = gameCode
    this.#stage = stage
    this.#isAuto = isAuto
    makeAutoObservable(this, { step: observableRef, free: observableRef })
  }

  setTurbo(on: boolean): void {
    this.isTurbo = on
  }

  /** The reels start; the result is not known yet. */
  begin(): void {
    this.isResumed = false
    this.won = ZERO
    this.turn()
  }

  /** Resolves when the reels have turned for as long as they must. */
  turned(): Promise<void> {
    return this.#stage.wait(this.isTurbo ? turnMs.turbo : turnMs.normal)
  }

  /** Resolves after the pause between two spins. */
  rest(): Promise<void> {
    return this.#stage.wait(this.isTurbo ? pauseMs.turbo : pauseMs.normal)
  }

  /** Stops the reels that `begin` has started, and shows the round. */
  async show(play: SlotPlay): Promise<void> {
    const [first] = this.resultsOf(play)
    if (!first) throw new Error(`a round without a spin: ${play.id}`)
    await this.stop(first)
    await this.showWins(first, play, first.units)
    await this.showFree(play)
  }

  /** Shows a round from before this visit: its paid spin at once, its free spins one by one. */
  async resume(play: SlotPlay): Promise<void> {
    this.isResumed = true
    const [first] = this.resultsOf(play)
    if (first) this.#stage.place(first.stops)
    await this.showFree(play)
  }

  /** Closes the announcement of free spins. */
  continue(): void {
    this.#closeAnnouncement?.()
  }

  /** The round has been shown: what it won stays on the page. */
  finish({ payout, stake }: SlotPlay): void {
    this.won = payout
    this.tier = slotWinTier(payout, stake)
    this.phase = null
  }

  /** There is no result: the reels return to where they stood. */
  abort(): void {
    this.#stage.abort()
    this.phase = null
  }

  private turn(): void {
    this.phase = 'spinning'
    this.step = null
    this.tier = 'none'
    this.#stage.clearWins()
    this.#stage.spin(this.isTurbo)
  }

  private async stop(spin: SpinResult): Promise<void> {
    await this.#stage.stop(spin.stops, reelPlan(spin.grid, this.isTurbo))
    this.enter('showing')
  }

  /** `units`: what the round has won up to and including this spin, in twentieths of the stake. */
  private async showWins(spin: SpinResult, play: SlotPlay, units: number): Promise<void> {
    const won = slotPayout(play.stake, units)
    const steps = winSequence(spin, play.stake)
    const tier = slotWinTier(slotPayout(play.stake, spin.units), play.stake)
    runInAction(() => {
      this.won = won
      this.tier = tier
    })
    if (steps.length === 0) return
    const isQuick = this.isTurbo || this.#isAuto() || play.spins.length > 1
    await this.#stage.showWins(steps, { tier, isQuick, onStep: (step) => this.setStep(step) })
  }

  private setStep(step: WinStep | null): void {
    this.step = step
  }

  private async showFree(play: SlotPlay): Promise<void> {
    const [paid, ...free] = this.resultsOf(play)
    if (!paid || free.length === 0) return
    let total = paid.awarded
    let units = paid.units
    this.setFree({ done: 0, total, factor: slotThemes[this.#gameCode].freeSpins.factor, won: ZERO, more: 0 })
    await this.announce('freeIntro')
    for (const [index, spin] of free.entries()) {
      runInAction(() => {
        this.turn()
        if (this.free) this.free = { ...this.free, done: index + 1, more: 0 }
      })
      await this.turned()
      await this.stop(spin)
      units += spin.units
      total += spin.awarded
      await this.showWins(spin, play, units)
      const won = slotPayout(play.stake, units - paid.units)
      this.setFree({ done: index + 1, total, factor: spin.factor, won, more: spin.awarded })
      await this.rest()
    }
    await this.announce('freeEnd')
    this.setFree(null)
  }

  private setFree(free: FreeProgress | null): void {
    this.free = free
  }

  /** Shows an announcement until the player closes it or its time is over. */
  private async announce(phase: 'freeIntro' | 'freeEnd'): Promise<void> {
    this.enter(phase)
    this.#stage.fanfare(phase)
    await Promise.race([
      new Promise<void>((resolve) => (this.#closeAnnouncement = resolve)),
      this.#stage.wait(announcementMs[phase]),
    ])
    this.#closeAnnouncement = null
    this.enter('showing')
  }

  private enter(phase: RoundPhase): void {
    this.phase = phase
  }

  /** The spins with their grids, which the stops determine. */
  private resultsOf(play: SlotPlay): SpinResult[] {
    const theme = slotThemes[this.#gameCode]
    return play.spins.map((spin) => ({
      ...spin,
      grid: evaluateSpin(theme, spin.stops, spin.factor).grid,
    }))
  }
}
