import { makeAutoObservable, observableRef, runInAction } from 'mobx'
import { logoutCall } from '#contract/http/logout.ts'
import {
  fromStoredPlayer,
  fromWirePayPackage,
  fromWireUserInfo,
  toStoredPlayer,
  userCalls,
  type KnownPlayer,
  type PackageOffer,
  type Player,
  type UserInfoWire,
} from '#contract/http/user.ts'
import { CallError } from '#contract/errors.ts'
import type { Cents } from '#contract/money.ts'
import { activeDiscount } from '#contract/rules/discount.ts'
import type { Platform } from '../platform/Platform.ts'
import type { Api } from '../services/api.ts'
import type { ServerClock } from '#contract/ServerClock.ts'
import type { Storages } from '../services/storage.ts'
import type { WalletStore } from './WalletStore.ts'

/** The longest wait that setTimeout knows, in ms: a longer one would end at once. */
const longestWaitMs = 2 ** 31 - 1

/**
 * Who is logged in (docs/product.md, "Session"). The token belongs to the platform: this store only knows
 * whether there is one. `onStarted` and `onEnded` let the root store connect, close and open what depends on
 * the session.
 */
export class SessionStore {
  hasToken = false
  /** The session began after the page was loaded: by a login. */
  isNew = false
  player: Player | null = null
  /** The player of an earlier page, until this one has loaded the user info. */
  known: KnownPlayer | null = null
  /** The level that this page loaded first for its player. */
  first: { id: string; level: number } | null = null
  offer: PackageOffer | null = null
  /** The last load of user info failed: without a player there is nothing to show. */
  hasFailed = false
  /** How many places on the page say that: then no alert repeats it (features/rewards/PlayerLoadError.tsx). */
  failurePlaces = 0
  /** How many sessions have ended in this page: what began in one of them must not go on in the next one. */
  endedSessions = 0
  onStarted: () => void = () => undefined
  onEnded: () => void = () => undefined
  readonly #platform: Platform
  readonly #api: Api
  readonly #storages: Storages
  readonly #wallet: WalletStore
  readonly #clock: ServerClock
  #isEntering = false
  #discountTimer: ReturnType<typeof setTimeout> | undefined
  /** Calls for user info without a response since the last one that had one, while the server responded to others. */
  #unanswered = 0
  /** The newest push: a response that was requested before it is older. */
  #pushedBetSum: { betSum: Cents } | undefined
  /** Makes the player of the loaded user info, with these fields in place of its own. */
  #playerWith: ((fields: Partial<UserInfoWire>) => Player) | undefined

  constructor(platform: Platform, api: Api, storages: Storages, wallet: WalletStore, clock: ServerClock) {
    this.#platform = platform
    this.#api = api
    this.#storages = storages
    this.#wallet = wallet
    this.#clock = clock
    makeAutoObservable(this, {
      player: observableRef,
      known: observableRef,
      offer: observableRef,
      onStarted: false,
      onEnded: false,
    })
  }

  get isLoggedIn(): boolean {
    return this.hasToken
  }

  /** In a time-out or self-exclusion, or closed: no offers are made. */
  get isPaused(): boolean {
    return Boolean(this.player?.pausedUntil) || this.isClosed
  }

  /** What is left in the account can be withdrawn, and nothing else is possible. */
  get isClosed(): boolean {
    return this.player?.isClosed === true
  }

