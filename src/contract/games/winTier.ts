import type { Cents } from '../money.ts'

/**
 * How a payout is celebrated. `back` is at most the stake: it is shown as a number only. `big` is at least 15 times
 * the stake, `huge` at least 50 times.
 */
export type WinTier = 'none' | 'back' | 'win' | 'big' | 'huge'

const bigWinMultiplier = 15
const hugeWinMultiplier = 50

export function winTier(payout: Cents, stake: Cents): WinTier {
  if (payout <= 0) return 'none'
  if (payout <= stake) return 'back'
  if (payout < stake * bigWinMultiplier) return 'win'
  return payout < stake * hugeWinMultiplier ? 'big' : 'huge'
}
