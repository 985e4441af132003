import type { AppDeps } from '../../../deps.ts'
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
       join chat_messages m on m.user_id = c.user_id and m.seq = c.last_seq
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
  return deps.db.tx(async (tx) => {
    const message = await writeChat(deps, tx, userId, { from: 'support', text })
    await tx.query('update chat_conversations set support_read = $2 where user_id = $1', [
      userId,
      message.seq,
    ])
    return message
  })
}
