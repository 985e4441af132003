/**
 * The messages between the chat panel (host) and the chat page in its frame: `{ source: 'palpite', type, … }`, sent by
 * postMessage, as with games (games/frame.ts). The page loads and posts `ready`; the host requests a ticket from the
 * server and posts `init`; the page exchanges the ticket for a session (http/chat.ts). When that session has ended,
 * the page posts `ready` again. Both sides check the window of a message; malformed messages are dropped.
 */
import { field } from './games/draw.ts'
import { frameSource } from './games/frame.ts'
import { maxChatTextLength } from './rules/chat.ts'

/** Where the server serves the chat page. */
export const chatPagePath = '/chat'

/** A message that was sent but has not arrived. */
export interface DraftMessage {
  /** Its idempotency key: the page and its host may both send it. */
  key: string
  text: string
  /** The server refused it: only the player sends it again. */
  refused: boolean
}

/**
 * What has not reached the server. When the frame is closed, the host keeps it until the player leaves, and sends the
 * messages that were not refused.
 */
export interface ChatDraft {
  /** The content of the text box. */
  text: string
  unsent: DraftMessage[]
}

/** Host to page. */
export type ChatHostMessage =
  /**
   * `ticket` can be used once, within a minute. `time` is the server's, in ms since 1970: the device's clock may be wrong.
   * `live`: the host reports new messages at once (`wake`).
   */
  | { type: 'init'; ticket: string; time: number; live: boolean; draft: ChatDraft }
  /** The host cannot get a ticket: the page shows that and offers a retry. */
  | { type: 'refused' }
  /** There may be new messages: the page polls the server now. */
  | { type: 'wake'; live: boolean }

/** Page to host. */
export type ChatPageMessage =
  | { type: 'ready' }
  /** Escape was pressed in the frame, whose key events the host does not get. */
  | { type: 'close' }
  | { type: 'draft'; draft: ChatDraft }

export const emptyDraft: ChatDraft = { text: '', unsent: [] }
const maxUnsent = 20
const maxTicketLength = 200

/** The message as posted to the other window. */
export function toChatFrame<Message extends ChatHostMessage | ChatPageMessage>(message: Message) {
  return { source: frameSource, ...message }
}

/** Parses a message from the page; undefined for anything else. Never throws. */
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

/** Parses a message from the host; undefined for anything else. Never throws. */
export function parseChatHostMessage(data: unknown): ChatHostMessage | undefined {
  const live = field(data, 'live') === true
  switch (typeOf(data)) {
    case 'init': {
      const ticket = field(data, 'ticket')
      if (typeof ticket !== 'string' || ticket === '' || ticket.length > maxTicketLength) return undefined
      const time = field(data, 'time')
      if (typeof time !== 'number' || !Number.isFinite(time)) return undefined
      return { type: 'init', ticket, time, live, draft: toDraft(field(data, 'draft')) }
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
    text: typeof text === 'string' ? text.slice(0, maxChatTextLength) : '',
    unsent: (Array.isArray(unsent) ? (unsent as unknown[]) : []).slice(0, maxUnsent).flatMap((entry) => {
      const [key, content] = [field(entry, 'key'), field(entry, 'text')]
      const isValid = typeof key === 'string' && /^[0-9a-f]{32}$/.test(key) && typeof content === 'string'
      return isValid
        ? [{ key, text: content.slice(0, maxChatTextLength), refused: field(entry, 'refused') === true }]
        : []
    }),
  }
}
