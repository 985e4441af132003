import { makeAutoObservable, observableRef, runInAction } from 'mobx'
import { minesMaxGems, minesPayTable } from '#contract/games/mines.ts'
import { multiplierNumber } from '#contract/games/multiplier.ts'
import { fromWireMines, gameCalls, type MinesRound } from '#contract/http/game.ts'
import { toWireWallet } from '#contract/http/order.ts'
import { toWireAmount, type Cents } from '#contract/money.ts'
import { ignoreCallError } from '../../stores/SessionStore.ts'
import type { RootStore } from '../../stores/RootStore.ts'
import { AutoPlay, type PlayedRound } from '../shared/AutoPlay.ts'
import { BetSettings } from '../shared/BetSettings.ts'
import { GameHistory } from '../shared/GameHistory.ts'
import { playSound } from '../shared/sounds.ts'

export type TileState = 'closed' | 'opening' | 'gem' | 'mine' | 'hiddenGem' | 'hiddenMine' | 'chosen'

/**
 * A game of mines as the player sees it. The server decides; taps are kept in order and sent one after the
 * other, and what is left of them is dropped when the round ends. An unfinished round is taken up again.
 */
export class MinesStore {
  readonly settings: BetSettings
  readonly auto: AutoPlay
  readonly history: GameHistory
  mode: 'manual' | 'auto' = 'manual'
  mineCount = 3
  /** The open round, or the last one until the next bet. */
  round: MinesRound | null = null
  isBetting = false
  isCashingOut = false
  /** Tiles tapped and not yet answered, in order. */
  taps: number[] = []
  /** The tiles that automatic rounds open. */
  chosen: number[] = []

  constructor(private readonly root: RootStore) {
    this.settings = new BetSettings(root)
    this.auto = new AutoPlay(this.settings)
    this.history = new GameHistory(root, 'mines')
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

  get gems(): number {
    return this.round ? this.round.opened.filter((tile) => !this.round?.mines?.includes(tile)).length : 0
  }

  get payTable(): { gems: number; multiplier: number }[] {
    return minesPayTable(this.isOpen && this.round ? this.round.mineCount : this.mineCount).map((row) => ({
      gems: row.gems,
      multiplier: multiplierNumber(row.multiplier),
    }))
  }

  get canBet(): boolean {
    return !this.isOpen && !this.isBetting && this.settings.error === null
  }

  tile(index: number): TileState {
    const { round } = this
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

  setMode(mode: 'manual' | 'auto'): void {
    this.mode = mode
    if (!this.isOpen) this.round = null
  }

  setMineCount(count: number): void {
    this.mineCount = count
    if (!this.isOpen) this.round = null
    this.chosen = this.chosen.slice(0, minesMaxGems(count))
  }

  /** Takes up an unfinished round after a reload, a crash or a lost network. */
  async resume(): Promise<void> {
    if (!this.root.session.isLoggedIn) return
    await this.history.load()
    try {
      const wire = await this.root.api.call(gameCalls.minesCurrent, {}, { loading: false })
      if (wire) runInAction(() => this.take(fromWireMines(wire)))
      else if (this.isOpen) runInAction(() => (this.round = null))
    } catch (error) {
      ignoreCallError(error)
    }
  }

  bet(): void {
    this.root.requireLogin(() => void this.placeBet())
  }

  tap(index: number): void {
    if (this.mode === 'auto') return this.choose(index)
    if (!this.isOpen || this.isCashingOut || this.tile(index) !== 'closed') return
    this.taps.push(index)
    if (this.taps.length === 1) void this.openTaps()
  }

  /** Opens a closed tile by chance: for players who leave it to luck; it decides nothing about the outcome. */
  pick(): void {
    const closed = Array.from({ length: 25 }, (_, index) => index).filter(
      (index) => this.tile(index) === 'closed',
    )
    const [roll = 0] = crypto.getRandomValues(new Uint32Array(1))
    const index = closed[roll % closed.length]
    if (index !== undefined) this.tap(index)
  }

  async cashOut(): Promise<void> {
    if (!this.round || !this.isOpen || this.isCashingOut || this.gems === 0) return
    this.isCashingOut = true
    try {
      const wire = await this.root.api.call(
        gameCalls.minesCashOut,
        { body: { roundId: this.round.id } },
        { loading: false },
      )
      this.finish(fromWireMines(wire))
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

  private async placeBet(): Promise<void> {
    const { stake } = this.settings
    if (!this.canBet || stake === undefined) return
    this.isBetting = true
    this.sound('press')
    try {
      const wire = await this.root.api.call(
        gameCalls.minesBet,
        {
          body: {
            amount: toWireAmount(stake),
            wallet: toWireWallet(this.settings.wallet),
            mineCount: this.mineCount,
          },
        },
        { loading: false },
      )
      runInAction(() => this.take(fromWireMines(wire)))
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
      const tile = this.taps[0] as number
      try {
        const wire = await this.root.api.call(
          gameCalls.minesOpen,
          { body: { roundId: this.round.id, tile } },
          { loading: false },
        )
        const round = fromWireMines(wire)
        runInAction(() => this.taps.shift())
        if (round.status === 'open') {
          runInAction(() => this.take(round))
          this.sound('gem')
        } else this.finish(round)
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
      gameCalls.minesAuto,
      {
        body: {
          amount: toWireAmount(stake),
          wallet: toWireWallet(this.settings.wallet),
          mineCount: this.mineCount,
          tiles: [...this.chosen],
        },
      },
      { loading: false },
    )
    const round = fromWireMines(wire)
    this.finish(round)
    return { stake: round.stake, payout: round.payout }
  }

  private choose(index: number): void {
    if (this.auto.isRunning) return
    this.auto.stopReason = null
    this.round = null
    if (this.chosen.includes(index)) this.chosen = this.chosen.filter((tile) => tile !== index)
    else if (this.chosen.length < minesMaxGems(this.mineCount)) this.chosen.push(index)
  }

  private take(round: MinesRound): void {
    this.round = round
    this.mineCount = round.mineCount
  }

  private finish(round: MinesRound): void {
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
