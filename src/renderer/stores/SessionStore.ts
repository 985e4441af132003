import { makeAutoObservable, observableRef, runInAction } from 'mobx'
import {
  authCalls,
  toWireLogin,
  toWireRegistration,
  type Login,
  type Registration,
} from '#contract/http/auth.ts'
import {
  fromWirePayPackage,
  fromWireUserInfo,
  userCalls,
  type PackageOffer,
  type Player,
} from '#contract/http/user.ts'
import { CallError } from '#contract/errors.ts'
import type { Cents } from '#contract/money.ts'
import type { Platform } from '../platform/Platform.ts'
import type { Api } from '../services/api.ts'
import type { Storages } from '../services/storage.ts'
import type { WalletStore } from './WalletStore.ts'

/**
 * Who is logged in (spec §4 "Session"). The token itself is the platform's: this store only knows that there
 * is one. `onStarted` and `onEnded` let the root store connect, close and open what belongs to it.
 */
export class SessionStore {
  hasToken = false
  player: Player | null = null
  offer: PackageOffer | null = null
  onStarted: () => void = () => undefined
  onEnded: () => void = () => undefined
  private isEntering = false

  constructor(
    private readonly platform: Platform,
    private readonly api: Api,
    private readonly storages: Storages,
    private readonly wallet: WalletStore,
  ) {
    makeAutoObservable<this, 'platform' | 'api' | 'storages' | 'wallet' | 'isEntering'>(this, {
      platform: false,
      api: false,
      storages: false,
      wallet: false,
      isEntering: false,
      player: observableRef,
      offer: observableRef,
      onStarted: false,
      onEnded: false,
    })
  }

  get isLoggedIn(): boolean {
    return this.hasToken
  }

  /** In a time-out or self-exclusion: no offers are made (PRODUCT.md section 10). */
  get isPaused(): boolean {
    return Boolean(this.player?.pausedUntil)
  }

  /** After the platform started; also follows a login or logout in another tab. */
  start(hasSession: boolean): void {
    this.platform.onSessionChanged((changed) => this.follow(changed))
    this.follow(hasSession)
  }

  async login(login: Login): Promise<void> {
    await this.enter(() => this.api.call(authCalls.restLogin, { body: toWireLogin(login) }))
  }

  async register(form: Registration): Promise<void> {
    await this.enter(() => this.api.call(authCalls.restRegister, { body: toWireRegistration(form) }))
    this.storages.local.set('inviteCode', undefined)
  }

  /** /zgo{token}: a one-time link becomes a session. */
  async enterByLink(token: string): Promise<void> {
    await this.enter(() => this.api.call(authCalls.exchangeLink, { body: { token } }, { ownFailure: true }))
  }

  /** Fetches user info; spec §7. */
  async refresh(loading = false): Promise<void> {
    if (!this.hasToken) return
    const answer = this.wallet.ask()
    const wire = await this.api.call(userCalls.userInfo, { query: { loading } }, { loading })
    const player = fromWireUserInfo(wire.userInfo, wire.protection)
    this.set(player, fromWirePayPackage(wire.paypackage))
    answer({ balance: player.balance, bonusBalance: player.bonusBalance })
  }

  /** What the player has bet so far, as it was pushed. */
  setBetSum(betSum: Cents): void {
    if (this.player) this.player = { ...this.player, betSum }
  }

  /** The player's own logout: the server forgets the token too. */
  async logout(): Promise<void> {
    try {
      await this.api.call(authCalls.logout, { body: {} }, { ownFailure: true, loading: false })
    } catch (error) {
      // Offline or already ended: the device forgets the token all the same.
      if (!(error instanceof CallError)) throw error
    }
    await this.end()
  }

  /** Logout as spec §4 says: all of local storage cleared, token emptied; what follows is onEnded's. */
  async end(): Promise<void> {
    const was = this.hasToken
    this.storages.local.clear()
    await this.platform.clearSession()
    this.forget()
    if (was) this.onEnded()
  }

  /** The platform keeps the token of the answer and announces the session; user info follows at once. */
  private async enter(open: () => Promise<unknown>): Promise<void> {
    this.isEntering = true
    try {
      await open()
      this.begin()
    } finally {
      this.isEntering = false
    }
    await this.refresh(true)
  }

  /** A session began or ended somewhere: here, in another tab, or because the server said so. */
  private follow(hasSession: boolean): void {
    if (!hasSession) {
      if (this.hasToken) void this.end()
      return
    }
    this.begin()
    if (!this.isEntering) this.refresh().catch(ignoreCallError)
  }

  private begin(): void {
    this.hasToken = true
    this.onStarted()
  }

  private set(player: Player, offer: PackageOffer): void {
    runInAction(() => {
      this.player = player
      this.offer = offer
    })
    this.storages.local.set('userInfo', { uId: player.id, username: player.username, level: player.level })
  }

  private forget(): void {
    this.hasToken = false
    this.player = null
    this.offer = null
    this.wallet.clear()
  }
}

/** For calls whose failure was already shown by the request layer. */
export function ignoreCallError(error: unknown): void {
  if (!(error instanceof CallError)) throw error
}
