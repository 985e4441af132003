import { makeAutoObservable, observableRef, runInAction } from 'mobx'
import { multiplierNumber } from '#contract/games/multiplier.ts'
import {
  ROW_DOUBLE_ROWS,
  rowDoubleModes,
  rowDoublePayTable,
  type RowDoubleMode,
} from '#contract/games/rowDouble.ts'
import { fromWireRowDouble, originalCalls, type RowDoubleRound } from '#contract/http/originals.ts'
import { toWireWallet } from '#contract/http/order.ts'
import { toWireAmount, type Cents } from '#contract/money.ts'
import { ignoreCallError } from '../../stores/SessionStore.ts'
import type { RootStore } from '../../stores/RootStore.ts'
import { AutoPlay, type PlayedRound } from '../shared/AutoPlay.ts'
import { BetSettings } from '../shared/BetSettings.ts'
import { GameHistory } from '../shared/GameHistory.ts'
import { playSound } from '../shared/sounds.ts'

/** `safe` and `trap`: picked by the player; the hidden ones are shown when the round is over. */
export type TileState =
  'closed' | 'next' | 'opening' | 'safe' | 'trap' | 'hiddenSafe' | 'hiddenTrap' | 'chosen'

/**
 * A tower as the player sees it: rows and tiles from 0, row 0 at the bottom. The server decides; taps are kept
 * in order, one a row, and dropped when the round ends. An unfinished tower is taken up again.
 */
export class RowDoubleStore {
  readonly settings: BetSettings
  readonly auto: AutoPlay
  readonly history: GameHistory
  mode: 'manual' | 'auto' = 'manual'
  difficulty: RowDoubleMode = 'easy'
  /** The open round, or the last one until the next bet. */
  round: RowDoubleRound | null = null
  isBetting = false
  isCashingOut = false
  /** Tiles tapped and not yet answered: of the next row, the one above it, … */
  taps: number[] = []
  /** The tile of each row that automatic rounds climb. */
  chosen: number[] = []

  constructor(private readonly root: RootStore) {
    this.settings = new BetSettings(root)
    this.auto = new AutoPlay(this.settings)
    this.history = new GameHistory(root, 'rowDouble')
    makeAutoObservable<this, 'root'>(this, {
      root: false,
      settings: false,
      auto: false,
      history: false,
      round: observableRef,
    })
  }

  get isOpen(): boolean {
    return this.round?.status === 'open'
  }

  /** Rows passed. */
  get rows(): number {
    if (!this.round) return 0
    const { picks, status } = this.round
    return status === 'lost' ? picks.length - 1 : picks.length
  }

  /** The row to pick from, counting taps under way; in automatic play the next one to choose. */
  get activeRow(): number {
    if (this.mode === 'auto' && !this.isOpen) return this.chosen.length
    return (this.round?.picks.length ?? 0) + this.taps.length
  }

  get tiles(): number {
    return rowDoubleModes[this.difficulty].tiles
  }

  /** Multiplier of each row, from the bottom. */
  get payTable(): number[] {
    return rowDoublePayTable(this.difficulty).map(({ multiplier }) => multiplierNumber(multiplier))
  }

  get canBet(): boolean {
    return !this.isOpen && !this.isBetting && this.settings.error === null
  }

  private get isChoosing(): boolean {
    return this.mode === 'auto' && !this.isOpen && !this.auto.isRunning && this.round === null
  }

  tile(row: number, tile: number): TileState {
    const { round } = this
    if (this.isChoosing || !round) return this.chosenState(row, tile)
    const picked = round.picks[row]
    const isTrap = round.safe ? !round.safe[row]?.includes(tile) : false
    if (picked === tile) return isTrap ? 'trap' : 'safe'
    if (round.status !== 'open') return isTrap ? 'hiddenTrap' : 'hiddenSafe'
    if (this.taps[row - round.picks.length] === tile) return 'opening'
    return row === this.activeRow ? 'next' : 'closed'
  }

  /** Whether a press on the tile does something. */
  canTap(row: number, tile: number): boolean {
    if (this.mode === 'auto') return !this.auto.isRunning && !this.isOpen && row <= this.chosen.length
    return this.isOpen && !this.isCashingOut && this.tile(row, tile) === 'next'
  }

  setMode(mode: 'manual' | 'auto'): void {
    this.mode = mode
    if (!this.isOpen) this.round = null
  }

  setDifficulty(difficulty: RowDoubleMode): void {
    this.difficulty = difficulty
    if (!this.isOpen) this.round = null
    const { tiles } = rowDoubleModes[difficulty]
    const tooWide = this.chosen.findIndex((tile) => tile >= tiles)
    if (tooWide !== -1) this.chosen = this.chosen.slice(0, tooWide)
  }

