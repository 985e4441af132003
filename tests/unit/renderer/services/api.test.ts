import { describe, expect, it, vi } from 'vitest'
import { CallError } from '#contract/errors.ts'
import { get, post } from '#contract/http/call.ts'
import type { HttpReply } from '#contract/ipc.ts'
import type { PlatformRequest } from '#renderer/platform/Platform.ts'
import { createApi, type CallOptions } from '#renderer/services/api.ts'

const read = get<{ query?: { loading?: boolean } }, number>('/api/read')
const readForAll = get<object, number>('/api/all', { auth: 'none' })
const store = post<{ body: { text: string } }, string>('/api/store')
const pay = post<{ body: { amount: number } }, string>('/api/pay', { idempotent: 'required' })
const mail = post<{ body: { to: string[] } }, null>('/api/mail', { bodyType: 'form' })

const networkError: HttpReply = { networkError: true, httpStatus: 0, body: null }
const reply = (data: unknown, httpStatus = 200, status = 0, message = ''): HttpReply => ({
  networkError: false,
  httpStatus,
  body: { status, message, data },
})

/** Requests wait here until the test responds. */
function createHost() {
  const sent: PlatformRequest[] = []
  const waiting: ((reply: HttpReply) => void)[] = []
  const loading: number[] = []
  const failures: CallError[] = []
  const times: [time: number, since: number][] = []
  let endedSessions = 0
  const api = createApi({
    send: (request) => {
      sent.push(request)
      return new Promise((resolve) => waiting.push(resolve))
    },
    onReply: () => undefined,
    onTime: (...noted) => times.push(noted),
    endedSessions: () => endedSessions,
    locale: () => ({ language: 'pt_BR', currency: 'BRL' }),
    onLoading: (delta) => loading.push(delta),
    onFailure: (error) => failures.push(error),
  })
  const nextTask = () => new Promise((resolve) => setImmediate(resolve))
  return {
    api,
    sent,
    loading,
    failures,
    times,
    nextTask,
    endSession: () => void endedSessions++,
    async respond(value: HttpReply) {
      await nextTask()
      waiting.shift()?.(value)
      await nextTask()
    },
  }
}

