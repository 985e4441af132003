import { mailCalls, type MailState } from '#contract/office/mails.ts'
import * as schema from '#contract/office/mails.schema.ts'
import { officeList } from '../endpoints/officeList.ts'
import type { Office } from '../endpoints/office.ts'

interface MailDbRow {
  id: string
  to: string
  kind: string
  lang: string
  state: MailState
  attempts: number
  last_error: string | null
  created_at: Date
  delivered_at: Date | null
  next_try_at: Date | null
}

/** The outbox without its texts. */
export function registerMails(office: Office): void {
  officeList(office, mailCalls.list, {
    filter: schema.filter,
    select: `select o.id::text, o."to", o.kind, o.lang, o.state, o.attempts, o.last_error, o.created_at,
      o.delivered_at, o.next_try_at from outbox o`,
    conditions: ({ to, state }, value) => [
      ...(to === undefined ? [] : [`lower(o."to") = lower(${value(to)})`]),
      ...(state === undefined ? [] : [`o.state = ${value(state)}`]),
    ],
    indexed: [['to']],
    // Mails are numbered as they come.
    sorts: { createdAt: 'o.id' },
    id: 'o.id',
    idOf: ({ id }: MailDbRow) => id,
    present: (row: MailDbRow) => ({
      id: row.id,
      to: row.to,
      kind: row.kind,
      language: row.lang,
      state: row.state,
      attempts: row.attempts,
      lastError: row.last_error,
      createdAt: row.created_at.toISOString(),
      deliveredAt: row.delivered_at?.toISOString() ?? null,
      nextTryAt: row.next_try_at?.toISOString() ?? null,
    }),
  })
}
