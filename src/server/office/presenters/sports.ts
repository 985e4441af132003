import type {
  MarketRow,
  MatchDecision,
  MatchDetail,
  MatchRow,
  SelectionRow,
  SportsRule,
  VerdictPreview,
} from '#contract/office/sports.ts'
import { optionOfKey } from '#contract/rules/sports.ts'
import { GameTime, MatchPeriod } from '#contract/statusCodes.ts'
import type { AppDeps } from '../../deps.ts'
import { marketCode, type DeskDecision, type DeskRule } from '../../feed/desk/Desk.ts'
import type { FeedMatch } from '../../feed/Feed.ts'
import { partsOfSport } from '../../feed/snapshot.ts'
import type { DecisionPreview } from '../../sports/trading/decisions.ts'
import type { ExposureSum } from '../../sports/trading/exposureRows.ts'
import { marketOfKey } from '../../sports/exposure.ts'

type Deps = Pick<AppDeps, 'feed' | 'desk' | 'clock'>

export function presentMatchRow({ desk }: Deps, match: FeedMatch, sum: ExposureSum | undefined): MatchRow {
  const { home, away } = match.state.parts[GameTime.fullMatch] ?? { home: 0, away: 0 }
  const decision = desk.decision(match.id)
  return {
    id: match.id,
    sport: match.sport,
    league: match.league,
    home: match.home,
    away: match.away,
    startsAt: match.startsAt.toISOString(),
    period: match.state.period,
    minute: match.minute,
    homeScore: home,
    awayScore: away,
    isLive: match.isLive,
    isSuspended: match.isSuspended,
    isStopped: desk.isStopped(match),
    hasOwnStop: desk.rules.some((rule) => rule.isStopped && rule.matchId === match.id && rule.market === ''),
    isDecided: decision !== undefined && (decision.state !== null || decision.voidMarkets.length > 0),
    stakeCents: sum?.stake ?? 0,
    exposureCents: sum?.exposure ?? 0,
  }
}

/** A match with its markets: those on offer, and those that there are open bets on. */
export function presentMatchDetail(
  deps: Deps,
  match: FeedMatch,
  selections: readonly ExposureSum[],
  deciderName: string | undefined,
): MatchDetail {
  const { feed, desk, clock } = deps
  const decision = desk.decision(match.id)
  const byKey = new Map(selections.map((sum) => [sum.key ?? '', sum]))
  const offered = feed.markets(match, clock.now())
  const statusOf = (code: string) => ({
    isStopped: desk.isStopped(match, code),
    isVoid: decision?.voidMarkets.includes(code) ?? false,
  })
  const markets: MarketRow[] = offered.map(({ market, gameTime, line, isSuspended, options }) => ({
    code: marketCode(market, gameTime),
    market,
    gameTime,
    line,
    isSuspended: isSuspended || match.isSuspended,
    ...statusOf(marketCode(market, gameTime)),
    selections: options.map(({ key, odds, isClosed }) =>
      selectionRow(key, isClosed ? null : odds, byKey.get(key)),
    ),
  }))
  const shown = new Set(offered.flatMap(({ options }) => options.map(({ key }) => key)))
  for (const [key, sum] of byKey) if (!shown.has(key)) addUnoffered(markets, key, sum, statusOf)
  const total = {
    stake: selections.reduce((all, { stake }) => all + stake, 0),
    exposure: Math.max(0, ...selections.map(({ exposure }) => exposure)),
  }
  return {
    ...presentMatchRow(deps, match, undefined),
    hasBegun: clock.now() >= match.startsAt,
    stakeCents: total.stake,
    exposureCents: total.exposure,
    markets,
    scores: partsOfSport(match.sport).flatMap((gameTime) => {
      const part = match.state.parts[gameTime]
      return part ? [{ gameTime, home: part.home, away: part.away, isFinal: part.final }] : []
    }),
    parts: partsOfSport(match.sport),
    rules: desk.rules
      .filter((rule) => concerns(rule, match))
      .toReversed()
      .map((rule) => presentRule(deps, rule)),
    decision: decision ? presentDecision(decision, deciderName) : null,
  }
}

/** A selection with open bets whose market or line is not offered any more. */
function addUnoffered(
  markets: MarketRow[],
  key: string,
  sum: ExposureSum,
  statusOf: (code: string) => Pick<MarketRow, 'isStopped' | 'isVoid'>,
): void {
  const option = optionOfKey(key)
  if (!option) return
  const { selection, gameTime } = option
  const own = 'line' in selection ? selection.line : null
  const isAway = selection.market === 'handicap' && selection.side === 'away'
  const line = isAway && own !== null ? 0 - own : own
  const code = marketOfKey(key)
  let market = markets.find((each) => each.code === code && each.line === line)
  if (!market) {
    market = {
      code,
      market: selection.market,
      gameTime,
      line,
      isSuspended: true,
      ...statusOf(code),
      selections: [],
    }
    markets.push(market)
  }
  market.selections.push(selectionRow(key, null, sum))
}

function selectionRow(key: string, odds: number | null, sum: ExposureSum | undefined): SelectionRow {
  const selection = optionOfKey(key)?.selection
  return {
    key,
    side: selection?.side ?? '',
    line: selection && 'line' in selection ? selection.line : null,
    odds,
    tickets: sum?.tickets ?? 0,
    stakeCents: sum?.stake ?? 0,
    exposureCents: sum?.exposure ?? 0,
  }
}

function concerns({ sport, league, matchId }: DeskRule, match: FeedMatch): boolean {
  if (matchId !== '') return matchId === match.id
  return (sport === '' || sport === match.sport) && (league === '' || league === match.league)
}

export function presentRule({ feed, clock }: Pick<Deps, 'feed' | 'clock'>, rule: DeskRule): SportsRule {
  const match = rule.matchId === '' ? undefined : feed.match(rule.matchId, clock.now())
  return {
    id: [rule.matchId, rule.sport, rule.league, rule.market].join('/'),
    matchName: match ? `${match.home} × ${match.away}` : null,
    sport: rule.sport,
    league: rule.league,
    matchId: rule.matchId,
    market: rule.market,
    isStopped: rule.isStopped,
    priceFactor: rule.priceFactor,
    margin: rule.margin,
    maxStakeCents: rule.maxStake,
    maxWinCents: rule.maxWin,
    maxExposureCents: rule.maxExposure,
    changedById: rule.changedBy,
    changedAt: rule.changedAt.toISOString(),
  }
}

function presentDecision(
  { state, voidMarkets, correction, decidedBy, decidedAt }: DeskDecision,
  name = decidedBy,
): MatchDecision {
  return {
    kind: state === null ? null : state.period === MatchPeriod.cancelled ? 'void' : 'result',
    voidMarkets,
    correction,
    decidedById: decidedBy,
    decidedByName: name,
    decidedAt: decidedAt.toISOString(),
  }
}

export function presentPreview(preview: DecisionPreview): VerdictPreview {
  return {
    tickets: preview.tickets.map((each) => ({
      id: each.ticketId,
      playerId: each.userId,
      stakeCents: each.stake,
      paidCents: each.paid,
      payoutCents: each.payout,
      changeCents: each.change,
      shortfallCents: each.shortfall,
      isCorrection: each.isCorrection,
    })),
    settled: preview.settled,
    corrected: preview.corrected,
    open: preview.open,
    tooOld: preview.tooOld,
    paidCents: preview.paid,
    takenBackCents: preview.takenBack,
    shortfallCents: preview.shortfall,
    playersShort: preview.playersShort,
    isPartial: preview.isPartial,
    needsSecondPerson: preview.corrected > 0,
  }
}
