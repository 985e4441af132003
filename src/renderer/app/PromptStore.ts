import { autorun, makeAutoObservable, observable, reaction, runInAction } from 'mobx'
import { limitCalls } from '#contract/http/limits.ts'
import { orderCalls } from '#contract/http/order.ts'
import { cents, ZERO, type Cents, type WalletBalances } from '#contract/money.ts'
import type { GiftStore } from '../features/rewards/GiftStore.ts'
import type { OverlayName } from '../stores/overlays.ts'
import type { RootStore } from '../stores/RootStore.ts'
import { onSessionEnd } from '../stores/sessionEnd.ts'
import { ignoreCallError } from '../stores/SessionStore.ts'

/** Balances below these open the low-balance deposit in a game: R$ 10.00, bonus wallet R$ 0.51. In cents. */
const lowBalance = cents(10_00)
const lowBonus = cents(51)

const minuteMs = 60_000
/** How long the result of a round is seen, and a payout may arrive, before the low-balance deposit opens, in ms. */
const resultMs = 1_200
const defaultCheckMinutes = 60

/**
 * Prompts that open by themselves: award popup, bonus-multiplier prompt, start mask, low-balance deposit, reality
 * check, credentials of a test account. One at a time, and never over an open overlay. Also the alert that says why the server has
 * ended the session.
 */
export class PromptStore {
  /** True while the start mask is shown. */
  isMaskShown = false
  private path = ''
  private isGame = false
  private isCheckDue = false
  private hasShownTest = false
  /** The overlay that was open at the last check. */
  #prompt: OverlayName | undefined
  #timer: ReturnType<typeof setTimeout> | undefined
  /** Of the newest interval of the reality check: an earlier one, of another session, sets no timer. */
  #schedule = 0
  readonly #root: RootStore
  readonly #gift: Pick<GiftStore, 'isWaiting' | 'dismiss'>

  constructor(root: RootStore, gift: Pick<GiftStore, 'isWaiting' | 'dismiss'>) {
    this.#root = root
    this.#gift = gift
    makeAutoObservable(this)
  }

  /** Called with every address; `isGame` is true on pages where bets are placed. */
  moveTo(path: string, isGame: boolean): void {
    this.path = path
    this.isGame = isGame
    if (path !== '/home') this.isMaskShown = false
  }

  closeMask(): void {
    this.isMaskShown = false
  }