  /** Takes up an unfinished round after a reload, a crash or a lost network. */
  async resume(): Promise<void> {
    if (!this.root.session.isLoggedIn) return
    await this.history.load()
    try {
      const wire = await this.root.api.call(originalCalls.rowDoubleCurrent, {}, { loading: false })
      runInAction(() => {
        if (wire) {
          this.mode = 'manual'
          this.take(fromWireRowDouble(wire))
        } else if (this.isOpen) this.round = null
      })
    } catch (error) {
      ignoreCallError(error)
    }
  }

  bet(): void {
    this.root.requireLogin(() => void this.placeBet())
  }

  tap(row: number, tile: number): void {
    if (!this.canTap(row, tile)) return
    if (this.mode === 'auto') return this.choose(row, tile)
    this.taps.push(tile)
    if (this.taps.length === 1) void this.openTaps()
  }

  /** A tile of the next row by chance: for players who leave it to luck; it decides nothing about the outcome. */
  pick(): void {
    const [roll = 0] = crypto.getRandomValues(new Uint32Array(1))
    this.tap(this.activeRow, roll % this.tiles)
  }

  async cashOut(): Promise<void> {
    if (!this.round || !this.isOpen || this.isCashingOut || this.rows === 0) return
    this.isCashingOut = true
    try {
      const wire = await this.root.api.call(
        originalCalls.rowDoubleCashOut,
        { body: { roundId: this.round.id } },
        { loading: false },
      )
      this.finish(fromWireRowDouble(wire))
    } catch (error) {
      ignoreCallError(error)
      // Perhaps it was paid and only the answer was lost: ask what is true.
      await this.resume()
    } finally {
      runInAction(() => (this.isCashingOut = false))
    }
  }

  startAuto(): void {
    if (this.chosen.length === 0) return
    this.root.requireLogin(() => void this.auto.run((stake) => this.playWhole(stake)))
  }

  private chosenState(row: number, tile: number): TileState {
    if (this.mode !== 'auto') return 'closed'
    if (this.chosen[row] === tile) return 'chosen'
    return row === this.chosen.length && row < ROW_DOUBLE_ROWS && !this.auto.isRunning ? 'next' : 'closed'
  }

  private async placeBet(): Promise<void> {
    const { stake } = this.settings
    if (!this.canBet || stake === undefined) return
    this.isBetting = true
    this.sound('press')
    try {
      const wire = await this.root.api.call(
        originalCalls.rowDoubleBet,
        { body: { ...this.stakeBody(stake), mode: this.difficulty } },
        { loading: false },
      )
      runInAction(() => this.take(fromWireRowDouble(wire)))
      this.followWallet()
    } catch (error) {
      ignoreCallError(error)
      await this.resume()
    } finally {
      runInAction(() => (this.isBetting = false))
    }
  }

  private async openTaps(): Promise<void> {
    while (this.taps.length > 0 && this.round && this.isOpen) {
      const body = { roundId: this.round.id, row: this.round.picks.length, tile: this.taps[0] as number }
      try {
        const wire = await this.root.api.call(originalCalls.rowDoublePick, { body }, { loading: false })
        const round = fromWireRowDouble(wire)
        if (round.status === 'open') {
          runInAction(() => {
            this.taps.shift()
            this.take(round)
          })
          this.sound('gem')
        } else {
          runInAction(() => (this.taps = []))
          this.finish(round)
        }
      } catch (error) {
        ignoreCallError(error)
        runInAction(() => (this.taps = []))
        await this.resume()
      }
    }
    runInAction(() => (this.taps = []))
  }

  private async playWhole(stake: Cents): Promise<PlayedRound> {
    const wire = await this.root.api.call(
      originalCalls.rowDoubleAuto,
      { body: { ...this.stakeBody(stake), mode: this.difficulty, tiles: [...this.chosen] } },
      { loading: false },
    )
    const round = fromWireRowDouble(wire)
    this.finish(round)
    return { stake: round.stake, payout: round.payout }
  }

  /** One tile a row without gaps: the chosen tile again takes it and the rows above it away. */
  private choose(row: number, tile: number): void {
    this.auto.stopReason = null
    this.round = null
    if (this.chosen[row] === tile) this.chosen = this.chosen.slice(0, row)
    else this.chosen[row] = tile
  }

  private stakeBody(stake: Cents) {
    return { amount: toWireAmount(stake), wallet: toWireWallet(this.settings.wallet) }
  }

  private take(round: RowDoubleRound): void {
    this.round = round
    this.difficulty = round.mode
  }

  private finish(round: RowDoubleRound): void {
    runInAction(() => this.take(round))
    this.sound(round.status === 'won' ? 'win' : 'mine')
    this.followWallet()
    void this.history.load()
  }

  /** The server pushes the wallet; without a connection it is asked for. */
  private followWallet(): void {
    if (this.root.realtime.status !== 'online') this.root.wallet.refresh().catch(ignoreCallError)
  }

  private sound(name: Parameters<typeof playSound>[0]): void {
    if (this.settings.isSoundOn) playSound(name)
  }
}
