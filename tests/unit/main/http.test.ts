import { beforeEach, describe, expect, it, vi } from 'vitest'
import { authCalls } from '#contract/http/auth.ts'
import type { HttpRequest } from '#contract/ipc.ts'
import type { NetFetch } from '#http/httpClient.ts'
import { createHttp, type HttpDeps } from '#main/http.ts'
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
let fetch: ReturnType<typeof vi.fn<NetFetch>>

beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  token = null
  session = new Session({ deviceId: 'device-1', readToken: () => null, writeToken: (next) => (token = next) })
  fetch = vi.fn(() => Promise.resolve(Response.json({ status: 0, message: '', data: null })))
})

const create = (deps: Partial<HttpDeps> = {}) => createHttp({ fetch, serverUrl, session, ...deps })
const send = (changes: Partial<HttpRequest> = {}) => create().send({ ...request, ...changes })
/** What the network was given. */
function sent(index = 0): { request: Request; headers: Record<string, string> } {
  const request = fetch.mock.calls[index]?.[0]
  if (!request) throw new Error(`no request ${index}`)
  return { request, headers: Object.fromEntries(request.headers) }
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
    expect(sent().request.url).toBe(serverUrl + expected)
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
      accept: 'application/json, text/plain, */*',
      devices: 'BWEBAPP',
      lang: 'pt_BR',
      curreny: 'BRL',
      zone: 'America/Sao_Paulo',
      deviceid: 'device-1',
      authorization: 'secret-token',
      'content-type': 'application/x-www-form-urlencoded',
      'idempotency-key': 'key-1',
    })
    expect(await sent().request.text()).toBe('a=1')
  })

  it.each([
    ['json', '{"stake":"1.00","note":"a & b"}', 'application/json'],
    ['form', 'list=a&list=b', 'application/x-www-form-urlencoded'],
  ] as const)('a %s body is sent as it is', async (bodyType, body, contentType) => {
    await send({ method: 'POST', bodyType, body })
    expect(await sent().request.text()).toBe(body)
    expect(sent().headers['content-type']).toBe(contentType)
  })

  it('without a body have the content type of JSON, too', async () => {
    await send({ method: 'GET', bodyType: 'none', body: null })
    expect(await sent().request.text()).toBe('')
    expect(sent().headers['content-type']).toBe('application/json')
  })

  it('include no Authorization without a session', async () => {
    await send()
    expect(sent().headers).not.toHaveProperty('authorization')
  })

  it('are sent without redirects or cookies', async () => {
    await send()
    expect(sent().request).toMatchObject({ redirect: 'error', credentials: 'omit' })
  })
})

