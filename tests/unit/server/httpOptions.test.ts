import Fastify from 'fastify'
import { expect, it } from 'vitest'
import { parseConfig } from '#server/config.ts'
import { httpOptions } from '#server/httpOptions.ts'

/** The sender's address as the server sees it behind one proxy, which adds the address that called it. */
async function senderSeen(trustProxy: string): Promise<string> {
  const app = Fastify(httpOptions(parseConfig({ TRUST_PROXY: trustProxy }).config))
  app.get('/', (request) => request.ip)
  const headers = { 'x-forwarded-for': '203.0.113.9, 198.51.100.7' }
  return (await app.inject({ url: '/', remoteAddress: '10.0.0.7', headers })).payload
}

it.each([
  ['0', '10.0.0.7'],
  // What the client wrote itself, 203.0.113.9, is believed by nobody.
  ['1', '198.51.100.7'],
  ['10.0.0.0/8', '198.51.100.7'],
  ['10.0.0.7', '198.51.100.7'],
  ['10.0.0.8', '10.0.0.7'],
  ['2', '203.0.113.9'],
])('TRUST_PROXY=%s sees %s', async (trustProxy, sender) => {
  expect(await senderSeen(trustProxy)).toBe(sender)
})
