import { chatCalls, type ChatMessageWire, type ChatPageWire } from '#contract/http/chat.ts'

const timeoutMs = 15_000

/**
 * A failed call. `network`: there was no response, or the server failed. `session`: the chat session has ended.
 * `refused`: the server refused the call; `message` says why in the player's language, '' if it gives no reason.
 */
export class ChatError extends Error {
  readonly kind: 'network' | 'session' | 'refused'

  constructor(kind: ChatError['kind'], message = '') {
    super(message)
    this.kind = kind
  }
}

/** The calls of the chat page, with the token of its own session. All of them throw ChatError. */
export interface ChatApi {
  /** Exchanges the ticket for a session, which the other calls need. */
  open(ticket: string): Promise<void>
  /** A page of messages, oldest first: the last one, or the one before or after a `seq`. */
  list(part: { before?: number; after?: number }): Promise<ChatPageWire>
  /** Returns the stored message. Sending the same key again creates no second message. */
  send(text: string, key: string): Promise<ChatMessageWire>
  /** Reports the messages up to `seq` as read. */
  read(seq: number): Promise<void>
}

/** `language` is the language code of the messages that the server returns. */
export function createChatApi(language: string): ChatApi {
  let token = ''

  async function call<Data>(
    { method, path }: { method: 'GET' | 'POST'; path: string },
    { query, body, key }: { query?: Record<string, number>; body?: object; key?: string } = {},
  ): Promise<Data> {
    const search = new URLSearchParams(Object.entries(query ?? {}).map(([name, value]) => [name, `${value}`]))
    const response = await exchange(`${path}${search.size > 0 ? `?${search.toString()}` : ''}`, {
      method,
      headers: {
        lang: language,
        ...(token === '' ? {} : { Authorization: token }),
        ...(body ? { 'Content-Type': 'application/json' } : {}),
        ...(key === undefined ? {} : { 'Idempotency-Key': key }),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
      signal: AbortSignal.timeout(timeoutMs),
      // A call that changes something is completed even when the panel is closed at once.
      keepalive: method === 'POST',
    })
    if (response.status === 401) throw new ChatError('session')
    if (response.status >= 500) throw new ChatError('network')
    if (response.status >= 400) throw new ChatError('refused', response.message)
    return response.data as Data
  }

  return {
    async open(ticket) {
      token = ''
      const session = await call<{ token: string }>(chatCalls.session, { body: { ticket } })
      token = session.token
    },
    list: (query) => call(chatCalls.list, { query }),
    send: (text, key) => call(chatCalls.send, { body: { text }, key }),
    read: async (seq) => {
      await call(chatCalls.read, { body: { seq } })
    },
  }
}

async function exchange(url: string, init: RequestInit) {
  try {
    const response = await fetch(url, init)
    const envelope = (await response.json()) as { message?: string; data: unknown }
    return { status: response.status, message: envelope.message ?? '', data: envelope.data }
  } catch (error) {
    console.warn('no response', url.replace(/\?.*/, ''), error instanceof Error ? error.message : error)
    throw new ChatError('network')
  }
}
