import { cents, type Cents } from '#contract/money.ts'
import { ticketLimits } from '#contract/rules/sports.ts'
import { BetResult } from '#contract/statusCodes.ts'
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

/** An open selection of a player's ticket: what the ticket has staked, and what it wins beyond it if all is won; in cents. */
interface OpenLeg {
  id: string
  matchId: string
  key: string
  stake: number
  win: number
}

function readOpen(on: Reader, { id = '', userId, legs }: LimitedTicket): Promise<OpenLeg[]> {
  return on.read<OpenLeg>(
    `select t.id, l.match_id as "matchId", l.option_key as key, t.stake,
       (least(ceil(t.stake * p.odds - 0.5), t.max_return) - t.stake)::bigint as win
     from ticket_legs l
     join tickets t on t.id = l.ticket_id and t.user_id = l.user_id
     cross join lateral (
       select product(case when o.result = $4 then 1 else o.odds end) as odds from ticket_legs o
       where o.ticket_id = t.id and o.user_id = t.user_id) p
     where l.user_id = $1 and l.match_id = any($2) and l.result = 1000 and t.state in (-10, 0) and t.id <> $3`,
    [userId, legs.map(({ match_id }) => match_id), id, BetResult.refund],
  )
}

/** On the market of the leg, and on the same selection where another market offers it. A ticket with several of them counts once. */
function openOn(open: readonly OpenLeg[], leg: LegRow): Pick<OpenLeg, 'stake' | 'win'> {
  const market = marketOfKey(leg.option_key)
  const same = new Set(sameKeys(leg))
  const own = open.filter(
    ({ matchId, key }) => matchId === leg.match_id && (marketOfKey(key) === market || same.has(key)),
  )
  const tickets = [...new Map(own.map((each) => [each.id, each])).values()]
  return {
    stake: tickets.reduce((sum, { stake }) => sum + stake, 0),
    win: tickets.reduce((sum, { win }) => sum + win, 0),
  }
}
