import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Protocol, ProtocolResponse } from 'electron'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { registerAppScheme, serveApp, type Bundle } from '#main/rendererProtocol.ts'
import { appOrigin, lateAppOrigin } from '#main/security/urls.ts'

let folder: string
let bundle: Bundle

beforeAll(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  folder = mkdtempSync(join(tmpdir(), 'palpite-protocol-'))
  mkdirSync(join(folder, 'renderer', 'assets'), { recursive: true })
  mkdirSync(join(folder, 'renderer-secret'))
  writeFileSync(join(folder, 'renderer', 'index.html'), '<title>Palpite</title>')
  writeFileSync(join(folder, 'renderer', 'assets', 'app.js'), 'export {}')
  writeFileSync(join(folder, 'secret.html'), 'secret')
  writeFileSync(join(folder, 'renderer-secret', 'x.html'), 'secret')
  bundle = {
    origin: appOrigin,
    root: join(folder, 'renderer'),
    headers: { 'X-Guard': 'on' },
    guestHome: () => null,
  }
})

afterAll(() => rmSync(folder, { recursive: true }))

type Handler = (request: Request) => Promise<Response> | Response

/** What is registered to serve each scheme when the renderer has this origin. */
function handlersFor(
  origin: string,
  forward = () => Promise.reject<Response>(new Error('forwarded')),
  served: Promise<Bundle> = Promise.resolve({ ...bundle, origin }),
) {
  const handlers = new Map<string, Handler>()
  const protocol = {
    handle: (scheme: string, handler: Handler) => {
      handlers.set(scheme, handler)
    },
    registerBufferProtocol: (
      scheme: string,
      handler: (request: Request, respond: (response: ProtocolResponse) => void) => void,
    ) => {
      handlers.set(
        scheme,
        (request) =>
          new Promise((resolve, reject) =>
            handler(request, ({ data, statusCode, headers, error }) =>
              error === undefined
                ? resolve(
                    new Response(new Uint8Array(data as Buffer), {
                      status: statusCode,
                      headers: headers as Record<string, string>,
                    }),
                  )
                : reject(new Error(`net error ${error}`)),
            ),
          ),
      )
      return true
    },
  } as unknown as Protocol
  serveApp(protocol, origin, served, forward)
  return handlers
}

async function request(url: string, method = 'GET'): Promise<Response> {
  const response = await handlersFor(appOrigin).get('app')?.({ url, method } as Request)
  if (!response) throw new Error('nothing serves the application')
  return response
}

describe('serves', () => {
  it('a file with its type', async () => {
    const response = await request('app://palpite/assets/app.js')
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
    expect(await response.text()).toBe('export {}')
  })

  it.each(['/', '/home', '/activeabc', '/y123.45', '/zgoA_b-c'])('%s with the application', async (path) => {
    const response = await request(`app://palpite${path}`)
    expect(response.status).toBe(200)
    expect(await response.text()).toContain('<title>Palpite</title>')
  })

  it('home as the build has drawn it, with its own policy, to guests only', async () => {
    bundle = { ...bundle, guestHome: () => ({ html: '<h1>drawn</h1>', headers: { 'X-Guard': 'home' } }) }
    for (const path of ['/', '/home']) {
      const response = await request(`app://palpite${path}`)
      expect(await response.text()).toBe('<h1>drawn</h1>')
      expect(response.headers.get('x-guard')).toBe('home')
      expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
    }
    expect(await (await request('app://palpite/vip')).text()).toContain('<title>Palpite</title>')
    bundle = { ...bundle, guestHome: () => null }
    expect(await (await request('app://palpite/home')).text()).toContain('<title>Palpite</title>')
  })

  it('404 for a missing file, not the application', async () => {
    expect((await request('app://palpite/assets/gone.js')).status).toBe(404)
  })

  it.each([
    ['app://palpite/home', 'GET', 200],
    ['app://palpite/assets/app.js', 'GET', 200],
    ['app://palpite/assets/gone.js', 'GET', 404],
    ['app://palpite/%2e%2e%5csecret.html', 'GET', 400],
    ['app://palpite/..%2fsecret.html', 'GET', 400],
    ['app://evil/home', 'GET', 404],
    ['app://palpite/home', 'POST', 405],
  ])('%s %s with the security headers', async (url, method, status) => {
    const response = await request(url, method)
    expect(response.status).toBe(status)
    expect(response.headers.get('x-guard')).toBe('on')
  })
})

