/** How every fair game draws: the number of floats of a round and its outcome. For server and verifier (/fair). */
import { diceOutcome, type DiceOutcome } from './dice.ts'
import { doubleOutcome, type DoubleOutcome } from './double.ts'
import { floats, type HmacBlock } from './fair.ts'
import { isFairGame, type FairGame } from './fairGames.ts'
import type { Checked } from './gameCodes.ts'
import { limboOutcome, type LimboOutcome } from './limbo.ts'
import { luckyColorOutcome, type LuckyColorOutcome } from './luckyColor.ts'
import { minesOutcome, parseMines, type MinesOutcome } from './mines.ts'
import { parseRowDouble, rowDoubleFloatCount, rowDoubleOutcome, type RowDoubleOutcome } from './rowDouble.ts'
import { slotFloatCount, slotOutcome, type SlotCode, type SlotOutcome } from './slots.ts'

export interface Outcomes extends Record<SlotCode, SlotOutcome> {
  mines: MinesOutcome
  limbo: LimboOutcome
  luckyColor: LuckyColorOutcome
  rowDouble: RowDoubleOutcome
  double: DoubleOutcome
  dice: DiceOutcome
}
export type Outcome<Game extends FairGame = FairGame> = Outcomes[Game]

/** How the outcome of a round is drawn: `outcome` uses `floatCount` floats. */
export interface Draw<Game extends FairGame> {
  floatCount: number
  outcome: (floats: readonly number[]) => Outcome<Game>
}

/** Only the number of mines and the mode of rowDouble change what is drawn; other parameters are ignored. */
const draws: { [Game in FairGame]: (params: unknown) => Checked<Draw<Game>> } = {
  dice: () => drawOf(1, diceOutcome),
  limbo: () => drawOf(1, limboOutcome),
  double: () => drawOf(1, doubleOutcome),
  luckyColor: () => drawOf(1, luckyColorOutcome),
  mines: (params) => {
    const parsed = parseMines(params)
    return parsed.ok ? drawOf(parsed.value.mineCount, (list) => minesOutcome(parsed.value, list)) : parsed
  },
  rowDouble: (params) => {
    const parsed = parseRowDouble(params)
    if (!parsed.ok) return parsed
    return drawOf(rowDoubleFloatCount(parsed.value), (list) => rowDoubleOutcome(parsed.value, list))
  },
  'frutas-do-brasil': slotDraw('frutas-do-brasil'),
  'ouro-da-serra': slotDraw('ouro-da-serra'),
  carnaval: slotDraw('carnaval'),
  amazonia: slotDraw('amazonia'),
}

/** The draw of a game with these parameters, or the error key of the parameters. */
export function drawFor<Game extends FairGame>(game: Game, params: unknown): Checked<Draw<Game>> {
  return draws[game](params)
}

/**
 * The outcome of a round of any fair game, from its seeds. Errors: `gameUnknown`, or the key of parameters that are
 * not valid for the game.
 */
export async function recompute(
  game: string,
  serverSeed: string,
  clientSeed: string,
  nonce: number,
  params: unknown,
  block?: HmacBlock,
): Promise<Checked<Outcome>> {
  if (!isFairGame(game)) return { ok: false, error: 'gameUnknown' }
  const draw = drawFor(game, params)
  if (!draw.ok) return draw
  const list = await floats(serverSeed, clientSeed, nonce, draw.value.floatCount, block)
  return { ok: true, value: draw.value.outcome(list) }
}

/** No parameter changes what a slot draws. */
function slotDraw<Code extends SlotCode>(code: Code): () => Checked<Draw<Code>> {
  return () => drawOf<Code>(slotFloatCount(code), (list) => slotOutcome(code, list))
}

function drawOf<Game extends FairGame>(
  floatCount: number,
  outcome: (floats: readonly number[]) => Outcome<Game>,
): Checked<Draw<Game>> {
  return { ok: true, value: { floatCount, outcome } }
}
