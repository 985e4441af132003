import type { Reader } from '../../db/client.ts'

/** Open stakes, and what the open tickets win beyond them, in cents. */
export interface ExposureSum {
  matchId: string
  /** null in sums of whole matches. */
  market: string | null
  /** null in sums of markets and matches. */
  key: string | null
  tickets: number
  stake: number
  /** Of a market or match: that of its worst selection. */
  exposure: number
}

const marketSql = `split_part(option_key, ':', 1) || ':' || split_part(option_key, ':', 2)`

const levelSql = {
  selection: `select match_id, ${marketSql} as market, option_key as key, tickets, stake, payout - stake as exposure
    from selection_exposure where tickets > 0`,
  market: `select match_id, ${marketSql} as market, null as key, sum(tickets)::integer as tickets,
      sum(stake)::bigint as stake, max(payout - stake) as exposure
    from selection_exposure where tickets > 0 group by 1, 2`,
  match: `select match_id, null as market, null as key, sum(tickets)::integer as tickets, sum(stake)::bigint as stake,
      max(payout - stake) as exposure
    from selection_exposure where tickets > 0 group by 1`,
}

const columns = 'match_id as "matchId", market, key, tickets, stake, exposure'

/** The biggest exposures, the biggest first. */
export function biggestExposure(
  db: Reader,
  { level, limit }: { level: keyof typeof levelSql; limit: number },
): Promise<ExposureSum[]> {
  return db.read<ExposureSum>(
    `select ${columns} from (${levelSql[level]}) sums order by exposure desc, match_id limit $1`,
    [limit],
  )
}

/** The exposure of these matches. */
export function exposureOfMatches(
  db: Reader,
  matchIds: readonly string[],
  level: keyof typeof levelSql,
): Promise<ExposureSum[]> {
  return db.read<ExposureSum>(`select ${columns} from (${levelSql[level]}) sums where match_id = any($1)`, [
    matchIds,
  ])
}

/** Matches with open bets that were to begin before `before`. */
export async function matchesWithOpenBets(db: Reader, before: Date): Promise<string[]> {
  // Of the slots of each selection, because an index has these and not the sums.
  const rows = await db.read<{ match_id: string }>(
    `select distinct match_id from (
       select match_id from selection_exposure_slots where starts_at < $1 and tickets <> 0
       group by match_id, option_key having sum(tickets) > 0) selections`,
    [before],
  )
  return rows.map(({ match_id }) => match_id)
}

/** Matches that were bet on and have begun within the last seven days, the latest first. */
export async function matchesWithBets(db: Reader, now: Date, limit: number): Promise<string[]> {
  const rows = await db.read<{ match_id: string }>(
    `select match_id from selection_exposure where starts_at <= $1 and starts_at > $1 - interval '7 days'
     group by match_id order by max(starts_at) desc, match_id limit $2`,
    [now, limit],
  )
  return rows.map(({ match_id }) => match_id)
}
