import { describe, expect, it, vi } from 'vitest'
import { slotCalls } from '#contract/http/slots.ts'
import { GameApi } from '#frames/slots/host/GameApi.ts'

const spin = { body: { gameCode: 'amazonia' as const, amount: 1 } }

type Answer = [httpStatus: number, body: unknown]

/** A server that sends these responses in order; an Error is a network failure. */
function setUp(...responses: (Answer | Promise<Answer> | Error)[]) {
  const sent: { url: string; headers: Record<string, string>; body: unknown }[] = []
  const offline: boolean[] = []
  let tickets = 0
  const host = {
    fetch: vi.fn(async (url: string, init: RequestInit) => {
      sent.push({
        url,
        headers: init.headers as Record<string, string>,
        body: init.body ? (JSON.parse(String(init.body)) as unknown) : null,
      })
      const response = await responses.shift()
      if (response === undefined || response instanceof Error)
        throw response ?? new Error('no more responses')
      const [status, body] = response
      return { status, json: async () => body }
    }),
    language: () => 'pt_BR' as const,
    onOffline: (isOffline: boolean) => void offline.push(isOffline),
    ticket: async () => `ticket-${++tickets}`,
    wait: async () => undefined,
  }
  return { api: new GameApi(host as never, 'amazonia', 'https://api.example'), sent, offline }
}

const session: Answer = [200, { status: 0, message: '', data: { token: 'session-1' } }]
const good: Answer = [200, { status: 0, message: '', data: { units: 7 } }]
const ended: Answer = [401, { status: 40101, message: 'fim', data: null }]

describe('the calls of a game', () => {
  it('start by exchanging the ticket for a session, once', async () => {
    const { api, sent } = setUp(session, good, good)
    await api.call(slotCalls.state, {})
    expect(await api.call(slotCalls.spin, spin, 'key-1')).toEqual({ units: 7 })
    expect(sent.map(({ url }) => url)).toEqual([
      'https://api.example/api/games/session',
      'https://api.example/api/games/slots/state',
      'https://api.example/api/games/slots/spin',
    ])
    expect(sent[0]?.body).toEqual({ gameCode: 'amazonia', ticket: 'ticket-1' })
    expect(sent[0]?.headers).not.toHaveProperty('Authorization')
    expect(sent[2]?.headers).toMatchObject({
      Authorization: 'session-1',
      'Idempotency-Key': 'key-1',
      lang: 'pt_BR',
    })
  })

  it('are retried with the same key when the network is lost', async () => {
    const { api, sent, offline } = setUp(session, new Error('cut'), new Error('cut'), good)
    await api.call(slotCalls.spin, spin, 'key-1')
    const spins = sent.filter(({ url }) => url.endsWith('/spin'))
    expect(spins.map(({ headers }) => headers['Idempotency-Key'])).toEqual(['key-1', 'key-1', 'key-1'])
    expect(offline).toEqual([false, true, true, false])
  })

  it("take what is not the server's for a lost network, whatever its status", async () => {
    const { api, offline } = setUp(session, [200, { portal: 'log in' }], [403, { status: 'denied' }], good)
    expect(await api.call(slotCalls.spin, spin, 'key-1')).toEqual({ units: 7 })
    expect(offline).toEqual([false, true, true, false])
  })

  it('give up eventually, and say that the network is down', async () => {
    const { api } = setUp(session, ...Array.from({ length: 5 }, () => new Error('cut')))
    await expect(api.call(slotCalls.spin, spin, 'key-1')).rejects.toMatchObject({ kind: 'network' })
  })

  it('use a new ticket when the session has ended, and retry with the same key', async () => {
    const { api, sent } = setUp(
      session,
      ended,
      [200, { status: 0, message: '', data: { token: 'session-2' } }],
      good,
    )
    await api.call(slotCalls.spin, spin, 'key-1')
    expect(sent.map(({ body }) => (body as { ticket?: string }).ticket)).toEqual([
      'ticket-1',
      undefined,
      'ticket-2',
      undefined,
    ])
    expect(sent.at(-1)?.headers).toMatchObject({ Authorization: 'session-2', 'Idempotency-Key': 'key-1' })
  })

  it('keep the session that another call has opened since', async () => {
    let answerLate = () => {}
    const late = new Promise<Answer>((resolve) => (answerLate = () => resolve(ended)))
    const next: Answer = [200, { status: 0, message: '', data: { token: 'session-2' } }]
    const { api, sent } = setUp(session, late, ended, next, good, good)
    const state = api.call(slotCalls.state, {})
    await vi.waitFor(() => expect(sent).toHaveLength(2))
    await api.call(slotCalls.spin, spin, 'key-1')
    answerLate()
    await state
    expect(sent.filter(({ url }) => url.endsWith('/session'))).toHaveLength(2)
    expect(sent.at(-1)?.headers).toMatchObject({ Authorization: 'session-2' })
  })

  it("report insufficient funds and other refusals in the server's words, without a retry", async () => {
    const refused = setUp(session, [500, { status: 9999, message: 'Sem saldo', data: null }])
    await expect(refused.api.call(slotCalls.spin, spin, 'k')).rejects.toMatchObject({
      kind: 'funds',
      message: 'Sem saldo',
    })
    const used = setUp([403, { status: 403, message: 'usado', data: null }])
    await expect(used.api.call(slotCalls.state, {})).rejects.toMatchObject({
      kind: 'refused',
      message: 'usado',
    })
    expect(used.sent).toHaveLength(1)
  })
})
