import { mkdirSync, writeFileSync } from 'node:fs'
import { diceOutcome, diceRtp, DICE_ROLLS } from '../src/contract/games/dice.ts'
import { doubleOutcome, doubleRtp, DOUBLE_SLOTS } from '../src/contract/games/double.ts'
import { limboChance, limboOutcome, limboRtp } from '../src/contract/games/limbo.ts'
import { luckyColorOutcome, luckyColorRtp } from '../src/contract/games/luckyColor.ts'
import { minesOutcome, minesRtp, MINES_TILES } from '../src/contract/games/mines.ts'
import { toNumber } from '#contract/rational.ts'
import {
  ROW_DOUBLE_ROWS,
  rowDoubleModes,
  rowDoubleOutcome,
  rowDoubleRtp,
  type RowDoubleMode,
} from '../src/contract/games/rowDouble.ts'
import { slotReturn } from '../src/contract/games/slotReturn.ts'
import {
  REELS,
  slotCodes,
  slotFloatCount,
  slotOutcome,
  slotRound,
  STRIP_LENGTH,
  UNITS_PER_STAKE,
} from '../src/contract/games/slots.ts'
import { roundFloats } from '../src/server/games/seeds.ts'
import { chiSquareBounds, inBounds, zBound } from './statistics.ts'

/** Results for one game: the distribution of its draws against the exact one, and the return of one bet. */
export interface FairnessRow {
  game: string
  draws: number
  what: string
  chiSquare: number
  degrees: number
  bounds: [low: number, high: number]
  bet: string
  /** Measured and exact share of wins (for slots: of stakes returned), and their distance in standard errors. */
  won: number
  chance: number
  z: number
  /** The exact return of the bet, and the return at the measured share of wins. */
  rtp: number
  measuredRtp: number
  seconds: number
  ok: boolean
}

interface Simulation {
  game: string
  what: string
  floatCount: number
  /** Independent tables of counts, with the exact share of each cell. */
  tables: { shares: number[] }[]
  /** For a bet with many possible payouts, `chance` is the return. */
  bet: { name: string; chance: number; rtp: number }
  /**
   * Counts a draw. Returns whether the bet won, or how many stakes it returned; null when the bet does not apply to the
   * draw.
   */
  count: (floats: readonly number[], draw: number, tables: Float64Array[]) => boolean | number | null
  floatsOf?: (draw: number) => number
}

const even = (size: number) => ({ shares: Array.from({ length: size }, () => 1 / size) })
const increment = (table: Float64Array | undefined, place: number) => {
  if (table) table[place] = (table[place] ?? 0) + 1
}

const limboEdges = [
  1.01, 1.05, 1.1, 1.2, 1.3, 1.5, 1.75, 2, 2.5, 3, 4, 5, 7, 10, 15, 20, 30, 50, 100, 200, 500, 1000, 10_000,
]
const limboTail = limboEdges.map((edge) => toNumber(limboChance(edge)))
const modes = Object.keys(rowDoubleModes) as RowDoubleMode[]
const modeOf = (draw: number) => modes[draw % modes.length] ?? 'easy'
const slotOf = (draw: number) => slotCodes[draw % slotCodes.length] ?? 'carnaval'
const slotRtp = slotCodes.reduce((sum, code) => sum + toNumber(slotReturn(code).total), 0) / slotCodes.length
/** Stands in for the floats of free spins, so that the many rounds without free spins need not draw them. */
const noFreeSpins = Array.from({ length: Math.max(...slotCodes.map(slotFloatCount)) }, () => 0)
const seedOf = (game: string) => `palpite-${game}`
const over50 = { direction: 'over', chance: 50 } as const

