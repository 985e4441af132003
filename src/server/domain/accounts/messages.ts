import { randomUUID } from 'node:crypto'
import type { MessageKind, MessageParams } from '#contract/http/messages.ts'
import { toWireAmount, type Cents } from '#contract/money.ts'
import type { AppDeps } from '../../deps.ts'
import type { Writer } from '../../db/client.ts'
import { Refusal } from '../../texts/refusal.ts'

const pageSize = 20

/** One message of the inbox; the client creates its text in the player's language. */
export interface InboxMessage {
  id: string
  kind: MessageKind
  params: MessageParams
  at: Date
  isRead: boolean
}

interface Row {
  id: string
  seq: number
  kind: MessageKind
  params: MessageParams
  created_at: Date
  read_at: Date | null
}

/** A message to send. Amounts are passed in cents and stored as wire amounts. */
export interface NewMessage {
  kind: MessageKind
  params?: Omit<MessageParams, 'amount' | 'moved' | 'owed'> & {
    amount?: Cents
    moved?: Cents
    owed?: Cents
  }
}

/** Adds a message to the player's inbox when `tx` commits. */
export async function sendMessage(
  deps: Pick<AppDeps, 'clock'>,
  tx: Writer,
  userId: string,
  { kind, params = {} }: NewMessage,
): Promise<void> {
  const { amount, moved, owed, ...rest } = params
  const stored = {
    ...rest,
    ...(amount === undefined ? {} : { amount: toWireAmount(amount) }),
    ...(moved === undefined ? {} : { moved: toWireAmount(moved) }),
    ...(owed === undefined ? {} : { owed: toWireAmount(owed) }),
  }
  await tx.write('insert into messages (id, user_id, kind, params, created_at) values ($1, $2, $3, $4, $5)', [
    randomUUID(),
    userId,
    kind,
    JSON.stringify(stored),
    deps.clock.now(),
  ])
}

/** A page of the inbox, newest first. `next` is the cursor of the page after it, or null. */
export async function listMessages(
  deps: Pick<AppDeps, 'db'>,
  userId: string,
  cursor: number | undefined,
): Promise<{ list: InboxMessage[]; unread: number; next: number | null }> {
  const rows = await deps.db.read<Row>(
    `select id, seq, kind, params, created_at, read_at from messages
      where user_id = $1 and ($2::bigint is null or seq < $2) order by seq desc limit $3`,
    [userId, cursor ?? null, pageSize + 1],
  )
  const page = rows.slice(0, pageSize)
  const next = rows.length > pageSize ? (page.at(-1)?.seq ?? null) : null
  return { list: page.map(toMessage), unread: await countUnread(deps, userId), next }
}

/** Returns one message and marks it as read. Throws `notFound`, also for another player's message. */
export async function openMessage(
  deps: Pick<AppDeps, 'db' | 'clock'>,
  userId: string,
  id: string,
): Promise<InboxMessage> {
  const [row] = await deps.db.write<Row>(
    `update messages set read_at = coalesce(read_at, $3) where id = $1 and user_id = $2
      returning id, seq, kind, params, created_at, read_at`,
    [id, userId, deps.clock.now()],
  )
  if (!row) throw new Refusal('notFound')
  return toMessage(row)
}

/** Marks every message of the player as read. */
export async function markAllRead(deps: Pick<AppDeps, 'db' | 'clock'>, userId: string): Promise<void> {
  await deps.db.write('update messages set read_at = $2 where user_id = $1 and read_at is null', [
    userId,
    deps.clock.now(),
  ])
}

export async function countUnread(deps: Pick<AppDeps, 'db'>, userId: string): Promise<number> {
  const [row] = await deps.db.read<{ unread: number }>(
    'select count(*)::int as unread from messages where user_id = $1 and read_at is null',
    [userId],
  )
  return row?.unread ?? 0
}

function toMessage({ id, kind, params, created_at, read_at }: Row): InboxMessage {
  return { id, kind, params, at: created_at, isRead: read_at !== null }
}
