import { plus, rational, times, type Rational } from '#contract/rational.ts'
import { add, cents, min, type Cents } from '#contract/money.ts'
import type { GameTimeCode, Selection } from '#contract/rules/markets.ts'
import { countedInGame, edgeOf } from '#contract/rules/gameEdge.ts'
import { partOfValue } from '#contract/rules/cashOut.ts'
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

/** A market of a match, and the side of it that is backed. */
interface Backed {
  market: string
  side: string
  odds: Rational
}

interface Bet extends Backed {
  stake: Cents
  /** By market. `market`, `side` and `odds` are those of all legs together. */
  legs: Backed[]
}

/**
 * How much of the stake of the ticket being settled counts for the turnover. All tickets of the player on the
 * same markets count together, so that opposite bets cancel each other; so do tickets that share only some markets,
 * such as a single and a parlay. A cash-out counts no more than it won or lost. `stake` is the part of the ticket's
 * stake that ends now, by default all of it.
 */
export async function countedOfTicket(
  tx: Tx,
  ticket: TicketRow,
  { payout, isCashedOut, stake = ticket.stake }: { payout: Cents; isCashedOut: boolean; stake?: Cents },
): Promise<Cents> {
  const bets = await readBets(tx, ticket)
  const thisBet = bets.get(ticket.id)
  if (!thisBet) throw new Error(`ticket ${ticket.id} has no countable leg`)
  const allBets = [...bets.values()]
  const together = countedOn(
    thisBet.stake,
    allBets.filter(({ market }) => market === thisBet.market).map((bet) => ({ ...bet, backed: bet })),
  )
  const counted = thisBet.legs.map((leg) => countedOnMarket(thisBet, leg, allBets)).reduce(min, together)
  const countedPart = countedInGame(partOfValue(counted, stake, thisBet.stake), edgeOf('sports', null))
  return isCashedOut ? min(countedPart, cents(Math.abs(payout - stake))) : countedPart
}

/**
 * How much of the stake counts beside bets on the other sides of one leg's market that have other legs too. Every bet
 * then counts as a bet on this market alone: what the other legs of a parlay add to its risk may be covered by further
 * parlays. All of it without such bets.
 */
function countedOnMarket(thisBet: Bet, { market, side }: Backed, bets: readonly Bet[]): Cents {
  const onMarket = bets.flatMap((bet) => {
    const backed = bet.legs.find((leg) => leg.market === market)
    return backed ? [{ ...bet, backed }] : []
  })
  const isOpposed = onMarket.some((bet) => bet.market !== thisBet.market && bet.backed.side !== side)
  return isOpposed ? countedOn(thisBet.stake, onMarket) : thisBet.stake
}

/** The share of one stake in what all bets on the same markets count together. */
function countedOn(stake: Cents, bets: readonly { stake: Cents; backed: Backed }[]): Cents {
  const sides = new Map<string, BackedSide>()
  for (const bet of bets) {
    const { side, odds } = bet.backed
    const previous = sides.get(side)
    const winnings = times(rational(bet.stake), odds)
    sides.set(side, {
      stakes: cents((previous?.stakes ?? 0) + bet.stake),
      payout: previous ? plus(previous.payout, winnings) : winnings,
    })
  }
  const stakes = add(...bets.map((bet) => bet.stake))
  return shareOf(countedSides([...sides.values()]), stake, stakes)
}

/** The player's tickets on the matches of this one, by id, without refunded legs and cashed-out tickets. */
async function readBets(tx: Tx, { id, user_id, legs }: TicketRow): Promise<Map<string, Bet>> {
  const rows = await tx.query<Leg>(
    `select l.ticket_id, t.stake, l.match_id, l.game_time, l.selection, l.odds
      from ticket_legs l join tickets t on t.id = l.ticket_id and t.user_id = l.user_id
      where l.user_id = $2 and l.ticket_id in (
          select ticket_id from ticket_legs where user_id = $2 and match_id = any($3) union select $1)
        and (t.id = $1 or (t.state = any($4) and not t.cashed_out)) and l.result <> $5
      order by l.match_id, l.game_time, l.option_key`,
    [
      id,
      user_id,
      legs.map(({ match_id }) => match_id),
      [BetState.pending, BetState.drawn, BetState.lost, BetState.lostLate],
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
    // Of a combination, one leg has the odds of all and the others have 1: each of them wins only with all.
    const ofMatch = legs.filter((leg) => leg.match_id === match_id)
    return {
      market: `${match_id} ${game_time} ${market}`,
      side,
      odds: combinedOdds(ofMatch.map(({ odds }) => odds)),
    }
  })
  backed.sort((a, b) => (a.market < b.market ? -1 : 1))
  return {
    stake: cents(legs[0]?.stake ?? 0),
    legs: backed,
    odds: combinedOdds(legs.map(({ odds }) => odds)),
    market: backed.map(({ market }) => market).join(),
    side: backed.map(({ side }) => side).join(),
  }
}
