import { REELS, type SlotSymbol, type SlotTheme } from '#contract/games/slots.ts'
import type { ReelStop } from '../play/reelPlan.ts'
import type { Stage } from '../play/Stage.ts'
import type { WinTier } from '#contract/games/winTier.ts'
import type { WinStep } from '../play/winSequence.ts'
import type { Sounds } from '../sounds.ts'
import { BoardPainter, type BoardSize } from './BoardPainter.ts'
import type { Coins } from './Coins.ts'
import { paces, ReelMotion } from './ReelMotion.ts'
import { paintSymbols } from './symbolArt.ts'

/** Delay between the starts of two reels, in ms. */
const startStepMs = { normal: 55, turbo: 15 }
/** Delay between the stops of two reels once the player hurries, in ms. */
const hurriedStepMs = 45
/** How long all wins are shown at once, and then each line. */
const allMs: Record<WinTier, number> = { none: 900, back: 900, win: 1100, big: 2600, huge: 4200 }
const quickMs = 750
const lineMs = 1150
/** The lines are shown in turn this many times; then all of them stay. */
const cycles = 3
const coins: Partial<Record<WinTier, [count: number, ms: number]>> = { big: [46, 1400], huge: [110, 3000] }
/** More device pixels per CSS pixel cost time and show no difference. */
const maxScale = 2.5

/** A reel that is to stop. */
interface Landing {
  /** When it may stop, on the clock of performance.now(). */
  at: number
  stop: number
  anticipates: boolean
}

/** The board on a canvas: five reels and their wins. It draws only while something moves. */
export class BoardStage implements Stage {
  #board: { canvas: HTMLCanvasElement; painter: BoardPainter } | null = null
  readonly #reels: ReelMotion[]
  readonly #anticipated = new Set<number>()
  #landings: (Landing | null)[] = []
  #onAllLanded: (() => void) | null = null
  /** The stops before the current spin. */
  #before: number[]
  #pace: 'normal' | 'turbo' = 'normal'
  #win: { step: WinStep; since: number } | null = null
  /** Incremented when other wins are shown, which ends the cycle through the old ones. */
  #showing = 0
  #skip: (() => void) | null = null
  #frame = 0
  readonly #theme: SlotTheme
  readonly #accent: string
  readonly #images: Record<SlotSymbol, HTMLImageElement>
  readonly #tools: { sounds: Sounds; coins: Coins; prefersReducedMotion: () => boolean }

  constructor(
    theme: SlotTheme,
    accent: string,
    images: Record<SlotSymbol, HTMLImageElement>,
    tools: { sounds: Sounds; coins: Coins; prefersReducedMotion: () => boolean },
    stops: readonly number[],
  ) {
    this.#theme = theme
    this.#accent = accent
    this.#images = images
    this.#tools = tools
    this.#reels = Array.from({ length: REELS }, (_, reel) => new ReelMotion(stops[reel] ?? 0))
    this.#before = [...stops]
  }

