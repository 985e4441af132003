import { isOriginalGame, originalGames, type OriginalGame } from './gameCodes.ts'
import { isSlotCode, slotCodes, type SlotCode } from './slotThemes.ts'

/** Games whose rounds anyone can recompute: the six originals and our own slots. */
export const fairGames = [...originalGames, ...slotCodes] as const
export type FairGame = OriginalGame | SlotCode

export function isFairGame(code: string): code is FairGame {
  return isOriginalGame(code) || isSlotCode(code)
}
