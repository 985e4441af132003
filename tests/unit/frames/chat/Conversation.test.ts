import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { emptyDraft } from '#contract/chatFrame.ts'
import type { ChatMessageWire } from '#contract/http/chat.ts'
import { ChatError, type ChatApi } from '#frames/chat/ChatApi.ts'
import { Conversation } from '#frames/chat/Conversation.ts'

/** A conversation with a server in memory, where one idempotency key is one message however often it is sent. */
function createFixture() {
  const stored: ChatMessageWire[] = []
  const byKey = new Map<string, ChatMessageWire>()
  const fixture = {
    stored,
    reads: [] as number[],
    tickets: [] as string[],
    ticketRequests: 0,
    calls: [] as string[],
    /** The failure of a call, by its name; undefined lets the call succeed. */
    fault: undefined as undefined | ((call: string) => ChatError | undefined),
    /** Messages arrive, but their responses are lost. */
    loseResponses: false,
    /** Runs when the server has the response of a call ready, and before the page gets it. */
    beforeResponse: undefined as undefined | ((call: string) => void),
    write(from: ChatMessageWire['from'], text: string): ChatMessageWire {
      const seq = stored.length + 1
      const message = { id: `m${seq}`, seq, from, text, time: '2030-01-01T12:00:00Z' }
      stored.push(message)
      return message
    },
  }
  const check = (call: string) => {
    fixture.calls.push(call)
    const failure = fixture.fault?.(call)
    if (failure) throw failure
  }
  const api: ChatApi = {
    async open(ticket) {
      check('open')
      fixture.tickets.push(ticket)
      fixture.beforeResponse?.('open')
    },
    async list({ before, after }) {
      check('list')
      const older = stored.filter(({ seq }) => before === undefined || seq < before)
      const newer = after === undefined ? older.slice(-3) : stored.filter(({ seq }) => seq > after)
      fixture.beforeResponse?.('list')
      const hasOlder = after === undefined && older.length > 3
      return { list: newer, unread: 0, next: hasOlder ? (newer[0]?.seq ?? null) : null }
    },
    async send(text, key) {
      check('send')
      const message = byKey.get(key) ?? fixture.write('player', text)
      byKey.set(key, message)
      fixture.beforeResponse?.('send')
      if (fixture.loseResponses) throw new ChatError('network')
      return message
    },
    async read(seq) {
      check('read')
      fixture.reads.push(seq)
    },
  }
  const chat = new Conversation({ api, requestTicket: () => fixture.ticketRequests++ })
  return Object.assign(fixture, { chat })
}

const network = () => new ChatError('network')
const texts = ({ chat }: ReturnType<typeof createFixture>) => chat.state.messages.map(({ text }) => text)
const unsent = ({ chat }: ReturnType<typeof createFixture>) =>
  chat.state.unsent.map(({ text, state }) => `${text}: ${state}`)

