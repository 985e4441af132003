import { plus, rational, times, type Rational } from '#contract/games/rational.ts'
import { cents, min, type Cents } from '#contract/money.ts'
import type { GameTimeCode, Selection } from '#contract/rules/markets.ts'
import { combinedOdds } from '#contract/rules/settlement.ts'
import { backedSideOf } from '#contract/rules/sports.ts'
import { countedSides, shareOf, type BackedSide } from '#contract/rules/turnoverWeight.ts'
import { BetResult, BetState } from '#contract/statusCodes.ts'
import type { Tx } from '../db/client.ts'
import type { TicketRow } from './ticketRows.ts'

interface Leg {
  ticket_id: string
  stake: number
  match_id: string
  game_time: GameTimeCode
  selection: Selection
  odds: number
}

interface Bet {
  stake: Cents
  odds: Rational
  /** Keys of the markets that the legs are on, and of the backed sides. */
  markets: string
  sides: string
}

/**
 * How much of the stake of the ticket being settled counts for the turnover. All tickets of the player on the
 * same markets count together, so that opposite bets cancel each other; a cash-out counts no more than it won or
 * lost.
 */
export async function countedOfTicket(
  tx: Tx,
  ticket: TicketRow,
  { payout, isCashedOut }: { payout: Cents; isCashedOut: boolean },
): Promise<Cents> {
  const bets = await readBets(tx, ticket)
  const thisBet = bets.get(ticket.id)
  if (!thisBet) throw new Error(`ticket ${ticket.id} has no countable leg`)
  const sides = new Map<string, BackedSide>()
  let stakes = 0
  for (const { stake, odds, markets, sides: key } of bets.values()) {
    if (markets !== thisBet.markets) continue
    stakes += stake
    const previous = sides.get(key)
    const winnings = times(rational(stake), odds)
    sides.set(key, {
      stakes: cents((previous?.stakes ?? 0) + stake),
      payout: previous ? plus(previous.payout, winnings) : winnings,
    })
  }
  const counted = shareOf(countedSides([...sides.values()]), thisBet.stake, cents(stakes))
  return isCashedOut ? min(counted, cents(Math.abs(payout - thisBet.stake))) : counted
}

/** The player's tickets on the matches of this one, by id, without refunded legs and cashed-out tickets. */
async function readBets(tx: Tx, { id, user_id, legs }: TicketRow): Promise<Map<string, Bet>> {
  const rows = await tx.query<Leg>(
    `select l.ticket_id, t.stake, l.match_id, l.game_time, l.selection, l.odds
      from ticket_legs l join tickets t on t.id = l.ticket_id
      where l.ticket_id in (
          select ticket_id from ticket_legs where user_id = $2 and match_id = any($3) union select $1)
        and (t.id = $1 or (t.state = any($4) and not t.cashed_out)) and l.result <> $5
      order by l.match_id, l.game_time, l.option_key`,
    [
      id,
      user_id,
      legs.map(({ match_id }) => match_id),
      [BetState.pending, BetState.drawn, BetState.lost],
      BetResult.refund,
    ],
  )
  const legsByTicket = new Map<string, Leg[]>()
  for (const leg of rows) legsByTicket.set(leg.ticket_id, [...(legsByTicket.get(leg.ticket_id) ?? []), leg])
  return new Map([...legsByTicket].map(([ticketId, ticketLegs]) => [ticketId, toBet(ticketLegs)]))
}

function toBet(legs: Leg[]): Bet {
  const backed = legs.map(({ match_id, game_time, selection }) => {
    const { market, side } = backedSideOf(selection)
    return { market: `${match_id} ${game_time} ${market}`, side }
  })
  backed.sort((a, b) => (a.market < b.market ? -1 : 1))
  return {
    stake: cents(legs[0]?.stake ?? 0),
    odds: combinedOdds(legs.map(({ odds }) => odds)),
    markets: backed.map(({ market }) => market).join(),
    sides: backed.map(({ side }) => side).join(),
  }
}
