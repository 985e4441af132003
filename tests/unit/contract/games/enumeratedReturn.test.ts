import { describe, expect, it } from 'vitest'
import { DICE_ROLLS, diceRtp, settleDice, type DiceParams } from '#contract/games/dice.ts'
import { minesMultiplier, minesOutcome, minesRtp, minesState } from '#contract/games/mines.ts'
import { rational } from '#contract/rational.ts'
import {
  ROW_DOUBLE_ROWS,
  rowDoubleModes,
  rowDoubleMultiplier,
  rowDoubleOutcome,
  rowDoubleRtp,
  rowDoubleState,
  type RowDoubleMode,
} from '#contract/games/rowDouble.ts'
import { cents } from '#contract/money.ts'
import { counts } from './chain.ts'

/** The middle of each of `size` equal parts of [0, 1), which gives one float for each possible value. */
const parts = (size: number) => Array.from({ length: size }, (_, i) => (i + 0.5) / size)

/** Every equally likely draw of `take` from `pool`, as the floats that produce it. */
function everyDraw(pool: number, take: number): number[][] {
  if (take === 0) return [[]]
  return parts(pool).flatMap((float) => everyDraw(pool - 1, take - 1).map((rest) => [float, ...rest]))
}

const sorted = (tiles: readonly number[]) => [...tiles].sort((a, b) => a - b)

describe('mines: every draw of 3 mines', () => {
  const boards = everyDraw(25, 3).map((floats) => minesOutcome({ mineCount: 3 }, floats))
  const tiles = [12, 0, 24, 7, 18, 3, 21, 9, 15, 1, 23, 5, 11, 20, 2, 16, 8, 13, 6, 22, 19, 10]

  it('gives each of the C(25, 3) = 2,300 boards six times, once for each order', () => {
    expect(boards).toHaveLength(13_800)
    const times = new Map<string, number>()
    for (const { mines } of boards) {
      const key = sorted(mines).join()
      times.set(key, (times.get(key) ?? 0) + 1)
    }
    expect(times.size).toBe(2_300)
    expect(new Set(times.values())).toEqual(new Set([6]))
  })

  it.each([1, 2, 3, 5, 8, 13, 21, 22])('returns minesRtp for %s fixed tiles', (gems) => {
    let [survived, returned] = [0, 0]
    for (const board of boards) {
      const state = minesState(board, tiles.slice(0, gems))
      if (state.status === 'lost') continue
      survived++
      returned += state.multiplier
    }
    expect(rational(returned, boards.length * 10_000)).toEqual(minesRtp(3, gems))
    // 0.99 divided by the share that survived, in ten-thousandths, rounded to the nearest with ties down.
    const exact = (9_900 * boards.length) / survived
    expect(minesMultiplier(3, gems)).toBe(Math.ceil(exact - 0.5))
  })

  it('pays the same for any choice of tiles', () => {
    const survivors = (order: number[]) =>
      boards.filter((board) => minesState(board, order).status !== 'lost').length
    const others = [tiles.slice(5, 10), [0, 1, 2, 3, 4], [24, 20, 16, 12, 8]]
    for (const order of others) expect(survivors(order)).toBe(survivors(tiles.slice(0, 5)))
  })
})

describe.each(Object.keys(rowDoubleModes) as RowDoubleMode[])('rowDouble, %s', (mode) => {
  const { tiles, safe } = rowDoubleModes[mode]
  const all = Array.from({ length: tiles }, (_, tile) => tile)
  const rowsByTrap = all.map((trap) => all.filter((tile) => tile !== trap))

  it('draws every possible row equally often, at every height', () => {
    const draws = everyDraw(tiles, safe)
    for (let row = 0; row < ROW_DOUBLE_ROWS; row++) {
      const traps = draws.map((floats) => {
        const before = Array.from({ length: row * safe }, () => 0)
        const after = Array.from({ length: (ROW_DOUBLE_ROWS - row - 1) * safe }, () => 0)
        const drawn = rowDoubleOutcome({ mode }, [...before, ...floats, ...after]).safe[row] ?? []
        return rowsByTrap.findIndex((left) => left.join() === sorted(drawn).join())
      })
      expect(counts(traps, tiles)).toEqual(all.map(() => draws.length / tiles))
    }
  })

  it(`returns rowDoubleRtp over all ${tiles ** ROW_DOUBLE_ROWS} towers`, () => {
    const picks = Array.from({ length: ROW_DOUBLE_ROWS }, (_, row) => (row * 5 + 1) % tiles)
    // By number of rows: in how many towers these picks climb exactly so far.
    const climbed = new Array<number>(ROW_DOUBLE_ROWS + 1).fill(0)
    const towers = tiles ** ROW_DOUBLE_ROWS
    for (let tower = 0; tower < towers; tower++) {
      let rest = tower
      const outcome = picks.map(() => {
        const row = rowsByTrap[rest % tiles] ?? []
        rest = Math.floor(rest / tiles)
        return row
      })
      const { rows } = rowDoubleState(mode, { safe: outcome }, picks)
      climbed[rows] = (climbed[rows] ?? 0) + 1
    }
    expect(climbed.reduce((sum, n) => sum + n, 0)).toBe(towers)
    for (let rows = 1; rows <= ROW_DOUBLE_ROWS; rows++) {
      const survived = climbed.slice(rows).reduce((sum, n) => sum + n, 0)
      const multiplier = rowDoubleMultiplier(mode, rows)
      expect(rational(survived * multiplier, towers * 10_000)).toEqual(rowDoubleRtp(mode, rows))
      expect(multiplier).toBe(Math.floor((9_900 * towers) / survived))
    }
  })
})

describe.each(['under', 'over'] as const)('dice, %s', (direction) => {
  const settledAt = (params: DiceParams, roll: number) =>
    settleDice(cents(10_000), params, { roll: roll / 100 })

  /** How many rolls win. All of them are at one end of the range, so a binary search finds the boundary. */
  function winningRolls(params: DiceParams): number {
    const at = (place: number) => (direction === 'under' ? place : DICE_ROLLS - 1 - place)
    let [won, lost] = [0, DICE_ROLLS - 1]
    expect(settledAt(params, at(won)).won && !settledAt(params, at(lost)).won).toBe(true)
    while (lost - won > 1) {
      const middle = Math.floor((won + lost) / 2)
      if (settledAt(params, at(middle)).won) won = middle
      else lost = middle
    }
    return lost
  }

  it('returns diceRtp for each of the 9,601 chances', () => {
    for (let part = 200; part <= 9_800; part++) {
      const params = { direction, chance: part / 100 }
      const winning = winningRolls(params)
      const { multiplier, payout } = settledAt(params, direction === 'under' ? 0 : DICE_ROLLS - 1)
      const isWrong =
        winning !== part || multiplier !== Math.floor(99_000_000 / part) || payout !== Number(multiplier)
      if (isWrong)
        expect.fail(`${direction} ${params.chance}: ${winning} rolls win, x${multiplier}, ${payout}`)
      expect(rational(winning * multiplier, DICE_ROLLS * 10_000)).toEqual(diceRtp(params.chance))
    }
  })
})
