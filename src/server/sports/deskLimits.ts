import { cents, type Cents } from '#contract/money.ts'
import { ticketLimits } from '#contract/rules/sports.ts'
import type { AppDeps } from '../deps.ts'
import type { Reader } from '../db/client.ts'
import { Refusal } from '../texts/refusal.ts'
import { marketOfKey } from './exposure.ts'
import { sameKeys } from './sameSelections.ts'
import { stakeRefusal, stakeThatWins } from './stakeThatWins.ts'
import type { LegRow } from './ticketRows.ts'

/** Limits of one player's open tickets on a market, in cents; null: none. */
export interface PlayerLimits {
  maxStake: Cents | null
  maxWin: Cents | null
}

export async function readPlayerLimits(db: Reader, userId: string): Promise<PlayerLimits> {
  const [limits] = await db.read<PlayerLimits>(
    'select max_stake as "maxStake", max_win as "maxWin" from desk_player_limits where user_id = $1',
    [userId],
  )
  return limits ?? { maxStake: null, maxWin: null }
}

/** A ticket that is placed, or placed already (`id`) and about to be accepted. */
interface LimitedTicket {
  id?: string
  userId: string
  amount: Cents
  legs: readonly LegRow[]
  player: PlayerLimits
}

/**
 * Throws stakeTooHigh, with the highest stake that is taken, when a player's open tickets on a market would together exceed what
 * the desk allows there, or for the player; selectionFull when none is taken. The caller has locked the wallet, so that concurrent
 * bets see each other. Only where there is such a limit are the open tickets read.
 */
export async function refuseBeyondDesk(
  { desk }: Pick<AppDeps, 'desk'>,
  on: Reader,
  ticket: LimitedTicket,
): Promise<void> {
  const { amount, legs, player } = ticket
  const limits = legs.map((leg) => {
    const { match_id: id, sport, league, option_key } = leg
    const terms = desk.termsOf({ id, sport, league }, marketOfKey(option_key))
    const stakes = [player.maxStake, terms.maxStake].filter((limit) => limit !== null)
    const wins = [player.maxWin, terms.maxWin].filter((limit) => limit !== null)
    return { leg, stakes, wins }
  })
  const set = limits.filter(({ stakes, wins }) => stakes.length + wins.length > 0)
  if (set.length === 0) return
  const open = await readOpen(on, ticket)
  const odds = legs.map((leg) => leg.odds)
  const most = Math.min(
    ...set.flatMap(({ leg, stakes, wins }) => {
      const { stake, win } = openOn(open, leg)
      return [
        ...stakes.map((limit) => limit - stake),
        ...wins.map((limit) => (limit > win ? stakeThatWins(cents(limit - win), odds) : 0)),
      ]
    }),
  )
  if (amount <= most) return
  throw most < ticketLimits.minStake ? new Refusal('selectionFull') : stakeRefusal(cents(most))
}

/** What a player's open tickets on a market have staked, and what they win beyond it if all is won; in cents. */
interface OpenSum {
  matchId: string
  market: string
  stake: number
  win: number
}

function readOpen(on: Reader, { id = '', userId, legs }: LimitedTicket): Promise<OpenSum[]> {
  return on.read<OpenSum>(
    `select match_id as "matchId", market, sum(stake)::bigint as stake, sum(payout - stake)::bigint as win from (
       select distinct l.match_id, split_part(l.option_key, ':', 1) || ':' || split_part(l.option_key, ':', 2) as market,
         t.id, t.stake, least(ceil(t.stake * p.odds - 0.5), t.max_return) as payout
       from ticket_legs l
       join tickets t on t.id = l.ticket_id and t.user_id = l.user_id
       cross join lateral (
         select product(o.odds) as odds from ticket_legs o where o.ticket_id = t.id and o.user_id = t.user_id) p
       where l.user_id = $1 and l.match_id = any($2) and l.result = 1000 and t.state in (-10, 0) and t.id <> $3
     ) legs group by match_id, market`,
    [userId, legs.map(({ match_id }) => match_id), id],
  )
}

/** On the market of the leg, and on those that offer the same selection under another name. */
function openOn(open: readonly OpenSum[], leg: LegRow): Pick<OpenSum, 'stake' | 'win'> {
  const markets = new Set([leg.option_key, ...sameKeys(leg)].map(marketOfKey))
  const own = open.filter(({ matchId, market }) => matchId === leg.match_id && markets.has(market))
  return {
    stake: own.reduce((sum, { stake }) => sum + stake, 0),
    win: own.reduce((sum, { win }) => sum + win, 0),
  }
}
