import { describe, expect, it } from 'vitest'
import { CORRECTION_MS, legResult, type MatchState, type Selection } from '#contract/rules/markets.ts'
import { ruleLinesOf, type RuleLineKey } from '#contract/rules/rulesPage.ts'
import type { HouseRules, Outcome } from '#contract/rules/settlementRules.ts'
import {
  correctionReasons,
  publishedRules,
  rulesOf,
  settlesAgain,
  sportRules,
} from '#contract/rules/sportRules.ts'
import { hasHalves, sports, type Sport } from '#contract/rules/sports.ts'
import { GameTime, MatchPeriod } from '#contract/statusCodes.ts'
import { profiles, setsToWinOf } from '#server/feed/profiles.ts'

const houses: HouseRules[] = [
  { retirement: 'afterOneSet', superOver: true },
  { retirement: 'endOnly', superOver: false },
]
const cases = sports.flatMap((sport) => houses.map((house) => ({ sport, house })))
const hourMs = 3_600_000

/** The codes of bets on both winners of a match that ended or stopped so. */
const [won, lost, refunded, open] = [10, 20, 90, 1000]
const winner = (side: 'home' | 'draw' | 'away', ways: 2 | 3): Selection => ({ market: 'winner', side, ways })
const over = (line: number): Selection => ({ market: 'total', side: 'over', line })

function settle({ sport, house }: { sport: Sport; house: HouseRules }) {
  const { ways } = profiles[sport]
  const codeOf = (selection: Selection, home: number, away: number, more: Partial<MatchState> = {}) =>
    legResult(
      selection,
      1,
      {
        period: -1,
        periodAgeMs: 0,
        parts: { 1: { home, away, final: more.period === undefined } },
        ...setsToWinOf(profiles[sport]),
        ...more,
      },
      rulesOf(sport, house),
    ).code
  const ended = (home: number, away: number, reason: Outcome['reason']) =>
    codeOf(winner('home', ways), home, away, { outcome: { winner: 'home', reason } })
  return { ways, codeOf, ended, level: (side: 'home' | 'draw') => codeOf(winner(side, ways), 1, 1) }
}

function linesOf({ sport, house }: { sport: Sport; house: HouseRules }) {
  const lines = ruleLinesOf(sport, publishedRules(sport, house)).flatMap((part) => part.lines)
  const has = (key: RuleLineKey) => lines.some((line) => line.key === key)
  return {
    has,
    hasAny: (start: string) => lines.some(({ key }) => key.startsWith(start)),
    line: (start: string) => lines.find(({ key }) => key.startsWith(start)),
  }
}

