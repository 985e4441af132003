import { supportCalls, type Chat } from '#contract/office/support.ts'
import type { Attempts } from '../../data/attempts.ts'
import type { OfficeClient } from '../../data/officeClient.ts'
import type { Drafts } from './drafts.ts'

interface Answer {
  chat: Chat
  text: string
  /** Of its draft. */
  draft: string
}

/** The attempts at answering a conversation, by name. */
export const answerName = ({ id }: Pick<Chat, 'id'>): string => `support.answer ${id}`

/** Sends an answer; its draft is gone once it has arrived. Throws OfficeError. */
export async function sendAnswer(
  { client, attempts, drafts }: { client: OfficeClient; attempts: Attempts; drafts: Drafts },
  { chat, text, draft }: Answer,
): Promise<Chat> {
  const answered = await attempts.run(answerName(chat), (options) =>
    client.call(supportCalls.answer, { params: { id: chat.id }, body: { text } }, options),
  )
  drafts.clear(draft, text)
  return answered
}
