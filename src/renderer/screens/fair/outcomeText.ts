import type { Language } from '#contract/languages.ts'
import { slotMultiplier, slotRound, type SlotCode } from '#contract/games/slots.ts'
import { multiplierNumber } from '#contract/games/multiplier.ts'
import type { DoubleColour } from '#contract/games/double.ts'
import type { Verification } from '#contract/games/verify.ts'
import { formatMultiplier, formatNumber } from '../../i18n/format.ts'

export interface OutcomeWords {
  language: Language
  /** Precedes the numbers of the tiles. */
  minesAt: string
  colour: (colour: DoubleColour) => string
}

/**
 * The outcome of a round in the game's own terms: '28,07', '17,41x', '9'. Also used by the saved verifier.
 */
export function outcomeText(
  { game, outcome }: Pick<Verification, 'game' | 'outcome'>,
  words: OutcomeWords,
): string {
  const { language } = words
  if ('mines' in outcome) {
    const tiles = [...outcome.mines].sort((a, b) => a - b).map((tile) => tile + 1)
    return `${words.minesAt} ${tiles.join(', ')}`
  }
  if ('freeStops' in outcome) {
    const { units } = slotRound(game as SlotCode, outcome)
    return formatMultiplier(multiplierNumber(slotMultiplier(units)), language)
  }
  if ('roll' in outcome) return formatNumber(outcome.roll, language, 2)
  if ('result' in outcome) return formatMultiplier(outcome.result, language)
  if ('slot' in outcome) return `${outcome.slot} (${words.colour(outcome.colour)})`
  if ('digit' in outcome) return String(outcome.digit)
  return outcome.safe.map((row) => row.map((tile) => tile + 1).join('+')).join(' · ')
}
