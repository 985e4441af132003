import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { emptyDraft } from '#contract/chatFrame.ts'
import type { ChatMessageWire } from '#contract/http/chat.ts'
import { ChatFailure, type ChatApi } from '#frames/chat/ChatApi.ts'
import { Conversation } from '#frames/chat/Conversation.ts'

/** A conversation with a server in memory, where one idempotency key is one message however often it is sent. */
function createWorld() {
  const stored: ChatMessageWire[] = []
  const byKey = new Map<string, ChatMessageWire>()
  const world = {
    stored,
    reads: [] as number[],
    tickets: [] as string[],
    ticketRequests: 0,
    calls: [] as string[],
    /** The failure of a call, by its name; undefined lets the call succeed. */
    fault: undefined as undefined | ((call: string) => ChatFailure | undefined),
    /** Messages arrive, but their responses are lost. */
    loseResponses: false,
    write(from: ChatMessageWire['from'], text: string): ChatMessageWire {
      const seq = stored.length + 1
      const message = { id: `m${seq}`, seq, from, text, time: '2030-01-01T12:00:00Z' }
      stored.push(message)
      return message
    },
  }
  const check = (call: string) => {
    world.calls.push(call)
    const failure = world.fault?.(call)
    if (failure) throw failure
  }
  const api: ChatApi = {
    async open(ticket) {
      check('open')
      world.tickets.push(ticket)
    },
    async list({ before, after }) {
      check('list')
      if (after !== undefined) return { list: stored.filter(({ seq }) => seq > after), unread: 0, next: null }
      const older = stored.filter(({ seq }) => before === undefined || seq < before)
      const page = older.slice(-3)
      return { list: page, unread: 0, next: older.length > 3 ? (page[0]?.seq ?? null) : null }
    },
    async send(text, key) {
      check('send')
      const message = byKey.get(key) ?? world.write('player', text)
      byKey.set(key, message)
      if (world.loseResponses) throw new ChatFailure('network')
      return message
    },
    async read(seq) {
      check('read')
      world.reads.push(seq)
    },
  }
  const chat = new Conversation({ api, requestTicket: () => world.ticketRequests++ })
  return Object.assign(world, { chat })
}

const network = () => new ChatFailure('network')
const texts = ({ chat }: ReturnType<typeof createWorld>) => chat.state.messages.map(({ text }) => text)
const unsent = ({ chat }: ReturnType<typeof createWorld>) =>
  chat.state.unsent.map(({ text, state }) => `${text}: ${state}`)

