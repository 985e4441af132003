import type { FastifyInstance } from 'fastify'
import { chatPagePath } from '#contract/chatFrame.ts'
import { chatCalls } from '#contract/http/chat.ts'
import * as schema from '#contract/http/chat.schema.ts'
import type { AppDeps } from '../deps.ts'
import { createChatTicket, exchangeChatTicket } from '../domain/accounts/chat/access.ts'
import {
  countUnreadChat,
  listChat,
  readChat,
  toWireChatMessage,
  writeChat,
} from '../domain/accounts/chat/conversation.ts'
import { endpoint } from '../http/endpoints/endpoint.ts'
import { moneyEndpoint } from '../http/endpoints/moneyEndpoint.ts'

const tag = 'chat'

/** Calls of the support chat: for the player's session and for the chat page's own session. */
export function registerChat(app: FastifyInstance, deps: AppDeps): void {
  endpoint(
    app,
    deps,
    chatCalls.ticket,
    schema.ticket,
    async ({ player, caller }) => {
      const { ticket, expiresAt } = await createChatTicket(deps, player.session)
      const url = `${caller.origin}${chatPagePath}?lang=${caller.language}`
      return { data: { ticket, url, expiresTime: expiresAt.toISOString() } }
    },
    { tag, summary: 'A ticket for the chat page: single use, one minute' },
  )
  endpoint(
    app,
    deps,
    chatCalls.session,
    schema.session,
    async ({ body }) => {
      const { token, expiresAt } = await exchangeChatTicket(deps, body.ticket)
      return { data: { token, expiresTime: expiresAt.toISOString() } }
    },
    { tag, summary: 'The chat page exchanges its ticket for a session that opens the chat only' },
  )
  endpoint(
    app,
    deps,
    chatCalls.list,
    schema.list,
    async ({ player, query }) => {
      const { list, unread, next } = await listChat(deps, player.userId, query)
      return { data: { list: list.map(toWireChatMessage), unread, next } }
    },
    { tag, summary: 'The conversation: its last page, older pages (`before`), or what is new (`after`)' },
  )
  // A money endpoint for its idempotency: a retry must not send the message twice.
  moneyEndpoint(
    app,
    deps,
    chatCalls.send,
    schema.send,
    async ({ userId, tx, body }) => ({
      data: toWireChatMessage(await writeChat(deps, tx, userId, { from: 'player', text: body.text })),
    }),
    { tag, summary: 'Write to the support' },
  )
  endpoint(
    app,
    deps,
    chatCalls.read,
    schema.read,
    async ({ player, body }) => ({ data: { unread: await readChat(deps, player.userId, body.seq) } }),
    { tag, summary: 'The player has read up to a message' },
  )
  endpoint(
    app,
    deps,
    chatCalls.unread,
    schema.unread,
    async ({ player }) => ({ data: { unread: await countUnreadChat(deps, player.userId) } }),
    { tag, summary: 'How many messages of the support are unread' },
  )
}
