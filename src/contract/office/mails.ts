import { officeListCall } from './officeCall.ts'

export const mailStates = ['queued', 'sent', 'expired', 'dead'] as const
/**
 * `expired`: useless before it could be sent; `dead`: given up after its last attempt. Both have lost their text, so neither
 * can be sent again.
 */
export type MailState = (typeof mailStates)[number]

/** An e-mail of the outbox. Its text is not there: it may have a code. */
export interface MailRow {
  id: string
  to: string
  /** Which mail it is, such as `passwordReset`. */
  kind: string
  language: string
  state: MailState
  attempts: number
  /** The kind of the last error. */
  lastError: string | null
  createdAt: string
  deliveredAt: string | null
  nextTryAt: string | null
}

export interface MailFilter {
  /** The whole address. */
  to?: string
  state?: MailState
}

export const mailCalls = {
  list: officeListCall<MailRow, MailFilter>()({
    name: 'mails.list',
    path: '/api/mails',
    permission: 'mails.read',
    sorts: ['createdAt'],
    order: 'desc',
  }),
}
