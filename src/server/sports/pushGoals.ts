import { GameTime } from '#contract/statusCodes.ts'
import type { AppDeps } from '../deps.ts'
import { pushPlayer } from '../domain/push/push.ts'

/**
 * Tells players who have asked for it of goals in football matches on which they have an open bet. The first look at a match
 * tells nothing, and a goal that was taken back is only noted.
 */
export async function pushGoals(deps: AppDeps): Promise<void> {
  if (!deps.pusher) return
  const rows = await deps.db.read<{ match_id: string; user_id: string }>(
    `select distinct l.match_id, t.user_id
      from ticket_legs l join tickets t on t.id = l.ticket_id and t.user_id = l.user_id
      where l.result = 1000 and t.result is null and t.state = 0
        and t.user_id in (select user_id from push_subscriptions where 'goal' = any(kinds))`,
  )
  if (rows.length === 0) return
  const bets = new Map<string, string[]>()
  for (const { match_id: matchId, user_id: userId } of rows)
    bets.set(matchId, [...(bets.get(matchId) ?? []), userId])
  const now = deps.clock.now()
  // Most looks find no goal: those open no transaction.
  const seen = new Map(
    (
      await deps.db.read<{ match_id: string; home: number; away: number }>(
        'select match_id, home, away from push_scores where match_id = any($1)',
        [[...bets.keys()]],
      )
    ).map((row) => [row.match_id, row]),
  )
  for (const [matchId, userIds] of bets) {
    const match = deps.feed.match(matchId, now)
    const score = match?.state.parts[GameTime.fullMatch]
    if (!match || match.sport !== 'football' || !score) continue
    const last = seen.get(matchId)
    if (last?.home === score.home && last.away === score.away) continue
    await deps.db.tx(async (tx) => {
      const { home, away } = score
      const [before] = await tx.query<{ home: number; away: number }>(
        'select home, away from push_scores where match_id = $1 for update',
        [matchId],
      )
      if (before?.home === home && before.away === away) return
      await tx.query(
        `insert into push_scores (match_id, home, away, seen_at) values ($1, $2, $3, $4)
         on conflict (match_id) do update set home = $2, away = $3, seen_at = $4`,
        [matchId, home, away, now],
      )
      if (!before || home + away <= before.home + before.away) return
      const line = `${match.home} ${home} x ${away} ${match.away}`
      for (const userId of userIds)
        await pushPlayer(deps, tx, userId, {
          kind: 'goal',
          event: `${matchId} ${home}-${away}`,
          params: { match: line, id: matchId },
        })
    })
  }
}