  /** Called after the platform started; also follows a login or logout in another tab. */
  start(hasSession: boolean): void {
    this.#platform.onSessionChanged((changed) => this.#applyPlatformSession(changed))
    this.#applyPlatformSession(hasSession)
    this.isNew = false
    if (hasSession) this.known = fromStoredPlayer(this.#storages.local.get('userInfo'))
  }

  /**
   * Opens a session: by a login, a registration, a link, a phone. `open` makes the call and returns whether its response
   * has opened one; the platform has stored the token by then. User info is loaded at once. Returns what `open` has.
   */
  async enter(open: () => Promise<boolean>, loading = true): Promise<boolean> {
    this.#isEntering = true
    try {
      if (!(await open())) return false
      this.begin()
    } finally {
      this.#isEntering = false
    }
    await this.refresh(loading)
    return true
  }

  /** Loads user info; does nothing for a guest. `isBackground`: nobody waits for it (CallOptions). */
  async refresh(loading = false, isBackground = false): Promise<void> {
    if (!this.hasToken) return
    const applyBalances = this.#wallet.startRequest()
    const pushedBefore = this.#pushedBetSum
    const { endedSessions } = this
    this.hasFailed = false
    const wire = await this.#api
      .call(userCalls.userInfo, { query: { loading } }, { loading, isBackground })
      .catch((error: unknown) => {
        runInAction(() => (this.hasFailed = endedSessions === this.endedSessions))
        throw error
      })
    this.#unanswered = 0
    this.#playerWith = (fields) => fromWireUserInfo({ ...wire.userInfo, ...fields }, wire.protection)
    const player = this.#playerWith({})
    const pushed = this.#pushedBetSum === pushedBefore ? undefined : this.#pushedBetSum
    this.set({ ...player, ...pushed }, fromWirePayPackage(wire.paypackage))
    applyBalances(player)
  }

  /** Loads user info although nobody has pressed anything. */
  renew(): void {
    this.refresh(false, true).catch(ignoreCallError)
  }

  /** User info has had no response. Whether the player is told: the first call is tried again, and one message is enough. */
  noteUnanswered(): boolean {
    return ++this.#unanswered === 2
  }

  /** Shows the fields that the server has pushed, and loads the rest of the user info. */
  receive(fields: Partial<UserInfoWire>): void {
    if (this.player && this.#playerWith)
      this.player = { ...this.#playerWith(fields), betSum: this.player.betSum }
    this.renew()
  }

  /** The total of the player's bets, as the server pushed it. */
  setBetSum(betSum: Cents): void {
    this.#pushedBetSum = { betSum }
    if (this.player) this.player = { ...this.player, betSum }
  }

  /** The player's own logout: the server forgets the token too. */
  async logout(): Promise<void> {
    try {
      await this.#api.call(logoutCall, { body: {} }, { ownFailure: true, loading: false })
    } catch (error) {
      // Offline, or the session is already over: the device forgets the token all the same.
      if (!(error instanceof CallError)) throw error
    }
    await this.end()
  }

  /** Ends the session on this device: clears local storage and the token. `onEnded` resets the other stores. */
  async end(): Promise<void> {
    const wasLoggedIn = this.hasToken
    this.#storages.local.clear()
    await this.#platform.clearSession()
    this.reset()
    if (wasLoggedIn) this.onEnded()
  }

  /**
   * A session began or ended: here, in another tab, or because the server said so. No action of MobX: what follows `isLoggedIn`
   * sees the end of one session before the next one.
   */
  #applyPlatformSession(hasSession: boolean): void {
    if (!hasSession) {
      if (this.hasToken) void this.end()
      return
    }
    // Another session takes this one's place.
    if (this.hasToken) this.reset()
    this.begin()
    if (!this.#isEntering) this.renew()
  }

  private begin(): void {
    this.hasToken = true
    this.isNew = true
    this.onStarted()
  }

  private set(player: Player, offer: PackageOffer): void {
    runInAction(() => {
      this.player = player
      this.offer = offer
      if (this.first?.id !== player.id) this.first = { id: player.id, level: player.level }
    })
    this.watchDiscount()
    this.#storages.local.set('userInfo', toStoredPlayer(player))
  }

  /** Removes the payment discount when it expires; every price on the screen follows. */
  private watchDiscount(): void {
    clearTimeout(this.#discountTimer)
    const discount = this.player?.depositDiscount
    if (!discount) return
    const left = discount.expiresAt.getTime() - this.#clock.now()
    this.#discountTimer = setTimeout(() => this.endDiscount(), Math.min(left, longestWaitMs))
  }

  private endDiscount(): void {
    if (!this.player) return
    const depositDiscount = activeDiscount(this.player.depositDiscount, new Date(this.#clock.now()))
    if (depositDiscount) this.watchDiscount()
    else this.player = { ...this.player, depositDiscount }
  }

  private reset(): void {
    clearTimeout(this.#discountTimer)
    this.endedSessions++
    this.hasToken = false
    this.hasFailed = false
    this.isNew = false
    this.#pushedBetSum = undefined
    this.player = null
    this.known = null
    this.#playerWith = undefined
    this.first = null
    this.offer = null
    this.#wallet.clear()
  }
}

/** For calls whose failure the request layer has already shown. Throws anything but a CallError. */
export function ignoreCallError(error: unknown): void {
  if (!(error instanceof CallError)) throw error
}
