import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/** What fits into one packet arrives no earlier when it is smaller. In bytes. */
const worthwhileBytes = 1024
/** Most of what the highest quality saves, for a fraction of its time. */
const brotliQuality = 4

type Encoding = 'br' | 'gzip'

const compressors: Record<Encoding, (content: Buffer) => Promise<Buffer>> = {
  br: (content) =>
    promisify(brotliCompress)(content, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: brotliQuality,
        [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
      },
    }),
  gzip: promisify(gzip),
}

/**
 * Compresses the JSON of reads over 1 KB, in a thread of its own. Never that of a write: bets stay as fast as they are,
 * and no response with a new token is compressed together with anything that its caller has sent.
 */
export function compressReads(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply, payload) => {
    const isJson = String(reply.getHeader('content-type') ?? '').startsWith('application/json')
    if (request.method !== 'GET' || !isJson || typeof payload !== 'string') return payload
    // Compares characters, of which each is a byte or more.
    if (payload.length < worthwhileBytes || reply.hasHeader('content-encoding')) return payload
    return compressed(request, reply, Buffer.from(payload))
  })
}

/** The content as the caller accepts it, with the headers that say so. */
async function compressed(request: FastifyRequest, reply: FastifyReply, content: Buffer): Promise<Buffer> {
  varyBy(reply, 'Accept-Encoding')
  const encoding = acceptedEncoding(request.headers['accept-encoding'])
  if (!encoding) return content
  reply.header('Content-Encoding', encoding)
  return compressors[encoding](content)
}

/** The better one of those that are not refused with `;q=0`. */
function acceptedEncoding(header: string | string[] | undefined): Encoding | undefined {
  const accepted = String(header ?? '')
    .toLowerCase()
    .split(',')
    .filter((part) => !/;\s*q=0(\.0*)?\s*$/.test(part))
    .map((part) => part.replace(/;.*$/s, '').trim())
  return (['br', 'gzip'] as const).find((encoding) => accepted.includes(encoding))
}

function varyBy(reply: FastifyReply, name: string): void {
  const before = reply.getHeader('Vary')
  reply.header('Vary', before === undefined ? name : `${String(before)}, ${name}`)
}
