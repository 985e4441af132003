import type { AppDeps } from '../deps.ts'
import type { Tx } from '../db/client.ts'
import { lockWallet } from '../ledger/walletLock.ts'
import { endMines } from './mines/mines.ts'
import { endRowDouble } from './rowDouble/rowDouble.ts'
import { markShown } from './slots/slots.ts'
import { lockRound, openRounds, type RoundRow } from './roundRows.ts'

/** How each game ends an unfinished round without its player. */
const endings: Record<string, (deps: AppDeps, tx: Tx, round: RoundRow) => Promise<void>> = {
  mines: endMines,
  rowDouble: endRowDouble,
}

/**
 * Pays or refunds every unfinished round of the player (the stopGame call). Slots have been paid already;
 * their free spins are just not shown any more. Rounds of third-party providers are theirs to end.
 */
export async function stopGames(deps: AppDeps, userId: string): Promise<void> {
  await markShown(deps.db, userId)
  for (const { id, game } of await openRounds(deps.db, userId)) {
    await deps.db.tx(async (tx) => {
      await lockWallet(tx, userId)
      const round = await lockRound(tx, userId, game, id)
      if (round.status === 'open') await endings[game]?.(deps, tx, round)
    })
  }
}
