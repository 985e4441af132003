import {
  slotLines,
  slotPayout,
  type LineSymbol,
  type SlotSymbol,
  type SpinResult,
} from '#contract/games/slots.ts'
import { ZERO, type Cents } from '#contract/money.ts'

/** A cell of the board: reel 0-4 from the left, row 0-2 from the top. */
export type Cell = readonly [reel: number, row: number]

/** One step of showing the wins: all of them, those of one line, or those of the scatters. */
export type WinStep =
  | { kind: 'all'; cells: Cell[]; lines: number[]; amount: Cents }
  | { kind: 'line'; cells: Cell[]; line: number; symbol: LineSymbol; count: number; amount: Cents }
  | { kind: 'scatter'; cells: Cell[]; count: number; amount: Cents }

/** All wins at once, then each line, the best first, then the scatters. Empty when the spin won nothing. */
export function winSequence(spin: SpinResult, stake: Cents): WinStep[] {
  const worth = (units: number) => slotPayout(stake, units * spin.factor)
  const singles: WinStep[] = [...spin.lines]
    .sort((a, b) => b.units - a.units || a.line - b.line)
    .map(({ line, symbol, count, units }) => ({
      kind: 'line',
      line,
      symbol,
      count,
      cells: lineCells(line).slice(0, count),
      amount: worth(units),
    }))
  if (spin.scatterUnits > 0 || spin.awarded > 0) {
    singles.push({
      kind: 'scatter',
      count: spin.scatters,
      cells: scatterCells(spin.grid),
      amount: spin.scatterUnits > 0 ? worth(spin.scatterUnits) : ZERO,
    })
  }
  if (singles.length < 2) return singles
  const all: WinStep = {
    kind: 'all',
    cells: unique(singles.flatMap(({ cells }) => cells)),
    lines: spin.lines.map(({ line }) => line),
    amount: slotPayout(stake, spin.units),
  }
  return [all, ...singles]
}

/** The five cells of a line, from the left. */
function lineCells(line: number): Cell[] {
  return (slotLines[line] ?? []).map((row, reel) => [reel, row] as const)
}

function scatterCells(grid: readonly (readonly SlotSymbol[])[]): Cell[] {
  return grid.flatMap((reel, index) =>
    reel.flatMap((symbol, row) => (symbol === 'S' ? [[index, row] as const] : [])),
  )
}

function unique(cells: Cell[]): Cell[] {
  const seen = new Set<number>()
  return cells.filter(([reel, row]) => {
    const key = reel * 3 + row
    return seen.has(key) ? false : (seen.add(key), true)
  })
}
