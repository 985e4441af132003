import { beforeEach, describe, expect, it, vi } from 'vitest'
import { authCalls } from '#contract/http/auth.ts'
import type { HttpRequest } from '#contract/ipc.ts'
import { createHttp } from '#main/http.ts'
import { Session } from '#main/session/Session.ts'

const serverUrl = 'http://127.0.0.1:5250'
const request: HttpRequest = {
  method: 'GET',
  path: '/api/app/user/userInfo',
  query: {},
  body: null,
  bodyType: 'none',
  language: 'pt_BR',
  currency: 'BRL',
  timeZone: 'America/Sao_Paulo',
  idempotencyKey: null,
}

let token: string | null
let session: Session
let fetch: ReturnType<typeof vi.fn<(url: string, init: RequestInit) => Promise<Response>>>

beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  token = null
  session = new Session({ deviceId: 'device-1', readToken: () => null, writeToken: (next) => (token = next) })
  fetch = vi.fn(() => Promise.resolve(Response.json({ status: 0, message: '', data: null })))
})

const send = (changes: Partial<HttpRequest> = {}) =>
  createHttp({ fetch, serverUrl, session })({ ...request, ...changes })
const sent = () => {
  const [url, init] = fetch.mock.calls[0] ?? ['', {}]
  return { url, init, headers: init.headers as Record<string, string> }
}

describe('the address', () => {
  it.each([
    ['/api/app/user/userInfo', { loading: 'false' }, '/api/app/user/userInfo?loading=false'],
    ['/api//app/game/inPlay', {}, '/api//app/game/inPlay'],
    ['/api/auth/user/captcha/12', {}, '/api/auth/user/captcha/12'],
    ['/api/x#fragment', {}, '/api/x'],
    ['/api/x?smuggled=1', {}, '/api/x'],
  ])('%s', async (path, query, expected) => {
    await send({ path, query })
    expect(sent().url).toBe(serverUrl + expected)
  })

  it.each([
    '/sandbox/api/reset',
    '/api/../sandbox/api/reset',
    '/api/%2e%2e/sandbox/api/reset',
    '/api\\..\\..\\sandbox',
    '//evil.com/api/x',
    'http://evil.com/api/x',
    'api/x',
    '',
  ])('%s is refused', async (path) => {
    expect(await send({ path })).toEqual({ networkError: true, httpStatus: 0, body: null })
    expect(fetch).not.toHaveBeenCalled()
  })
})

describe('the common headers', () => {
  it('are added in the main process', async () => {
    session.begin('secret-token')
    await send({ idempotencyKey: 'key-1', method: 'POST', bodyType: 'form', body: 'a=1' })
    expect(sent().headers).toEqual({
      devices: 'BWEBAPP',
      lang: 'pt_BR',
      curreny: 'BRL',
      zone: 'America/Sao_Paulo',
      deviceId: 'device-1',
      Authorization: 'secret-token',
      'Content-Type': 'application/x-www-form-urlencoded',
      'Idempotency-Key': 'key-1',
    })
    expect(sent().init.body).toBe('a=1')
  })

  it('include no Authorization without a session', async () => {
    await send()
    expect(sent().headers).not.toHaveProperty('Authorization')
  })

  it('are sent without redirects or cookies, and end after 30 s', async () => {
    const timeout = vi.spyOn(AbortSignal, 'timeout')
    await send()
    expect(timeout).toHaveBeenCalledExactlyOnceWith(30_000)
    expect(sent().init).toMatchObject({ redirect: 'error', credentials: 'omit' })
    expect(sent().init.signal).toBe(timeout.mock.results[0]?.value)
    timeout.mockRestore()
  })
})

describe('the token', () => {
  const response = { status: 0, message: 'ok', data: { access_token: 'new-token', other: 1 } }

  it.each(['/api/auth/user/restLogin', '/api/auth/user/restRegister', '/api/app/user/exchangeLink'])(
    'of %s is stored and never passed on',
    async (path) => {
      fetch.mockResolvedValue(Response.json(response))
      const reply = await send({ method: 'POST', path })
      expect(session.token).toBe('new-token')
      expect(token).toBe('new-token')
      expect(reply).toEqual({
        networkError: false,
        httpStatus: 200,
        body: { status: 0, message: 'ok', data: { other: 1 } },
      })
    },
  )

  it('of any other response is dropped', async () => {
    fetch.mockResolvedValue(Response.json(response))
    const reply = await send()
    expect(session.token).toBeNull()
    expect(JSON.stringify(reply)).not.toContain('new-token')
  })

  it.each([
    [401, 401],
    [200, 40101],
  ])('is forgotten after HTTP %i with status %i', async (httpStatus, status) => {
    session.begin('old')
    fetch.mockResolvedValue(Response.json({ status, message: '', data: null }, { status: httpStatus }))
    await send()
    expect(session.token).toBeNull()
  })

  it.each([
    ['an older one', 'old'],
    ['a guest', null],
  ])('is kept when %s was refused, and the response says so', async (_who, sentFor) => {
    if (sentFor !== null) session.begin(sentFor)
    fetch.mockImplementation(() => {
      session.begin('newer')
      return Promise.resolve(Response.json({ status: 401, message: '', data: null }, { status: 401 }))
    })
    expect(await send()).toMatchObject({ httpStatus: 401, isOfOldSession: true })
    expect(session.token).toBe('newer')
  })

  it('is kept after other failures', async () => {
    session.begin('old')
    fetch.mockResolvedValue(Response.json({ status: 9999, message: '', data: null }, { status: 500 }))
    await send()
    expect(session.token).toBe('old')
  })
})

