import { beforeEach, describe, expect, it, vi } from 'vitest'
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

  it('are sent without redirects or cookies, and with a timeout', async () => {
    await send()
    expect(sent().init).toMatchObject({ redirect: 'error', credentials: 'omit' })
    expect(sent().init.signal).toBeInstanceOf(AbortSignal)
  })
})

describe('the token', () => {
  const response = { status: 0, message: 'ok', data: { access_token: 'new-token', other: 1 } }

  it.each(['/api/auth/user/restLogin', '/api/auth/user/restRegister', '/api/app/user/exchangeLink'])(
    'of %s is kept and never passed on',
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

  it('stays when an older one was refused', async () => {
    session.begin('old')
    fetch.mockImplementation(() => {
      session.begin('newer')
      return Promise.resolve(Response.json({ status: 401, message: '', data: null }, { status: 401 }))
    })
    await send()
    expect(session.token).toBe('newer')
  })

  it('stays after other failures', async () => {
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