async function opened() {
  const world = createWorld()
  await world.chat.open('t1', emptyDraft)
  return world
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('opening', () => {
  it('exchanges the ticket, then shows the last page', async () => {
    const world = createWorld()
    for (let n = 1; n <= 5; n++) world.write('support', `n${n}`)
    await world.chat.open('t1', emptyDraft)
    expect(world.tickets).toEqual(['t1'])
    expect(texts(world)).toEqual(['n3', 'n4', 'n5'])
    expect(world.chat.state).toMatchObject({ phase: 'ready', hasOlder: true, isOffline: false })
    await world.chat.loadOlder()
    expect(texts(world)).toEqual(['n1', 'n2', 'n3', 'n4', 'n5'])
    expect(world.chat.state.hasOlder).toBe(false)
  })

  it('fails without a network, and opens on the next try', async () => {
    const world = createWorld()
    world.fault = network
    await world.chat.open('t1', emptyDraft)
    expect(world.chat.state.phase).toBe('failed')
    world.fault = undefined
    await world.chat.wake()
    expect(world.chat.state.phase).toBe('opening')
    expect(world.ticketRequests).toBe(1)
    await world.chat.open('t2', emptyDraft)
    expect(world.chat.state.phase).toBe('ready')
  })

  it('requests another ticket when one is refused, but not endlessly', async () => {
    const world = createWorld()
    world.fault = () => new ChatFailure('refused', 'O chat precisa ser aberto de novo.')
    for (let ticket = 1; ticket <= 3; ticket++) await world.chat.open(`t${ticket}`, emptyDraft)
    expect(world.ticketRequests).toBe(2)
    expect(world.chat.state.phase).toBe('failed')
  })
})

describe('sending', () => {
  it('shows the message at once and keeps it once it has arrived', async () => {
    const world = await opened()
    const done = world.chat.send('Oi')
    expect(unsent(world)).toEqual(['Oi: sending'])
    await done
    expect(unsent(world)).toEqual([])
    expect(texts(world)).toEqual(['Oi'])
  })

  it('keeps the order of messages written in quick succession', async () => {
    const world = await opened()
    await Promise.all(['um', 'dois', 'três'].map((text) => world.chat.send(text)))
    expect(texts(world)).toEqual(['um', 'dois', 'três'])
  })

  it('waits for the network, then sends by itself, once', async () => {
    const world = await opened()
    world.fault = network
    await world.chat.send('um')
    await world.chat.send('dois')
    expect(unsent(world)).toEqual(['um: waiting', 'dois: waiting'])
    expect(world.chat.state.isOffline).toBe(true)
    world.fault = undefined
    await vi.advanceTimersByTimeAsync(2_000)
    expect(texts(world)).toEqual(['um', 'dois'])
    expect(world.chat.state).toMatchObject({ isOffline: false, unsent: [] })
  })

  it('does not duplicate a message whose response was lost', async () => {
    const world = await opened()
    world.loseResponses = true
    await world.chat.send('Uma vez')
    expect(unsent(world)).toEqual(['Uma vez: waiting'])
    world.loseResponses = false
    await vi.advanceTimersByTimeAsync(2_000)
    expect(texts(world)).toEqual(['Uma vez'])
    expect(world.stored).toHaveLength(1)
  })

  it('gives the reason of a refusal, sends the next message, and leaves the retry to the player', async () => {
    const world = await opened()
    world.fault = (call) => (call === 'send' ? new ChatFailure('refused', 'Calma!') : undefined)
    await world.chat.send('rápido')
    expect(world.chat.state.unsent).toMatchObject([{ state: 'refused', reason: 'Calma!' }])
    world.fault = undefined
    await world.chat.send('devagar')
    expect(texts(world)).toEqual(['devagar'])
    expect(unsent(world)).toEqual(['rápido: refused'])
    const { key } = world.chat.state.unsent[0]!
    await world.chat.retry(key)
    expect(texts(world)).toEqual(['devagar', 'rápido'])
    world.fault = network
    await world.chat.send('adeus')
    world.chat.discard(world.chat.state.unsent[0]!.key)
    expect(unsent(world)).toEqual([])
  })

  it('restores the draft of an earlier page, and sends its messages once', async () => {
    const world = createWorld()
    const draft = { text: 'pela metade', unsent: [{ key: 'a'.repeat(32), text: 'de antes' }] }
    await world.chat.open('t1', draft)
    expect(texts(world)).toEqual(['de antes'])
    expect(world.chat.state.typed).toBe('pela metade')
    world.chat.type('outra coisa')
    await world.chat.open('t2', draft)
    expect(world.chat.state.typed).toBe('outra coisa')
    expect(world.stored).toHaveLength(1)
  })
})

describe('an expired session', () => {
  it('is renewed with a new ticket, and nothing is lost', async () => {
    const world = await opened()
    world.fault = () => new ChatFailure('session')
    await world.chat.send('Oi')
    expect(world.ticketRequests).toBe(1)
    expect(unsent(world)).toEqual(['Oi: waiting'])
    world.fault = undefined
    await world.chat.open('t2', emptyDraft)
    expect(texts(world)).toEqual(['Oi'])
    expect(world.chat.state.phase).toBe('ready')
  })

  it('is requested again and again while the host has no ticket', async () => {
    const world = await opened()
    world.fault = () => new ChatFailure('session')
    await world.chat.wake()
    world.chat.refuse()
    await vi.advanceTimersByTimeAsync(2_000)
    expect(world.ticketRequests).toBe(2)
    expect(world.chat.state.phase).toBe('ready')
  })
})

describe('new messages', () => {
  it('are loaded when the host reports them, else every few seconds', async () => {
    const world = await opened()
    world.write('support', 'um')
    await world.chat.wake()
    expect(texts(world)).toEqual(['um'])
    world.write('support', 'dois')
    await vi.advanceTimersByTimeAsync(4_000)
    expect(texts(world)).toEqual(['um', 'dois'])
    world.chat.setLive(true)
    const { length } = world.calls
    await vi.advanceTimersByTimeAsync(29_000)
    expect(world.calls).toHaveLength(length)
    await vi.advanceTimersByTimeAsync(1_000)
    expect(world.calls.length).toBeGreaterThan(length)
  })

  it('are reported as read once', async () => {
    const world = await opened()
    await world.chat.markSeen()
    expect(world.reads).toEqual([])
    world.write('support', 'um')
    await world.chat.wake()
    await Promise.all([world.chat.markSeen(), world.chat.markSeen()])
    expect(world.reads).toEqual([1])
  })

  it('are reported as read again after a failure, but only once the network is back', async () => {
    const world = await opened()
    world.write('support', 'um')
    // As the page does: it marks the messages as seen whenever it has drawn a change.
    world.chat.subscribe(() => void world.chat.markSeen())
    const attempts = () => world.calls.filter((call) => call === 'read').length
    world.fault = (call) => (call === 'read' && attempts() < 5 ? new ChatFailure('network') : undefined)
    await world.chat.wake()
    await vi.advanceTimersByTimeAsync(1_000)
    expect(attempts()).toBe(1)
    world.fault = undefined
    await vi.advanceTimersByTimeAsync(2_000)
    expect(world.reads).toEqual([1])
  })
})
