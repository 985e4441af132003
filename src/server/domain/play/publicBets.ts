import { cents, type Cents } from '#contract/money.ts'
import type { AppDeps } from '../../deps.ts'
import { Refusal } from '../../texts/refusal.ts'
import {
  betterOf,
  isListedSql,
  publicColumns,
  showsAmountsSql,
  type PublicRow,
} from '../accounts/publicIdentity.ts'

const shown = 20
/** The largest returns are sought among the newest of those above R$ 100, of one day. */
const candidates = 2_000
/** The bets of one game are sought among so many of the newest rounds of all games. */
const newestRounds = 5_000
const dayMs = 86_400_000

export interface PublicBet {
  /** Null for a ticket, and for an anonymous player: the seeds of a round would tell which rounds are the same player's. */
  roundId: string | null
  /** Null for an anonymous player. */
  player: string | null
  avatar: number | null
  gameCode: string
  multiplier: number
  /** Stake and payout are null for a player who hides amounts. */
  stake: Cents | null
  payout: Cents | null
  at: Date
}

interface Row extends PublicRow {
  round_id: string | null
  game: string
  multiplier: number
  stake: number
  payout: number
  settled_at: Date
}

/** Rounds that were won. One without a stake is the rest of another (games/providerBets.ts), or a gift. Ids of rounds begin with the time: the newest are at the end of the primary key. */
const columns = `${publicColumns('u')}, r.id as round_id, r.game, coalesce(r.multiplier, 0) as multiplier, r.stake,
  r.payout, r.settled_at`

const latestSql = `
  select ${columns} from game_rounds r join users u on u.id = r.user_id
    where r.status = 'settled' and r.stake > 0 and r.payout > r.stake and ${isListedSql('u')}
    order by r.id desc limit $1`

/** One game may be played so rarely that its newest win is far from the end: no index has it. */
const latestOfGameSql = `
  select ${columns}
    from (select * from game_rounds order by id desc limit ${newestRounds}) r join users u on u.id = r.user_id
    where r.game = $2 and r.status = 'settled' and r.stake > 0 and r.payout > r.stake and ${isListedSql('u')}
    order by r.id desc limit $1`

/** Also of a game that is switched off: its rounds were played. */
const isGameSql = `select 1 as found from games where code = $1`

/** Without players who hide amounts: the order would tell them. */
const largestSql = `
  with large as (
    (select r.id as round_id, r.user_id, r.game, r.multiplier, r.stake, r.payout, r.settled_at
      from game_rounds r
      where r.payout >= 10000 and r.stake > 0 and r.payout > r.stake and r.status = 'settled' and r.settled_at > $1
      order by r.settled_at desc limit $2)
    union all
    (select null, t.user_id, 'sports', t.payout::float8 / t.stake, t.stake, t.payout, t.settled_at from tickets t
      where t.payout >= 10000 and t.payout > t.stake and t.settled_at > $1
      order by t.settled_at desc limit $2)
  )
  select ${publicColumns('u')}, l.round_id, l.game, coalesce(l.multiplier, 0) as multiplier, l.stake, l.payout, l.settled_at
    from large l join users u on u.id = l.user_id
    where ${isListedSql('u')} and ${showsAmountsSql('u')} and ($4::text is null or l.game = $4)
    order by l.payout desc, l.settled_at desc limit $3`

/**
 * What everybody may see of others' wins, of all games or of one: what each player shows (accounts/publicIdentity.ts). Test accounts
 * and erased ones are left out. Throws fieldInvalid for an unknown game, before anything large is read: each name would be another
 * shared read.
 */
export async function readPublicBets(
  { db, clock }: Pick<AppDeps, 'db' | 'clock'>,
  game?: string,
): Promise<{ latest: PublicBet[]; largest: PublicBet[] }> {
  if (game !== undefined && game !== 'sports' && (await db.read(isGameSql, [game])).length === 0)
    throw new Refusal('fieldInvalid', { params: { field: 'game' }, data: { field: 'game' } })
  const since = new Date(clock.now().getTime() - dayMs)
  const latest =
    game === undefined
      ? await db.read<Row>(latestSql, [shown])
      : await db.read<Row>(latestOfGameSql, [shown, game])
  const largest = await db.read<Row>(largestSql, [since, candidates, shown, game ?? null])
  return { latest: latest.map(publicBet), largest: largest.map(publicBet) }
}

function publicBet(row: Row): PublicBet {
  const { player, avatar, showsAmounts } = betterOf(row)
  return {
    roundId: player === null ? null : row.round_id,
    player,
    avatar,
    gameCode: row.game,
    multiplier: Math.floor(row.multiplier * 100) / 100,
    stake: showsAmounts ? cents(row.stake) : null,
    payout: showsAmounts ? cents(row.payout) : null,
    at: row.settled_at,
  }
}
