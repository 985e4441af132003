import type { z } from 'zod'
import { fromWireAmount, type Cents } from '../money.ts'
import { refusalCodeOf, type RefusalCode } from '../rules/withdrawalDecision.ts'
import type { BlockReason } from '../rules/blockReasons.ts'
import type { PrizeReason } from '../rules/prizeSuspension.ts'
import type { StatusReason } from '../rules/playerStatus.ts'
import { get, post } from './call.ts'
import type * as schema from './messages.schema.ts'

export type MessageKind = z.output<typeof schema.messageKind>
export type MessageParams = z.output<typeof schema.messageParams>
type MessageWire = z.output<typeof schema.open.data>

/** The inbox of /gameMess. */
export const messageCalls = {
  list: get<{ query: { cursor?: number } }, z.output<typeof schema.list.data>>('/api/app/messages'),
  open: get<{ params: { id: string } }, MessageWire>('/api/app/messages/{id}'),
  unread: get<object, z.output<typeof schema.unread.data>>('/api/app/messages/unread'),
  readAll: post<{ body: Record<string, never> }, z.output<typeof schema.readAll.data>>(
    '/api/app/messages/readAll',
  ),
}

/** A message as data; the client's dictionaries have its text. `time` ISO 8601. */
export interface InboxMessage {
  id: string
  kind: MessageKind
  /** The amount that the message is about, in cents. */
  amount: Cents | null
  /** The number of a corrected ticket, and what was credited or taken back. */
  ticket: string | null
  moved: Cents | null
  /** What is owed after a bank has taken a deposit back. */
  owed: Cents | null
  level: number | null
  reward: NonNullable<MessageParams['reward']> | null
  /** Why a withdrawal was refused; null where the operator gave no reason. */
  refusal: RefusalCode | null
  /** Why the account is suspended. */
  status: StatusReason | null
  /** Why a prize is suspended or was taken, and when it comes back at the latest. */
  prize: PrizeReason | null
  until: Date | null
  /** Why a register lets the person not bet; empty unless it does not. */
  blocks: readonly BlockReason[]
  time: string
  isRead: boolean
}

export function fromWireMessage(wire: MessageWire): InboxMessage {
  const { amount, ticket, moved, owed, level, reward, refusal, status, prize, until, blocks } = wire.params
  return {
    id: wire.id,
    kind: wire.kind,
    amount: amount === undefined ? null : fromWireAmount(amount),
    ticket: ticket ?? null,
    moved: moved === undefined ? null : fromWireAmount(moved),
    owed: owed === undefined ? null : fromWireAmount(owed),
    level: level ?? null,
    reward: reward ?? null,
    refusal: refusalCodeOf(refusal),
    status: status ?? null,
    prize: prize ?? null,
    until: until === undefined ? null : new Date(until),
    blocks: blocks ?? [],
    time: wire.time,
    isRead: wire.isRead,
  }
}
