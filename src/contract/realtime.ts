/**
 * The real-time connection: its path, its events and their payloads on the wire. docs/product.md, "Real time events".
 * Screens are correct without any event: after a reconnect the client reloads what it missed.
 */
import { fromWireAmount, toWireAmount, type Cents, type WalletBalances } from './money.ts'
import type { ChatMessageWire } from './http/chat.ts'
import type { DoubleRoundWire } from './http/double.ts'
import type { MatchChange, MatchWire } from './http/sports.ts'
import type { UserInfoWire } from './http/user.ts'
import type { LanguageCode } from './languages.ts'
import type { NoticePlace } from './rules/content.ts'

export const realtimePath = '/gamecenter-siop'

/** Events from server to client. */
export interface ServerEvents {
  /**
   * A line of text for the banner, also posted to a game in its frame. `alert`: the player must confirm it. The operator's
   * notices have an id and the other fields (appInfoCalls.notices); one with a known id replaces it.
   */
  notice: {
    text: string
    alert?: boolean
    id?: string
    texts?: Partial<Record<LanguageCode, string>>
    place?: NoticePlace
    seconds?: number
    leftMs?: number | null
  }
  /** The operator has withdrawn a notice. */
  'notice:end': { id: string }
  /** The user fields that have changed, as far as they are known; the client shows them and loads the user info. */
  updateUserInfo: Partial<UserInfoWire>
  insBalance: { balance: number; czflag?: 0 | 1 }
  freeBalance: { freeBalance: number; czflag?: 0 | 1 }
  paySuccess: { orderId: string; amount: number; time: string }
  /** The player's bet total; with `bouns` above 0, an offer of the bonus multiplier on `amount`. */
  userBetAmount: { amount: number; bouns?: number }
  /** The shared round of double has changed; sent to all clients. Without `round` the client loads it. */
  'round:double': { round?: DoubleRoundWire }
  /** A new message in the support chat of the player, from either side. Without `message` the client loads it. */
  'chat:message': { message?: ChatMessageWire }
  /** The player has read the chat, possibly on another device. `unread`: unread messages from support. */
  'chat:read': { unread: number }
  /** The watched matches (`feed:watch`) that have changed, several in one event. */
  'feed:matches': { matches: MatchWire[] }
  /** The watched match has changed; instead of `feed:matches` for a client that asked for changes. */
  'feed:changes': MatchChange
  /** A ticket of the player was accepted, refused or settled: the client loads it. */
  'feed:ticket': { ticketId: string }
  /** QA has moved the server's clock, or the player's: the client loads everything again, and with it the time. */
  'time:changed': Record<string, never>
  /** A one-time link that one of the player's sessions made was used: the phone's new session. */
  'account:linkUsed': { linkId: string; sessionId: string }
  /** The server ends this session, and says why. */
  'account:sessionEnded': { text: string }
  /** A withdrawal of the player was paid. `amount`: what was asked for, the fee included. */
  'account:withdrawalPaid': { orderId: string; amount: number }
}

/** Events from client to server. */
export interface ClientEvents {
  offGame: { gameCode: string }
  'feed:watch': FeedWatch
}

/** What the player is viewing: the board of a sport, one match with all its markets, or neither (both null). */
export interface FeedWatch {
  sport: string | null
  matchId: string | null
  /** How many pages of the board (sportsCalls.matches) are shown; without it the first. */
  pages?: number
  /** The match is sent whole once, then what has changed of it (`feed:changes`). */
  changes?: boolean
}

export type ServerEventName = keyof ServerEvents

/** An event with its payload, as the platform passes it to the renderer. */
export type ServerEvent = {
  [Name in ServerEventName]: { name: Name; payload: ServerEvents[Name] }
}[ServerEventName]

export type ConnectionStatus = 'offline' | 'connecting' | 'online'

/** The wallet fields that changed, in cents. */
export interface BalanceChange extends Partial<WalletBalances> {
  hasDeposited?: boolean
}

type BalanceEvent = Extract<ServerEvent, { name: 'insBalance' | 'freeBalance' }>

/** Whether an event carries a wallet balance: insBalance for cash, freeBalance for bonus. */
export function isBalanceEvent(event: ServerEvent): event is BalanceEvent {
  return event.name === 'insBalance' || event.name === 'freeBalance'
}

/** Maps a balance event. Amounts in cents; fields that the event does not carry are omitted. */
export function fromWireBalanceEvent(event: BalanceEvent): BalanceChange {
  const change: BalanceChange =
    event.name === 'insBalance'
      ? { cash: fromWireAmount(event.payload.balance) }
      : { bonus: fromWireAmount(event.payload.freeBalance) }
  if (event.payload.czflag !== undefined) change.hasDeposited = event.payload.czflag === 1
  return change
}

/** The offer of the bonus multiplier in userBetAmount; null if there is none. */
export function fromWireBonusOffer(
  payload: ServerEvents['userBetAmount'],
): { multiplier: number; amount: Cents } | null {
  return payload.bouns ? { multiplier: payload.bouns, amount: fromWireAmount(payload.amount) } : null
}

/** The userBetAmount event that offers multiplier x amount (cents) as a bonus. */
export function toWireBonusOffer(offer: {
  multiplier: number
  amount: Cents
}): Extract<ServerEvent, { name: 'userBetAmount' }> {
  return { name: 'userBetAmount', payload: { bouns: offer.multiplier, amount: toWireAmount(offer.amount) } }
}

/** The events that the server sends after the wallets of a player have changed. */
export function toWireBalanceEvents(wallet: Required<BalanceChange>): ServerEvent[] {
  const czflag = wallet.hasDeposited ? 1 : 0
  return [
    { name: 'insBalance', payload: { balance: toWireAmount(wallet.cash), czflag } },
    { name: 'freeBalance', payload: { freeBalance: toWireAmount(wallet.bonus), czflag } },
  ]
}

/** The userBetAmount event; `amount` is the player's bet total in cents. */
export function toWireBetAmount(amount: Cents): Extract<ServerEvent, { name: 'userBetAmount' }> {
  return { name: 'userBetAmount', payload: { amount: toWireAmount(amount) } }
}

/** The updateUserInfo event of a deposit that was paid; amounts in cents. */
export function toWireDeposited(deposit: {
  amount: Cents
  depositSum: Cents
  isDiscountUsed: boolean
}): Extract<ServerEvent, { name: 'updateUserInfo' }> {
  const payload = {
    payAmount: toWireAmount(deposit.amount),
    paySumAmount: toWireAmount(deposit.depositSum),
    czflag: 1 as const,
    ...(deposit.isDiscountUsed && { payDiscount: null }),
  }
  return { name: 'updateUserInfo', payload }
}
