import type { LanguageCode } from '../languages.ts'
import { officeCall, officeListCall } from './officeCall.ts'

export const chatStates = ['waiting', 'open', 'closed'] as const
/** `waiting`: the player wrote last; `open`: answered, and not closed. */
export type ChatState = (typeof chatStates)[number]

/** The conversation of a player with the support; its id is the player's. */
export interface ChatRow {
  id: string
  email: string
  state: ChatState
  /** Messages of the player since the last answer. */
  unread: number
  last: { from: 'player' | 'support'; text: string; at: string }
  /** When the oldest unanswered message came; null: none. */
  waitingSince: string | null
  /** Who answers it; null: nobody has taken it. */
  assignedToId: string | null
  assignedToName: string | null
}

export interface ChatEntry {
  id: string
  seq: number
  from: 'player' | 'support'
  text: string
  at: string
  /** Who of the staff wrote it. */
  staffName: string | null
}

export interface Chat extends ChatRow {
  /** The player's: canned answers are inserted in it. */
  language: LanguageCode
  /** Oldest first: the last page, or the one before `before`. */
  messages: ChatEntry[]
  /** `before` of the page of older messages; null: there are none. */
  before: number | null
}

export interface ChatFilter {
  /** The beginning of an e-mail. */
  q?: string
  state?: ChatState
  assigned?: 'me' | 'nobody'
}

/** An answer that staff write again and again; `/shortcut` inserts it. */
export interface CannedAnswer {
  id: string
  shortcut: string
  title: string
  texts: Partial<Record<LanguageCode, string>>
}

type CannedFields = Omit<CannedAnswer, 'id'>
type ById = { params: { id: string } }
const answer = { permission: 'support.answer', kind: 'action' } as const

export const supportCalls = {
  /** In the order of the inbox: who waits longest, then who wrote last. */
  list: officeListCall<ChatRow, ChatFilter>()({
    name: 'support.list',
    path: '/api/support',
    permission: 'support.read',
    sorts: ['inbox'],
    order: 'asc',
  }),
  get: officeCall<ById & { query: { before?: number } }, Chat>({
    name: 'support.get',
    path: '/api/support/{id}',
    permission: 'support.read',
    kind: 'read',
  }),
  /** Whom a conversation can be handed over to. */
  people: officeCall<object, { list: { id: string; name: string }[] }>({
    name: 'support.people',
    path: '/api/support-people',
    permission: 'support.answer',
    kind: 'read',
  }),
  /** The player gets it at once. A conversation that nobody has taken becomes the caller's. */
  answer: officeCall<ById & { body: { text: string } }, Chat>({
    name: 'support.answer',
    path: '/api/support/{id}/answer',
    ...answer,
  }),
  /** Writes to a player who has not written: begins their conversation, or opens it again. */
  write: officeCall<ById & { body: { text: string } }, Chat>({
    name: 'support.write',
    path: '/api/support/{id}/write',
    ...answer,
  }),
  /** `from`: who had it when the caller looked. Refused with `conflict` when somebody else has taken it meanwhile. */
  take: officeCall<ById & { body: { from: string | null } }, Chat>({
    name: 'support.take',
    path: '/api/support/{id}/take',
    ...answer,
  }),
  handOver: officeCall<ById & { body: { to: string; reason?: string } }, Chat>({
    name: 'support.handOver',
    path: '/api/support/{id}/hand-over',
    ...answer,
  }),
  /** Nothing is to be answered any more. A message of the player opens it again. */
  close: officeCall<ById, Chat>({ name: 'support.close', path: '/api/support/{id}/close', ...answer }),
  reopen: officeCall<ById, Chat>({ name: 'support.reopen', path: '/api/support/{id}/reopen', ...answer }),
}

export const cannedCalls = {
  list: officeListCall<CannedAnswer, object>()({
    name: 'canned.list',
    path: '/api/canned',
    permission: 'support.read',
    sorts: ['shortcut', 'title'],
    order: 'asc',
  }),
  create: officeCall<{ body: CannedFields }, CannedAnswer>({
    name: 'canned.create',
    path: '/api/canned/create',
    ...answer,
  }),
  /** Refused (`conflict`) where it is not any more what was `seen`. */
  change: officeCall<ById & { body: CannedFields & { seen?: CannedFields } }, CannedAnswer>({
    name: 'canned.change',
    path: '/api/canned/{id}/change',
    ...answer,
  }),
  remove: officeCall<ById, { id: string }>({
    name: 'canned.remove',
    path: '/api/canned/{id}/remove',
    ...answer,
  }),
}
