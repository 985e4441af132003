import type { FastifyInstance } from 'fastify'
import { acceptedEncoding, addVary, compress, worthwhileBytes } from '../encodings.ts'

/**
 * Compresses the JSON of reads over 1 KB, in a thread of its own. Never that of a write: bets stay as fast as they are,
 * and no response with a new token is compressed together with anything that its caller has sent.
 */
export function compressReads(app: FastifyInstance): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    const isRead = request.method === 'GET' && typeof payload === 'string'
    // Compares characters, of which each is a byte or more.
    if (!isRead || payload.length < worthwhileBytes) return done(null, payload)
    const isJson = String(reply.getHeader('content-type') ?? '').startsWith('application/json')
    if (!isJson || reply.hasHeader('content-encoding')) return done(null, payload)
    addVary(reply, 'Accept-Encoding')
    const encoding = acceptedEncoding(request)
    if (!encoding) return done(null, payload)
    reply.header('Content-Encoding', encoding)
    compress(Buffer.from(payload), encoding).then(
      (compressed) => done(null, compressed),
      (error: Error) => done(error),
    )
  })
}