describe('the response', () => {
  it('never rejects: no connection is a network error', async () => {
    fetch.mockRejectedValue(new TypeError('fetch failed'))
    expect(await send()).toEqual({ networkError: true, httpStatus: 0, body: null })
  })

  it('has no body when it is not JSON', async () => {
    fetch.mockResolvedValue(new Response('<html>', { status: 502 }))
    expect(await send()).toEqual({ networkError: false, httpStatus: 502, body: null })
  })

  it('is abandoned when it is too large', async () => {
    const part = new Uint8Array(1024 * 1024).fill(32)
    let parts = 0
    const stream = new ReadableStream<Uint8Array>({
      pull(controller) {
        parts++
        controller.enqueue(part)
      },
    })
    fetch.mockResolvedValue(new Response(stream))
    expect((await send()).networkError).toBe(true)
    expect(parts).toBeLessThan(10)
  })
})

describe('a response that arrives after the customer of a kiosk has left', () => {
  let customer: number
  const sendThenLeave = async (path: string, body: object) => {
    customer = 1
    fetch.mockImplementationOnce(() => {
      customer = 2
      return Promise.resolve(Response.json({ status: 0, message: '', data: body }))
    })
    return createHttp({ fetch, serverUrl, session, customer: () => customer })({ ...request, path })
  }

  it('is not shown to the next one', async () => {
    const reply = await sendThenLeave('/api/app/user/userInfo', { username: 'ana' })
    expect(reply).toEqual({ networkError: true, httpStatus: 0, body: null })
  })

  it('does not log the next one in: that session is ended on the server', async () => {
    await sendThenLeave(authCalls.restLogin.path, { access_token: 'late' })
    expect(session.token).toBeNull()
    expect(fetch).toHaveBeenCalledTimes(2)
    const [url, init] = fetch.mock.calls[1] ?? ['', {}]
    expect(url).toBe(serverUrl + authCalls.logout.path)
    expect(init.headers).toMatchObject({ Authorization: 'late' })
  })
})

it('sends 8 requests at once; the others wait, and every one gets its response', async () => {
  let open = 0
  let most = 0
  fetch.mockImplementation(async () => {
    most = Math.max(most, ++open)
    await new Promise((resolve) => setTimeout(resolve, 1))
    open--
    return Response.json({ status: 0, message: '', data: null })
  })
  const sendOne = createHttp({ fetch, serverUrl, session })
  const replies = await Promise.all(Array.from({ length: 100 }, () => sendOne(request)))
  expect(most).toBe(8)
  expect(replies.filter(({ httpStatus }) => httpStatus === 200)).toHaveLength(100)
})

it('a request that waits while its customer leaves is not sent for the next one', async () => {
  let customer = 1
  fetch.mockImplementation(async () => {
    await Promise.resolve()
    customer = 2
    return Response.json({ status: 0, message: '', data: null })
  })
  const sendOne = createHttp({ fetch, serverUrl, session, customer: () => customer })
  const replies = await Promise.all(Array.from({ length: 20 }, () => sendOne(request)))
  expect(fetch).toHaveBeenCalledTimes(8)
  expect(replies.every(({ networkError }) => networkError)).toBe(true)
})

describe('the calls that only a terminal may make', () => {
  const path = '/api/auth/user/terminalLogin/collect'
  const collect = { method: 'POST', path, body: '{"secret":"s"}', bodyType: 'json' } as const

  it('are signed by it, with the common headers; the token of the response stays here', async () => {
    const sendSigned = vi.fn(() =>
      Promise.resolve(
        Response.json({ status: 0, message: '', data: { state: 'approved', access_token: 't1' } }),
      ),
    )
    const { body } = await createHttp({ fetch, serverUrl, session, sendSigned })({ ...request, ...collect })
    expect(sendSigned).toHaveBeenCalledWith(
      path,
      { secret: 's' },
      expect.objectContaining({ deviceId: 'device-1', lang: 'pt_BR' }),
    )
    expect(body).toMatchObject({ data: { state: 'approved' } })
    expect([token, JSON.stringify(body).includes('t1')]).toEqual(['t1', false])
    expect(fetch).not.toHaveBeenCalled()
  })

  it('get no response where there is no terminal; other calls are not signed', async () => {
    const sendSigned = vi.fn(() => {
      throw new Error('not enrolled')
    })
    const http = createHttp({ fetch, serverUrl, session, sendSigned })
    expect((await http({ ...request, ...collect })).networkError).toBe(true)
    expect((await http(request)).httpStatus).toBe(200)
    expect(sendSigned).toHaveBeenCalledTimes(1)
  })
})
