import { makeAutoObservable, observableRef, reaction, runInAction } from 'mobx'
import { CallError, isUndecided } from '#contract/errors.ts'
import type { SlotCode } from '#contract/games/slots.ts'
import { fromWireSlotState, fromWireSpin, slotCalls, type SlotPlay } from '#contract/http/slots.ts'
import { toWireWallet } from '#contract/http/wallet.ts'
import { languages, type Language, type LanguageCode } from '#contract/languages.ts'
import { toWireAmount, ZERO, type Cents, type WalletBalances, type WalletName } from '#contract/money.ts'
import { newKey, type GameApi } from '../host/GameApi.ts'
import { AutoSpin } from './AutoSpin.ts'
import { RoundView, type RoundPhase } from './RoundView.ts'
import type { Stage } from './Stage.ts'
import { Stake } from './Stake.ts'
import { WalletView } from './WalletView.ts'

/** What the game asks of its host; see contract/games/frame.ts. */
export interface SlotHost {
  needDeposit(): void
  /** A round begins; the host shows the same balances as the game until `revealed`. */
  reveal(shown: WalletBalances): void
  revealed(): void
}

/** What went wrong, as the page shows it. */
export interface GameError {
  kind: 'offline' | 'lost' | 'refused' | 'funds' | 'closed'
  /** The server's message in the player's language; '' when the frame has its own text. */
  text: string
}

/** A spin that the player started, held until its outcome is known, so that a retry uses the same key. */
interface PendingSpin {
  /** Idempotency key. */
  key: string
  stake: Cents
  wallet: WalletName
}

/** Rounds in the history. */
const historyLength = 20

/**
 * The slot game: the player's actions and their results. The server decides and pays every round before the
 * first reel stops; `RoundView` only shows it.
 */
export class SlotStore {
  /** Whether the game can be played, apart from the round that is shown. */
  state: 'loading' | 'failed' | 'idle' = 'loading'
  languageCode: LanguageCode = 'pt_BR'
  isPaused = false
  notice = ''
  error: GameError | null = null
  /** The last round that was shown to its end. */
  last: SlotPlay | null = null
  /** Newest first. */
  rounds: SlotPlay[] = []
  /** Return to player, a fraction. */
  rtp = 0
  maxWin: Cents = ZERO
  readonly stake: Stake
  readonly wallet: WalletView
  readonly auto = new AutoSpin(() => this.language)
  readonly round: RoundView
  private pending: PendingSpin | null = null
  #noticeTimer: ReturnType<typeof setTimeout> | undefined
  readonly #api: Pick<GameApi, 'call'>
  readonly #stage: Stage
  readonly #host: SlotHost

