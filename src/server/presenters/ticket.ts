import { toNumber } from '#contract/rational.ts'
import type { TicketWire } from '#contract/http/sports.ts'
import { toWireWallet } from '#contract/http/wallet.ts'
import type { LanguageCode } from '#contract/languages.ts'
import { toWireAmount } from '#contract/money.ts'
import { settlesAgain, sportRules } from '#contract/rules/sportRules.ts'
import { codeOfScore, isStopped } from '#contract/rules/markets.ts'
import { combinedOdds, potentialReturn, returnFactor } from '#contract/rules/settlement.ts'
import { BetResult, BetState, MatchPeriod } from '#contract/statusCodes.ts'
import type { AppDeps } from '../deps.ts'
import { cashOutValue } from '../sports/cashOut.ts'
import type { LegRow, TicketRow } from '../sports/ticketRows.ts'
import { errorText } from '../texts/texts.ts'

/** A bet ticket on the wire as it stands now, with its cash-out value. */
export function presentTicket(
  deps: Pick<AppDeps, 'feed' | 'clock'>,
  ticket: TicketRow,
  language: LanguageCode,
): TicketWire {
  const odds = ticket.legs.map((leg) => leg.odds)
  const cashOut = cashOutValue(deps.feed, ticket, deps.clock.now())
  return {
    ticketId: ticket.id,
    kind: ticket.kind,
    amount: toWireAmount(ticket.stake),
    wallet: toWireWallet(ticket.wallet),
    state: shownState(deps, ticket),
    result: ticket.result,
    reason: ticket.reason && errorText(language, ticket.reason),
    odds: toNumber(combinedOdds(odds)),
    potential: toWireAmount(potentialReturn(ticket.stake, odds, ticket.max_return)),
    payout: toWireAmount(ticket.payout),
    cashOut: cashOut === null ? null : toWireAmount(cashOut),
    cashedOut: ticket.cashed_out,
    cashedStake: toWireAmount(ticket.cashed_stake),
    cashedPaid: toWireAmount(ticket.cashed_paid),
    autoCashOut: ticket.auto_cash_out === null ? null : toWireAmount(ticket.auto_cash_out),
    time: ticket.created_at.toISOString(),
    settledTime: ticket.settled_at?.toISOString() ?? null,
    ...(ticket.suspended && {
      suspended: { ...ticket.suspended, until: new Date(ticket.suspended.until).toISOString() },
    }),
    legs: ticket.legs.map((leg) => ({
      ...presentLeg(leg),
      ...presentLive(deps, leg),
      ...presentEnd(deps, leg),
      ...presentCorrection(deps, leg),
    })),
  }
}

/** An open ticket with a selection on a stopped match is not shown: its result may take another 48 hours. */
function shownState({ feed, clock }: Pick<AppDeps, 'feed' | 'clock'>, { state, legs }: TicketRow): number {
  if (state !== BetState.pending) return state
  const open = legs.filter(({ result }) => result === BetResult.accepted)
  const periods = open.map(
    ({ match_id }) => feed.match(match_id, clock.now())?.state.period ?? MatchPeriod.notOpen,
  )
  return periods.some(isStopped) ? BetState.notDrawn : state
}

function presentLeg(leg: LegRow): TicketWire['legs'][number] {
  const { selection, score_home: home, score_away: away } = leg
  const factor = leg.result === BetResult.accepted ? null : toNumber(returnFactor(leg.result, leg.odds))
  return {
    matchId: leg.match_id,
    sport: leg.sport,
    league: leg.league,
    home: leg.home,
    away: leg.away,
    time: leg.starts_at.toISOString(),
    key: leg.option_key,
    odds: leg.odds,
    ...(leg.boosted_from === null ? {} : { boostedFrom: leg.boosted_from }),
    live: leg.live,
    scoreAtBet: (selection.market === 'handicap' && selection.scoreAtBet) || null,
    result: leg.result,
    distance: leg.distance,
    factor,
    score: home === null || away === null ? null : { home, away },
    ...(leg.rules_version !== null && { rules: leg.rules_version }),
  }
}

/** Why a settled leg has another result than at first, or still the same whatever was decided after the match. */
function presentCorrection(
  { feed, clock }: Pick<AppDeps, 'feed' | 'clock'>,
  { match_id, result, correction }: LegRow,
): Pick<TicketWire['legs'][number], 'corrected'> {
  if (correction) return { corrected: correction }
  if (result === BetResult.accepted) return {}
  const told = feed.match(match_id, clock.now())?.correction
  return told && !settlesAgain[told] ? { corrected: told } : {}
}

/** How the match of a settled leg ended: a retirement explains a refund that the score does not. */
function presentEnd(
  { feed, clock }: Pick<AppDeps, 'feed' | 'clock'>,
  { match_id, result, sport }: LegRow,
): Pick<TicketWire['legs'][number], 'ended'> {
  if (result === BetResult.accepted || sportRules[sport].ends.length === 0) return {}
  const outcome = feed.match(match_id, clock.now())?.state.outcome
  return outcome ? { ended: outcome.reason } : {}
}

/** The score of a live match and what it means for an open leg; nothing for every other leg. */
function presentLive(
  { feed, clock }: Pick<AppDeps, 'feed' | 'clock'>,
  { match_id, result, selection, game_time }: LegRow,
): Pick<TicketWire['legs'][number], 'now'> {
  if (result !== BetResult.accepted) return {}
  const match = feed.match(match_id, clock.now())
  const part = match?.state.parts[game_time]
  if (!match?.isLive || !part) return {}
  const { home, away } = part
  return {
    now: {
      period: match.state.period,
      minute: match.minute,
      home,
      away,
      ...(match.sets?.length ? { sets: [...match.sets] } : {}),
      result: codeOfScore(selection, part),
    },
  }
}
