import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyInstance, FastifyRequest } from 'fastify'

/** What fits into one packet arrives no earlier when it is smaller. In bytes. */
const worthwhileBytes = 1024
/** Most of what the highest quality saves, for a fraction of its time. */
const brotliQuality = 4

export type Encoding = 'br' | 'gzip'

function compress(content: Buffer, encoding: Encoding): Promise<Buffer> {
  if (encoding === 'gzip') return promisify(gzip)(content)
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: brotliQuality,
    [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
  }
  return promisify(brotliCompress)(content, { params })
}

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
    const before = reply.getHeader('Vary')
    reply.header('Vary', before === undefined ? 'Accept-Encoding' : `${String(before)}, Accept-Encoding`)
    const encoding = acceptedEncoding(request)
    if (!encoding) return done(null, payload)
    reply.header('Content-Encoding', encoding)
    compress(Buffer.from(payload), encoding).then(
      (compressed) => done(null, compressed),
      (error: Error) => done(error),
    )
  })
}

/** The better encoding of those that the caller does not refuse with `;q=0`; undefined: none. */
export function acceptedEncoding({ headers }: FastifyRequest): Encoding | undefined {
  const accepted = String(headers['accept-encoding'] ?? '')
    .toLowerCase()
    .split(',')
    .filter((part) => !/;\s*q=0(\.0*)?\s*$/.test(part))
    .map((part) => part.replace(/;.*$/s, '').trim())
  return (['br', 'gzip'] as const).find((encoding) => accepted.includes(encoding))
}
