import type { AppDeps } from '../app.ts'
import type { Tx } from '../db/client.ts'
import { parkMines } from './mines/mines.ts'
import { parkRowDouble } from './rowDouble/rowDouble.ts'
import { markShown } from './slots/slots.ts'
import { lockRound, openRounds, type RoundRow } from './roundRows.ts'

/** How each game with unfinished rounds ends one without its player. */
const park: Record<string, (deps: AppDeps, tx: Tx, round: RoundRow) => Promise<void>> = {
  mines: parkMines,
  rowDouble: parkRowDouble,
}

/**
 * stopGame (spec §7): every unfinished round of the player is paid out or refunded. Slots are paid already: their
 * free spins are not shown any more. Rounds of other providers are those providers' to end.
 */
export async function stopGames(deps: AppDeps, userId: string): Promise<void> {
  await markShown(deps.db, userId)
  for (const { id, game } of await openRounds(deps.db, userId)) {
    await deps.db.tx(async (tx) => {
      const round = await lockRound(tx, userId, game, id)
      if (round.status === 'open') await park[game]?.(deps, tx, round)
    })
  }
}
