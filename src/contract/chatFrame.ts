/**
 * What the chat panel (host) and the chat page in its frame say to each other: `{ source: 'palpite', type, … }`
 * by postMessage, as with games (games/frame.ts). The order: the page loads and posts `ready`; the host asks the
 * server for a ticket and posts `init`; the page exchanges the ticket (http/chat.ts). A page whose session has
 * ended posts `ready` again. Both sides look at which window a message comes from; what is malformed is dropped.
 */
import { field } from './games/draw.ts'
import { frameSource } from './games/frame.ts'
import { longestChatText } from './rules/chat.ts'

/** What was written and has not reached the server: it outlives the frame, for as long as the player stays. */
export interface ChatDraft {
  /** In the text box. */
  text: string
  /** Sent, but not there yet, each under its idempotency key. */
  unsent: { key: string; text: string }[]
}

/** Host to page. */
export type ChatHostMessage =
  /** `ticket` is single use and lives a minute. `live`: the host hears of new messages at once. */
  | { type: 'init'; ticket: string; live: boolean; draft: ChatDraft }
  /** There is no ticket to be had: say so, with a way to try again. */
  | { type: 'refused' }
  /** Something may be new: ask now. */
  | { type: 'wake'; live: boolean }

/** Page to host. */
export type ChatPageMessage =
  | { type: 'ready' }
  /** Escape was pressed in the frame, where the host cannot hear it. */
  | { type: 'close' }
  | { type: 'draft'; draft: ChatDraft }

export const emptyDraft: ChatDraft = { text: '', unsent: [] }
const mostUnsent = 20
const longestTicket = 200

/** As it is posted. */
export function toChatFrame<Message extends ChatHostMessage | ChatPageMessage>(message: Message) {
  return { source: frameSource, ...message }
}

/** What the page says; undefined for anything that is not one of its messages. Never throws. */
export function parseChatPageMessage(data: unknown): ChatPageMessage | undefined {
  switch (typeOf(data)) {
    case 'ready':
      return { type: 'ready' }
    case 'close':
      return { type: 'close' }
    case 'draft':
      return { type: 'draft', draft: toDraft(field(data, 'draft')) }
    default:
      return undefined
  }
}

/** What the host says; undefined for anything that is not one of its messages. Never throws. */
export function parseChatHostMessage(data: unknown): ChatHostMessage | undefined {
  const live = field(data, 'live') === true
  switch (typeOf(data)) {
    case 'init': {
      const ticket = field(data, 'ticket')
      if (typeof ticket !== 'string' || ticket === '' || ticket.length > longestTicket) return undefined
      return { type: 'init', ticket, live, draft: toDraft(field(data, 'draft')) }
    }
    case 'refused':
      return { type: 'refused' }
    case 'wake':
      return { type: 'wake', live }
    default:
      return undefined
  }
}

function typeOf(data: unknown): unknown {
  return field(data, 'source') === frameSource ? field(data, 'type') : undefined
}

function toDraft(data: unknown): ChatDraft {
  const text = field(data, 'text')
  const unsent = field(data, 'unsent')
  return {
    text: typeof text === 'string' ? text.slice(0, longestChatText) : '',
    unsent: (Array.isArray(unsent) ? (unsent as unknown[]) : []).slice(0, mostUnsent).flatMap((one) => {
      const [key, said] = [field(one, 'key'), field(one, 'text')]
      const isWhole = typeof key === 'string' && /^[0-9a-f]{32}$/.test(key) && typeof said === 'string'
      return isWhole ? [{ key, text: said.slice(0, longestChatText) }] : []
    }),
  }
}
