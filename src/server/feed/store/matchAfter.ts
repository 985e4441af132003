import type { GameTimeCode, PeriodCode, Score } from '#contract/rules/markets.ts'
import { settlesAgain } from '#contract/rules/sportRules.ts'
import { GameTime, MatchPeriod } from '#contract/statusCodes.ts'
import { isBehind, type ToldFixture, type ToldState } from '../../providers/feed/FeedProvider.ts'
import { eventsAfter } from '../scriptedEvents.ts'
import { isCorrection, livePeriods, markFinal, stopAfter } from '../scripts.ts'
import type { Parts } from '../snapshot.ts'
import type { StoredMatch } from './rows.ts'

/** The match after its fixture was told; `now` in ms since 1970. */
export function matchWithFixture(
  before: StoredMatch | undefined,
  told: ToldFixture,
  now: number,
): StoredMatch {
  const { matchId: id, sport, league, home, away, startsAt, isNeutral = false, coverage } = told
  const known = before ?? {
    period: MatchPeriod.notOpen,
    periodSince: now,
    minute: null,
    parts: { [GameTime.fullMatch]: { home: 0, away: 0, final: false } },
    isSuspended: false,
    events: [],
  }
  const isMoved = before !== undefined && before.fixture.startsAt !== startsAt
  const fixture = { id, sport, league: league.name, home: home.name, away: away.name, startsAt }
  return {
    ...known,
    fixture,
    leagueId: league.id,
    homeId: home.id,
    awayId: away.id,
    countryId: league.country?.id,
    isNeutral,
    coverage,
    setsToWin: told.setsToWin ?? before?.setsToWin,
    ...stopAfter(
      { ...known, fixture },
      { startsAt: isMoved ? startsAt : undefined, period: known.period },
      now,
    ),
  }
}

/** Whether others play than was told before, or with the sides exchanged: an option is then a bet on another team. */
export function areOtherSides(before: StoredMatch, { home, away }: ToldFixture): boolean {
  return before.homeId !== home.id || before.awayId !== away.id
}

/** The match after a change was told; `now` in ms since 1970. What is decided at the venue stays, whatever is told afterwards. */
export function matchWithState(before: StoredMatch, told: ToldState, now: number): StoredMatch {
  const { fixture, coverage } = before
  const { correction = 'wrongScore' } = told
  // Players are told why the result stands.
  if (before.period === MatchPeriod.finished && !settlesAgain[correction]) return { ...before, correction }
  const period = told.period ?? before.period
  if (told.mayBeOld && isBehind(period, before.period)) return before
  const isNewPeriod = period !== before.period
  const parts = markFinal(fixture.sport, partsAfter(before, told.parts, coverage), period)
  const minute = told.minute === undefined ? minuteAfter(before, isNewPeriod) : told.minute
  const change = {
    sport: fixture.sport,
    before: fullScore(before.parts),
    after: fullScore(parts),
    minute,
    period: isNewPeriod ? period : null,
    incident: null,
  }
  const outcome = told.outcome ?? (period === MatchPeriod.finished ? before.outcome : undefined)
  const isOtherOutcome = JSON.stringify(told.outcome ?? null) !== JSON.stringify(before.outcome ?? null)
  const correctedBy = told.outcome && isOtherOutcome ? { outcome: told.outcome } : {}
  return {
    ...before,
    period,
    periodSince: told.periodSince ?? (isNewPeriod ? now : before.periodSince),
    ...stopAfter(before, { startsAt: undefined, period }, now),
    minute: livePeriods.includes(period) ? minute : null,
    parts,
    sets: told.sets ?? before.sets,
    isSuspended: told.isSuspended ?? before.isSuspended,
    outcome,
    events: eventsAfter(before.events ?? [], change),
    statistics: told.statistics ?? before.statistics,
    ...(isResultChanged(before, { period, parts }, correctedBy) && { correctedAt: now, correction }),
  }
}

function isResultChanged(
  before: StoredMatch,
  after: { period: PeriodCode; parts: Parts },
  told: Pick<ToldState, 'outcome'>,
): boolean {
  // The same words again are no correction.
  const isSame =
    before.period === after.period &&
    told.outcome === undefined &&
    JSON.stringify(before.parts) === JSON.stringify(after.parts)
  return !isSame && isCorrection(before, after, told)
}

function minuteAfter({ minute }: StoredMatch, isNewPeriod: boolean): number | null {
  return isNewPeriod ? null : minute
}

/**
 * Scores of parts that nobody counts are left out: bets on them are refunded rather than settled by a default 0. One that is told
 * as unknown is dropped, unless it is final.
 */
function partsAfter(
  { parts }: StoredMatch,
  told: ToldState['parts'],
  coverage: readonly GameTimeCode[] | undefined,
): Parts {
  const after: Parts = { ...parts }
  for (const [name, score] of Object.entries(told ?? {})) {
    const code = Number(name) as GameTimeCode
    const isMatch = code === GameTime.fullMatch
    if (score === null) {
      if (!isMatch && !after[code]?.final) delete after[code]
    } else if (isMatch || coverage === undefined || coverage.includes(code))
      after[code] = { ...score, final: false }
  }
  return after
}

function fullScore(parts: Parts): Score {
  const { home = 0, away = 0 } = parts[GameTime.fullMatch] ?? {}
  return { home, away }
}
