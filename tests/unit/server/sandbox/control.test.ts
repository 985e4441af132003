import { Agent, get, type IncomingMessage } from 'node:http'
import Fastify, { type FastifyRequest } from 'fastify'
import { expect, it } from 'vitest'
import { control, noInput } from '#server/sandbox/control.ts'

it('a long call keeps its connection, and the next one on it is limited again', async () => {
  const app = Fastify({ connectionTimeout: 65_000 })
  const limits: (number | undefined)[] = []
  const sockets = new Set<FastifyRequest['socket']>()
  const note = ({ socket }: FastifyRequest) => {
    limits.push(socket.timeout)
    sockets.add(socket)
  }
  control(app, ['GET', 'reversals'], 'a long call', noInput, async ({ request }) => {
    note(request)
    return []
  })
  app.get('/players', (request) => {
    note(request)
    return null
  })
  const address = await app.listen({ port: 0, host: '127.0.0.1' })
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const answer = (path: string) =>
    new Promise<IncomingMessage>((resolve, reject) => {
      get(address + path, { agent }, (response) =>
        response.resume().once('end', () => resolve(response)),
      ).once('error', reject)
    })
  for (const path of ['/players', '/sandbox/api/reversals', '/players'])
    expect((await answer(path)).statusCode).toBe(200)
  expect(limits).toEqual([65_000, 0, 65_000])
  expect(sockets.size).toBe(1)
  agent.destroy()
  await app.close()
})