describe('the start', () => {
  it('sends pages at once, says so, and holds the program back until the main process is ready', async () => {
    let startProgram = () => {}
    const ready = new Promise<void>((resolve) => (startProgram = resolve))
    const onPage = vi.fn()
    const handler = handlersFor(appOrigin, undefined, Promise.resolve({ ...bundle, ready, onPage })).get(
      'app',
    )
    const ask = async (path: string) => handler?.({ url: `app://palpite${path}`, method: 'GET' } as Request)
    const order: string[] = []
    const program = ask('/assets/app.js').then((response) => {
      order.push('program')
      return response
    })
    expect((await ask('/home'))?.status).toBe(200)
    order.push('page')
    expect(onPage).toHaveBeenCalledOnce()
    startProgram()
    expect((await program)?.status).toBe(200)
    expect(order).toEqual(['page', 'program'])
    expect(onPage).toHaveBeenCalledOnce()
  })

  it('without its files fails the request, and never serves a blank page', async () => {
    const consoleError = vi.spyOn(console, 'error').mockReturnValue(undefined)
    const handler = handlersFor(appOrigin, undefined, Promise.reject(new Error('no files'))).get('app')
    await expect(handler?.({ url: 'app://palpite/home', method: 'GET' } as Request)).rejects.toThrow(
      'net error -2',
    )
    expect(consoleError).toHaveBeenCalledExactlyOnceWith('palpite: no page', 'no files')
  })

  it('fails when something else serves the scheme', () => {
    const taken = { registerBufferProtocol: () => false } as unknown as Protocol
    expect(() =>
      serveApp(taken, appOrigin, Promise.resolve(bundle), () => Promise.reject(new Error('forwarded'))),
    ).toThrow(`cannot serve ${appOrigin}`)
  })
})

describe('traversal', () => {
  it.each([
    '/../secret.html',
    '/%2e%2e/secret.html',
    '/..%2fsecret.html',
    '/%2e%2e%2fsecret.html',
    '/assets/../../secret.html',
    '/assets/%2e%2e/%2e%2e/secret.html',
    '/..%5csecret.html',
    '/%252e%252e/secret.html',
    '//../secret.html',
    '/../renderer-secret/x.html',
    '/..%2frenderer-secret/x.html',
    '/%00/secret.html',
  ])('%s never leaves the bundle', async (path) => {
    expect(await (await request(`app://palpite${path}`)).text()).not.toContain('secret')
  })

  it('a malformed escape is refused', async () => {
    expect((await request('app://palpite/%E0%A4%A')).status).toBe(400)
  })
})

describe('the scheme', () => {
  it('is standard and secure, with no bypass of the policy', () => {
    const registerSchemesAsPrivileged = vi.fn()
    const origin = registerAppScheme({ registerSchemesAsPrivileged } as unknown as Protocol, true)
    expect(origin).toBe(appOrigin)
    const [schemes] = registerSchemesAsPrivileged.mock.calls[0] as [
      { scheme: string; privileges: Record<string, boolean> }[],
    ]
    expect(schemes).toHaveLength(1)
    expect(schemes[0]).toMatchObject({ scheme: 'app', privileges: { standard: true, secure: true } })
    expect(schemes[0]?.privileges['bypassCSP']).toBeUndefined()
  })

  it('has a fallback when it is too late, but never in a package', () => {
    const lateProtocol = {
      registerSchemesAsPrivileged: () => {
        throw new Error('after ready')
      },
    } as unknown as Protocol
    expect(registerAppScheme(lateProtocol, false)).toBe(lateAppOrigin)
    expect(() => registerAppScheme(lateProtocol, true)).toThrow('after ready')
  })

  it('the fallback serves its own host and passes on the rest', async () => {
    const passOn = vi.fn(() => Promise.resolve(new Response('elsewhere')))
    const handlers = handlersFor(lateAppOrigin, passOn)

    const own = await handlers.get('https')?.(new Request('https://palpite.invalid/home'))
    expect(await own?.text()).toContain('Palpite')
    expect(passOn).not.toHaveBeenCalled()
    const other = await handlers.get('https')?.(new Request('https://games.example/1'))
    expect(await other?.text()).toBe('elsewhere')
    const moved = await handlers.get('app')?.({ url: 'app://palpite/vip?a=1' } as Request)
    expect(moved?.headers.get('location')).toBe('https://palpite.invalid/vip?a=1')
  })
})
