import { cents, type Cents } from '#contract/money.ts'
import type { AppDeps } from '../../deps.ts'
import { maskPlayer } from '../rewards/invitations.ts'

const shown = 20
/** The largest returns are sought among the newest of those above R$ 100, of one day. */
const candidates = 2_000
const dayMs = 86_400_000

export interface PublicBet {
  /** Null for a ticket. */
  roundId: string | null
  player: string
  gameCode: string
  multiplier: number
  payout: Cents
  at: Date
}

interface Row {
  round_id: string | null
  email: string
  game: string
  multiplier: number
  payout: number
  settled_at: Date
}

/** Rounds that were won. Ids of rounds begin with the time: the newest are at the end of the primary key. */
const latestSql = `
  select r.id as round_id, u.email, r.game, coalesce(r.multiplier, 0) as multiplier, r.payout, r.settled_at
    from game_rounds r join users u on u.id = r.user_id
    where r.status = 'settled' and r.payout > r.stake and not u.test_flag
    order by r.id desc limit $1`

const largestSql = `
  with large as (
    (select r.id as round_id, r.user_id, r.game, r.multiplier, r.payout, r.settled_at from game_rounds r
      where r.payout >= 10000 and r.payout > r.stake and r.status = 'settled' and r.settled_at > $1
      order by r.settled_at desc limit $2)
    union all
    (select null, t.user_id, 'sports', t.payout::float8 / t.stake, t.payout, t.settled_at from tickets t
      where t.payout >= 10000 and t.payout > t.stake and t.settled_at > $1
      order by t.settled_at desc limit $2)
  )
  select l.round_id, u.email, l.game, coalesce(l.multiplier, 0) as multiplier, l.payout, l.settled_at
    from large l join users u on u.id = l.user_id where not u.test_flag
    order by l.payout desc, l.settled_at desc limit $3`

/** What everybody may see of others' wins: masked names, the return, never the stake; test accounts are left out. */
export async function readPublicBets({
  db,
  clock,
}: Pick<AppDeps, 'db' | 'clock'>): Promise<{ latest: PublicBet[]; largest: PublicBet[] }> {
  const since = new Date(clock.now().getTime() - dayMs)
  const latest = await db.read<Row>(latestSql, [shown])
  const largest = await db.read<Row>(largestSql, [since, candidates, shown])
  return { latest: latest.map(publicBet), largest: largest.map(publicBet) }
}

function publicBet({ round_id: roundId, email, game, multiplier, payout, settled_at: at }: Row): PublicBet {
  const rounded = Math.floor(multiplier * 100) / 100
  return {
    roundId,
    player: maskPlayer(email),
    gameCode: game,
    multiplier: rounded,
    payout: cents(payout),
    at,
  }
}
