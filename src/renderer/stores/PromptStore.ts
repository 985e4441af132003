import { autorun, makeAutoObservable, reaction, runInAction } from 'mobx'
import { limitCalls } from '#contract/http/limits.ts'
import { cents, type Cents } from '#contract/money.ts'
import type { OverlayName } from './overlays.ts'
import type { RootStore } from './RootStore.ts'
import { ignoreCallError } from './SessionStore.ts'

/** Below these the small deposit opens in a game (spec §9): R$ 10.00 and, of the bonus wallet, R$ 0.51. */
export const lowBalance = cents(10_00)
export const lowBonus = cents(51)

const minuteMs = 60_000
/** A wallet that falls this soon after a stake fell because of it. */
const playedMs = 10_000
const defaultCheck = 60

/**
 * What comes up by itself: award popup, bonus-multiplier prompt, start mask, low-balance deposit, reality
 * check. One at a time, and never over something that is open.
 */
export class PromptStore {
  /** The start mask is on the page. */
  isMaskShown = false
  private path = ''
  private isGame = false
  private checkDue = false
  /** What was open when the prompts were looked at last. */
  private prompt: OverlayName | undefined
  private timer: ReturnType<typeof setTimeout> | undefined

  constructor(private readonly root: RootStore) {
    makeAutoObservable<this, 'root' | 'timer' | 'prompt'>(this, {
      root: false,
      timer: false,
      prompt: false,
    })
  }

  /** Follows the address; `isGame`: a page where bets are placed. */
  moveTo(path: string, isGame: boolean): void {
    this.path = path
    this.isGame = isGame
    if (path !== '/home') this.isMaskShown = false
  }

  closeMask(): void {
    this.isMaskShown = false
  }

  openCheckIn(): void {
    this.isMaskShown = false
    this.root.navigation.go('/signInSheet')
  }

  /** Returns its undoing. */
  start(): () => void {
    const { overlays, realtime, gift, session, wallet } = this.root
    const isClear = () => session.isLoggedIn && overlays.current === null
    // Who is in a pause is offered nothing (PRODUCT.md section 10).
    const isFree = () => isClear() && !session.isPaused
    const undo = [
      autorun(() => {
        this.forgetClosed(overlays.current?.name)
        if (isFree() && realtime.bonusOffer) runInAction(() => overlays.open('bonusMultiplier'))
        else if (isClear() && this.checkDue) this.openCheck()
        else if (isFree() && gift.isWaiting && this.path === '/home')
          runInAction(() => overlays.open('award'))
      }),
      // Only a login in this tab: who comes back with a session has seen it.
      reaction(
        () => session.hasToken,
        (hasToken) => runInAction(() => (this.isMaskShown = hasToken && this.path === '/home')),
      ),
      reaction(
        () => session.isLoggedIn,
        (isLoggedIn) => {
          if (!isLoggedIn) realtime.dismissBonusOffer()
        },
      ),
      this.watchFalling(() => wallet.balance, lowBalance, isFree),
      // The bonus wallet is what is played with once the other is low.
      this.watchFalling(
        () => wallet.bonusBalance,
        lowBonus,
        () => isFree() && wallet.balance < lowBalance,
      ),
      reaction(
        () => session.isLoggedIn,
        (isLoggedIn) => void this.scheduleCheck(isLoggedIn),
        { fireImmediately: true },
      ),
    ]
    return () => {
      for (const stop of undo) stop()
      clearTimeout(this.timer)
    }
  }

  /** However a prompt was closed, also by the back button: it does not come again by itself. */
  private forgetClosed(open: OverlayName | undefined): void {
    if (this.prompt === 'award' && open !== 'award') this.root.gift.dismiss()
    if (this.prompt === 'bonusMultiplier' && open !== 'bonusMultiplier') {
      this.root.realtime.dismissBonusOffer()
    }
    this.prompt = open
  }

  /**
   * Once each time a wallet falls below its line in a game; but never because of a stake just placed: nothing
   * may lie over a round that is being played. A stake that the wallet does not hold opens the deposit anyway.
   */
  private watchFalling(read: () => Cents, line: Cents, isFree: () => boolean): () => void {
    const isPlaying = () => performance.now() - this.root.lastBetAt < playedMs
    return reaction(read, (now, before) => {
      if (now < line && before >= line && this.isGame && isFree() && !isPlaying()) {
        this.root.overlays.open('gameDeposit')
      }
    })
  }

  private openCheck(): void {
    runInAction(() => {
      this.checkDue = false
      this.root.overlays.open('realityCheck')
    })
  }

  /** The interval is the player's own; without an answer it is the longest. */
  private async scheduleCheck(isLoggedIn: boolean): Promise<void> {
    clearTimeout(this.timer)
    if (!isLoggedIn) return
    let minutes = defaultCheck
    try {
      const options = { loading: false, ownFailure: true }
      minutes = (await this.root.api.call(limitCalls.session, {}, options)).realityCheck
    } catch (error) {
      ignoreCallError(error)
    }
    clearTimeout(this.timer)
    this.timer = setTimeout(() => {
      runInAction(() => (this.checkDue = this.root.session.isLoggedIn))
      void this.scheduleCheck(this.root.session.isLoggedIn)
    }, minutes * minuteMs)
  }
}
