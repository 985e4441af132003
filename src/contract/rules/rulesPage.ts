/** What the page of rules says about a sport (docs/product.md, "Rules of a sport"), from the table that settles it. */
import type { HouseRules, SettlementRules } from './settlementRules.ts'
import { correctionReasons, type CorrectionReason, type PublishedRules } from './sportRules.ts'
import { hasHalves, scoreUnitOf, type ScoreUnit, type Sport } from './sports.ts'

/** What matches that are won by a number of them count: sets, frames, or points. */
type WonBy = Exclude<ScoreUnit, 'Goals' | 'Runs'>

/** The sentences of the page: `rules.lines` in the dictionaries. */
export type RuleLineKey =
  | 'regularTime'
  | 'overtime'
  | 'extraInnings'
  | 'innings'
  | 'judges'
  | `toWin.${WonBy}`
  | 'drawWins'
  | 'doubleChance'
  | 'bothScore'
  | 'correctScore'
  | 'levelRefund'
  | 'superOver'
  | 'noSuperOver'
  | 'unfinished'
  | `afterOne.${WonBy}`
  | 'endOnly'
  | 'officialWinner'
  | 'givenUpRefund'
  | 'walkover'
  | 'wait'
  | 'laterDay'
  | 'cancelled'
  | 'decidedInSets'
  | 'decidedTotals'
  | 'finishedParts'
  | 'quarterLine'
  | 'settledAgain'
  | 'stands'

export interface RuleLine {
  key: RuleLineKey
  /** Numbers in the sentence. */
  figures?: Readonly<Record<string, number>>
  /** Reasons of corrections that the sentence lists. */
  reasons?: readonly CorrectionReason[]
}

export type RulePart = 'counts' | 'level' | 'markets' | 'givenUp' | 'stopped' | 'decided' | 'corrections'

/** The usual number of sets, frames or points that wins a match; a match of another format tells its own. */
const usuallyToWin: Partial<Record<Sport, number>> = {
  tennis: 2,
  snooker: 5,
  volleyball: 3,
  badminton: 2,
  tableTennis: 4,
  motorRacing: 4,
}
/** With a draw to bet on; elsewhere a level result refunds bets on the winner. */
const withDraw: readonly Sport[] = ['football']

/** The parts of the page in their order, each with its sentences; a part without sentences is left out. */
export function ruleLinesOf(sport: Sport, rules: PublishedRules): { part: RulePart; lines: RuleLine[] }[] {
  const { waitHours: hours } = rules
  const parts: { part: RulePart; lines: RuleLine[] }[] = [
    { part: 'counts', lines: [whatCounts(sport, rules)] },
    { part: 'level', lines: [ofLevelResult(sport, rules)] },
    { part: 'markets', lines: ofMarkets(sport) },
    { part: 'givenUp', lines: ofGivenUp(sport, rules) },
    {
      part: 'stopped',
      lines: [
        { key: 'wait', figures: { hours } },
        { key: 'laterDay', figures: { hours } },
        { key: 'cancelled' },
      ],
    },
    { part: 'decided', lines: ofDecided(sport) },
    { part: 'corrections', lines: ofCorrections(rules) },
  ]
  return parts.filter(({ lines }) => lines.length > 0)
}

function whatCounts(sport: Sport, { overtime, ends }: SettlementRules): RuleLine {
  const setsToWin = usuallyToWin[sport]
  if (setsToWin !== undefined) return { key: `toWin.${wonBy(sport)}`, figures: { number: setsToWin } }
  if (ends.includes('knockout')) return { key: 'judges' }
  if (ends.includes('superOver')) return { key: 'innings' }
  if (!overtime) return { key: 'regularTime' }
  return { key: scoreUnitOf(sport) === 'Runs' ? 'extraInnings' : 'overtime' }
}

function ofLevelResult(sport: Sport, { ends, house }: SettlementRules): RuleLine {
  // Somebody has won by sets, or the match was not played to its end.
  if (usuallyToWin[sport] !== undefined) return { key: 'unfinished' }
  if (withDraw.includes(sport)) return { key: 'drawWins' }
  if (!ends.includes('superOver')) return { key: 'levelRefund' }
  return { key: house.superOver ? 'superOver' : 'noSuperOver' }
}

/** Markets whose name does not say all; those of a sport with draws. */
function ofMarkets(sport: Sport): RuleLine[] {
  if (!withDraw.includes(sport)) return []
  return [{ key: 'doubleChance' }, { key: 'bothScore' }, { key: 'correctScore' }]
}

function ofGivenUp(sport: Sport, { ends, retirement, house }: SettlementRules): RuleLine[] {
  const lines: RuleLine[] = []
  if (ends.includes('retirement') || ends.includes('disqualification'))
    lines.push({ key: ofRetirement(sport, retirement, house) })
  if (ends.includes('walkover')) lines.push({ key: 'walkover' })
  return lines
}

function ofRetirement(
  sport: Sport,
  retirement: SettlementRules['retirement'],
  house: HouseRules,
): RuleLineKey {
  switch (retirement) {
    case 'official':
      return 'officialWinner'
    case 'refund':
      return 'givenUpRefund'
    case 'house':
      return house.retirement === 'afterOneSet' ? `afterOne.${wonBy(sport)}` : 'endOnly'
  }
}

/** What stands in a match that is stopped or given up; sets have an example, the last set that could be played. */
function ofDecided(sport: Sport): RuleLine[] {
  const setsToWin = usuallyToWin[sport]
  const parts: RuleLine[] = hasHalves(sport) ? [{ key: 'finishedParts' }] : []
  if (setsToWin === undefined) return [...parts, { key: 'decidedTotals' }, { key: 'quarterLine' }]
  const level = setsToWin - 1
  const inSets: RuleLine = { key: 'decidedInSets', figures: { level, line: 2 * level + 0.5 } }
  return [...parts, inSets, { key: 'quarterLine' }]
}

function ofCorrections({ settledAgain, correctionHours: hours }: PublishedRules): RuleLine[] {
  const others = correctionReasons.filter((reason) => !settledAgain.includes(reason))
  return [
    { key: 'settledAgain', figures: { hours }, reasons: settledAgain },
    { key: 'stands', reasons: others },
  ]
}

function wonBy(sport: Sport): WonBy {
  const unit = scoreUnitOf(sport)
  return unit === 'Goals' || unit === 'Runs' ? 'Points' : unit
}
