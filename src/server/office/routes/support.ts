import { randomUUID } from 'node:crypto'
import { toLanguageCode } from '#contract/languages.ts'
import { mayRole, roles } from '#contract/office/permissions.ts'
import {
  cannedCalls,
  supportCalls,
  type CannedAnswer,
  type Chat,
  type ChatEntry,
  type ChatFilter,
  type ChatRow,
} from '#contract/office/support.ts'
import * as schema from '#contract/office/support.schema.ts'
import { chatPageSize } from '#contract/rules/chat.ts'
import type { Reader, SqlValue, Tx } from '../../db/client.ts'
import { answerChat, assignChat, closeChat, reopenChat } from '../../domain/accounts/chat/support.ts'
import { officeAction } from '../endpoints/officeAction.ts'
import { officeList, type ListInput, type ListSource } from '../endpoints/officeList.ts'
import { officeRead } from '../endpoints/officeRead.ts'
import { refuseChanged } from '../endpoints/refuseChanged.ts'
import type { Office } from '../endpoints/office.ts'
import { OfficeRefusal } from '../texts/officeRefusal.ts'
import type { QueueCounter } from './queue.ts'
import { escapeLike } from './withdrawals.ts'

interface ChatDbRow {
  user_id: string
  email: string
  language: string
  unread: number
  sender: ChatRow['last']['from']
  text: string
  last_at: Date
  waiting_since: Date | null
  closed_at: Date | null
  assigned_to: string | null
  assigned_name: string | null
}

/**
 * The last message comes by a lateral join with a limit: PostgreSQL cannot know that each conversation has just one, expects
 * few rows of a plain join, and then reads all conversations instead of the first ones of the inbox.
 */
const chatSql = `select c.user_id, u.email, u.language, m.sender, m.text, c.last_at, c.waiting_since, c.closed_at,
    c.assigned_to, s.name as assigned_name,
    (select count(*)::int from chat_messages n
      where n.user_id = c.user_id and n.seq > c.support_read and n.sender = 'player') as unread
  from chat_conversations c join users u on u.id = c.user_id
  join lateral (select sender, text from chat_messages where user_id = c.user_id and seq = c.last_seq limit 1) m on true
  left join office.staff_names s on s.id = c.assigned_to`

/** Roles whose people a conversation can be handed over to. */
const answering = roles.filter((role) => mayRole(role, 'support.answer'))

/** Conversations that wait for the reader, or for anybody. */
export const waitingChats: QueueCounter = async ({ deps }, staff) => {
  const [row] = await deps.db.read<{ count: number; oldest: Date | null }>(
    `select count(*)::int as count, min(waiting_since) as oldest from (select waiting_since from chat_conversations
      where waiting_since is not null and (assigned_to is null or assigned_to = $1)
      order by waiting_since limit 1000) c`,
    [staff.id],
  )
  return { count: row?.count ?? 0, oldestAt: row?.oldest ?? null }
}

export function registerSupport(office: Office): void {
  const { deps } = office

  const source: ListSource<ChatDbRow, ChatRow, ChatFilter, 'inbox'> = {
    filter: schema.filter,
    select: chatSql,
    narrow: 'from chat_conversations c join users u on u.id = c.user_id',
    conditions,
    // Who waits longest, then who wrote last; chat_conversations_inbox has this order.
    sorts: { inbox: 'c.waiting_since asc nulls last, c.last_at desc, c.user_id' },
    id: 'c.user_id',
    idOf: (row) => row.user_id,
    present: presentRow,
  }
  officeList(office, supportCalls.list, source)

  officeRead(office, supportCalls.get, schema.get, ({ params, query }) =>
    read(deps.db, params.id, query.before),
  )

  officeRead(office, supportCalls.people, {}, async () => ({
    list: await deps.db.read<{ id: string; name: string }>(
      'select id, name from office.staff where deactivated_at is null and role = any($1) order by name, id',
      [answering],
    ),
  }))

  officeAction(office, supportCalls.answer, schema.answer, {
    run: ({ tx, params, body, staff }) =>
      change(tx, params.id, async () => {
        await answerChat(deps, tx, params.id, { text: body.text, staffId: staff.id })
      }),
  })

  officeAction(office, supportCalls.write, schema.answer, {
    run: ({ tx, params, body, staff }) =>
      begin(tx, params.id, async () => {
        await answerChat(deps, tx, params.id, { text: body.text, staffId: staff.id })
      }),
  })

  officeAction(office, supportCalls.take, schema.take, {
    run: ({ tx, params, body, staff }) =>
      change(tx, params.id, () => assignChat(tx, params.id, { to: staff.id, from: body.from })),
  })

  officeAction(office, supportCalls.handOver, schema.handOver, {
    run: ({ tx, params, body }) =>
      change(tx, params.id, async () => {
        const person = await tx.query(
          'select 1 from office.staff where id = $1 and deactivated_at is null and role = any($2) for share',
          [body.to, answering],
        )
        if (person.length === 0) throw new OfficeRefusal('invalid', { field: 'to' })
        await assignChat(tx, params.id, { to: body.to })
      }),
  })

  officeAction(
    office,
    supportCalls.close,
    { params: schema.byId },
    {
      run: ({ tx, params }) => change(tx, params.id, () => closeChat(deps, tx, params.id)),
    },
  )

  officeAction(
    office,
    supportCalls.reopen,
    { params: schema.byId },
    {
      run: ({ tx, params }) => change(tx, params.id, () => reopenChat(tx, params.id)),
    },
  )

  registerCanned(office)
}

/** Reads it before and after a change, for the answer and the audit, which does not have what was written. */
async function change(tx: Tx, id: string, work: () => Promise<void>) {
  const before = await read(tx, id)
  await work()
  return changed(before, await read(tx, id))
}

