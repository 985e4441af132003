import type { SportsFavouritesWire } from '#contract/http/sports.ts'
import type { AppDeps } from '../deps.ts'

/** The favourite matches and leagues of the player, and the leagues that are folded; none before the first change. */
export async function readFavourites(
  { db }: Pick<AppDeps, 'db'>,
  userId: string,
): Promise<SportsFavouritesWire> {
  const [row] = await db.read<SportsFavouritesWire>(
    'select matches, leagues, folded from sports_favourites where user_id = $1',
    [userId],
  )
  return row ?? { matches: [], leagues: [], folded: [] }
}

/** Replaces them. */
export async function saveFavourites(
  { db, clock }: Pick<AppDeps, 'db' | 'clock'>,
  userId: string,
  { matches, leagues, folded }: SportsFavouritesWire,
): Promise<void> {
  await db.write(
    `insert into sports_favourites (user_id, matches, leagues, folded, changed_at) values ($1, $2, $3, $4, $5)
     on conflict (user_id) do update
        set matches = excluded.matches, leagues = excluded.leagues, folded = excluded.folded,
            changed_at = excluded.changed_at`,
    [userId, matches, leagues, folded, clock.now()],
  )
}