describe('the request layer', () => {
  it('sends one request at a time, beginning with those that the player waits for', async () => {
    const { api, sent, respond, nextTask } = createHost()
    const silent = { loading: false }
    const calls = [
      api.call(read, { query: {} }, silent),
      api.call(store, { body: { text: 'quiet' } }, silent),
      api.call(store, { body: { text: 'awaited' } }),
    ]
    await nextTask()
    expect(sent).toHaveLength(1)
    await respond(reply(1))
    expect(sent.map(({ body }) => body)).toEqual([null, '{"text":"awaited"}'])
    await respond(reply('b'))
    await respond(reply('a'))
    expect(await Promise.all(calls)).toEqual([1, 'a', 'b'])
  })

  it('shows the loading indicator for every request unless it opts out', async () => {
    const { api, loading, respond } = createHost()
    const shown = api.call(read, {})
    await respond(reply(1))
    await shown
    expect(loading).toEqual([1, -1])
    const hidden = api.call(read, {}, { loading: false })
    await respond(reply(1))
    await hidden
    expect(loading).toEqual([1, -1])
  })

  it('turns the indicator off when the request fails too', async () => {
    const { api, loading, respond } = createHost()
    const call = api.call(read, {}).catch((error: unknown) => error)
    await respond(reply(null, 400, 400, 'não'))
    expect(await call).toBeInstanceOf(CallError)
    expect(loading).toEqual([1, -1])
  })

  it('strips the array indices of form bodies', async () => {
    const { api, sent, respond } = createHost()
    const call = api.call(mail, { body: { to: ['a', 'b'] } })
    await respond(reply(null))
    await call
    expect(sent[0]?.bodyType).toBe('form')
    expect(sent[0]?.body).toBe('to=a&to=b')
  })

  it('returns the data of the body directly, and its message to a caller that asks for it', async () => {
    const { api, respond } = createHost()
    const onMessage = vi.fn()
    const call = api.call(store, { body: { text: 'x' } }, { onMessage })
    await respond(reply('data', 200, 0, 'Guardado'))
    expect(await call).toBe('data')
    expect(onMessage).toHaveBeenCalledWith('Guardado')
  })

  it('uses one key for one intent while its outcome is unknown, and a new one afterwards', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const { api, sent, respond } = createHost()
    const first = api.call(pay, { body: { amount: 5 } }).catch((error: unknown) => error)
    for (const pause of [400, 1500, 0]) {
      await respond(networkError)
      await vi.advanceTimersByTimeAsync(pause)
    }
    expect(await first).toMatchObject({ kind: 'network' })
    const again = api.call(pay, { body: { amount: 5 } })
    await respond(reply('done'))
    await again
    const next = api.call(pay, { body: { amount: 5 } })
    await respond(reply('done'))
    await next
    vi.useRealTimers()
    const keys = sent.map(({ idempotencyKey }) => idempotencyKey)
    expect(keys).toHaveLength(5)
    expect(new Set(keys.slice(0, 4)).size).toBe(1)
    expect(keys[4]).not.toBe(keys[0])
    expect(keys[0]).toMatch(/^[0-9a-f]{32}$/)
  })

  it('sends no money for a session that has ended, neither what waited for its turn nor what is repeated, and returns nothing that was read of its player', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const { api, sent, failures, respond, endSession } = createHost()
    const catchError = (error: unknown) => error
    const repeated = api.call(pay, { body: { amount: 5 } }).catch(catchError)
    const waiting = api.call(pay, { body: { amount: 6 } }).catch(catchError)
    const reading = api.call(read, { query: {} }).catch(catchError)
    const readingForAll = api.call(readForAll, {})
    await respond(networkError)
    endSession()
    await vi.advanceTimersByTimeAsync(400)
    await respond(reply(1))
    await respond(reply(2))
    vi.useRealTimers()
    expect([await repeated, await waiting, await reading, await readingForAll]).toMatchObject([
      { kind: 'loggedOut' },
      { kind: 'loggedOut' },
      { kind: 'loggedOut' },
      2,
    ])
    expect(sent.map(({ body }) => body)).toEqual(['{"amount":5}', null, null])
    // The end of the session was shown when it ended.
    expect(failures).toEqual([])
  })

  it('keeps the key when no try had a response: the server may have done what it was asked', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const { api, sent, respond } = createHost()
    const bet = () => api.call(pay, { body: { amount: 5 } }).catch((error: unknown) => error)
    const first = bet()
    for (const pause of [400, 1500, 0]) {
      await respond(networkError)
      await vi.advanceTimersByTimeAsync(pause)
    }
    expect(await first).toMatchObject({ kind: 'network' })
    const second = bet()
    await respond(reply('done'))
    expect(await second).toBe('done')
    vi.useRealTimers()
    expect(sent).toHaveLength(4)
    expect(new Set(sent.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(1)
  })

  it('keeps the key after a server fault, which may have occurred after the commit', async () => {
    const { api, sent, respond } = createHost()
    for (const response of [reply(null, 500, 500, 'x'), reply(null, 500, 9999, 'x'), reply('done')]) {
      const call = api.call(pay, { body: { amount: 5 } }).catch((error: unknown) => error)
      await respond(response)
      await call
    }
    const keys = sent.map(({ idempotencyKey }) => idempotencyKey)
    expect(keys[1]).toBe(keys[0])
    // Insufficient funds are an outcome: after a deposit the same bet is a new one.
    expect(keys[2]).not.toBe(keys[1])
  })

  it('keeps the key when a retry is refused for now, because the lost first try may have taken effect', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const { api, sent, failures, respond } = createHost()
    const bet = () => api.call(pay, { body: { amount: 5 } }).catch((error: unknown) => error)
    const first = bet()
    await respond(networkError)
    await vi.advanceTimersByTimeAsync(400)
    await respond(reply(null, 429, 429, 'Aguarde 2 s'))
    expect(await first).toMatchObject({ kind: 'refused', message: 'Aguarde 2 s' })
    expect(failures.map(({ message }) => message)).toEqual(['Aguarde 2 s'])
    for (const response of [reply(null, 503, 503, 'x'), reply('done'), reply('done')]) {
      const next = bet()
      await respond(response)
      await next
    }
    vi.useRealTimers()
    const keys = sent.map(({ idempotencyKey }) => idempotencyKey)
    expect(new Set(keys.slice(0, 4)).size).toBe(1)
    expect(keys[4]).not.toBe(keys[0])
  })

  describe('gives another action a key of its own, though an earlier one like it has had no response', () => {
    const bet = (
      { api, respond }: ReturnType<typeof createHost>,
      response: HttpReply,
      options: CallOptions = {},
    ) => {
      const call = api.call(pay, { body: { amount: 5 } }, options).catch((error: unknown) => error)
      return respond(response).then(() => call)
    }
    const unknown = reply(null, 500, 500, 'x')
    const keysOf = ({ sent }: ReturnType<typeof createHost>) => sent.map((request) => request.idempotencyKey)

    it('when the player has seen something newer since', async () => {
      const host = createHost()
      await bet(host, unknown, { after: 'r1' })
      await bet(host, unknown, { after: 'r1' })
      await bet(host, reply('done'), { after: 'r2' })
      const [first, again, later] = keysOf(host)
      expect(again).toBe(first)
      expect(later).not.toBe(first)
    })

    it('in another session', async () => {
      const host = createHost()
      await bet(host, unknown)
      host.endSession()
      await bet(host, reply('done'))
      const [first, later] = keysOf(host)
      expect(later).not.toBe(first)
    })

    it('minutes later, but not when the client itself repeats it', async () => {
      vi.useFakeTimers({ toFake: ['Date'] })
      const host = createHost()
      await bet(host, unknown)
      vi.advanceTimersByTime(4 * 60_000)
      await bet(host, unknown)
      vi.advanceTimersByTime(6 * 60_000)
      await bet(host, unknown, { isRepeat: true })
      vi.advanceTimersByTime(6 * 60_000)
      await bet(host, reply('done'))
      vi.useRealTimers()
      const [first, again, repeated, later] = keysOf(host)
      expect([again, repeated]).toEqual([first, first])
      expect(later).not.toBe(first)
    })
  })

  it('does not repeat a request that could then take effect twice', async () => {
    const { api, sent, respond } = createHost()
    const call = api.call(store, { body: { text: 'x' } }).catch((error: unknown) => error)
    await respond(networkError)
    expect(await call).toMatchObject({ kind: 'network' })
    expect(sent).toHaveLength(1)
    expect(sent[0]?.idempotencyKey).toBeNull()
  })

  it.each([
    [401, 40101, 'loggedOut'],
    [200, 40101, 'loggedOut'],
    [500, 9999, 'funds'],
    [500, 1403, 'closed'],
    [500, 500, 'refused'],
    [400, 400, 'refused'],
    [429, 429, 'refused'],
  ])('classifies HTTP %d with status %d as %s', async (httpStatus, status, kind) => {
    const { api, failures, respond } = createHost()
    const call = api.call(read, {}).catch((error: unknown) => error)
    await respond(reply(null, httpStatus, status, 'x'))
    expect(await call).toMatchObject({ kind, httpStatus, status, message: 'x', path: '/api/read' })
    expect(failures.map((failure) => failure.kind)).toEqual([kind])
  })

  it('leaves a failure to a caller that wants it, except an ended session and a closed service', async () => {
    const { api, failures, respond } = createHost()
    for (const [httpStatus, status] of [
      [400, 400],
      [401, 40101],
      [500, 1403],
    ] as const) {
      const call = api.call(read, {}, { ownFailure: true }).catch((error: unknown) => error)
      await respond(reply(null, httpStatus, status))
      await call
    }
    expect(failures.map(({ kind }) => kind)).toEqual(['loggedOut', 'closed'])
  })
})

it('notes the time of the server between sending a call and its response; one in the page came before', async () => {
  const { api, times, respond } = createHost()
  const askedAt = performance.now()
  for (const mark of [{}, { isInPage: true as const }]) {
    const call = api.call(read, {})
    await respond({ ...reply(1), serverTime: 1_000, ...mark })
    await call
  }
  const [[time, since] = [], inPage] = times
  expect(time).toBe(1_000)
  expect(since).toBeGreaterThanOrEqual(askedAt)
  expect(inPage).toEqual([1_000, 0])
})
