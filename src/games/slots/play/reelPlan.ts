import type { SlotSymbol } from '#contract/games/slots.ts'

/** When a reel may come to rest, in ms after the first of them may, and whether it is waited for. */
export interface ReelStop {
  at: number
  /** Two scatters stand already: this reel turns longer, with a light on it. */
  anticipates: boolean
}

const stepMs = { normal: 170, turbo: 45 }
const anticipationMs = { normal: 950, turbo: 320 }
const scattersToWait = 2

/**
 * The order in which five reels stop: from the left, one after the other; once two scatters stand, every reel
 * after them keeps the player waiting. Only the reels that have stopped count: nothing is promised that is not
 * on the screen.
 */
export function reelPlan(grid: readonly (readonly SlotSymbol[])[], isTurbo: boolean): ReelStop[] {
  const speed = isTurbo ? 'turbo' : 'normal'
  let scatters = 0
  let at = -stepMs[speed]
  return grid.map((reel) => {
    const anticipates = scatters >= scattersToWait
    at += stepMs[speed] + (anticipates ? anticipationMs[speed] : 0)
    if (reel.includes('S')) scatters++
    return { at, anticipates }
  })
}
