import { action, computed, makeObservable, observable } from 'mobx'
import { multiplierNumber } from '#contract/games/multiplier.ts'
import {
  parseRowDouble,
  ROW_DOUBLE_ROWS,
  rowDoubleChance,
  rowDoubleModes,
  rowDoublePayTable,
  type RowDoubleMode,
} from '#contract/games/rowDouble.ts'
import { toNumber } from '#contract/rational.ts'
import { fromWireRowDouble, originalCalls, type RowDoubleRound } from '#contract/http/originals.ts'
import type { RootStore } from '../../stores/RootStore.ts'
import { inlineOptions, quietOptions, type CallOptions } from '../shared/AutoPlay.ts'
import type { LastBet } from '../shared/GameHistory.ts'
import { RevealStore, type StakeBody } from '../shared/RevealStore.ts'

/** `safe` and `trap` were picked by the player; the hidden ones are shown when the round is over. */
export type TileState =
  | 'closed'
  | 'next'
  | 'opening'
  | 'safe'
  | 'trap'
  | 'hiddenSafe'
  | 'hiddenTrap'
  | 'chosen'

/** A tower: rows and tiles count from 0, row 0 at the bottom. Taps and selections: one per row, from the bottom. */
export class RowDoubleStore extends RevealStore<RowDoubleRound> {
  difficulty: RowDoubleMode = 'easy'

  constructor(root: RootStore) {
    super(root, 'rowDouble', ROW_DOUBLE_ROWS)
    makeObservable(this, {
      difficulty: observable,
      progress: computed,
      activeRow: computed,
      payTable: computed,
      setDifficulty: action,
      tap: action,
    })
  }

  /** Number of rows passed. */
  get progress(): number {
    if (!this.round) return 0
    const { picks, status } = this.round
    return status === 'lost' ? picks.length - 1 : picks.length
  }

  /** The row to play, pending taps included; after the round the last played row; or the next row to select. */
  get activeRow(): number {
    if (this.round && !this.isOpen) return this.lastRow(this.round)
    if (this.mode === 'auto' && !this.isOpen) return this.chosen.length
    return (this.round?.picks.length ?? 0) + this.taps.length
  }

  /** The last revealed tile, counted from the bottom of the tower; undefined before the first. */
  get lastTile(): number | undefined {
    const { picks = [] } = this.round ?? {}
    return picks.length === 0 ? undefined : (picks.length - 1) * this.tiles + (picks.at(-1) ?? 0)
  }

  get tiles(): number {
    return rowDoubleModes[this.difficulty].tiles
  }

  /** Multiplier of each row, from the bottom. */
  get payTable(): number[] {
    return rowDoublePayTable(this.difficulty).map(({ multiplier }) => multiplierNumber(multiplier))
  }

  tile(row: number, tile: number): TileState {
    const round = this.rows.at(row)
    if (!round) return this.#chosenState(row, tile)
    const picked = round.picks[row]
    const isTrap = round.safe ? !round.safe[row]?.includes(tile) : false
    if (picked === tile) return isTrap ? 'trap' : 'safe'
    if (round.status !== 'open') return isTrap ? 'hiddenTrap' : 'hiddenSafe'
    if (this.taps[row - round.picks.length] === tile) return 'opening'
    return this.isOpen && row === this.activeRow ? 'next' : 'closed'
  }

  /** Whether the tile reacts to a press. */
  canTap(row: number, tile: number): boolean {
    if (this.mode === 'auto') return !this.auto.isRunningDeferred && !this.isOpen && row <= this.chosen.length
    return this.isOpen && !this.isCashingOut && this.tile(row, tile) === 'next'
  }

  setDifficulty(difficulty: RowDoubleMode): void {
    this.difficulty = difficulty
    if (!this.isOpen) this.clearRound()
    const { tiles } = rowDoubleModes[difficulty]
    const firstInvalid = this.chosen.findIndex((tile) => tile >= tiles)
    if (firstInvalid !== -1) this.chosen = this.chosen.slice(0, firstInvalid)
  }

  tap(row: number, tile: number): void {
    if (!this.canTap(row, tile)) return
    if (this.mode === 'auto') this.#choose(row, tile)
    else this.queueTap(tile)
  }

  /** Picks a random tile of the next row. */
  pick(): void {
    this.tap(this.activeRow, this.randomBelow(this.tiles))
  }

  protected async fetchCurrent(): Promise<RowDoubleRound | null> {
    const wire = await this.root.api.call(originalCalls.rowDoubleCurrent, {}, inlineOptions)
    return wire && fromWireRowDouble(wire)
  }

  protected async sendBet(stake: StakeBody, options: CallOptions): Promise<RowDoubleRound> {
    const body = { ...stake, mode: this.difficulty }
    return fromWireRowDouble(await this.root.api.call(originalCalls.rowDoubleBet, { body }, options))
  }

  protected async sendReveal({ id, picks }: RowDoubleRound, tile: number): Promise<RowDoubleRound> {
    const body = { roundId: id, row: picks.length, tile }
    return fromWireRowDouble(await this.root.api.call(originalCalls.rowDoublePick, { body }, inlineOptions))
  }

  protected async sendCashOut(roundId: string): Promise<RowDoubleRound> {
    return fromWireRowDouble(
      await this.root.api.call(originalCalls.rowDoubleCashOut, { body: { roundId } }, quietOptions),
    )
  }

  protected async sendFullRound(stake: StakeBody, options: CallOptions): Promise<RowDoubleRound> {
    const body = { ...stake, mode: this.difficulty, tiles: [...this.chosen] }
    return fromWireRowDouble(await this.root.api.call(originalCalls.rowDoubleAuto, { body }, options))
  }

  protected chanceOf({ mode, picks }: RowDoubleRound): number {
    return toNumber(rowDoubleChance(mode, picks.length))
  }

  protected paramsOf({ mode }: RowDoubleRound): Record<string, unknown> {
    return { mode }
  }

  protected applyParams(params: LastBet['params']): void {
    const parsed = parseRowDouble(params)
    if (parsed.ok) this.setDifficulty(parsed.value.mode)
  }

  protected applyChoices(round: RowDoubleRound): void {
    this.difficulty = round.mode
  }

  protected lastRow({ picks }: RowDoubleRound): number {
    return Math.max(0, picks.length - 1)
  }

  #chosenState(row: number, tile: number): TileState {
    if (this.mode !== 'auto') return 'closed'
    if (this.chosen[row] === tile) return 'chosen'
    return row === this.chosen.length && row < ROW_DOUBLE_ROWS && !this.auto.isRunningDeferred
      ? 'next'
      : 'closed'
  }

  /** One tile per row without gaps: selecting a tile again removes it and the rows above it. */
  #choose(row: number, tile: number): void {
    if (this.auto.isRunning) return
    this.clearLastRound()
    if (this.chosen[row] === tile) this.chosen = this.chosen.slice(0, row)
    else this.chosen[row] = tile
  }
}
