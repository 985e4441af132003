import { action, computed, makeObservable, observable } from 'mobx'
import { MINES_TILES, minesChance, minesMaxGems, minesPayTable, parseMines } from '#contract/games/mines.ts'
import { multiplierNumber } from '#contract/games/multiplier.ts'
import { toNumber } from '#contract/rational.ts'
import { fromWireMines, type MinesRound } from '#contract/http/game.ts'
import { minesCalls } from '#contract/http/mines.ts'
import type { RootStore } from '../../stores/RootStore.ts'
import { inlineOptions, quietOptions, type CallOptions } from '../shared/AutoPlay.ts'
import type { LastBet } from '../shared/GameHistory.ts'
import { RevealStore, type StakeBody } from '../shared/RevealStore.ts'

export type TileState = 'closed' | 'opening' | 'gem' | 'mine' | 'hiddenGem' | 'hiddenMine' | 'chosen'

export const MINES_COLUMNS = 5

const rowOf = (tile: number) => Math.floor(tile / MINES_COLUMNS)

/** A game of mines: tiles count from 0, row by row. */
export class MinesStore extends RevealStore<MinesRound> {
  mineCount = 3

  constructor(root: RootStore) {
    super(root, 'mines', MINES_TILES / MINES_COLUMNS)
    makeObservable(this, {
      mineCount: observable,
      progress: computed,
      payTable: computed,
      setMineCount: action,
      tap: action,
    })
  }

  /** Number of opened gems. */
  get progress(): number {
    return this.round ? this.round.opened.filter((tile) => !this.round?.mines?.includes(tile)).length : 0
  }

  get payTable(): { gems: number; multiplier: number }[] {
    return minesPayTable(this.isOpen && this.round ? this.round.mineCount : this.mineCount).map((row) => ({
      gems: row.gems,
      multiplier: multiplierNumber(row.multiplier),
    }))
  }

  tile(index: number): TileState {
    const round = this.rows.at(rowOf(index))
    if (this.mode === 'auto' && !this.auto.isRunning && !this.auto.stopReason) {
      return this.chosen.includes(index) ? 'chosen' : 'closed'
    }
    if (this.taps.includes(index)) return 'opening'
    if (!round) return this.chosen.includes(index) && this.mode === 'auto' ? 'chosen' : 'closed'
    const isMine = round.mines?.includes(index) ?? false
    if (round.opened.includes(index)) return isMine ? 'mine' : 'gem'
    if (round.status === 'open') return 'closed'
    return isMine ? 'hiddenMine' : 'hiddenGem'
  }

  setMineCount(count: number): void {
    this.mineCount = count
    if (!this.isOpen) this.clearRound()
    this.chosen = this.chosen.slice(0, minesMaxGems(count))
  }

  tap(index: number): void {
    if (this.mode === 'auto') return this.#choose(index)
    if (!this.isOpen || this.isCashingOut || this.tile(index) !== 'closed') return
    this.queueTap(index)
  }

  /** Picks a random closed tile. */
  pick(): void {
    const closed = Array.from({ length: MINES_TILES }, (_, index) => index).filter(
      (index) => this.tile(index) === 'closed',
    )
    const index = closed[this.randomBelow(closed.length)]
    if (index !== undefined) this.tap(index)
  }

  protected async fetchCurrent(): Promise<MinesRound | null> {
    const wire = await this.root.api.call(minesCalls.current, {}, inlineOptions)
    return wire && fromWireMines(wire)
  }

  protected async sendBet(stake: StakeBody, options: CallOptions): Promise<MinesRound> {
    const body = { ...stake, mineCount: this.mineCount }
    return fromWireMines(await this.root.api.call(minesCalls.bet, { body }, options))
  }

  protected async sendReveal({ id }: MinesRound, tile: number): Promise<MinesRound> {
    const body = { roundId: id, tile }
    return fromWireMines(await this.root.api.call(minesCalls.open, { body }, inlineOptions))
  }

  protected async sendCashOut(roundId: string): Promise<MinesRound> {
    return fromWireMines(await this.root.api.call(minesCalls.cashOut, { body: { roundId } }, quietOptions))
  }

  protected async sendFullRound(stake: StakeBody, options: CallOptions): Promise<MinesRound> {
    const body = { ...stake, mineCount: this.mineCount, tiles: [...this.chosen] }
    return fromWireMines(await this.root.api.call(minesCalls.auto, { body }, options))
  }

  protected chanceOf({ mineCount, opened }: MinesRound): number {
    return toNumber(minesChance(mineCount, opened.length))
  }

  protected paramsOf({ mineCount }: MinesRound): Record<string, unknown> {
    return { mineCount }
  }

  protected applyParams(params: LastBet['params']): void {
    const parsed = parseMines(params)
    if (parsed.ok) this.setMineCount(parsed.value.mineCount)
  }

  protected applyChoices(round: MinesRound): void {
    this.mineCount = round.mineCount
  }

  protected lastRow({ opened }: MinesRound): number {
    return rowOf(opened.at(-1) ?? 0)
  }

  #choose(index: number): void {
    if (this.auto.isRunning) return
    this.clearLastRound()
    if (this.chosen.includes(index)) this.chosen = this.chosen.filter((tile) => tile !== index)
    else if (this.chosen.length < minesMaxGems(this.mineCount)) this.chosen.push(index)
  }
}