describe.each(cases)('the rules of $sport say what settlement does ($house.retirement)', (which) => {
  const { sport } = which
  const page = linesOf(which)
  const { ways, codeOf, ended, level } = settle(which)

  it('about the markets of the score', () => {
    const keys = ['doubleChance', 'bothScore', 'correctScore'] as const
    expect(keys.filter((key) => page.has(key))).toEqual(ways === 3 ? keys : [])
    if (ways !== 3) return
    const stopped = { period: MatchPeriod.cancelled }
    const both: Selection = { market: 'bothScore', side: 'yes' }
    expect([codeOf(both, 1, 2), codeOf(both, 3, 0), codeOf(both, 1, 1, stopped)]).toEqual([won, lost, won])
    const double: Selection = { market: 'doubleChance', side: 'homeDraw' }
    expect([codeOf(double, 2, 1), codeOf(double, 1, 1), codeOf(double, 0, 1)]).toEqual([won, won, lost])
    const other: Selection = { market: 'correctScore', side: 'other' }
    const listed: Selection = { market: 'correctScore', side: '2-1' }
    expect([codeOf(listed, 2, 1), codeOf(listed, 1, 1)]).toEqual([won, lost])
    expect([codeOf(other, 4, 3), codeOf(other, 2, 1)]).toEqual([won, lost])
  })

  it('about what counts', () => {
    expect(page.has('overtime') || page.has('extraInnings')).toBe(sportRules[sport].overtime)
    expect(page.has('regularTime')).toBe(ways === 3)
    const first = page.line('toWin.')
    // With one set less, nobody has won the match yet.
    expect(first?.figures?.['number']).toBe(setsToWinOf(profiles[sport]).setsToWin)
    if (first?.figures?.['number'] !== undefined) {
      const { number } = first.figures
      expect(codeOf(winner('home', ways), number - 1, 0)).toBe(refunded)
      expect(codeOf(winner('home', ways), number, 0)).toBe(won)
    }
    const behind: Partial<MatchState> = { outcome: { winner: 'home', reason: 'knockout' } }
    if (page.has('judges')) expect(codeOf(winner('home', ways), 1, 9, behind)).toBe(won)
  })

  it('about a level result', () => {
    expect(page.has('drawWins')).toBe(level('draw') === won)
    expect(level('home')).toBe(page.has('drawWins') ? lost : refunded)
    const bySuperOver = sportRules[sport].ends.includes('superOver') && ended(1, 1, 'superOver') === won
    expect(page.has('superOver')).toBe(bySuperOver)
    const others = ['levelRefund', 'noSuperOver', 'unfinished'] as const
    expect(others.some(page.has)).toBe(!bySuperOver && ways === 2)
  })

  it('about a match that a side gives up', () => {
    const canRetire = sportRules[sport].ends.includes('retirement')
    const [before, after] = [ended(0, 0, 'retirement'), ended(1, 0, 'retirement')]
    expect(page.has('officialWinner')).toBe(canRetire && before === won)
    expect(page.hasAny('afterOne.')).toBe(canRetire && before === refunded && after === won)
    expect(page.has('endOnly') || page.has('givenUpRefund')).toBe(canRetire && after === refunded)
    expect([ended(0, 0, 'disqualification'), ended(1, 0, 'disqualification')]).toEqual([before, after])
    expect(page.has('walkover')).toBe(sportRules[sport].ends.includes('walkover'))
    expect(ended(1, 0, 'walkover')).toBe(refunded)
  })

  it('about a match that stops', () => {
    const ms = (page.line('wait')?.figures?.['hours'] ?? 0) * hourMs
    const waiting = (stoppedMs: number) =>
      codeOf(winner('home', ways), 1, 0, { period: -12, periodAgeMs: 0, stoppedMs })
    expect([waiting(ms - 1), waiting(ms)]).toEqual([open, refunded])
    expect(page.line('laterDay')?.figures).toEqual(page.line('wait')?.figures)
    expect(page.has('cancelled')).toBe(true)
    expect(codeOf(winner('home', ways), 1, 0, { period: -10 })).toBe(refunded)
  })

  it('about what play had decided', () => {
    const { level: each, line } = page.line('decidedInSets')?.figures ?? {}
    expect(page.has('decidedTotals')).toBe(each === undefined)
    if (each !== undefined && line !== undefined) {
      expect(codeOf(over(line), each, each, { period: -12 })).toBe(won)
      expect(codeOf(over(line), each, each - 1, { period: -12 })).toBe(open)
    } else {
      expect(codeOf(over(2.5), 2, 1, { period: -12 })).toBe(won)
      // Over 2.75 at three: the half on 2.5 has won, the half on 3 is refunded.
      expect(codeOf(over(2.75), 2, 1, { period: -10 })).toBe(21)
    }
    expect(page.has('quarterLine')).toBe(true)
    const firstHalf: MatchState = {
      period: -12,
      periodAgeMs: 0,
      parts: { [GameTime.firstHalf]: { home: 1, away: 0, final: true } },
    }
    if (page.has('finishedParts'))
      expect(legResult(over(0.5), GameTime.firstHalf, firstHalf, rulesOf(sport, which.house)).code).toBe(won)
    expect(page.has('finishedParts')).toBe(hasHalves(sport))
  })

  it('about corrections', () => {
    const [again, stands] = [page.line('settledAgain'), page.line('stands')]
    expect(again?.figures).toEqual({ hours: CORRECTION_MS / hourMs })
    for (const reason of correctionReasons) {
      expect(again?.reasons?.includes(reason), reason).toBe(settlesAgain[reason])
      expect(stands?.reasons?.includes(reason), reason).toBe(!settlesAgain[reason])
    }
  })
})