it('a call without a response ends after 30 s', async () => {
  vi.useFakeTimers()
  fetch.mockImplementation(
    ({ signal }) =>
      new Promise((_resolve, reject) =>
        signal.addEventListener('abort', () => reject(signal.reason as Error)),
      ),
  )
  const ended = vi.fn()
  const reply = send().finally(ended)
  await vi.advanceTimersByTimeAsync(29_999)
  expect(ended).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(await reply).toEqual({ networkError: true, httpStatus: 0, body: null })
  vi.useRealTimers()
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

  it('of somebody else is none: a login page with 401 does not end the session', async () => {
    session.begin('secret-token')
    fetch.mockResolvedValue(new Response('<html>', { status: 401 }))
    expect(await send()).toEqual({ networkError: true, httpStatus: 0, body: null })
    expect(session.token).toBe('secret-token')
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
    return create({ customer: () => customer }).send({ ...request, path })
  }

  it('is not shown to the next one', async () => {
    const reply = await sendThenLeave('/api/app/user/userInfo', { username: 'ana' })
    expect(reply).toEqual({ networkError: true, httpStatus: 0, body: null })
  })

  it('does not log the next one in: that session is ended on the server', async () => {
    await sendThenLeave(authCalls.restLogin.path, { access_token: 'late' })
    expect(session.token).toBeNull()
    expect(fetch).toHaveBeenCalledTimes(2)
    expect(sent(1).request.url).toBe(serverUrl + authCalls.logout.path)
    expect(sent(1).headers).toMatchObject({ authorization: 'late' })
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
  const http = create()
  const replies = await Promise.all(Array.from({ length: 100 }, () => http.send(request)))
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
  const http = create({ customer: () => customer })
  const replies = await Promise.all(Array.from({ length: 20 }, () => http.send(request)))
  expect(fetch).toHaveBeenCalledTimes(8)
  expect(replies.every(({ networkError }) => networkError)).toBe(true)
})

describe('the calls that only a terminal may make', () => {
  const path = '/api/auth/user/terminalLogin/collect'
  const collect = { method: 'POST', path, body: '{"secret":"s"}', bodyType: 'json' } as const

  it('are signed by it, with the common headers; the token of the response stays here', async () => {
    fetch.mockImplementation(() =>
      Promise.resolve(
        Response.json({ status: 0, message: '', data: { state: 'approved', access_token: 't1' } }),
      ),
    )
    const signed = { body: '{"secret":"s","sequence":1}', headers: { signature: 'of the terminal' } }
    const sendSigned = vi.fn<NonNullable<HttpDeps['sendSigned']>>((_path, _content, post) => post(signed))
    const { body } = await create({ sendSigned }).send({ ...request, ...collect })
    expect(sendSigned.mock.calls[0]?.slice(0, 2)).toEqual([path, { secret: 's' }])
    expect(sent().headers).toMatchObject({ deviceid: 'device-1', lang: 'pt_BR', ...signed.headers })
    expect(await sent().request.text()).toBe(signed.body)
    expect(body).toMatchObject({ data: { state: 'approved' } })
    expect([token, JSON.stringify(body).includes('t1')]).toEqual(['t1', false])
    expect(fetch).toHaveBeenCalledTimes(1)
  })

  it('get no response where there is no terminal; other calls are not signed', async () => {
    const sendSigned = vi.fn(() => {
      throw new Error('not enrolled')
    })
    const http = create({ sendSigned })
    expect((await http.send({ ...request, ...collect })).networkError).toBe(true)
    expect((await http.send(request)).httpStatus).toBe(200)
    expect(sendSigned).toHaveBeenCalledTimes(1)
  })
})

describe('a logout that the server did not answer', () => {
  const loggedOut = () =>
    fetch.mock.calls.flatMap(([{ url, headers }]) =>
      url === serverUrl + authCalls.logout.path ? [headers.get('authorization')] : [],
    )
  const failures: [name: string, answer: () => Promise<Response>][] = [
    ['there is no network', () => Promise.reject(new TypeError('fetch failed'))],
    [
      'the server fails',
      () => Promise.resolve(Response.json({ status: 9999, message: '' }, { status: 503 })),
    ],
  ]

  it.each(failures)(
    'because %s is repeated once another call is answered, and only then',
    async (_why, fail) => {
      const http = create()
      const working = fetch.getMockImplementation()
      fetch.mockImplementation(fail)
      await http.logOut('first')
      await http.logOut('second')
      await http.send(request)
      expect(loggedOut()).toEqual(['first', 'second'])
      if (working) fetch.mockImplementation(working)
      await http.send(request)
      await vi.waitFor(() => expect(loggedOut()).toEqual(['first', 'second', 'first', 'second']))
      await http.send(request)
      expect(loggedOut()).toHaveLength(4)
    },
  )

  it('is repeated too when the page asked for it, unless its session went on', async () => {
    const http = create()
    const { method, path } = authCalls.logout
    const working = fetch.getMockImplementation()
    session.begin('kept')
    fetch.mockRejectedValue(new TypeError('fetch failed'))
    await http.send({ ...request, method, path })
    if (working) fetch.mockImplementation(working)
    await http.send(request)
    expect(loggedOut()).toEqual(['kept'])
    session.clear()
    await http.send(request)
    await vi.waitFor(() => expect(loggedOut()).toEqual(['kept', 'kept']))
  })

  it('is repeated for a login that came after its customer had left', async () => {
    let customer = 1
    const http = create({ customer: () => customer })
    fetch.mockImplementationOnce(() => {
      customer = 2
      return Promise.resolve(Response.json({ status: 0, message: '', data: { access_token: 'late' } }))
    })
    fetch.mockRejectedValueOnce(new TypeError('fetch failed'))
    await http.send({ ...request, path: authCalls.restLogin.path })
    await vi.waitFor(() => expect(loggedOut()).toEqual(['late']))
    await http.send(request)
    await vi.waitFor(() => expect(loggedOut()).toEqual(['late', 'late']))
  })
})
