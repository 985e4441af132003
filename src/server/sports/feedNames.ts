import { rivalIn } from '#contract/rules/rivalBrands.ts'
import type { AppDeps } from '../deps.ts'
import type { Tx } from '../db/client.ts'
import { deskChanged } from '../feed/desk/Desk.ts'
import { feedNamesChanged } from '../feed/store/FeedNames.ts'
import { Refusal } from '../texts/refusal.ts'

export interface FeedName {
  kind: string
  id: string
  sport: string
  name: string
  source_name: string
  country: string
  changed_by: string | null
  changed_at: Date
}

/** Columns of {@link FeedName}, of the table feed_names. */
export const feedNameColumns = `kind, id, sport, coalesce(name, source_name) as name, source_name, country, changed_by,
  changed_at`

/**
 * Shows a league, team, player or country by this name. Rules of the trading desk for a league hold under the new name too. Throws notFound,
 * and fieldInvalid for a name with the brand of another house, and for a league's that another one of its sport has: boards
 * and rules know leagues by name.
 */
export async function changeFeedName(
  { bus, clock, feedSource }: Pick<AppDeps, 'bus' | 'clock' | 'feedSource'>,
  tx: Tx,
  { kind, id, name, staffId }: { kind: string; id: string; name: string; staffId: string },
): Promise<{ before: FeedName; after: FeedName }> {
  const provider = feedSource.name
  const [before] = await tx.query<FeedName>(
    `select ${feedNameColumns} from feed_names where provider = $1 and kind = $2 and id = $3 for update`,
    [provider, kind, id],
  )
  if (!before) throw new Refusal('notFound')
  const refuse = (reason: string) =>
    new Refusal('fieldInvalid', { params: { field: 'name' }, data: { field: 'name', reason } })
  const rival = rivalIn(name)
  if (rival !== undefined) throw refuse(rival)
  if (kind === 'league') {
    // One rename at a time, so that two leagues do not get the same name.
    await tx.query(`select pg_advisory_xact_lock(hashtextextended('feedNames', 0))`)
    const others = await tx.query(
      `select 1 as found from feed_names where provider = $1 and kind = 'league' and sport = $2 and id <> $3
         and coalesce(name, source_name) = $4`,
      [provider, before.sport, id, name],
    )
    if (others.length > 0) throw refuse('taken')
    // Both stay: between the two messages a process knows only one of the names. What the desk has decided for the new name
    // before holds, except that a stop goes with the league.
    await tx.query(
      `insert into desk_rules (sport, league, match_id, market, is_stopped, price_factor, margin, max_stake, max_win,
         max_exposure, changes, changed_by, changed_at)
       select sport, $2, match_id, market, is_stopped, price_factor, margin, max_stake, max_win, max_exposure, changes + 1,
         changed_by, changed_at
       from desk_rules where sport = $1 and league = $3
       on conflict (sport, league, match_id, market) do update set is_stopped = true, changes = desk_rules.changes + 1,
         changed_by = excluded.changed_by, changed_at = excluded.changed_at
         where excluded.is_stopped and not desk_rules.is_stopped`,
      [before.sport, name, before.name],
    )
    await bus.publish(tx, { type: 'broadcast', name: deskChanged, payload: null })
  }
  const [after] = await tx.query<FeedName>(
    `update feed_names set name = $4, changed_by = $5, changed_at = $6
     where provider = $1 and kind = $2 and id = $3 returning ${feedNameColumns}`,
    [provider, kind, id, name, staffId, clock.now()],
  )
  if (!after) throw new Error('the name was not stored')
  await bus.publish(tx, { type: 'broadcast', name: feedNamesChanged, payload: null })
  return { before, after }
}
