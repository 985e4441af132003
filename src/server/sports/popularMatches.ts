import type { AppDeps } from '../deps.ts'

/** So many players must have an open bet on a match: fewer say nothing about what is popular. */
const leastPlayers = 3
/** Most popular matches in a list. */
const maxPopular = 5
/** How long the counts are cached, in ms: visitors request lists all the time, and counting looks at every open bet. */
const countedMs = 15_000

const playersSql = `
  select l.match_id, count(distinct l.user_id) as players
    from ticket_legs l join users u on u.id = l.user_id
    where l.result = 1000 and not u.test_flag
    group by l.match_id having count(distinct l.user_id) >= $1`

/** Ids of the popular ones among these matches, the most popular first. */
export type PopularAmong = (matches: readonly { id: string }[]) => string[]

/**
 * The matches on which most players have open bets, as of the last count. It answers at once, as the feed does: a list
 * does not wait for the database. A count that is too old is renewed in the background.
 */
export function popularMatches({ db, clock, log }: Pick<AppDeps, 'db' | 'clock' | 'log'>): PopularAmong {
  let players = new Map<string, number>()
  let countedAt = -Infinity
  const count = async () => {
    try {
      const rows = await db.read<{ match_id: string; players: number }>(playersSql, [leastPlayers])
      players = new Map(rows.map((row) => [row.match_id, row.players]))
    } catch (error) {
      log.warn({ err: error }, 'the popular matches could not be counted')
    }
  }
  return (matches) => {
    const now = clock.now().getTime()
    const age = now - countedAt
    // The sandbox moves the clock back, too.
    if (age < 0 || age >= countedMs) {
      countedAt = now
      void count()
    }
    const playersOf = ({ id }: { id: string }) => players.get(id) ?? 0
    return matches
      .filter((match) => playersOf(match) > 0)
      .toSorted((a, b) => playersOf(b) - playersOf(a))
      .slice(0, maxPopular)
      .map(({ id }) => id)
  }
}
