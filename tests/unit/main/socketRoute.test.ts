/** The way of the socket: socket.io-client against a WebSocket server behind a proxy that only passes CONNECT. */
import { createServer as createHttp, type IncomingMessage } from 'node:http'
import { createServer as createHttps } from 'node:https'
import { connect, type AddressInfo, type Server, type Socket } from 'node:net'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { io, type ManagerOptions, type SocketOptions } from 'socket.io-client'
import { Server as RealtimeServer } from 'socket.io'
import { socketRoute } from '#main/socketRoute.ts'
import { untrusted } from '../../untrusted.ts'

let target: ReturnType<typeof createHttps>
let realtime: RealtimeServer
let proxy: ReturnType<typeof createHttp>
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
  proxy.on('connect', ({ url }: IncomingMessage, client: Socket) => {
    asked.push(url)
    client.write(`${answer}\r\n\r\n`)
    if (!answer.includes(' 200 ')) return client.end()
    const [host, port] = (url ?? '').split(':')
    const server = connect(Number(port), host, () => client.pipe(server).pipe(client))
    for (const socket of [client, server]) socket.on('error', () => socket.destroy())
  })
  await listen(proxy)
})

afterEach(async () => {
  await realtime.close()
  proxy.closeAllConnections()
  proxy.close()
  vi.restoreAllMocks()
})

/** Whether socket.io connects; else why not. */
async function tryConnect(list: string): Promise<string> {
  const route = await socketRoute(serverUrl(), () => Promise.resolve(list))
  const options: Partial<ManagerOptions & SocketOptions> = {
    transports: ['websocket'],
    reconnection: false,
    forceNew: true,
  }
  const client = io(serverUrl(), Object.assign(options, route, { ca: untrusted.cert }))
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
  expect(await socketRoute(serverUrl(), () => Promise.resolve('SOCKS5 10.0.0.1:1080'))).not.toHaveProperty(
    'agent',
  )
  expect(warn).toHaveBeenCalledOnce()
})

it('trusts what the system trusts, where the runtime can tell', async () => {
  const tls = await import('node:tls')
  const { ca } = await socketRoute(serverUrl(), () => Promise.resolve('DIRECT'))
  if ('getCACertificates' in tls)
    expect(ca).toEqual(expect.arrayContaining([expect.stringContaining('BEGIN CERTIFICATE')]))
  else expect(ca).toBeUndefined()
})
