/** The way of the socket: socket.io-client against a WebSocket server behind a proxy that only passes CONNECT. */
import { createServer as createHttp, type IncomingMessage } from 'node:http'
import { createServer as createHttps, request } from 'node:https'
import { connect, type AddressInfo, type Server } from 'node:net'
import type { Duplex } from 'node:stream'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { io, type ManagerOptions, type SocketOptions } from 'socket.io-client'
import { Server as RealtimeServer } from 'socket.io'
import { socketRoute } from '#main/socketRoute.ts'
import { untrusted } from '../../untrusted.ts'

let target: ReturnType<typeof createHttps>
let realtime: RealtimeServer
let proxy: ReturnType<typeof createHttp>
let encryptedProxy: ReturnType<typeof createHttps>
/** What the proxy was asked for, and what it answers. */
let asked: (string | undefined)[]
let answer: string

async function listen(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  return (server.address() as AddressInfo).port
}

const portOf = (server: Server) => (server.address() as AddressInfo).port
const serverUrl = () => `https://127.0.0.1:${portOf(target)}`

beforeEach(async () => {
  target = createHttps(untrusted)
  realtime = new RealtimeServer(target)
  await listen(target)
  ;[asked, answer] = [[], 'HTTP/1.1 200 Connection established']
  proxy = createHttp()
  encryptedProxy = createHttps(untrusted)
  const pass = ({ url }: IncomingMessage, client: Duplex): void => {
    asked.push(url)
    client.write(`${answer}\r\n\r\n`)
    if (!answer.includes(' 200 ')) {
      client.end()
      return
    }
    const [host, port] = (url ?? '').split(':')
    const server = connect(Number(port), host, () => client.pipe(server).pipe(client))
    for (const socket of [client, server]) socket.on('error', () => socket.destroy())
  }
  proxy.on('connect', pass)
  encryptedProxy.on('connect', pass)
  await listen(proxy)
  await listen(encryptedProxy)
})

afterEach(async () => {
  await realtime.close()
  proxy.closeAllConnections()
  proxy.close()
  encryptedProxy.closeAllConnections()
  encryptedProxy.close()
  vi.restoreAllMocks()
})

/** Whether socket.io connects; else why not. */
async function tryConnect(list: string, url = serverUrl()): Promise<string> {
  const route = socketRoute(url, () => Promise.resolve(list))
  const options: Partial<ManagerOptions & SocketOptions> = {
    transports: ['websocket'],
    reconnection: false,
    forceNew: true,
  }
  const client = io(url, Object.assign(options, route, { ca: untrusted.cert }))
  try {
    return await new Promise((resolve) => {
      client.on('connect', () => resolve('connected'))
      client.on('connect_error', (error) =>
        resolve(
          String((error as { description?: { message?: string } }).description?.message ?? error.message),
        ),
      )
    })
  } finally {
    client.disconnect()
  }
}

it('goes through the proxy that the system names, encrypted to the server', async () => {
  expect(await tryConnect(`PROXY 127.0.0.1:${portOf(proxy)}; DIRECT`)).toBe('connected')
  expect(asked).toEqual([`127.0.0.1:${portOf(target)}`])
})

it('goes through a proxy that is itself encrypted', async () => {
  expect(await tryConnect(`HTTPS 127.0.0.1:${portOf(encryptedProxy)}`)).toBe('connected')
  expect(asked).toEqual([`127.0.0.1:${portOf(target)}`])
})

/** Nothing listens there. */
const nowhere = '127.0.0.1:1'

it.each([
  ['the next proxy', () => `PROXY ${nowhere}; PROXY 127.0.0.1:${portOf(proxy)}; DIRECT`, 1],
  ['none', () => `PROXY ${nowhere}; DIRECT`, 0],
])('takes %s when the first proxy cannot be reached', async (_what, list, times) => {
  expect(await tryConnect(list())).toBe('connected')
  expect(asked).toHaveLength(times)
})

it('looks for the way again with each connection', async () => {
  const resolve = vi.fn(() => Promise.resolve('DIRECT'))
  const route = socketRoute(serverUrl(), resolve)
  const get = () =>
    new Promise((done, fail) => {
      request(
        `${serverUrl()}/socket.io/?EIO=4&transport=polling`,
        { ...route, ca: untrusted.cert },
        (response) => response.resume().on('end', done),
      )
        .on('error', fail)
        .end()
    })
  await get()
  resolve.mockResolvedValue(`PROXY 127.0.0.1:${portOf(proxy)}`)
  await get()
  expect([resolve.mock.calls.length, asked.length]).toEqual([2, 1])
})

it('writes addresses of IPv6 as proxies expect them', async () => {
  proxy.close()
  proxy.listen(0, '::1')
  await new Promise((resolve) => proxy.once('listening', resolve))
  answer = 'HTTP/1.1 502 Bad Gateway'
  expect(await tryConnect(`PROXY [::1]:${portOf(proxy)}`, 'https://[2001:db8::1]:8443')).toContain('502')
  expect(asked).toEqual(['[2001:db8::1]:8443'])
})

it('goes straight to the server where the system has no proxy', async () => {
  expect(await tryConnect('DIRECT')).toBe('connected')
  expect(asked).toEqual([])
})

it('fails when the proxy refuses, and takes no other way', async () => {
  answer = 'HTTP/1.1 407 Proxy Authentication Required'
  expect(await tryConnect(`PROXY 127.0.0.1:${portOf(proxy)}`)).toContain('407')
})

it('says that it cannot use a proxy of another kind', async () => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue()
  expect(await tryConnect('SOCKS5 10.0.0.1:1080; SOCKS5 10.0.0.2:1080')).toBe('connected')
  expect(warn).toHaveBeenCalledOnce()
})

it('trusts what the system trusts, where the runtime can tell', async () => {
  const tls = await import('node:tls')
  const { ca } = socketRoute(serverUrl(), () => Promise.resolve('DIRECT'))
  if ('getCACertificates' in tls)
    expect(ca).toEqual(expect.arrayContaining([expect.stringContaining('BEGIN CERTIFICATE')]))
  else expect(ca).toBeUndefined()
})
