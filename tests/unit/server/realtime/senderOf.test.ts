import type { AddressInfo } from 'node:net'
import Fastify from 'fastify'
import { expect, it } from 'vitest'
import { parseConfig } from '#server/config/config.ts'
import { httpOptions } from '#server/http/httpOptions.ts'
import { senderOf } from '#server/realtime/senderOf.ts'

it.each([
  ['0', '203.0.113.9', '127.0.0.1'],
  ['1', '203.0.113.9', '203.0.113.9'],
  ['1', '198.51.100.1, 203.0.113.9', '203.0.113.9'],
  ['2', '198.51.100.1, 203.0.113.9', '198.51.100.1'],
  ['5', '198.51.100.1, 203.0.113.9', '198.51.100.1'],
  ['1', undefined, '127.0.0.1'],
  ['10.0.0.0/8', '203.0.113.9', '127.0.0.1'],
  ['127.0.0.0/8', '203.0.113.9', '203.0.113.9'],
  ['127.0.0.1,10.0.0.0/8', '203.0.113.9, 10.2.3.4', '203.0.113.9'],
  ['127.0.0.1,fd00::/8', '2001:db8::7, fd00::1', '2001:db8::7'],
])(
  'with TRUST_PROXY=%s and %s forwarded, a socket has the address %s, as a call has',
  async (trust, forwarded, from) => {
    const { config } = parseConfig({ TRUST_PROXY: trust })
    const app = Fastify(httpOptions(config))
    const sender = senderOf(config.trustProxy)
    app.get('/', (request) => ({ ofCall: request.ip, ofSocket: sender(request.raw) }))
    try {
      await app.listen({ port: 0, host: '127.0.0.1' })
      const { port } = app.server.address() as AddressInfo
      const headers: Record<string, string> = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded }
      const response = await fetch(`http://127.0.0.1:${port}`, { headers })
      expect(await response.json()).toEqual({ ofCall: from, ofSocket: from })
    } finally {
      await app.close()
    }
  },
)
