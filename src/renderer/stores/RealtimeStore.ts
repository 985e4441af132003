import { makeAutoObservable, observableRef } from 'mobx'
import {
  fromWireBalanceEvent,
  fromWireBonusOffer,
  isBalanceEvent,
  type ConnectionStatus,
  type FeedWatch,
  type ServerEvent,
  type ServerEvents,
} from '#contract/realtime.ts'
import { fromWireAmount, type Cents } from '#contract/money.ts'
import type { Platform } from '../platform/Platform.ts'
import type { AlertStore } from './AlertStore.ts'
import type { SessionStore } from './SessionStore.ts'
import type { WalletStore } from './WalletStore.ts'

/**
 * Events of one topic, which only some screens listen to: a round that all players share, the support chat,
 * sports, the player's other devices, the operator's notices.
 */
export type TopicEvent = Extract<
  ServerEvent,
  { name: `round:${string}` | `chat:${string}` | `feed:${string}` | `account:${string}` | `notice:${string}` }
>

/**
 * The real-time connection: opened when there is a token and the address does not contain "play", closed on
 * logout. Each event updates the store it concerns. After a reconnect everything is loaded again, so that a
 * lost event leaves no stale screen.
 */
export class RealtimeStore {
  status: ConnectionStatus = 'offline'
  /** Number of unread support messages, which ChatInboxStore counts. */
  unreadChat = 0
  /** The notice that was pushed last, which NoticeStore shows. */
  notice: ServerEvents['notice'] | null = null
  /** The last paySuccess event, which deposit screens react to. `amount` has two decimals, as on the wire. */
  lastPayment: { orderId: string; amount: number; time: string } | null = null
  bonusOffer: { multiplier: number; amount: Cents } | null = null
  /** Grows when the connection or the server is back: screens that show lists load them again when it does. */
  reconnects = 0
  /** Whether an established connection broke and has not come back yet. */
  isLost = false
  #hasConnected = false
  readonly #listeners = new Set<(event: TopicEvent) => void>()
  /** Ids of tickets that changed before `takeEarlyTickets`. */
  readonly #earlyTickets = new Set<string>()
  #hasTakenTickets = false
  readonly #platform: Platform
  readonly #session: SessionStore
  readonly #wallet: WalletStore
  readonly #alerts: AlertStore

  constructor(platform: Platform, session: SessionStore, wallet: WalletStore, alerts: AlertStore) {
    this.#platform = platform
    this.#session = session
    this.#wallet = wallet
    this.#alerts = alerts
    makeAutoObservable(this, { notice: observableRef, lastPayment: observableRef, bonusOffer: observableRef })
  }

  start(): void {
    this.#platform.realtime.onEvent((event) => this.receive(event))
    this.#platform.realtime.onStatus((status) => this.applyStatus(status))
  }

  /**
   * Called on login changes and on every route change. At /play no connection is opened, but an open one
   * stays: it delivers the notices that are passed on to the game, and reports to the server when the game is left.
   */
  reconcile(path: string): void {
    const { hasToken } = this.#session
    // Connecting twice is harmless; after another login it replaces the old connection.
    if (hasToken && !path.includes('play')) {
      this.#platform.realtime.connect()
      this.#hasConnected = true
    } else if (!hasToken && this.#hasConnected) {
      this.#platform.realtime.disconnect()
      this.#hasConnected = false
    }
  }

  offGame(gameCode: string): void {
    this.#platform.realtime.offGame(gameCode)
  }

  /** Which matches the server pushes: those of a sport, one match, or (both null) none. */
  watchFeed(watched: FeedWatch): void {
    this.#platform.realtime.watchFeed(watched)
  }

  /** Listens to `round:*`, `chat:*`, `feed:*`, `account:*` and `notice:*`. Returns its cleanup. */
  onTopicEvent(listener: (event: TopicEvent) => void): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  /** Tickets that changed before the celebrations, which are loaded after the first view, could listen. */
  takeEarlyTickets(): string[] {
    const tickets = [...this.#earlyTickets]
    this.#earlyTickets.clear()
    this.#hasTakenTickets = true
    return tickets
  }

  /** Everything that is shown is loaded again. */
  reload(): void {
    this.reconnects++
    this.#session.renew()
  }

  dismissBonusOffer(): void {
    this.bonusOffer = null
  }

  private applyStatus(status: ConnectionStatus): void {
    const isBack = status === 'online' && this.status !== 'online'
    this.isLost = status === 'connecting' && (this.isLost || this.status === 'online')
    this.status = status
    if (isBack) this.reload()
  }

  private receive(event: ServerEvent): void {
    if (isBalanceEvent(event)) return this.#wallet.push(fromWireBalanceEvent(event))
    switch (event.name) {
      case 'notice':
        if (event.payload.alert) this.#alerts.alert({ text: event.payload.text })
        else this.notice = event.payload
        return
      case 'paySuccess':
        this.lastPayment = event.payload
        return
      case 'time:changed':
        return this.reload()
      case 'updateUserInfo':
        return this.#session.receive(event.payload)
      case 'userBetAmount': {
        const offer = fromWireBonusOffer(event.payload)
        if (offer) this.bonusOffer = offer
        else this.#session.setBetSum(fromWireAmount(event.payload.amount))
        return
      }
      default:
        if (event.name === 'feed:ticket' && !this.#hasTakenTickets)
          this.#earlyTickets.add(event.payload.ticketId)
        for (const listener of this.#listeners) listener(event)
    }
  }
}
