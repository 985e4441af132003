import { execFileSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { rulesOf } from '#contract/rules/sportRules.ts'
import { legResult, type GameTimeCode, type Score } from '#contract/rules/markets.ts'
import { optionOfKey, sports, type Sport } from '#contract/rules/sports.ts'
import { BetResult, GameTime, MatchPeriod } from '#contract/statusCodes.ts'
import { fixturesBetween } from '#server/feed/calendar.ts'
import { longestMs, profiles, setsPlayed } from '#server/feed/profiles.ts'
import type { FeedMatch } from '#server/feed/Feed.ts'
import { SimulatedFeed } from '#server/feed/SimulatedFeed.ts'
import { sized } from '../../../scope.ts'

const start = Date.UTC(2026, 6, 4)
const minute = 60_000
const feed = new SimulatedFeed('truth')
const at = (id: string, time: number) => feed.match(id, new Date(time)) as FeedMatch
/** Matches that are played to their end; the others are in incidents.test.ts. */
const playedBetween = (sport: Sport, from: number, to: number) =>
  fixturesBetween(sport, from, to).filter(
    ({ id, startsAt }) =>
      at(id, startsAt + longestMs(profiles[sport]) + minute).state.period === MatchPeriod.finished,
  )
/** Of the matches of a sport. */
const some = sized(2, Infinity)
const full = ({ state }: FeedMatch) => state.parts[GameTime.fullMatch] as Score

const source = `
  import { SimulatedFeed } from '#server/feed/SimulatedFeed.ts'
  const feed = new SimulatedFeed('truth')
  const now = new Date(${start})
  const all = ['football', 'basketball', 'tennis'].flatMap((sport) =>
    feed.matches(sport, 'live', now).map((match) => [match, feed.markets(match, now)]))
  process.stdout.write(JSON.stringify(all))
`

describe('the course of a match', () => {
  it('is the same in another process, and differs with another seed', () => {
    const args = ['--import', 'tsx', '--input-type=module', '--eval', source]
    const elsewhere: unknown = JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8' }))
    const outputOf = (one: SimulatedFeed): unknown => {
      const now = new Date(start)
      const all = (['football', 'basketball', 'tennis'] as const).flatMap((sport) =>
        one.matches(sport, 'live', now).map((match) => [match, one.markets(match, now)]),
      )
      return JSON.parse(JSON.stringify(all))
    }
    expect(outputOf(new SimulatedFeed('truth'))).toEqual(elsewhere)
    expect(outputOf(new SimulatedFeed('other'))).not.toEqual(elsewhere)
  })

  it('does not depend on earlier requests', () => {
    const usedFeed = new SimulatedFeed('truth')
    for (let time = start - sized(15, 60) * minute; time < start; time += minute)
      for (const match of usedFeed.matches('football', 'live', new Date(time)))
        usedFeed.markets(match, new Date(time))
    const now = new Date(start)
    for (const match of usedFeed.matches('football', 'live', now)) {
      expect(match).toEqual(feed.match(match.id, now))
      expect(usedFeed.markets(match, now)).toEqual(new SimulatedFeed('truth').markets(match, now))
    }
  })

  it.each(sports)(
    '%s: scores never fall, parts add up, periods follow each other, versions grow',
    (sport) => {
      const profile = profiles[sport]
      for (const { id, startsAt } of playedBetween(sport, start, start + 180 * minute).slice(0, some)) {
        const end = startsAt + longestMs(profile) + minute
        let before = at(id, startsAt - minute)
        expect(before).toMatchObject({ isLive: false, isSuspended: false, minute: null })
        expect(before.state.period).toBe(MatchPeriod.notOpen)
        for (let time = startsAt; time <= end; time += 45_000) {
          const now = at(id, time)
          const [previous, current] = [full(before), full(now)]
          expect(current.home).toBeGreaterThanOrEqual(previous.home)
          expect(current.away).toBeGreaterThanOrEqual(previous.away)
          expect(now.version).toBeGreaterThanOrEqual(before.version)
          if (JSON.stringify(current) !== JSON.stringify(previous))
            expect(now.version).toBeGreaterThan(before.version)
          expect(orderOf(now)).toBeGreaterThanOrEqual(orderOf(before))
          expect(now.state.periodAgeMs).toBeLessThanOrEqual(time - startsAt)
          for (const [code, part] of Object.entries(before.state.parts))
            if (part.final) expect(now.state.parts[Number(code) as GameTimeCode]).toEqual(part)
          before = now
        }
        expect(before).toMatchObject({ isLive: false, isSuspended: false })
        expect(before.state.period).toBe(MatchPeriod.finished)
        // A bout that was stopped has fewer rounds.
        if (sport !== 'boxing' || before.state.outcome?.reason === 'points') expectSums(before)
        expect(feed.markets(before, new Date(end))).toEqual([])
      }
    },
  )

  it.each(sports)('%s: every option that was offered is settled in the end', (sport) => {
    for (const { id, startsAt } of playedBetween(sport, start, start + 150 * minute).slice(0, some)) {
      const over = at(id, startsAt + longestMs(profiles[sport]))
      for (let time = startsAt - minute; time < startsAt + longestMs(profiles[sport]); time += 11 * minute) {
        const match = at(id, time)
        for (const { gameTime, options } of feed.markets(match, new Date(time)))
          for (const { key, selection } of options) {
            expect(optionOfKey(key)?.gameTime).toBe(gameTime)
            const result = legResult(selection, gameTime, over.state, rulesOf(over.sport))
            expect(result.exception).toBe(false)
            expect(result.code).not.toBe(BetResult.accepted)
          }
      }
    }
  })

  it('suspends betting after a goal, and in the last minute', () => {
    const seen = new Set<string>()
    for (const { id, startsAt } of playedBetween('football', start, start + sized(25, 60) * minute)) {
      let goals = 0
      for (let time = startsAt; at(id, time).state.period !== MatchPeriod.finished; time += 1_000) {
        const match = at(id, time)
        const { home, away } = full(match)
        if (home + away > goals) {
          expect(match.isSuspended).toBe(true)
          expect(at(id, time + 8_000).isSuspended).toBe(true)
          seen.add('goal')
        }
        goals = home + away
        const isLast = at(id, time + 59_000).state.period === MatchPeriod.finished
        if (isLast) {
          expect(match.isSuspended).toBe(true)
          expect(feed.markets(match, new Date(time)).every(({ isSuspended }) => isSuspended)).toBe(true)
          seen.add('end')
        }
      }
    }
    expect(seen).toEqual(new Set(['goal', 'end']))
  })

  it.each(sports)('%s: suspends betting after a score, as long as the sport pauses', (sport) => {
    let scores = 0
    for (const { id, startsAt } of playedBetween(sport, start, start + 180 * minute).slice(0, 1)) {
      let before = 0
      for (let time = startsAt; scores < 2 && at(id, time).isLive; time += 2_000) {
        const match = at(id, time)
        const { home, away } = full(match)
        if (home + away > before) {
          scores++
          // The score is up to two seconds older than the moment at which it is seen.
          const pauseMs = profiles[sport].scorePauseMs
          expect(match.isSuspended).toBe(true)
          const later = at(id, time + pauseMs - 2_001)
          if (later.isLive) expect(later.isSuspended).toBe(true)
        }
        before = home + away
      }
    }
    expect(scores).toBeGreaterThan(0)
  })

  it('suspends tennis after a game only: a pause before one would tell how it ends', () => {
    const [fixture] = playedBetween('tennis', start, start + 60 * minute)
    if (!fixture) throw new Error('no match')
    const { id, startsAt } = fixture
    let told = ''
    let changedAt = -Infinity
    let games = 0
    for (let time = startsAt; at(id, time).isLive; time += 1_000) {
      const match = at(id, time)
      const now = JSON.stringify(match.sets)
      if (told && now !== told) {
        changedAt = time
        games++
      }
      told = now
      // The change is up to a second older than the moment at which it is seen.
      if (time >= changedAt + 10_000) expect(match.isSuspended, `${time - startsAt} ms`).toBe(false)
      else if (time < changedAt + 9_000) expect(match.isSuspended, `${time - startsAt} ms`).toBe(true)
    }
    expect(games).toBeGreaterThan(11)
  })
})

function orderOf({ state }: FeedMatch): number {
  const order: readonly number[] = [
    MatchPeriod.notOpen,
    MatchPeriod.firstHalf,
    MatchPeriod.midfield,
    MatchPeriod.secondHalf,
    MatchPeriod.overtime,
    MatchPeriod.penalties,
    MatchPeriod.finished,
  ]
  const index = order.indexOf(state.period)
  expect(index).toBeGreaterThanOrEqual(0)
  return index
}

/** Expects quarters to add up to the match and its halves, sets to follow the rules, and all parts to be over. */
function expectSums(match: FeedMatch): void {
  const profile = profiles[match.sport]
  const { parts } = match.state
  expect(Object.values(parts).every(({ final }) => final)).toBe(true)
  const { home, away } = full(match)
  if (profile.kind === 'sets') {
    if (profile.all) expect(setsPlayed(profile, { home, away })).toBe(profile.target)
    else {
      expect(Math.max(home, away)).toBe(profile.target)
      expect(Math.min(home, away)).toBeLessThan(profile.target)
    }
    return
  }
  const sum = (codes: readonly (GameTimeCode | undefined)[]) =>
    codes.reduce(
      (total, code) => {
        const part = code && parts[code]
        return { home: total.home + (part?.home ?? NaN), away: total.away + (part?.away ?? NaN) }
      },
      { home: 0, away: 0 },
    )
  const quarters = profile.plays.filter(({ quarter }) => quarter)
  if (quarters.length > 0) {
    expect(sum(quarters.map(({ quarter }) => quarter))).toEqual({ home, away })
    const first = quarters.filter(({ half }) => half === 1).map(({ quarter }) => quarter)
    expect(parts[GameTime.firstHalf]).toMatchObject(sum(first))
  } else if (profile.hasHalves) {
    expect(parts[GameTime.firstHalf]?.home).toBeLessThanOrEqual(home)
    expect(parts[GameTime.firstHalf]?.away).toBeLessThanOrEqual(away)
  }
}