async function opened() {
  const fixture = createFixture()
  await fixture.chat.open('t1', emptyDraft)
  return fixture
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('opening', () => {
  it('exchanges the ticket, then shows the last page', async () => {
    const fixture = createFixture()
    for (let n = 1; n <= 5; n++) fixture.write('support', `n${n}`)
    await fixture.chat.open('t1', emptyDraft)
    expect(fixture.tickets).toEqual(['t1'])
    expect(texts(fixture)).toEqual(['n3', 'n4', 'n5'])
    expect(fixture.chat.state).toMatchObject({ phase: 'ready', hasOlder: true, isOffline: false })
    await fixture.chat.loadOlder()
    expect(texts(fixture)).toEqual(['n1', 'n2', 'n3', 'n4', 'n5'])
    expect(fixture.chat.state.hasOlder).toBe(false)
  })

  it('fails without a network, and opens on the next try', async () => {
    const fixture = createFixture()
    fixture.fault = network
    await fixture.chat.open('t1', emptyDraft)
    expect(fixture.chat.state.phase).toBe('failed')
    fixture.fault = undefined
    await fixture.chat.wake()
    expect(fixture.chat.state.phase).toBe('opening')
    expect(fixture.ticketRequests).toBe(1)
    await fixture.chat.open('t2', emptyDraft)
    expect(fixture.chat.state.phase).toBe('ready')
  })

  it('requests another ticket when one is refused, but not endlessly', async () => {
    const fixture = createFixture()
    fixture.fault = () => new ChatError('refused', 'Feche e abra o chat de novo.')
    for (let ticket = 1; ticket <= 3; ticket++) await fixture.chat.open(`t${ticket}`, emptyDraft)
    expect(fixture.ticketRequests).toBe(2)
    expect(fixture.chat.state.phase).toBe('failed')
  })
})

describe('a reply at the moment of opening', () => {
  /** Support writes, and the host reports it at once. */
  const reply = ({ chat, write }: ReturnType<typeof createFixture>) => {
    write('support', 'resposta')
    void chat.wake()
  }

  it.each(['open', 'list'])('is shown without a poll: written while "%s" is on its way', async (moment) => {
    const fixture = createFixture()
    fixture.write('support', 'antes')
    fixture.beforeResponse = (call) => {
      if (call !== moment) return
      fixture.beforeResponse = undefined
      reply(fixture)
    }
    fixture.chat.setLive(true)
    await fixture.chat.open('t1', emptyDraft)
    await fixture.chat.wake()
    expect(texts(fixture)).toEqual(['antes', 'resposta'])
  })

  it('is shown without a poll: written before the page has its ticket, and reported to nobody', async () => {
    const fixture = createFixture()
    reply(fixture)
    await fixture.chat.open('t1', emptyDraft)
    expect(texts(fixture)).toEqual(['resposta'])
  })

  it('is not skipped: the player wrote meanwhile, and the response has the number after it', async () => {
    const fixture = await opened()
    fixture.write('support', 'resposta')
    await fixture.chat.send('pergunta')
    expect(texts(fixture)).toEqual(['resposta', 'pergunta'])
  })

  it('is not skipped, nor are the older ones: the page first sends what an earlier one left', async () => {
    const fixture = createFixture()
    for (let n = 1; n <= 4; n++) fixture.write('support', `n${n}`)
    const unsent = [{ key: 'a'.repeat(32), text: 'de antes', refused: false }]
    await fixture.chat.open('t1', { text: '', unsent })
    expect(texts(fixture)).toEqual(['n3', 'n4', 'de antes'])
    expect(fixture.chat.state.hasOlder).toBe(true)
  })

  it('does not wait for the slow poll of a live connection: the server refused the call', async () => {
    const fixture = await opened()
    fixture.chat.setLive(true)
    fixture.fault = () => new ChatError('refused', 'Muitas chamadas.')
    fixture.write('support', 'resposta')
    await fixture.chat.wake()
    fixture.fault = undefined
    await vi.advanceTimersByTimeAsync(4_000)
    expect(texts(fixture)).toEqual(['resposta'])
  })
})

describe('sending', () => {
  it('shows the message at once and keeps it once it has arrived', async () => {
    const fixture = await opened()
    const done = fixture.chat.send('Oi')
    expect(unsent(fixture)).toEqual(['Oi: sending'])
    await done
    expect(unsent(fixture)).toEqual([])
    expect(texts(fixture)).toEqual(['Oi'])
  })

  it('keeps the order of messages written in quick succession', async () => {
    const fixture = await opened()
    await Promise.all(['um', 'dois', 'três'].map((text) => fixture.chat.send(text)))
    expect(texts(fixture)).toEqual(['um', 'dois', 'três'])
  })

  it('waits for the network, then sends automatically, once', async () => {
    const fixture = await opened()
    fixture.fault = network
    await fixture.chat.send('um')
    await fixture.chat.send('dois')
    expect(unsent(fixture)).toEqual(['um: waiting', 'dois: waiting'])
    expect(fixture.chat.state.isOffline).toBe(true)
    fixture.fault = undefined
    await vi.advanceTimersByTimeAsync(2_000)
    expect(texts(fixture)).toEqual(['um', 'dois'])
    expect(fixture.chat.state).toMatchObject({ isOffline: false, unsent: [] })
  })

  it('does not duplicate a message whose response was lost', async () => {
    const fixture = await opened()
    fixture.loseResponses = true
    await fixture.chat.send('Uma vez')
    expect(unsent(fixture)).toEqual(['Uma vez: waiting'])
    fixture.loseResponses = false
    await vi.advanceTimersByTimeAsync(2_000)
    expect(texts(fixture)).toEqual(['Uma vez'])
    expect(fixture.stored).toHaveLength(1)
  })

  it('gives the reason for a refusal, sends the next message, and leaves the retry to the player', async () => {
    const fixture = await opened()
    fixture.fault = (call) => (call === 'send' ? new ChatError('refused', 'Calma!') : undefined)
    await fixture.chat.send('rápido')
    expect(fixture.chat.state.unsent).toMatchObject([{ state: 'refused', reason: 'Calma!' }])
    fixture.fault = undefined
    await fixture.chat.send('devagar')
    expect(texts(fixture)).toEqual(['devagar'])
    expect(unsent(fixture)).toEqual(['rápido: refused'])
    const { key } = fixture.chat.state.unsent[0]!
    await fixture.chat.retry(key)
    expect(texts(fixture)).toEqual(['devagar', 'rápido'])
    fixture.fault = network
    await fixture.chat.send('adeus')
    fixture.chat.discard(fixture.chat.state.unsent[0]!.key)
    expect(unsent(fixture)).toEqual([])
  })

  it('restores the draft of an earlier page, and sends its messages once', async () => {
    const fixture = createFixture()
    const draft = { text: 'pela metade', unsent: [{ key: 'a'.repeat(32), text: 'de antes', refused: false }] }
    await fixture.chat.open('t1', draft)
    expect(texts(fixture)).toEqual(['de antes'])
    expect(fixture.chat.state.typed).toBe('pela metade')
    fixture.chat.type('outra coisa')
    await fixture.chat.open('t2', draft)
    expect(fixture.chat.state.typed).toBe('outra coisa')
    expect(fixture.stored).toHaveLength(1)
  })
})

describe('a refused message in the draft', () => {
  it('waits for the player', async () => {
    const fixture = createFixture()
    const draft = { text: '', unsent: [{ key: 'a'.repeat(32), text: 'recusada', refused: true }] }
    await fixture.chat.open('t1', draft)
    expect(unsent(fixture)).toEqual(['recusada: refused'])
    expect(fixture.stored).toEqual([])
  })
})

describe('an expired session', () => {
  it('is renewed with a new ticket, and nothing is lost', async () => {
    const fixture = await opened()
    fixture.fault = () => new ChatError('session')
    await fixture.chat.send('Oi')
    expect(fixture.ticketRequests).toBe(1)
    expect(unsent(fixture)).toEqual(['Oi: waiting'])
    fixture.fault = undefined
    await fixture.chat.open('t2', emptyDraft)
    expect(texts(fixture)).toEqual(['Oi'])
    expect(fixture.chat.state.phase).toBe('ready')
  })

  it('is requested again and again while the host has no ticket', async () => {
    const fixture = await opened()
    fixture.fault = () => new ChatError('session')
    await fixture.chat.wake()
    fixture.chat.refuse()
    await vi.advanceTimersByTimeAsync(2_000)
    expect(fixture.ticketRequests).toBe(2)
    expect(fixture.chat.state.phase).toBe('ready')
  })
})

describe('new messages', () => {
  it('are loaded when the host reports them, else every few seconds', async () => {
    const fixture = await opened()
    fixture.write('support', 'um')
    await fixture.chat.wake()
    expect(texts(fixture)).toEqual(['um'])
    fixture.write('support', 'dois')
    await vi.advanceTimersByTimeAsync(4_000)
    expect(texts(fixture)).toEqual(['um', 'dois'])
    fixture.chat.setLive(true)
    const { length } = fixture.calls
    await vi.advanceTimersByTimeAsync(29_000)
    expect(fixture.calls).toHaveLength(length)
    await vi.advanceTimersByTimeAsync(1_000)
    expect(fixture.calls.length).toBeGreaterThan(length)
  })

  it('are reported as read once', async () => {
    const fixture = await opened()
    await fixture.chat.markSeen()
    expect(fixture.reads).toEqual([])
    fixture.write('support', 'um')
    await fixture.chat.wake()
    await Promise.all([fixture.chat.markSeen(), fixture.chat.markSeen()])
    expect(fixture.reads).toEqual([1])
  })

  it('are reported as read again after a failure, but only once the network is back', async () => {
    const fixture = await opened()
    fixture.write('support', 'um')
    // Like the page, which marks the messages as seen whenever it has drawn a change.
    fixture.chat.subscribe(() => void fixture.chat.markSeen())
    const attempts = () => fixture.calls.filter((call) => call === 'read').length
    fixture.fault = (call) => (call === 'read' && attempts() < 5 ? new ChatError('network') : undefined)
    await fixture.chat.wake()
    await vi.advanceTimersByTimeAsync(1_000)
    expect(attempts()).toBe(1)
    fixture.fault = undefined
    await vi.advanceTimersByTimeAsync(2_000)
    expect(fixture.reads).toEqual([1])
  })
})
