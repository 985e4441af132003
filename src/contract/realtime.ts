/**
 * The real-time connection (spec §7): path, events and their payloads as they are on the wire.
 * No event is needed to have a correct screen: after a reconnect the client asks for what it missed.
 */
import { fromWireAmount, toWireAmount, type Cents } from './money.ts'
import type { ChatMessageWire } from './http/chat.ts'
import type { DoubleRoundWire } from './http/double.ts'
import type { MatchWire } from './http/sports.ts'
import type { UserInfoWire } from './http/user.ts'

export const realtimePath = '/gamecenter-siop'

/** Server -> client, wire payloads. */
export interface ServerEvents {
  /** A line of text for the banner; also posted to the game window. `alert`: the player must have seen it. */
  notice: { text: string; alert?: boolean }
  /** Any user fields that changed; an empty object means: ask again. */
  updateUserInfo: Partial<UserInfoWire>
  insBalance: { balance: number; czflag?: 0 | 1 }
  freeBalance: { freeBalance: number; czflag?: 0 | 1 }
  paySuccess: { orderId: string; amount: number; time: string }
  /** What the player has bet so far; with `bouns` above 0 it offers the bonus multiplier on `amount`. */
  userBetAmount: { amount: number; bouns?: number }
  /** The shared round of double changed: it began, closed or took bets. To everybody; without it: ask again. */
  'round:double': { round?: DoubleRoundWire }
  /** A new message of the player's support chat, whoever wrote it. Without it: ask again. */
  'chat:message': { message?: ChatMessageWire }
  /** The player has read the chat, perhaps on another device: so many messages of the support are unread. */
  'chat:read': { unread: number }
  /** Matches of what is watched (`feed:watch`) that have changed, as they are now; at most some packets a second. */
  'feed:matches': { matches: MatchWire[] }
  /** A bet slip of the player's was accepted, refused or settled: ask again. */
  'feed:ticket': { ticketId: string }
}

/** Client -> server. */
export interface ClientEvents {
  offGame: { gameCode: string }
  'feed:watch': FeedWatch
}

/** What a player looks at: the board of a sport, one match with all its markets, or (both null) neither. */
export interface FeedWatch {
  sport: string | null
  matchId: string | null
}

export type ServerEventName = keyof ServerEvents
export const serverEventNames = [
  'notice',
  'updateUserInfo',
  'insBalance',
  'freeBalance',
  'paySuccess',
  'userBetAmount',
  'round:double',
  'chat:message',
  'chat:read',
  'feed:matches',
  'feed:ticket',
] as const satisfies readonly ServerEventName[]

/** One event with its payload, as the hosts hand it to the renderer. */
export type ServerEvent = {
  [Name in ServerEventName]: { name: Name; payload: ServerEvents[Name] }
}[ServerEventName]

export type ConnectionStatus = 'offline' | 'connecting' | 'online'

export interface BalanceChange {
  balance?: Cents
  bonusBalance?: Cents
  hasDeposited?: boolean
}

/** insBalance and freeBalance in our words. */
export function fromWireBalanceEvent(
  event: Extract<ServerEvent, { name: 'insBalance' | 'freeBalance' }>,
): BalanceChange {
  const change: BalanceChange =
    event.name === 'insBalance'
      ? { balance: fromWireAmount(event.payload.balance) }
      : { bonusBalance: fromWireAmount(event.payload.freeBalance) }
  if (event.payload.czflag !== undefined) change.hasDeposited = event.payload.czflag === 1
  return change
}

/** The bonus-multiplier offer of userBetAmount, if it carries one. */
export function fromWireBonusOffer(
  payload: ServerEvents['userBetAmount'],
): { multiplier: number; amount: Cents } | null {
  return payload.bouns ? { multiplier: payload.bouns, amount: fromWireAmount(payload.amount) } : null
}

/** Both balance events of a wallet, as the server sends them after it changed. */
export function toWireBalanceEvents(wallet: Required<BalanceChange>): ServerEvent[] {
  const czflag = wallet.hasDeposited ? 1 : 0
  return [
    { name: 'insBalance', payload: { balance: toWireAmount(wallet.balance), czflag } },
    { name: 'freeBalance', payload: { freeBalance: toWireAmount(wallet.bonusBalance), czflag } },
  ]
}

/** What the player has bet so far; with an offer, the bonus multiplier on `amount`. */
export function toWireBetAmount(
  amount: Cents,
  offer?: { multiplier: number },
): Extract<ServerEvent, { name: 'userBetAmount' }> {
  const payload = { amount: toWireAmount(amount), ...(offer ? { bouns: offer.multiplier } : {}) }
  return { name: 'userBetAmount', payload }
}
