import { makeAutoObservable, observableRef } from 'mobx'
import {
  fromWireBalanceEvent,
  fromWireBonusOffer,
  type ConnectionStatus,
  type FeedWatch,
  type ServerEvent,
} from '#contract/realtime.ts'
import { fromWireAmount, type Cents } from '#contract/money.ts'
import type { Platform } from '../platform/Platform.ts'
import type { AlertStore } from './AlertStore.ts'
import { ignoreCallError, type SessionStore } from './SessionStore.ts'
import type { WalletStore } from './WalletStore.ts'

/** An event that only a part of the product hears of: a round that all players share, the support chat, sports. */
export type PartEvent = Extract<
  ServerEvent,
  { name: `round:${string}` | `chat:${string}` | `feed:${string}` }
>

/**
 * The real-time connection: opened when there is a token and the address does not contain play, closed on
 * logout (spec §4).
 * Every event changes what it should; after a reconnect everything is asked for again, so that no lost
 * event leaves a wrong screen.
 */
export class RealtimeStore {
  status: ConnectionStatus = 'offline'
  /** Text of the notice banner. */
  notice: string | null = null
  /** The last paySuccess event; deposit screens react to it. */
  lastPayment: { orderId: string; amount: number; time: string } | null = null
  bonusOffer: { multiplier: number; amount: Cents } | null = null
  /** Grows with every reconnect: screens that keep lists ask again when it does. */
  reconnects = 0
  private wanted = false
  private readonly listeners = new Set<(event: PartEvent) => void>()

  constructor(
    private readonly platform: Platform,
    private readonly session: SessionStore,
    private readonly wallet: WalletStore,
    private readonly alerts: AlertStore,
  ) {
    makeAutoObservable<this, 'platform' | 'session' | 'wallet' | 'alerts' | 'wanted' | 'listeners'>(this, {
      listeners: false,
      platform: false,
      session: false,
      wallet: false,
      alerts: false,
      wanted: false,
      lastPayment: observableRef,
      bonusOffer: observableRef,
    })
  }

  start(): void {
    this.platform.realtime.onEvent((event) => this.receive(event))
    this.platform.realtime.onStatus((status) => this.follow(status))
  }

  /**
   * Called on login changes and on every route change. At /play none opens, but one that is open stays: it
   * brings the notices that are posted to the game (spec §7) and tells the server when the game is left (§4).
   */
  reconcile(path: string): void {
    const { hasToken } = this.session
    // Connecting twice is harmless, and after another login the old connection is gone.
    if (hasToken && !path.includes('play')) {
      this.platform.realtime.connect()
      this.wanted = true
    } else if (!hasToken && this.wanted) {
      this.platform.realtime.disconnect()
      this.wanted = false
    }
  }

  offGame(gameCode: string): void {
    this.platform.realtime.offGame(gameCode)
  }

  /** Which matches the server pushes: of a sport, one match, or (both null) none. */
  watchFeed(watched: FeedWatch): void {
    this.platform.realtime.watchFeed(watched)
  }

  /** Hears of `round:*`, `chat:*` and `feed:*` until the answered function is called. */
  onPart(listener: (event: PartEvent) => void): () => void {
    this.listeners.add(listener)
    return () => void this.listeners.delete(listener)
  }

  dismissNotice(): void {
    this.notice = null
  }

  dismissBonusOffer(): void {
    this.bonusOffer = null
  }

  private follow(status: ConnectionStatus): void {
    const back = status === 'online' && this.status !== 'online'
    this.status = status
    if (!back) return
    this.reconnects++
    this.session.refresh().catch(ignoreCallError)
  }

  private receive(event: ServerEvent): void {
    switch (event.name) {
      case 'notice':
        if (event.payload.alert) this.alerts.alert({ text: event.payload.text })
        else this.notice = event.payload.text
        return
      case 'insBalance':
      case 'freeBalance':
        this.wallet.push(fromWireBalanceEvent(event))
        return
      case 'paySuccess':
        this.lastPayment = event.payload
        return
      case 'updateUserInfo':
        this.session.refresh().catch(ignoreCallError)
        return
      case 'userBetAmount': {
        const offer = fromWireBonusOffer(event.payload)
        if (offer) this.bonusOffer = offer
        else this.session.setBetSum(fromWireAmount(event.payload.amount))
        return
      }
      default:
        for (const listener of this.listeners) listener(event)
    }
  }
}
