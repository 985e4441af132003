import { chatCalls, type ChatMessageWire, type ChatPageWire } from '#contract/http/chat.ts'

const timeoutMs = 15_000

/**
 * Why a call failed: `network` no answer; `session` the chat session is over; `refused` the server says no,
 * with a sentence for the player ('' when it has none).
 */
export class ChatFailure extends Error {
  readonly kind: 'network' | 'session' | 'refused'

  constructor(kind: ChatFailure['kind'], message = '') {
    super(message)
    this.kind = kind
  }
}

/** The calls of the chat page, with the token of its own session. All throw ChatFailure. */
export interface ChatApi {
  /** Exchanges the ticket; from now on the other calls are the player's. */
  open(ticket: string): Promise<void>
  list(part: { before?: number; after?: number }): Promise<ChatPageWire>
  /** The same key again never doubles the message. */
  send(text: string, key: string): Promise<ChatMessageWire>
  read(seq: number): Promise<void>
}

export function createChatApi(language: string): ChatApi {
  let token = ''

  async function call<Data>(
    { method, path }: { method: 'GET' | 'POST'; path: string },
    { query, body, key }: { query?: Record<string, number>; body?: object; key?: string } = {},
  ): Promise<Data> {
    const search = new URLSearchParams(Object.entries(query ?? {}).map(([name, value]) => [name, `${value}`]))
    const answer = await exchange(`${path}${search.size > 0 ? `?${search.toString()}` : ''}`, {
      method,
      headers: {
        lang: language,
        ...(token === '' ? {} : { Authorization: token }),
        ...(body ? { 'Content-Type': 'application/json' } : {}),
        ...(key === undefined ? {} : { 'Idempotency-Key': key }),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
      signal: AbortSignal.timeout(timeoutMs),
    })
    if (answer.status === 401) throw new ChatFailure('session')
    if (answer.status >= 500) throw new ChatFailure('network')
    if (answer.status >= 400) throw new ChatFailure('refused', answer.message)
    return answer.data as Data
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
    const answer = await fetch(url, init)
    const envelope = (await answer.json()) as { message?: string; data: unknown }
    return { status: answer.status, message: envelope.message ?? '', data: envelope.data }
  } catch (error) {
    console.warn('no answer', url.replace(/\?.*/, ''), error instanceof Error ? error.message : error)
    throw new ChatFailure('network')
  }
}
