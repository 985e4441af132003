import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { AppDeps } from '../deps.ts'
import { listChat, toWireChatMessage } from '../domain/accounts/chat/conversation.ts'
import { replyToChat, listChats, markChatSeen } from '../domain/accounts/chat/support.ts'
import { findUserId } from '../domain/accounts/users.ts'
import { Refusal } from '../texts/refusal.ts'
import { control, noInput } from './control.ts'

/** Support's side of the chat. */
export function registerChatControls(scope: FastifyInstance, deps: AppDeps): void {
  control(scope, ['GET', 'chats'], 'Conversations of the support chat, newest first', noInput, async () => {
    const chats = await listChats(deps)
    return chats.map(({ at, ...chat }) => ({ ...chat, time: at.toISOString() }))
  })

  control(
    scope,
    ['GET', 'chats/:username'],
    "A player's conversation, oldest first; what they wrote counts as seen",
    z.looseObject({ before: z.coerce.number().int().min(0).optional() }),
    async ({ params: { username = '' }, input }) => {
      const userId = await userIdOf(deps, username)
      const { list, next } = await listChat(deps, userId, { before: input.before })
      await markChatSeen(deps, userId)
      return { username, list: list.map(toWireChatMessage), next }
    },
  )

  control(
    scope,
    ['POST', 'chats/:username'],
    'The support writes to a player',
    z.strictObject({ text: z.string().max(20_000) }),
    async ({ params: { username = '' }, input }) =>
      toWireChatMessage(await replyToChat(deps, await userIdOf(deps, username), input.text)),
  )
}

async function userIdOf(deps: AppDeps, username: string): Promise<string> {
  const userId = await findUserId(deps.db, username)
  if (userId === undefined) throw new Refusal('notFound')
  return userId
}
