import type { WinTier } from '#contract/games/winTier.ts'

/** How long an amount won takes to run up, in ms. */
export const winMs: Readonly<Record<WinTier, number>> = {
  none: 0,
  back: 350,
  win: 700,
  big: 2300,
  huge: 3800,
}
