import amazonia from './games/amazonia.svg?inline'
import carnaval from './games/carnaval.svg?inline'
import dice from './games/dice.svg?inline'
import double from './games/double.svg?inline'
import frutasDoBrasil from './games/frutas-do-brasil.svg?inline'
import generic from './games/generic.svg?inline'
import limbo from './games/limbo.svg?inline'
import luckyColor from './games/luckyColor.svg?inline'
import mines from './games/mines.svg?inline'
import ouroDaSerra from './games/ouro-da-serra.svg?inline'
import rowDouble from './games/rowDouble.svg?inline'
import sports from './games/sports.svg?inline'

/**
 * Tile pictures by game code, as URLs: 220x268, calm and dark in the lower third, where the name stands.
 * `sports` is the tile that leads to the sports page.
 */
export const gameArt: Record<string, string> = {
  mines,
  limbo,
  dice,
  double,
  luckyColor,
  rowDouble,
  'frutas-do-brasil': frutasDoBrasil,
  'ouro-da-serra': ouroDaSerra,
  carnaval,
  amazonia,
  sports,
}

/** The picture of a game, or the generic one for a game we have no picture of. */
export function gameArtOf(code: string): string {
  return gameArt[code] ?? generic
}
