import type { BoardMarksWire } from '#contract/http/sports.ts'
import type { AppDeps } from '../deps.ts'

/** What the player has marked on the board of sports; nothing before the first change. */
export async function readFavourites({ db }: Pick<AppDeps, 'db'>, userId: string): Promise<BoardMarksWire> {
  const [row] = await db.read<BoardMarksWire>(
    'select matches, leagues, folded from board_marks where user_id = $1',
    [userId],
  )
  return row ?? { matches: [], leagues: [], folded: [] }
}

/** Replaces the player's marks. */
export async function saveFavourites(
  { db, clock }: Pick<AppDeps, 'db' | 'clock'>,
  userId: string,
  { matches, leagues, folded }: BoardMarksWire,
): Promise<void> {
  await db.write(
    `insert into board_marks (user_id, matches, leagues, folded, changed_at) values ($1, $2, $3, $4, $5)
     on conflict (user_id) do update
        set matches = excluded.matches, leagues = excluded.leagues, folded = excluded.folded,
            changed_at = excluded.changed_at`,
    [userId, matches, leagues, folded, clock.now()],
  )
}
