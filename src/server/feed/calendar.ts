import { isSport, type Sport } from '#contract/rules/sports.ts'
import { leagues } from './leagues.ts'
import { longestMs, profiles } from './profiles.ts'

/** A scheduled match. */
export interface Fixture {
  id: string
  sport: Sport
  league: string
  home: string
  away: string
  /** Kick-off, in ms since 1970. */
  startsAt: number
}

const minuteMs = 60_000
/** The calendar ends this far in the future. */
const horizonMs = 400 * 24 * 60 * minuteMs

/**
 * The match with this id; undefined for an invalid id, or for a match too far ahead. The calendar is
 * endless and deterministic: in each league one match after the other begins on a fixed grid, round after
 * round.
 */
export function fixtureOf(id: string, now: number): Fixture | undefined {
  const [, sport = '', league = '', slot = ''] = /^([a-zA-Z]+)-(0|[1-9]\d?)-(0|[1-9]\d{0,8})$/.exec(id) ?? []
  if (!isSport(sport) || slot === '' || Number(league) >= leagues[sport].length) return undefined
  const fixture = fixtureAt(sport, Number(league), Number(slot))
  return fixture.startsAt <= now + horizonMs ? fixture : undefined
}

/**
 * Matches of a sport that begin after `from` and not later than `to` (ms since 1970), in the order of their
 * kick-off.
 */
export function fixturesBetween(sport: Sport, from: number, to: number): Fixture[] {
  const spacing = profiles[sport].spacing * minuteMs
  const count = leagues[sport].length
  const fixtures: Fixture[] = []
  // The kick-offs of a sport are numbered, and its leagues take turns.
  for (let n = Math.max(0, Math.floor(from / spacing) + 1); n * spacing <= to; n++)
    fixtures.push(fixtureAt(sport, n % count, Math.floor(n / count)))
  return fixtures
}

/** How often two sides have met in what `fixturesBefore` returns. */
const meetings = 5

/**
 * Matches of a league that began before `time` (ms since 1970), the last first, as far back as any two teams have met a few
 * times. None for a league that the calendar does not have.
 */
export function* fixturesBefore(sport: Sport, league: string, time: number): Generator<Fixture> {
  const index = leagues[sport].findIndex(({ name }) => name === league)
  const teams = leagues[sport][index]?.teams.length ?? 0
  if (teams === 0) return
  const kickOff = Math.ceil(time / (profiles[sport].spacing * minuteMs)) - 1
  const last = Math.floor((kickOff - index) / leagues[sport].length)
  const first = Math.max(0, last - meetings * (teams - 1) * (teams / 2) + 1)
  for (let slot = last; slot >= first; slot--) yield fixtureAt(sport, index, slot)
}

/** Matches that may be live at this moment, possibly with some that are over already. */
export function fixturesAround(sport: Sport, now: number): Fixture[] {
  return fixturesBetween(sport, now - longestMs(profiles[sport]), now)
}

function fixtureAt(sport: Sport, leagueIndex: number, slot: number): Fixture {
  const { name, teams } = leagues[sport][leagueIndex] as (typeof leagues)[Sport][number]
  const pairs = teams.length / 2
  const [home, away] = pairing(teams.length, Math.floor(slot / pairs), slot % pairs)
  const kickOff = slot * leagues[sport].length + leagueIndex
  return {
    id: `${sport}-${leagueIndex}-${slot}`,
    sport,
    league: name,
    home: teams[home] as string,
    away: teams[away] as string,
    startsAt: kickOff * profiles[sport].spacing * minuteMs,
  }
}

/**
 * The two teams of a pair in a round of the circle method: the first team stays in place, the others rotate.
 * A team moves by at most one pair between rounds, so it never plays two matches at the same time.
 */
function pairing(count: number, round: number, pair: number): [home: number, away: number] {
  const teamAt = (place: number) =>
    place === 0 ? 0 : 1 + ((((place - 1 - round) % (count - 1)) + count - 1) % (count - 1))
  const [first, second] = [teamAt(pair), teamAt(count - 1 - pair)]
  // Home and away alternate. The number of rounds until two teams meet again is odd, so then they swap.
  const isSwapped = (pair + round) % 2 === 1
  return isSwapped ? [second, first] : [first, second]
}