const simulations: Simulation[] = [
  {
    game: 'dice',
    what: 'all 10,001 rolls',
    floatCount: 1,
    tables: [even(DICE_ROLLS)],
    bet: { name: 'over 50', chance: 5_000 / DICE_ROLLS, rtp: toNumber(diceRtp(over50.chance)) },
    count: (floats, _, [rolls]) => {
      const { roll } = diceOutcome(floats)
      increment(rolls, Math.round(roll * 100))
      return roll > 50
    },
  },
  {
    game: 'limbo',
    what: `${limboEdges.length + 1} ranges of multipliers`,
    floatCount: 1,
    tables: [
      { shares: [1 - (limboTail[0] ?? 0), ...limboTail.map((share, i) => share - (limboTail[i + 1] ?? 0))] },
    ],
    bet: { name: 'target 2x', chance: toNumber(limboChance(2)), rtp: toNumber(limboRtp(2)) },
    count: (floats, _, [ranges]) => {
      const { result } = limboOutcome(floats)
      let range = 0
      while (range < limboEdges.length && result >= (limboEdges[range] ?? Infinity)) range++
      increment(ranges, range)
      return result >= 2
    },
  },
  {
    game: 'mines',
    what: 'all 2,300 boards of 3 mines',
    floatCount: 3,
    tables: [even(2_300)],
    bet: { name: '3 mines, one tile', chance: 22 / MINES_TILES, rtp: toNumber(minesRtp(3, 1)) },
    count: (floats, _, [boards]) => {
      const { mines } = minesOutcome({ mineCount: 3 }, floats)
      const [a = 0, b = 0, c = 0] = mines.sort((x, y) => x - y)
      increment(boards, (c * (c - 1) * (c - 2)) / 6 + (b * (b - 1)) / 2 + a)
      return !mines.includes(0)
    },
  },
  {
    game: 'double',
    what: 'all 15 slots',
    floatCount: 1,
    tables: [even(DOUBLE_SLOTS)],
    bet: { name: 'red', chance: 7 / DOUBLE_SLOTS, rtp: toNumber(doubleRtp('red')) },
    count: (floats, _, [slots]) => {
      const { slot, colour } = doubleOutcome(floats)
      increment(slots, slot)
      return colour === 'red'
    },
  },
  {
    game: 'luckyColor',
    what: 'all 10 digits',
    floatCount: 1,
    tables: [even(10)],
    bet: { name: 'big', chance: 0.5, rtp: toNumber(luckyColorRtp('big')) },
    count: (floats, _, [digits]) => {
      const { digit, size } = luckyColorOutcome(floats)
      increment(digits, digit)
      return size === 'big'
    },
  },
  {
    game: 'rowDouble',
    what: 'each of the 9 rows of the three modes, in turns',
    floatCount: 27,
    floatsOf: (draw) => ROW_DOUBLE_ROWS * rowDoubleModes[modeOf(draw)].safe,
    tables: modes.flatMap((mode) =>
      Array.from({ length: ROW_DOUBLE_ROWS }, () => even(rowDoubleModes[mode].tiles)),
    ),
    bet: { name: '1 of 2, one row', chance: 0.5, rtp: toNumber(rowDoubleRtp('hard', 1)) },
    count: (floats, draw, tables) => {
      const mode = modeOf(draw)
      const { tiles } = rowDoubleModes[mode]
      const { safe } = rowDoubleOutcome({ mode }, floats)
      for (const [row, list] of safe.entries()) {
        // In every mode exactly one tile is not safe: the trap.
        let trap = (tiles * (tiles - 1)) / 2
        for (const tile of list) trap -= tile
        increment(tables[(draw % modes.length) * ROW_DOUBLE_ROWS + row], trap)
      }
      return mode === 'hard' ? safe[0]?.[0] === 0 : null
    },
  },
  {
    game: 'slots',
    what: 'the stops of each of the 5 reels of the four slots, in turns',
    floatCount: REELS,
    tables: slotCodes.flatMap(() => Array.from({ length: REELS }, () => even(STRIP_LENGTH))),
    bet: { name: 'a round with its free spins', chance: slotRtp, rtp: slotRtp },
    count: (floats, draw, tables) => {
      const code = slotOf(draw)
      let outcome = slotOutcome(code, [...floats, ...noFreeSpins])
      for (const [reel, stop] of outcome.stops.entries()) {
        increment(tables[(draw % slotCodes.length) * REELS + reel], stop)
      }
      if (outcome.freeStops.length > 0) {
        const all = roundFloats(
          { serverSeed: seedOf('slots'), clientSeed: 'bench', nonce: draw },
          slotFloatCount(code),
        )
        outcome = slotOutcome(code, all)
      }
      return slotRound(code, outcome).units / UNITS_PER_STAKE
    },
  },
]

