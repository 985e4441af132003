import { makeAutoObservable, observableRef, runInAction } from 'mobx'
import type { Round } from '#contract/http/game.ts'
import type { Cents } from '#contract/money.ts'
import { CallError } from '#contract/errors.ts'
import { ignoreCallError } from '../../stores/SessionStore.ts'
import type { RootStore } from '../../stores/RootStore.ts'
import { AutoPlay } from './AutoPlay.ts'
import { BetSettings } from './BetSettings.ts'
import { GameHistory } from './GameHistory.ts'
import { playSound } from './sounds.ts'

/** How long the field shows the result coming before the next press counts. */
const revealMs = { normal: 700, turbo: 120 }

/**
 * Play of a game that is decided at once: manual and automatic, one round at a time, result, history, wallet.
 * `ask` sends one bet and answers the settled round; the game's own choices are its own.
 */
export class InstantPlay {
  readonly settings: BetSettings
  readonly auto: AutoPlay
  readonly history: GameHistory
  mode: 'manual' | 'auto' = 'manual'
  /** The last settled round; shown until the next. */
  last: Round | null = null
  /** From the press until the result is on the screen. */
  isPlaying = false

  constructor(
    private readonly root: RootStore,
    gameCode: string,
    private readonly ask: (stake: Cents, wallet: 'cash' | 'bonus') => Promise<Round>,
  ) {
    this.settings = new BetSettings(root)
    this.auto = new AutoPlay(this.settings)
    this.history = new GameHistory(root, gameCode)
    makeAutoObservable<this, 'root' | 'ask'>(this, {
      root: false,
      ask: false,
      settings: false,
      auto: false,
      history: false,
      last: observableRef,
    })
  }

  get isLocked(): boolean {
    return this.isPlaying || this.auto.isRunning
  }

  setMode(mode: 'manual' | 'auto'): void {
    this.mode = mode
  }

  start(): void {
    void this.history.load()
  }

  /** One round with the stake that is set. */
  play(): void {
    this.root.requireLogin(() => {
      const { stake } = this.settings
      if (this.isLocked || stake === undefined || this.settings.error) return
      this.playOne(stake).catch(ignoreCallError)
    })
  }

  startAuto(): void {
    this.root.requireLogin(
      () =>
        void this.auto.run(async (stake) => {
          const round = await this.playOne(stake)
          return { stake: round.stake, payout: round.payout }
        }),
    )
  }

  private async playOne(stake: Cents): Promise<Round> {
    this.isPlaying = true
    this.sound('press')
    try {
      const round = await this.ask(stake, this.settings.wallet)
      runInAction(() => (this.last = round))
      await new Promise((resolve) =>
        setTimeout(resolve, this.settings.isTurbo ? revealMs.turbo : revealMs.normal),
      )
      this.sound(round.payout > round.stake ? 'win' : 'tick')
      this.history.add(round)
      return round
    } catch (error) {
      // The answer may be lost and the round played: history tells.
      if (error instanceof CallError && error.kind === 'network') void this.history.load()
      throw error
    } finally {
      if (this.root.realtime.status !== 'online') this.root.wallet.refresh().catch(ignoreCallError)
      runInAction(() => (this.isPlaying = false))
    }
  }

  private sound(name: Parameters<typeof playSound>[0]): void {
    if (this.settings.isSoundOn) playSound(name)
  }
}
