import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Server } from 'socket.io'
import { io as connect, type Socket } from 'socket.io-client'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { OneWriteAdapter } from '#server/realtime/oneWriteAdapter.ts'

let server: Server
let clients: Socket[]

beforeEach(async () => {
  const http = createServer()
  server = new Server(http, { transports: ['websocket'], adapter: OneWriteAdapter })
  // The client joins the rooms that its address names.
  server.on('connection', (socket) => {
    void socket.join(String(socket.handshake.query['rooms']).split(','))
    socket.emit('joined')
  })
  await new Promise<void>((listening) => http.listen(0, '127.0.0.1', listening))
  const url = `http://127.0.0.1:${(http.address() as AddressInfo).port}`
  clients = ['a', 'b', 'a,b', 'c'].map((rooms) =>
    connect(url, { transports: ['websocket'], query: { rooms }, forceNew: true }),
  )
  await Promise.all(clients.map((client) => next(client, 'joined')))
})

afterEach(async () => {
  clients.forEach((client) => client.disconnect())
  await server.close()
})

describe('OneWriteAdapter', () => {
  it.each([
    ['shorter than 126 bytes', 'x'],
    ['of two bytes of length', 'x'.repeat(126)],
    ['whose characters are longer than a byte', 'São João 🎰'.repeat(10)],
    ['of eight bytes of length', 'x'.repeat(70_000)],
  ])('sends a text %s to every client unchanged', async (_, text) => {
    const received = Promise.all(clients.map((client) => next(client, 'event')))
    server.emit('event', { text })
    expect(await received).toEqual(clients.map(() => ({ text })))
  })

  it('sends no socket an event twice, and none to other rooms', async () => {
    const seen = clients.map(() => [] as unknown[])
    clients.forEach((client, index) => client.on('event', (value) => seen[index]?.push(value)))
    server.to(['a', 'b']).emit('event', 1)
    server.to('c').emit('event', 2)
    server.to('nobody').emit('event', 3)
    server.to('a').except('b').emit('event', 4)
    const last = Promise.all(clients.map((client) => next(client, 'last')))
    server.emit('last')
    await last
    expect(seen).toEqual([[1, 4], [1], [1], [2]])
  })

  it('sends binary data, which needs more than one frame', async () => {
    const received = Promise.all(clients.map((client) => next(client, 'event')))
    server.emit('event', Buffer.from([1, 2, 3]))
    for (const value of await received)
      expect([...new Uint8Array(value as ArrayBufferLike)]).toEqual([1, 2, 3])
  })
})

function next(client: Socket, name: string): Promise<unknown> {
  return new Promise((resolve) => client.once(name, resolve))
}