/** Plays `draws` rounds of a game on fixed seeds (the same in every run) and compares them with the exact values. */
function simulate(simulation: Simulation, draws: number): FairnessRow {
  const startedAt = performance.now()
  const { game, what, floatCount, tables, bet, count } = simulation
  const counted = tables.map(({ shares }) => new Float64Array(shares.length))
  let [wins, squares, bets, isShare] = [0, 0, 0, true]
  const serverSeed = seedOf(game)
  for (let draw = 0; draw < draws; draw++) {
    const floats = roundFloats(
      { serverSeed, clientSeed: 'bench', nonce: draw },
      simulation.floatsOf?.(draw) ?? floatCount,
    )
    const won = count(floats, draw, counted)
    if (won === null) continue
    bets++
    wins += Number(won)
    squares += Number(won) ** 2
    if (typeof won === 'number') isShare = false
  }
  let [chiSquare, degrees] = [0, 0]
  for (const [index, { shares }] of tables.entries()) {
    const table = counted[index] ?? new Float64Array()
    const total = table.reduce((sum, n) => sum + n, 0)
    degrees += shares.length - 1
    for (const [place, share] of shares.entries()) {
      chiSquare += ((table[place] ?? 0) - share * total) ** 2 / (share * total)
    }
  }
  const bounds = chiSquareBounds(degrees)
  const won = wins / bets
  const variance = isShare ? bet.chance * (1 - bet.chance) : squares / bets - won ** 2
  const z = (won - bet.chance) / Math.sqrt(variance / bets)
  return {
    game,
    draws,
    what,
    chiSquare,
    degrees,
    bounds,
    bet: bet.name,
    won,
    chance: bet.chance,
    z,
    rtp: bet.rtp,
    measuredRtp: (won / bet.chance) * bet.rtp,
    seconds: (performance.now() - startedAt) / 1000,
    ok: inBounds(chiSquare, bounds) && Math.abs(z) <= zBound,
  }
}

/**
 * Simulates all six originals and the slots; results in bench/results/fairness.*. `ok` is false when a game is out of
 * bounds.
 */
export function benchFairness(draws = 10_000_000): { table: string; ok: boolean } {
  const rows = simulations.map((simulation) => {
    const row = simulate(simulation, draws)
    console.error(`fairness of ${row.game}: ${row.draws} draws in ${row.seconds.toFixed(0)} s`)
    return row
  })
  return writeFairness(rows)
}

function writeFairness(rows: FairnessRow[]): { table: string; ok: boolean } {
  const table = [
    '| game | draws | counted | chi-square | bounds (0.1 % each side) | bet | return measured | return exact | z | in bounds |',
    '| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |',
    ...rows.map((row) => {
      const percent = (share: number) => `${(share * 100).toFixed(3)} %`
      const cells = [
        row.game,
        row.draws.toLocaleString('en'),
        row.what,
        row.chiSquare.toFixed(1),
        `${row.bounds[0].toFixed(1)} to ${row.bounds[1].toFixed(1)} (${row.degrees} degrees)`,
        row.bet,
        percent(row.measuredRtp),
        percent(row.rtp),
        row.z.toFixed(2),
        row.ok ? 'yes' : 'no',
      ]
      return `| ${cells.join(' | ')} |`
    }),
  ].join('\n')
  mkdirSync('bench/results', { recursive: true })
  const json = JSON.stringify(
    { at: new Date().toISOString(), seeds: 'palpite-<game> / bench', rows },
    null,
    2,
  )
  writeFileSync('bench/results/fairness.json', `${json}\n`)
  writeFileSync('bench/results/fairness.md', `${table}\n`)
  return { table, ok: rows.every(({ ok }) => ok) }
}
