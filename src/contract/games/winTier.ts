import type { Cents } from '../money.ts'

/**
 * How a payout is celebrated. `back` is at most the stake: it is shown as a number only. The other three follow from how
 * improbable the round was.
 */
export type WinTier = 'none' | 'back' | 'win' | 'big' | 'huge'

/** Rarer than one round in five, and in fifty. */
const rareChance = { big: 1 / 5, huge: 1 / 50 }
/** Bets on nearly everything win improbable rounds that pay little more than they cost: nobody celebrates those. */
const rareMultiplier = { big: 3, huge: 15 }

/** Of a slot, whose rounds have millions of outcomes: so many times the stake are as rare as the above. */
const slotMultiplier = { big: 15, huge: 50 }

/**
 * The tier of a round of an original. `chance`: how probable it was that this bet would return at least this payout,
 * from 0 to 1, by the rules of the game.
 */
export function winTier(payout: Cents, stake: Cents, chance: number): WinTier {
  if (payout <= 0) return 'none'
  if (payout <= stake) return 'back'
  const isAtLeast = (tier: 'big' | 'huge') =>
    chance < rareChance[tier] && payout >= stake * rareMultiplier[tier]
  if (isAtLeast('huge')) return 'huge'
  return isAtLeast('big') ? 'big' : 'win'
}

/** The tier of a spin or a round of a slot. */
export function slotWinTier(payout: Cents, stake: Cents): WinTier {
  if (payout <= 0) return 'none'
  if (payout <= stake) return 'back'
  if (payout >= stake * slotMultiplier.huge) return 'huge'
  return payout >= stake * slotMultiplier.big ? 'big' : 'win'
}
