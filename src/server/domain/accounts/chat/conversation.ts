import { randomUUID } from 'node:crypto'
import type { ChatMessageWire } from '#contract/http/chat.ts'
import {
  chatMessagesPerMinute,
  chatPageSize,
  maxChatTextLength,
  sanitizeChatText,
} from '#contract/rules/chat.ts'
import type { AppDeps } from '../../../deps.ts'
import type { Reader, Tx } from '../../../db/client.ts'
import { Refusal } from '../../../texts/refusal.ts'

/** One message between a player and support. */
export interface ChatMessage {
  id: string
  /** 1, 2, 3 … within the conversation, in the order of storage. */
  seq: number
  from: 'player' | 'support'
  text: string
  at: Date
}

interface Row {
  id: string
  seq: number
  sender: ChatMessage['from']
  text: string
  created_at: Date
}

const minuteMs = 60_000
/** Limit of new messages in one response; a client with more to fetch repeats the call. */
const newMessagesLimit = 200

/**
 * Stores a message and, when `tx` commits, sends it to the player's clients of every process. `staffId`: who of the staff
 * wrote it. A message of the player opens a closed conversation and waits for an answer. Throws `chatEmpty`, `chatTooLong`, or `chatTooFast` above 20 messages of the player in a minute.
 */
export async function writeChat(
  deps: Pick<AppDeps, 'clock' | 'bus'>,
  tx: Tx,
  userId: string,
  { from, text, staffId = null }: Pick<ChatMessage, 'from' | 'text'> & { staffId?: string | null },
): Promise<ChatMessage> {
  const sanitized = sanitizeChatText(text)
  if (sanitized === '') throw new Refusal('chatEmpty')
  if (sanitized.length > maxChatTextLength) {
    throw new Refusal('chatTooLong', { params: { limit: maxChatTextLength } })
  }
  const now = deps.clock.now()
  // Locks the conversation, so that parallel messages are counted and numbered in sequence.
  const [conversation] = await tx.query<{ seq: number }>(
    `insert into chat_conversations as c (user_id, last_seq, last_at, waiting_since) values ($1, 1, $2, $3)
     on conflict (user_id) do update set last_seq = c.last_seq + 1, last_at = excluded.last_at, closed_at = null,
       waiting_since = case when excluded.waiting_since is null then null
         else coalesce(c.waiting_since, excluded.waiting_since) end
     returning last_seq as seq`,
    [userId, now, from === 'player' ? now : null],
  )
  if (!conversation) throw new Error('upserting the conversation returned no row')
  if (from === 'player') await refuseTooFast(tx, userId, now)
  const message: ChatMessage = { id: randomUUID(), seq: conversation.seq, from, text: sanitized, at: now }
  await tx.query(
    `insert into chat_messages (user_id, seq, id, sender, text, created_at, staff_id)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [userId, message.seq, message.id, from, sanitized, now, staffId],
  )
  const payload = { message: toWireChatMessage(message) }
  await deps.bus.publish(tx, { type: 'event', userId, event: { name: 'chat:message', payload } })
  return message
}

/**
 * Part of the conversation, oldest first: the messages after `after`, the page before `before`, or the last
 * page. `next` is the `before` for the page of older messages, or null.
 */
export async function listChat(
  deps: Pick<AppDeps, 'db'>,
  userId: string,
  { before, after }: { before?: number | undefined; after?: number | undefined },
): Promise<{ list: ChatMessage[]; unread: number; next: number | null }> {
  const columns = 'select id, seq, sender, text, created_at from chat_messages'
  const unread = await countUnreadChat(deps, userId)
  if (after !== undefined) {
    const rows = await deps.db.read<Row>(`${columns} where user_id = $1 and seq > $2 order by seq limit $3`, [
      userId,
      after,
      newMessagesLimit,
    ])
    return { list: rows.map(toMessage), unread, next: null }
  }
  const rows = await deps.db.read<Row>(
    `${columns} where user_id = $1 and ($2::integer is null or seq < $2) order by seq desc limit $3`,
    [userId, before ?? null, chatPageSize + 1],
  )
  const page = rows.slice(0, chatPageSize)
  const next = rows.length > chatPageSize ? (page.at(-1)?.seq ?? null) : null
  return { list: page.reverse().map(toMessage), unread, next }
}

/**
 * Marks the messages up to and including `seq` as read by the player, and notifies the player's other clients.
 * Returns how many are still unread.
 */
export async function readChat(
  deps: Pick<AppDeps, 'db' | 'bus'>,
  userId: string,
  seq: number,
): Promise<number> {
  return deps.db.tx(async (tx) => {
    const changed = await tx.query(
      `update chat_conversations set player_read = least($2, last_seq)
        where user_id = $1 and player_read < least($2, last_seq) returning 1 as changed`,
      [userId, seq],
    )
    const unread = await countUnreadChat({ db: tx }, userId)
    if (changed.length > 0) {
      const event = { name: 'chat:read', payload: { unread } } as const
      await deps.bus.publish(tx, { type: 'event', userId, event })
    }
    return unread
  })
}

/** How many messages of support the player has not read. */
export async function countUnreadChat({ db }: { db: Reader }, userId: string): Promise<number> {
  const [row] = await db.read<{ unread: number }>(
    `select count(*)::int as unread from chat_conversations c
       join chat_messages m on m.user_id = c.user_id and m.seq > c.player_read and m.sender = 'support'
      where c.user_id = $1`,
    [userId],
  )
  return row?.unread ?? 0
}

export function toWireChatMessage({ at, ...message }: ChatMessage): ChatMessageWire {
  return { ...message, time: at.toISOString() }
}

function toMessage({ id, seq, sender, text, created_at }: Row): ChatMessage {
  return { id, seq, from: sender, text, at: created_at }
}

async function refuseTooFast(tx: Tx, userId: string, now: Date): Promise<void> {
  const [oldest] = await tx.query<{ created_at: Date }>(
    `select created_at from chat_messages
      where user_id = $1 and sender = 'player' and created_at > $2 order by seq desc offset $3 limit 1`,
    [userId, new Date(now.getTime() - minuteMs), chatMessagesPerMinute - 1],
  )
  if (!oldest) return
  const waitMs = oldest.created_at.getTime() + minuteMs - now.getTime()
  throw new Refusal('chatTooFast', { retryAfter: Math.max(1, Math.ceil(waitMs / 1000)) })
}
