import type { Score } from '#contract/rules/markets.ts'
import { GameTime } from '#contract/statusCodes.ts'
import { fixturesBetween, type Fixture } from '#server/feed/calendar.ts'
import { pricesOf } from '#server/feed/prices.ts'
import { ratesOf } from '#server/feed/rates.ts'
import { announcedSnapshot } from '#server/feed/snapshot.ts'
import { timelineOf } from '#server/feed/timeline.ts'
import type { ClosingPrices, RealMatch } from './realMatches.ts'

const seed = 'sports:compare'
const hourMs = 3_600_000

/** So many matches of football of the built-in calendar, of these leagues, with their prices before kick-off. */
export function simulatedMatches(
  count: number,
  isOf: (fixture: Fixture) => boolean = () => true,
): RealMatch[] {
  const matches: RealMatch[] = []
  for (let from = 0; matches.length < count; from += 24 * hourMs)
    for (const fixture of fixturesBetween('football', from, from + 24 * hourMs))
      if (isOf(fixture)) matches.push(matchOf(fixture))
  return matches.slice(0, count)
}

function matchOf(fixture: Fixture): RealMatch {
  const rates = ratesOf(seed, fixture)
  const score: Score = { home: 0, away: 0 }
  for (const { side, points } of timelineOf(seed, fixture, rates).scores) score[side] += points
  const markets = pricesOf(announcedSnapshot(fixture, fixture.startsAt - hourMs), rates)
  const oddsOf = (market: string, line: number | null) =>
    markets
      .find((each) => each.market === market && each.gameTime === GameTime.fullMatch && each.line === line)
      ?.options.map(({ odds }) => odds)
  const total = oddsOf('total', 2.5)
  const line = markets.find(({ market, isMain }) => market === 'handicap' && isMain)?.line
  const handicap = line === undefined || line === null ? undefined : oddsOf('handicap', line)
  const prices: ClosingPrices = {
    winner: oddsOf('winner', null) as [number, number, number],
    ...(total && { total: total as [number, number] }),
    ...(handicap &&
      line !== undefined &&
      line !== null && { handicap: { line, odds: handicap as [number, number] } }),
  }
  return { ...score, prices }
}
