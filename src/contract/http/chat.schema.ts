import { z } from 'zod'
import { id, isoDate } from './wire.schema.ts'

/** The largest number that PostgreSQL's `integer` holds. */
const largestSeq = 2 ** 31 - 1
const seq = z.number().int().min(0).max(largestSeq)
const cursor = z.coerce.number().int().min(0).max(largestSeq).optional()

export const chatMessage = z.object({
  id,
  seq: seq.describe('number within the conversation: 1, 2, 3 …'),
  from: z.enum(['player', 'support']),
  text: z.string(),
  time: isoDate,
})

/** Messages of the conversation, oldest first: the last page, the page before a message, or the messages after one. */
export const list = {
  query: z.strictObject({ before: cursor, after: cursor }),
  data: z.object({
    list: z.array(chatMessage),
    unread: z.number().int(),
    next: seq.nullable().describe('`before` of the next page of older messages; null if there is none'),
  }),
}
export const send = {
  body: z.strictObject({ text: z.string().max(20_000) }),
  data: chatMessage,
}
export const read = {
  body: z.strictObject({ seq: seq.describe('number of the last message that the player has seen') }),
  data: z.object({ unread: z.number().int() }),
}
export const unread = { data: z.object({ unread: z.number().int() }) }
export const ticket = {
  body: z.strictObject({}),
  data: z.object({
    ticket: z.string().describe('can be used once, within a minute'),
    url: z.string().describe('address of the chat page'),
    expiresTime: isoDate,
  }),
}
export const session = {
  body: z.strictObject({ ticket: z.string().min(1).max(200) }),
  data: z.object({ token: z.string(), expiresTime: isoDate }),
}
