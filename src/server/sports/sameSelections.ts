import type { Selection } from '#contract/rules/markets.ts'
import { keyOfOption } from '#contract/rules/sports.ts'
import type { LegRow } from './ticketRows.ts'

/**
 * The keys of all options by which the same bet can be made, in an order that is the same for each of them: the house loses by all
 * of them together. A live handicap counts from a score of its own, and is like no other.
 */
export function sameKeys({
  selection,
  game_time: gameTime,
  option_key,
}: Pick<LegRow, 'selection' | 'game_time' | 'option_key'>): string[] {
  if (selection.market === 'handicap' && selection.scoreAtBet) return [option_key]
  const same = sameSelections(selection)
  return same.length === 0 ? [option_key] : same.map((each) => keyOfOption({ selection: each, gameTime }))
}

const handicapSides = { home: 'homeDraw', away: 'drawAway' } as const

/** Empty: there is only this one. */
function sameSelections(selection: Selection): Selection[] {
  switch (selection.market) {
    case 'total':
    case 'bigSmall':
      return sameTotals(selection.side === 'over' || selection.side === 'big', selection.line)
    case 'correctScore':
      return selection.side === '0-0' ? sameTotals(false, 0.5) : []
    case 'winner':
      return selection.side === 'draw' ? [] : sameLeads(selection.side, selection.ways === 3 ? -0.5 : 0)
    case 'handicap':
      return sameLeads(selection.side, selection.line)
    case 'doubleChance':
      return selection.side === 'homeAway'
        ? []
        : sameLeads(selection.side === 'homeDraw' ? 'home' : 'away', 0.5)
    case 'corners':
    case 'oddEven':
    case 'bothScore':
      return []
  }
}

function sameTotals(isOver: boolean, line: number): Selection[] {
  const totals: Selection[] = [
    { market: 'total', side: isOver ? 'over' : 'under', line },
    { market: 'bigSmall', side: isOver ? 'big' : 'small', line },
  ]
  return !isOver && line === 0.5 ? [...totals, { market: 'correctScore', side: '0-0' }] : totals
}

/** Bets on a lead of this side: won, not lost, or refunded when there is none. */
function sameLeads(side: 'home' | 'away', line: number): Selection[] {
  const handicap: Selection = { market: 'handicap', side, line }
  if (line === -0.5) return [handicap, { market: 'winner', side, ways: 3 }]
  if (line === 0) return [handicap, { market: 'winner', side, ways: 2 }]
  return line === 0.5 ? [handicap, { market: 'doubleChance', side: handicapSides[side] }] : []
}
