import type { ReelStop } from './reelPlan.ts'
import type { WinStep, WinTier } from './winSequence.ts'

/** The board as the game sees it: what it lets it do, and when that has been seen. */
export interface Stage {
  /** All reels begin to turn. */
  spin(isTurbo: boolean): void
  /** They stop, in the order of the plan; resolves when the last one stands. */
  stop(stops: readonly number[], plan: readonly ReelStop[]): Promise<void>
  /** No answer came: they go back to where they stood. */
  abort(): void
  /** They stand there at once. */
  place(stops: readonly number[]): void
  /** What is moving comes to its end at once. */
  hurry(): void
  /** Shows wins one after the other; resolves when each was seen once, or as soon as the player hurries. */
  showWins(
    steps: readonly WinStep[],
    options: { tier: WinTier; isQuick: boolean; onStep: (step: WinStep | null) => void },
  ): Promise<void>
  clearWins(): void
  fanfare(kind: 'freeIntro' | 'freeEnd'): void
  /** Time as the board has it: it passes at once for who wants no motion. */
  wait(ms: number): Promise<void>
}
