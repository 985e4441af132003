/**
 * The support chat: docs/product.md, "Support chat". The chat page is framed and never gets the player's token: the
 * client requests a ticket, and the page exchanges it for a chat session, which is valid for these calls only. They
 * send the token of that session or, in a client without a frame, the player's own.
 */
import type { z } from 'zod'
import { get, post } from './call.ts'
import type * as schema from './chat.schema.ts'

export type ChatMessageWire = z.output<typeof schema.chatMessage>
export type ChatPageWire = z.output<typeof schema.list.data>

export const chatCalls = {
  list: get<{ query: { before?: number; after?: number } }, ChatPageWire>('/api/app/chat/messages', {
    auth: 'chat',
  }),
  /** A retry with the same key never creates a second message. */
  send: post<{ body: { text: string } }, ChatMessageWire>('/api/app/chat/messages', {
    auth: 'chat',
    idempotent: 'optional',
  }),
  read: post<{ body: { seq: number } }, z.output<typeof schema.read.data>>('/api/app/chat/read', {
    auth: 'chat',
  }),
  unread: get<object, z.output<typeof schema.unread.data>>('/api/app/chat/unread', { auth: 'chat' }),
  ticket: post<{ body: Record<string, never> }, z.output<typeof schema.ticket.data>>('/api/app/chat/ticket'),
  session: post<{ body: { ticket: string } }, z.output<typeof schema.session.data>>('/api/app/chat/session', {
    auth: 'none',
  }),
}
