import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ChatFailure, type ChatApi } from '#chat/ChatApi.ts'
import { Conversation } from '#chat/Conversation.ts'
import { emptyDraft } from '#contract/chatFrame.ts'
import type { ChatMessageWire } from '#contract/http/chat.ts'

/** The server's side in memory: one key is one message, however often it comes. */
function createWorld() {
  const kept: ChatMessageWire[] = []
  const byKey = new Map<string, ChatMessageWire>()
  const world = {
    kept,
    reads: [] as number[],
    tickets: [] as string[],
    asked: 0,
    calls: [] as string[],
    /** What the next calls do instead of answering. */
    fault: undefined as undefined | ((call: string) => ChatFailure | undefined),
    /** The message arrives, its answer does not. */
    loseAnswers: false,
    write(from: ChatMessageWire['from'], text: string): ChatMessageWire {
      const seq = kept.length + 1
      const message = { id: `m${seq}`, seq, from, text, time: '2030-01-01T12:00:00Z' }
      kept.push(message)
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
      if (after !== undefined) return { list: kept.filter(({ seq }) => seq > after), unread: 0, next: null }
      const older = kept.filter(({ seq }) => before === undefined || seq < before)
      const page = older.slice(-3)
      return { list: page, unread: 0, next: older.length > 3 ? (page[0]?.seq ?? null) : null }
    },
    async send(text, key) {
      check('send')
      const message = byKey.get(key) ?? world.write('player', text)
      byKey.set(key, message)
      if (world.loseAnswers) throw new ChatFailure('network')
      return message
    },
    async read(seq) {
      check('read')
      world.reads.push(seq)
    },
  }
  const chat = new Conversation({ api, askTicket: () => world.asked++, onChange: () => undefined })
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

  it('fails visibly without a network, and opens when it is tried again', async () => {
    const world = createWorld()
    world.fault = network
    await world.chat.open('t1', emptyDraft)
    expect(world.chat.state.phase).toBe('failed')
    world.fault = undefined
    await world.chat.wake()
    expect(world.chat.state.phase).toBe('opening')
    expect(world.asked).toBe(1)
    await world.chat.open('t2', emptyDraft)
    expect(world.chat.state.phase).toBe('ready')
  })

  it('asks for another ticket when one is refused, but not for ever', async () => {
    const world = createWorld()
    world.fault = () => new ChatFailure('refused', 'O chat precisa ser aberto de novo.')
    for (let ticket = 1; ticket <= 3; ticket++) await world.chat.open(`t${ticket}`, emptyDraft)
    expect(world.asked).toBe(2)
    expect(world.chat.state.phase).toBe('failed')
  })
})

describe('sending', () => {
  it('shows the message at once and keeps it when it arrived', async () => {
    const world = await opened()
    const done = world.chat.send('Oi')
    expect(unsent(world)).toEqual(['Oi: sending'])
    await done
    expect(unsent(world)).toEqual([])
    expect(texts(world)).toEqual(['Oi'])
  })

  it('keeps the order of what is written quickly', async () => {
    const world = await opened()
    await Promise.all(['um', 'dois', 'três'].map((text) => world.chat.send(text)))
    expect(texts(world)).toEqual(['um', 'dois', 'três'])
  })

  it('waits for the network and goes out by itself, once', async () => {
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

  it('does not double a message whose answer was lost', async () => {
    const world = await opened()
    world.loseAnswers = true
    await world.chat.send('Uma vez')
    expect(unsent(world)).toEqual(['Uma vez: waiting'])
    world.loseAnswers = false
    await vi.advanceTimersByTimeAsync(2_000)
    expect(texts(world)).toEqual(['Uma vez'])
    expect(world.kept).toHaveLength(1)
  })

  it('says why the server refused it; the next one goes out; the player decides', async () => {
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

  it('takes up what an earlier page could not send', async () => {
    const world = createWorld()
    const draft = { text: '', unsent: [{ key: 'a'.repeat(32), text: 'de antes' }] }
    await world.chat.open('t1', draft)
    expect(texts(world)).toEqual(['de antes'])
    await world.chat.open('t2', draft)
    expect(world.kept).toHaveLength(1)
  })
})

describe('a session that ended', () => {
  it('asks for a new ticket and goes on where it was', async () => {
    const world = await opened()
    world.fault = () => new ChatFailure('session')
    await world.chat.send('Oi')
    expect(world.asked).toBe(1)
    expect(unsent(world)).toEqual(['Oi: waiting'])
    world.fault = undefined
    await world.chat.open('t2', emptyDraft)
    expect(texts(world)).toEqual(['Oi'])
    expect(world.chat.state.phase).toBe('ready')
  })

  it('keeps asking while the host has none', async () => {
    const world = await opened()
    world.fault = () => new ChatFailure('session')
    await world.chat.wake()
    world.chat.refuse()
    await vi.advanceTimersByTimeAsync(2_000)
    expect(world.asked).toBe(2)
    expect(world.chat.state.phase).toBe('ready')
  })
})

describe('what is new', () => {
  it('comes when the host says so, without it every few seconds', async () => {
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

  it('is told to be read once', async () => {
    const world = await opened()
    await world.chat.seen()
    expect(world.reads).toEqual([])
    world.write('support', 'um')
    await world.chat.wake()
    await Promise.all([world.chat.seen(), world.chat.seen()])
    expect(world.reads).toEqual([1])
    world.write('support', 'dois')
    await world.chat.wake()
    world.fault = network
    await world.chat.seen()
    world.fault = undefined
    await world.chat.seen()
    expect(world.reads).toEqual([1, 2])
  })
})
