import { readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'

/** The last prices of a match before its kick-off, of one bookmaker, as decimal odds. */
export interface ClosingPrices {
  winner: readonly [home: number, draw: number, away: number]
  /** Of more and of less than 2.5 goals. */
  total?: readonly [over: number, under: number]
  handicap?: { line: number; odds: readonly [home: number, away: number] }
}

export interface RealMatch {
  home: number
  away: number
  prices?: ClosingPrices
}

/** Columns of a bookmaker's prices. Closing ones first; older files have only those of some days before. */
const bookmakers = [
  {
    winner: ['PSCH', 'PSCD', 'PSCA'],
    total: ['PC>2.5', 'PC<2.5'],
    line: 'AHCh',
    handicap: ['PCAHH', 'PCAHA'],
  },
  {
    winner: ['B365CH', 'B365CD', 'B365CA'],
    total: ['B365C>2.5', 'B365C<2.5'],
    line: 'AHCh',
    handicap: ['B365CAHH', 'B365CAHA'],
  },
  {
    winner: ['AvgCH', 'AvgCD', 'AvgCA'],
    total: ['AvgC>2.5', 'AvgC<2.5'],
    line: 'AHCh',
    handicap: ['AvgCAHH', 'AvgCAHA'],
  },
  { winner: ['PSH', 'PSD', 'PSA'], total: ['P>2.5', 'P<2.5'], line: 'AHh', handicap: ['PAHH', 'PAHA'] },
  {
    winner: ['B365H', 'B365D', 'B365A'],
    total: ['B365>2.5', 'B365<2.5'],
    line: 'AHh',
    handicap: ['B365AHH', 'B365AHA'],
  },
  // Files of leagues outside Europe, which have nothing but the winner.
  { winner: ['PH', 'PD', 'PA'], total: [], line: '', handicap: [] },
  { winner: ['AvgH', 'AvgD', 'AvgA'], total: [], line: '', handicap: [] },
] as const

/**
 * The matches of each subfolder of `folder`, and of each file that lies in it, in the form of the public files of
 * football-data.co.uk: a header line, then a match a line, with FTHG and FTAG (or HG and AG) and the columns of prices.
 * Throws for a folder without matches.
 */
export function readResults(folder: string): Map<string, RealMatch[]> {
  const groups = new Map<string, RealMatch[]>()
  for (const name of readdirSync(folder).toSorted()) {
    const path = join(folder, name)
    const files = statSync(path).isDirectory() ? csvFiles(path) : name.endsWith('.csv') ? [path] : []
    const matches = files.flatMap((file) => matchesOf(readFileSync(file, 'utf8')))
    if (matches.length > 0) groups.set(basename(name, '.csv'), matches)
  }
  if (groups.size === 0) throw new Error(`${folder} has no .csv file with results`)
  return groups
}

function csvFiles(folder: string): string[] {
  return readdirSync(folder)
    .toSorted()
    .filter((name) => name.endsWith('.csv'))
    .map((name) => join(folder, name))
}

function matchesOf(text: string): RealMatch[] {
  const [header = '', ...lines] = text.replace(/^\uFEFF/, '').split(/\r?\n/)
  const columns = new Map(cellsOf(header).map((name, index) => [name.trim(), index]))
  return lines.flatMap((line): RealMatch[] => {
    const cells = cellsOf(line)
    const numberIn = (...names: readonly string[]) => {
      for (const name of names) {
        const index = columns.get(name)
        const cell = index === undefined ? '' : (cells[index]?.trim() ?? '')
        if (cell !== '' && Number.isFinite(Number(cell))) return Number(cell)
      }
      return undefined
    }
    const [home, away] = [numberIn('FTHG', 'HG'), numberIn('FTAG', 'AG')]
    if (home === undefined || away === undefined) return []
    const prices = pricesOf(numberIn)
    return [{ home, away, ...(prices && { prices }) }]
  })
}

function pricesOf(numberIn: (name: string) => number | undefined): ClosingPrices | undefined {
  const oddsOf = (names: readonly string[]) => {
    const odds = names.map((name) => numberIn(name) ?? 0)
    return odds.length > 0 && odds.every((each) => each > 1) ? odds : undefined
  }
  for (const { winner, total, line, handicap } of bookmakers) {
    const ofWinner = oddsOf(winner)
    if (!ofWinner) continue
    const [ofTotal, ofHandicap, atLine] = [oddsOf(total), oddsOf(handicap), numberIn(line)]
    return {
      winner: ofWinner as [number, number, number],
      ...(ofTotal && { total: ofTotal as [number, number] }),
      ...(ofHandicap &&
        atLine !== undefined &&
        Number.isInteger(atLine * 4) && { handicap: { line: atLine, odds: ofHandicap as [number, number] } }),
    }
  }
  return undefined
}

/** The cells of a line; one in quotes may have commas. */
function cellsOf(line: string): string[] {
  return [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(
    ([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? '',
  )
}
