import type { AppDeps } from '../../../deps.ts'
import type { Tx } from '../../../db/client.ts'
import { Refusal } from '../../../texts/refusal.ts'
import { writeChat, type ChatMessage } from './conversation.ts'

/** A conversation in the list that support sees. */
export interface ChatSummary {
  username: string
  /** Messages of the player that support has not seen. */
  unread: number
  last: Pick<ChatMessage, 'from' | 'text'>
  at: Date
}

interface SummaryRow {
  email: string
  unread: number
  sender: ChatMessage['from']
  text: string
  last_at: Date
}

/** The most recently active conversations, newest first. */
export async function listChats(deps: Pick<AppDeps, 'db'>): Promise<ChatSummary[]> {
  const rows = await deps.db.read<SummaryRow>(
    `select u.email, m.sender, m.text, c.last_at,
        (select count(*)::int from chat_messages n
          where n.user_id = c.user_id and n.seq > c.support_read and n.sender = 'player') as unread
       from chat_conversations c
       join users u on u.id = c.user_id
       join lateral (select sender, text from chat_messages
          where user_id = c.user_id and seq = c.last_seq limit 1) m on true
      order by c.last_at desc, c.user_id limit 50`,
  )
  return rows.map(({ email, unread, sender, text, last_at }) => ({
    username: email,
    unread,
    last: { from: sender, text },
    at: last_at,
  }))
}

/** Marks everything that the player wrote as seen by support. */
export async function markChatSeen(deps: Pick<AppDeps, 'db'>, userId: string): Promise<void> {
  await deps.db.write(
    'update chat_conversations set support_read = last_seq where user_id = $1 and support_read < last_seq',
    [userId],
  )
}

/** Sends a reply of support and marks the conversation as seen. Throws `chatEmpty` or `chatTooLong`. */
export async function replyToChat(
  deps: Pick<AppDeps, 'db' | 'clock' | 'bus'>,
  userId: string,
  text: string,
): Promise<ChatMessage> {
  return deps.db.tx((tx) => answerChat(deps, tx, userId, { text, staffId: null }))
}

/**
 * Sends a reply of support: nothing waits for an answer then, and a conversation that nobody has taken is that member's.
 * Throws `chatEmpty` or `chatTooLong`.
 */
export async function answerChat(
  deps: Pick<AppDeps, 'clock' | 'bus'>,
  tx: Tx,
  userId: string,
  { text, staffId }: { text: string; staffId: string | null },
): Promise<ChatMessage> {
  const message = await writeChat(deps, tx, userId, { from: 'support', text, staffId })
  await tx.query(
    'update chat_conversations set support_read = $2, assigned_to = coalesce(assigned_to, $3) where user_id = $1',
    [userId, message.seq, staffId],
  )
  return message
}

/**
 * Gives the conversation to a member of staff. With `from` it is refused with `conflict` unless it is still that member's,
 * or nobody's. Throws `notFound`.
 */
export async function assignChat(
  tx: Tx,
  userId: string,
  { to, from }: { to: string; from?: string | null },
): Promise<void> {
  const [chat] = await tx.query<{ assigned_to: string | null }>(
    'select assigned_to from chat_conversations where user_id = $1 for update',
    [userId],
  )
  if (!chat) throw new Refusal('notFound')
  if (from !== undefined && chat.assigned_to !== from) throw new Refusal('conflict')
  await tx.query('update chat_conversations set assigned_to = $2 where user_id = $1', [userId, to])
}

/** Nothing is to be answered any more. Throws `notFound`, and `conflict` for one that is closed. */
export async function closeChat({ clock }: Pick<AppDeps, 'clock'>, tx: Tx, userId: string): Promise<void> {
  const changed = await tx.query(
    `update chat_conversations set closed_at = $2, waiting_since = null, support_read = last_seq
      where user_id = $1 and closed_at is null returning 1`,
    [userId, clock.now()],
  )
  if (changed.length === 0) await refuseUnchanged(tx, userId)
}

/** Opens a conversation that was closed by mistake. Throws `notFound`, and `conflict` for one that is open. */
export async function reopenChat(tx: Tx, userId: string): Promise<void> {
  const changed = await tx.query(
    'update chat_conversations set closed_at = null where user_id = $1 and closed_at is not null returning 1',
    [userId],
  )
  if (changed.length === 0) await refuseUnchanged(tx, userId)
}

async function refuseUnchanged(tx: Tx, userId: string): Promise<never> {
  const known = await tx.query('select 1 from chat_conversations where user_id = $1', [userId])
  throw new Refusal(known.length > 0 ? 'conflict' : 'notFound')
}