  constructor(
    readonly gameCode: SlotCode,
    api: Pick<GameApi, 'call'>,
    stage: Stage,
    host: SlotHost,
  ) {
    this.#api = api
    this.#stage = stage
    this.#host = host
    this.stake = new Stake(() => this.language)
    this.wallet = new WalletView(() => this.#host.needDeposit())
    this.round = new RoundView(gameCode, stage, () => this.auto.isRunning)
    makeAutoObservable(this, { last: observableRef, rounds: observableRef, error: observableRef })
    // The money has arrived, or the player has lowered the stake.
    reaction(
      () => this.stake.value !== undefined && this.wallet.available >= this.stake.value,
      (hasFunds) => {
        if (hasFunds && this.error?.kind === 'funds') this.dismissError()
      },
    )
  }

  get language(): Language {
    return languages[this.languageCode]
  }

  get phase(): SlotStore['state'] | RoundPhase {
    return this.round.phase ?? this.state
  }

  get isBusy(): boolean {
    return this.phase !== 'idle'
  }

  /** Stake, wallet and automatic play cannot be changed. */
  get isLocked(): boolean {
    return this.isBusy || this.auto.isRunning || this.isOutcomeUnknown
  }

  /** A spin may have been played, and its round is not here; the next press repeats the call. */
  get isOutcomeUnknown(): boolean {
    return this.phase === 'idle' && this.pending !== null
  }

  /** Loads limits, balance and history, then shows the rest of a round that was not shown to its end. */
  async load(): Promise<void> {
    this.state = 'loading'
    try {
      const state = fromWireSlotState(await this.#api.call(slotCalls.state, {}))
      runInAction(() => {
        this.stake.setLimits({ min: state.minStake, max: state.maxStake })
        this.rtp = state.rtp
        this.maxWin = state.maxWin
        this.error = null
        this.rounds = state.recent
        this.wallet.set(state.wallets)
        this.state = 'idle'
      })
      const stops = state.recent[0]?.spins.at(-1)?.stops
      if (stops) this.#stage.place(stops)
      if (state.unseen) await this.resume(state.unseen)
    } catch (error) {
      this.fail(error, 'failed')
    }
  }

  /** The big button: spins, stops the reels sooner, closes an announcement or stops automatic play. */
  press(): void {
    if (this.phase === 'freeIntro' || this.phase === 'freeEnd') this.round.continue()
    else if (this.phase === 'failed') void this.load()
    else if (this.auto.isRunning) this.auto.stop('player')
    else if (this.phase === 'spinning' || this.phase === 'showing') this.#stage.hurry()
    else {
      this.auto.clearReason()
      void this.spin()
    }
  }

  /** Plays one round with the current stake. Null if it could not be played; `error` then says why. */
  async spin(): Promise<SlotPlay | null> {
    if (this.isBusy || this.isPaused) return null
    const pending = this.pending ?? this.newSpin()
    if (!pending) return null
    this.begin(pending)
    try {
      const [wire] = await Promise.all([
        this.#api.call(
          slotCalls.spin,
          {
            body: {
              gameCode: this.gameCode,
              amount: toWireAmount(pending.stake),
              wallet: toWireWallet(pending.wallet),
            },
          },
          pending.key,
        ),
        this.round.turned(),
      ])
      const { play, wallets } = fromWireSpin(wire)
      runInAction(() => {
        this.pending = null
        this.error = null
        this.wallet.set(wallets)
      })
      await this.round.show(play)
      this.finish(play)
      return play
    } catch (error) {
      runInAction(() => {
        this.round.abort()
        this.fail(error, 'idle')
      })
      return null
    }
  }

  /** Plays rounds until something stops automatic play. */
  async startAuto(): Promise<void> {
    if (this.isLocked || this.stake.error) return
    this.auto.start()
    while (this.auto.isRunning) {
      const play = await this.spin()
      if (!play) {
        // Waits while the host pauses the game. Otherwise `error` says why it stopped.
        if (!this.auto.isRunning || !this.isPaused) break
        await this.round.rest()
        continue
      }
      const hadFreeSpins = play.spins.length > 1
      runInAction(() => this.auto.record({ stake: play.stake, payout: play.payout, hadFreeSpins }))
      if (this.auto.isRunning) await this.round.rest()
    }
  }

  setLanguage(code: LanguageCode): void {
    this.languageCode = code
    this.stake.normalize()
  }

  setPaused(paused: boolean): void {
    this.isPaused = paused
  }

  /** Shows a notice until it is closed, or for its seconds. */
  setNotice(text: string, seconds: number): void {
    this.closeNotice()
    this.notice = text
    this.#noticeTimer = setTimeout(() => this.closeNotice(), seconds * 1_000)
  }

  closeNotice(): void {
    clearTimeout(this.#noticeTimer)
    this.notice = ''
  }

  setOffline(isOffline: boolean): void {
    if (isOffline) this.error = { kind: 'offline', text: '' }
    else if (this.error?.kind === 'offline') this.error = null
  }

  dismissError(): void {
    this.error = null
  }

  /** null: it cannot be played. */
  private newSpin(): PendingSpin | null {
    const { value } = this.stake
    if (value === undefined || this.stake.error) return null
    if (value > this.wallet.available) return this.refuseForFunds()
    return { key: newKey(), stake: value, wallet: this.wallet.chosen }
  }

  private begin(pending: PendingSpin): void {
    this.pending = pending
    this.error = null
    this.hold(pending.wallet, pending.stake)
    this.round.begin()
  }

  /** Shows the rest of a round from before this visit. */
  private async resume(play: SlotPlay): Promise<void> {
    this.hold(play.wallet, ZERO)
    await this.round.resume(play)
    this.finish(play)
  }

  /** The round has been shown to its end. */
  private finish(play: SlotPlay): void {
    this.round.finish(play)
    this.last = play
    this.rounds = [play, ...this.rounds.filter(({ id }) => id !== play.id)].slice(0, historyLength)
    this.release()
    // If this call is lost, the free spins are shown again on the next visit: twice is better than never.
    if (play.spins.length > 1)
      this.#api.call(slotCalls.shown, { body: { roundId: play.id } }).catch(ignoreLost)
  }

  private hold(wallet: WalletName, stake: Cents): void {
    this.wallet.hold(wallet, stake)
    this.#host.reveal(this.wallet.shown)
  }

  private release(): void {
    this.wallet.release()
    this.#host.revealed()
  }

  private refuseForFunds(): null {
    this.auto.stop('funds')
    this.error = { kind: 'funds', text: '' }
    this.#host.needDeposit()
    return null
  }

  /** Ends a call that failed. A spin that may have been played stays pending: only a retry with the same key shows it. */
  private fail(error: unknown, state: 'idle' | 'failed'): void {
    if (!(error instanceof CallError)) throw error
    const isLost = error.kind === 'network'
    if (isOutcome(error)) this.pending = null
    this.state = state
    this.error = { kind: errorKind(error.kind), text: error.message }
    this.auto.stop(error.kind === 'funds' ? 'funds' : isLost ? 'network' : 'refused')
    this.release()
    if (error.kind === 'funds') this.#host.needDeposit()
  }
}

/** Whether the spin is decided. A call before it that fails for lack of a session decides nothing: an earlier attempt may have been played. */
function isOutcome({ path, kind, httpStatus, status }: CallError): boolean {
  return path === slotCalls.spin.path && kind !== 'loggedOut' && !isUndecided(httpStatus, status)
}

function errorKind(kind: CallError['kind']): GameError['kind'] {
  if (kind === 'network') return 'lost'
  return kind === 'funds' || kind === 'closed' ? kind : 'refused'
}

function ignoreLost(error: unknown): void {
  if (!(error instanceof CallError)) throw error
}
