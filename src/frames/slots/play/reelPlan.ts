import type { SlotSymbol } from '#contract/games/slots.ts'

/** When a reel may stop. */
export interface ReelStop {
  /** In ms after the moment when the first reel may stop. */
  at: number
  /** Two scatters have landed already: this reel turns longer, with a light on it. */
  anticipates: boolean
}

const stepMs = { normal: 170, turbo: 45 }
const anticipationMs = { normal: 950, turbo: 320 }
/** With this many scatters, the next one brings free spins. */
const scattersToAnticipate = 2

/**
 * The order in which the five reels stop: one after the other from the left. Once two scatters stand, every further
 * reel turns longer. Only scatters on reels that have stopped count, so that the board never hints at hidden symbols.
 */
export function reelPlan(grid: readonly (readonly SlotSymbol[])[], isTurbo: boolean): ReelStop[] {
  const speed = isTurbo ? 'turbo' : 'normal'
  let scatters = 0
  let at = -stepMs[speed]
  return grid.map((reel) => {
    const anticipates = scatters >= scattersToAnticipate
    at += stepMs[speed] + (anticipates ? anticipationMs[speed] : 0)
    if (reel.includes('S')) scatters++
    return { at, anticipates }
  })
}
