import type { ReelStop } from './reelPlan.ts'
import type { WinTier } from '#contract/games/winTier.ts'
import type { WinStep } from './winSequence.ts'

/** The board as the game uses it. Promises resolve when the animation has been shown. */
export interface Stage {
  /** Starts all reels. */
  spin(isTurbo: boolean): void
  /** Stops the reels in the order of the plan; resolves when the last one stands. */
  stop(stops: readonly number[], plan: readonly ReelStop[]): Promise<void>
  /** There is no result: the reels return to where they stood before the spin. */
  abort(): void
  /** Moves the reels to these stops at once. */
  place(stops: readonly number[]): void
  /** Ends what is moving at once. */
  hurry(): void
  /** Shows all wins at once, then one by one. Resolves after the first of these, or when `hurry` is called. */
  showWins(
    steps: readonly WinStep[],
    options: { tier: WinTier; isQuick: boolean; onStep: (step: WinStep | null) => void },
  ): Promise<void>
  clearWins(): void
  fanfare(kind: 'freeIntro' | 'freeEnd'): void
  /** Resolves after this time, in ms. */
  wait(ms: number): Promise<void>
}
