import amazonia from './games/amazonia.svg?no-inline'
import carnaval from './games/carnaval.svg?no-inline'
import dice from './games/dice.svg?no-inline'
import double from './games/double.svg?no-inline'
import frutasDoBrasil from './games/frutas-do-brasil.svg?no-inline'
import generic from './games/generic.svg?no-inline'
import limbo from './games/limbo.svg?no-inline'
import luckyColor from './games/luckyColor.svg?no-inline'
import mines from './games/mines.svg?no-inline'
import ouroDaSerra from './games/ouro-da-serra.svg?no-inline'
import rowDouble from './games/rowDouble.svg?no-inline'
import sports from './games/sports.svg?no-inline'

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