  /** Returns the cleanup. */
  start(): () => void {
    const { overlays, realtime, rounds, session } = this.#root
    const gift = this.#gift
    const canPrompt = () => session.isLoggedIn && overlays.current === null
    // A player in a time-out or self-exclusion gets no offers.
    const canOffer = () => canPrompt() && !session.isPaused
    const stops = [
      autorun(() => {
        this.dismissClosed(overlays.current?.name)
        if (canPrompt() && this.isTestAccountDue) this.openTestAccount()
        else if (canOffer() && realtime.bonusOffer && !rounds.isRunning)
          runInAction(() => overlays.open('bonusMultiplier'))
        else if (canPrompt() && this.isCheckDue) this.openRealityCheck()
        else if (canOffer() && gift.isWaiting && this.path === '/home')
          runInAction(() => overlays.open('award'))
      }),
      // Only after a login in this tab: a returning session has seen it.
      reaction(
        () => session.isNew,
        (isNew) => runInAction(() => (this.isMaskShown = isNew && this.path === '/home')),
        // A fast login is over before the prompts are loaded.
        { fireImmediately: true },
      ),
      reaction(
        () => session.isLoggedIn,
        (isLoggedIn) => {
          if (isLoggedIn) return
          realtime.dismissBonusOffer()
          runInAction(() => {
            this.hasShownTest = false
            this.isCheckDue = false
          })
        },
      ),
      onSessionEnd(this.#root, () => this.forgetSession()),
      realtime.onTopicEvent((event) => {
        if (event.name !== 'account:sessionEnded') return
        // The session ends a moment later, when the server refuses the next connection.
        this.#root.alerts.alert({ text: event.payload.text }, { outlivesSession: true })
      }),
      this.watchLowBalance(canOffer),
      reaction(
        () => session.isLoggedIn,
        (isLoggedIn) => void this.scheduleRealityCheck(isLoggedIn),
        { fireImmediately: true },
      ),
    ]
    return () => {
      for (const stop of stops) stop()
      clearTimeout(this.#timer)
      this.#schedule++
    }
  }

  /** What was said to one player is not shown to the next. */
  private forgetSession(): void {
    const { alerts, realtime } = this.#root
    alerts.alerts = alerts.alerts.filter(({ outlivesSession }) => outlivesSession)
    // With an id it is the operator's, for everybody.
    if (realtime.notice?.id === undefined) realtime.notice = null
    realtime.lastPayment = null
  }

  /** A closed prompt does not reopen by itself, however it was closed. */
  private dismissClosed(open: OverlayName | undefined): void {
    if (this.#prompt === 'award' && open !== 'award') this.#gift.dismiss()
    // The offer waits while the player identifies themselves for it.
    if (this.#prompt === 'bonusMultiplier' && open !== 'bonusMultiplier' && open !== 'editBank') {
      this.#root.realtime.dismissBonusOffer()
      void this.closeOffer()
    }
    this.#prompt = open
  }

  /** So that no other page or device shows it again; after a failure, one may. */
  private async closeOffer(): Promise<void> {
    const { session, api } = this.#root
    if (!session.isLoggedIn) return
    await api
      .call(orderCalls.closeOffer, { body: {} }, { loading: false, ownFailure: true })
      .catch(ignoreCallError)
  }

  /**
   * Opens once each time a wallet has become low in a game, whatever is in the other one, when the round is over and shown:
   * nothing may cover a running round. A payout that makes up for the stake opens nothing. A stake above the balance opens
   * the deposit anyway.
   */
  private watchLowBalance(canOffer: () => boolean): () => void {
    const { overlays, rounds, session, wallet } = this.#root
    const fallen = observable.map<keyof WalletBalances, boolean>()
    let timer: ReturnType<typeof setTimeout> | undefined
    const watch = (name: keyof WalletBalances, limit: Cents) => {
      const isLow = () => wallet[name] < limit
      const isPlaying = () => this.isGame && session.isLoggedIn
      const note = (isNowLow: boolean) => isNowLow && isPlaying() && fallen.set(name, true)
      // A fast round is over before the prompts are loaded.
      note(isLow() && (wallet.first[name] ?? ZERO) >= limit)
      return [
        reaction(isLow, note),
        reaction(
          () => isLow() && isPlaying(),
          (isStillLow) => isStillLow || fallen.delete(name),
        ),
      ]
    }
    const stops = [
      ...watch('cash', lowBalance),
      ...watch('bonus', lowBonus),
      // Not again after a deposit overlay was open in the meantime.
      reaction(
        () => overlays.current?.name === 'gameDeposit' || overlays.current?.name === 'deposit',
        (isDepositOpen) => isDepositOpen && fallen.clear(),
      ),
      reaction(
        () => fallen.size > 0 && canOffer() && !rounds.isRunning,
        (isDue) => {
          clearTimeout(timer)
          if (!isDue) return
          timer = setTimeout(() => {
            runInAction(() => overlays.open('gameDeposit', fallen.has('cash') ? {} : { wallet: 'bonus' }))
          }, resultMs)
        },
        { fireImmediately: true },
      ),
    ]
    return () => {
      for (const stop of stops) stop()
      clearTimeout(timer)
    }
  }

  /** Once for each login of a test account in this tab. */
  private get isTestAccountDue(): boolean {
    const { session } = this.#root
    return session.isNew && !this.hasShownTest && Boolean(session.player?.testAccount)
  }

  private openTestAccount(): void {
    runInAction(() => {
      this.hasShownTest = true
      this.#root.overlays.open('testAccount')
    })
  }

  private openRealityCheck(): void {
    runInAction(() => {
      this.isCheckDue = false
      this.#root.overlays.open('realityCheck')
    })
  }

  /** The player's own interval; the longest one when it cannot be loaded. */
  private async scheduleRealityCheck(isLoggedIn: boolean): Promise<void> {
    clearTimeout(this.#timer)
    const schedule = ++this.#schedule
    if (!isLoggedIn) return
    let minutes = defaultCheckMinutes
    try {
      const options = { loading: false, ownFailure: true }
      minutes = (await this.#root.api.call(limitCalls.session, {}, options)).realityCheck
    } catch (error) {
      ignoreCallError(error)
    }
    if (schedule !== this.#schedule) return
    this.#timer = setTimeout(() => {
      runInAction(() => (this.isCheckDue = this.#root.session.isLoggedIn))
      void this.scheduleRealityCheck(this.#root.session.isLoggedIn)
    }, minutes * minuteMs)
  }
}
