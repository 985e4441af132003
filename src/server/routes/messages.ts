import type { FastifyInstance } from 'fastify'
import { messageCalls } from '#contract/http/messages.ts'
import * as schema from '#contract/http/messages.schema.ts'
import type { AppDeps } from '../deps.ts'
import { countUnread, listMessages, markAllRead, openMessage } from '../domain/accounts/messages.ts'
import { presentMessage } from '../presenters/message.ts'
import { endpoint } from '../http/endpoints/endpoint.ts'

const tag = 'messages'

/** Calls of the player's inbox. */
export function registerMessages(app: FastifyInstance, deps: AppDeps): void {
  endpoint(
    app,
    deps,
    messageCalls.list,
    schema.list,
    async ({ player, query }) => {
      const { list, unread, next } = await listMessages(deps, player.userId, query.cursor)
      return { data: { list: list.map(presentMessage), unread, next } }
    },
    { tag, summary: 'The inbox, newest first' },
  )
  endpoint(
    app,
    deps,
    messageCalls.unread,
    schema.unread,
    async ({ player }) => ({ data: { unread: await countUnread(deps, player.userId) } }),
    { tag, summary: 'How many messages are unread' },
  )
  endpoint(
    app,
    deps,
    messageCalls.open,
    schema.open,
    async ({ player, params }) => ({
      data: presentMessage(await openMessage(deps, player.userId, params.id)),
    }),
    { tag, summary: 'One message; it is read from then on' },
  )
  endpoint(
    app,
    deps,
    messageCalls.readAll,
    schema.readAll,
    async ({ player }) => {
      await markAllRead(deps, player.userId)
      return { data: { unread: 0 } }
    },
    { tag, summary: 'Mark all messages read' },
  )
}