  /** Starts drawing on the canvas. Returns its cleanup. */
  readonly attach = (canvas: HTMLCanvasElement): (() => void) => {
    this.#board = { canvas, painter: new BoardPainter(canvas, this.#theme, this.#accent) }
    const observer = new ResizeObserver(() => this.#fit())
    observer.observe(canvas)
    this.#fit()
    return () => {
      observer.disconnect()
      this.#board = null
    }
  }

  spin(isTurbo: boolean): void {
    this.clearWins()
    this.#pace = isTurbo ? 'turbo' : 'normal'
    this.#before = this.#reels.map(({ position }) => Math.round(position))
    this.#tools.sounds.play('spin')
    if (this.#tools.prefersReducedMotion()) return
    const now = performance.now()
    for (const [index, reel] of this.#reels.entries()) {
      reel.turn(now + index * startStepMs[this.#pace], paces[this.#pace])
    }
    this.#draw()
  }

  stop(stops: readonly number[], plan: readonly ReelStop[]): Promise<void> {
    if (this.#tools.prefersReducedMotion()) {
      this.place(stops)
      this.#tools.sounds.play('stop')
      return Promise.resolve()
    }
    const now = performance.now()
    this.#landings = stops.map((stop, reel) => ({
      stop,
      at: now + (plan[reel]?.at ?? 0),
      anticipates: plan[reel]?.anticipates ?? false,
    }))
    return new Promise((resolve) => {
      this.#onAllLanded = resolve
      this.#draw()
    })
  }

  abort(): void {
    this.place(this.#before)
  }

  place(stops: readonly number[]): void {
    for (const [index, reel] of this.#reels.entries()) reel.place(stops[index] ?? 0)
    this.#landings = []
    this.#anticipated.clear()
    this.#draw()
  }

  hurry(): void {
    const now = performance.now()
    let step = 0
    for (const landing of this.#landings) {
      if (landing && landing.at > now) {
        landing.at = now + hurriedStepMs * step++
        landing.anticipates = false
      }
    }
    this.#skip?.()
  }

  async showWins(
    steps: readonly WinStep[],
    options: { tier: WinTier; isQuick: boolean; onStep: (step: WinStep | null) => void },
  ): Promise<void> {
    const [first, ...rest] = steps
    if (!first) return
    const show = ++this.#showing
    this.#tools.sounds.win(options.tier)
    const shower = coins[options.tier]
    if (shower) this.#tools.coins.shower(...shower)
    this.#highlight(first)
    options.onStep(first)
    const isSmallWin = options.tier !== 'big' && options.tier !== 'huge'
    await this.#skippable(options.isQuick && isSmallWin ? quickMs : allMs[options.tier])
    if (rest.length > 0 && !options.isQuick) void this.#cycle(show, first, rest, options.onStep)
  }

  clearWins(): void {
    this.#showing++
    this.#win = null
    this.#tools.coins.clear()
    this.#draw()
  }

  fanfare(kind: 'freeIntro' | 'freeEnd'): void {
    this.#tools.sounds.play(kind === 'freeIntro' ? 'free' : 'freeEnd')
  }

  wait(ms: number): Promise<void> {
    return new Promise((resolve) => setTimeout(resolve, ms))
  }

  /** Shows the wins in turn until the next spin, or until each was shown `cycles` times. */
  async #cycle(
    show: number,
    all: WinStep,
    steps: readonly WinStep[],
    onStep: (step: WinStep | null) => void,
  ): Promise<void> {
    for (let round = 0; round < cycles; round++) {
      for (const step of steps) {
        if (show !== this.#showing) return
        this.#highlight(step)
        onStep(step)
        await this.wait(lineMs)
      }
    }
    if (show !== this.#showing) return
    this.#highlight(all)
    onStep(all)
    // The last frame stays; no further frame is painted.
    await this.wait(lineMs)
    if (show === this.#showing && this.#win) this.#win = { ...this.#win, since: Infinity }
  }

  #highlight(step: WinStep): void {
    this.#win = { step, since: performance.now() }
    this.#draw()
  }

  /** Resolves after `ms`, or at once when the player hurries. */
  async #skippable(ms: number): Promise<void> {
    await Promise.race([this.wait(ms), new Promise<void>((resolve) => (this.#skip = resolve))])
    this.#skip = null
  }

  #fit(): void {
    if (!this.#board) return
    const { canvas, painter } = this.#board
    const size: BoardSize = {
      width: canvas.clientWidth,
      height: canvas.clientHeight,
      scale: Math.min(maxScale, window.devicePixelRatio || 1),
    }
    if (size.width === 0 || size.height === 0) return
    painter.fit(size, paintSymbols(this.#images, painter.symbolSize(size)))
    this.#paint(performance.now())
  }

  #draw(): void {
    if (this.#frame !== 0) return
    this.#frame = requestAnimationFrame((now) => {
      this.#frame = 0
      this.#move(now)
      this.#paint(now)
      if (this.#isMoving) this.#draw()
    })
  }

  get #isMoving(): boolean {
    if (this.#reels.some(({ state }) => state !== 'rest')) return true
    return this.#win !== null && this.#win.since !== Infinity && !this.#tools.prefersReducedMotion()
  }

  #move(now: number): void {
    for (const [index, reel] of this.#reels.entries()) {
      const landing = this.#landings[index]
      if (landing && reel.state === 'turning' && now >= landing.at) {
        reel.land(landing.stop)
        this.#landings[index] = null
        this.#anticipated.delete(index)
        this.#anticipate(index + 1)
      }
      if (reel.step(now)) this.#tools.sounds.play('stop')
    }
    if (this.#onAllLanded && this.#landings.every((landing) => !landing) && this.#reels.every(hasLanded)) {
      const resolve = this.#onAllLanded
      this.#onAllLanded = null
      this.#anticipated.clear()
      resolve()
    }
  }

  /** Puts the light on this reel if it may bring the third scatter. */
  #anticipate(reel: number): void {
    if (!this.#landings[reel]?.anticipates) return
    this.#anticipated.add(reel)
    this.#tools.sounds.play('expect')
  }

  #paint(now: number): void {
    this.#board?.painter.paint({
      reels: this.#reels,
      anticipated: this.#anticipated,
      win: this.#win && { step: this.#win.step, ms: Math.max(0, now - Math.min(this.#win.since, now)) },
      isStill: this.#tools.prefersReducedMotion(),
    })
  }
}

/** The reel has reached its stop; it may still swing. */
function hasLanded({ state }: ReelMotion): boolean {
  return state === 'rest' || state === 'swinging'
}