/** Like `change`, for a player who may have no conversation yet. */
async function begin(tx: Tx, id: string, work: () => Promise<void>) {
  const [[player], [chat]] = await Promise.all([
    tx.query('select 1 from users where id = $1 for share', [id]),
    tx.query('select 1 from chat_conversations where user_id = $1', [id]),
  ])
  if (!player) throw new OfficeRefusal('notFound')
  const before = chat ? await read(tx, id) : null
  await work()
  return changed(before, await read(tx, id))
}

function changed(before: Chat | null, after: Chat) {
  const audited = ({ state, assignedToName, messages }: Chat) => ({
    state,
    assignedToName,
    messages: messages.at(-1)?.seq ?? 0,
  })
  return {
    answer: after,
    subject: { kind: 'chat', id: after.id },
    before: before && audited(before),
    after: audited(after),
  }
}

async function read(db: Reader, id: string, before?: number): Promise<Chat> {
  const [row] = await db.read<ChatDbRow>(`${chatSql} where c.user_id = $1`, [id])
  if (!row) throw new OfficeRefusal('notFound')
  const newestFirst = await db.read<Omit<ChatEntry, 'at'> & { at: Date }>(
    `select m.id, m.seq, m.sender as "from", m.text, m.created_at as at, s.name as "staffName"
       from chat_messages m left join office.staff_names s on s.id = m.staff_id
      where m.user_id = $1 and ($2::integer is null or m.seq < $2) order by m.seq desc limit $3`,
    [id, before ?? null, chatPageSize + 1],
  )
  const page = newestFirst.slice(0, chatPageSize).toReversed()
  return {
    ...presentRow(row),
    language: toLanguageCode(row.language),
    messages: page.map((message) => ({ ...message, at: message.at.toISOString() })),
    before: newestFirst.length > chatPageSize ? (page[0]?.seq ?? null) : null,
  }
}

function presentRow(row: ChatDbRow): ChatRow {
  return {
    id: row.user_id,
    email: row.email,
    state: row.closed_at ? 'closed' : row.waiting_since ? 'waiting' : 'open',
    unread: row.unread,
    last: { from: row.sender, text: row.text, at: row.last_at.toISOString() },
    waitingSince: row.waiting_since?.toISOString() ?? null,
    assignedToId: row.assigned_to,
    assignedToName: row.assigned_name,
  }
}

function conditions(
  { q, state, assigned }: ChatFilter,
  value: (parameter: SqlValue) => string,
  { staff }: ListInput,
): string[] {
  const found: string[] = []
  if (q !== undefined) found.push(`lower(u.email) like ${value(`${escapeLike(q.toLowerCase())}%`)}`)
  if (state === 'waiting') found.push('c.waiting_since is not null')
  if (state === 'open') found.push('c.waiting_since is null and c.closed_at is null')
  if (state === 'closed') found.push('c.closed_at is not null')
  if (assigned === 'me') found.push(`c.assigned_to = ${value(staff.id)}`)
  if (assigned === 'nobody') found.push('c.assigned_to is null')
  return found
}

interface CannedDbRow {
  id: string
  shortcut: string
  title: string
  texts: CannedAnswer['texts']
}

const cannedColumns = 'id, shortcut, title, texts'

function registerCanned(office: Office): void {
  const { deps } = office

  officeList(office, cannedCalls.list, {
    filter: schema.cannedFilter,
    select: `select ${cannedColumns} from office.canned_answers`,
    conditions: () => [],
    sorts: { shortcut: 'shortcut', title: 'title' },
    id: 'id',
    idOf: ({ id }: CannedDbRow) => id,
    present: (row: CannedDbRow): CannedAnswer => row,
  })

  officeAction(office, cannedCalls.create, schema.create, {
    run: async ({ tx, body }) => saved(null, await save(tx, { id: randomUUID(), ...body })),
  })

  officeAction(office, cannedCalls.change, schema.change, {
    async run({ tx, params, body: { seen, ...fields } }) {
      const before = await lock(tx, params.id)
      refuseChanged(seen, before)
      return saved(before, await save(tx, { id: params.id, ...fields }))
    },
  })

  officeAction(
    office,
    cannedCalls.remove,
    { params: schema.byId },
    {
      async run({ tx, params }) {
        const before = await lock(tx, params.id)
        await tx.query('delete from office.canned_answers where id = $1', [params.id])
        return { answer: { id: params.id }, subject: { kind: 'canned', id: params.id }, before, after: null }
      },
    },
  )

  async function save(tx: Tx, { id, shortcut, title, texts }: CannedAnswer): Promise<CannedAnswer> {
    const [other] = await tx.query(
      'select 1 from office.canned_answers where shortcut = $1 and id <> $2 for share',
      [shortcut, id],
    )
    if (other) throw new OfficeRefusal('conflict', { field: 'shortcut' })
    await tx.query(
      `insert into office.canned_answers (id, shortcut, title, texts, updated_at) values ($1, $2, $3, $4, $5)
       on conflict (id) do update set shortcut = excluded.shortcut, title = excluded.title, texts = excluded.texts,
         updated_at = excluded.updated_at`,
      [id, shortcut, title, JSON.stringify(texts), deps.clock.now()],
    )
    return { id, shortcut, title, texts }
  }
}

async function lock(tx: Tx, id: string): Promise<CannedAnswer> {
  const [row] = await tx.query<CannedDbRow>(
    `select ${cannedColumns} from office.canned_answers where id = $1 for update`,
    [id],
  )
  if (!row) throw new OfficeRefusal('notFound')
  return row
}

function saved(before: CannedAnswer | null, after: CannedAnswer) {
  return { answer: after, subject: { kind: 'canned', id: after.id }, before, after }
}
