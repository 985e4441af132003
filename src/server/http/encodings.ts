import type { IncomingHttpHeaders } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply } from 'fastify'

export type Encoding = 'br' | 'gzip'

/** What fits into one packet arrives no earlier when it is smaller. In bytes. */
export const worthwhileBytes = 1024
/** Most of what the highest quality saves, for a fraction of its time. */
const brotliQuality = 4

/** Compresses in a thread of its own. */
export function compress(content: Buffer, encoding: Encoding): Promise<Buffer> {
  if (encoding === 'gzip') return promisify(gzip)(content)
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: brotliQuality,
    [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
  }
  return promisify(brotliCompress)(content, { params })
}

/** The better encoding of those that the caller does not refuse with `;q=0`; undefined: none. */
export function acceptedEncoding({ headers }: { headers: IncomingHttpHeaders }): Encoding | undefined {
  const header = headers['accept-encoding']
  if (header === undefined) return undefined
  const accepted = String(header)
    .toLowerCase()
    .split(',')
    .filter((part) => !/;\s*q=0(\.0*)?\s*$/.test(part))
    .map((part) => part.replace(/;.*$/s, '').trim())
  return (['br', 'gzip'] as const).find((encoding) => accepted.includes(encoding))
}

/** Adds a header's name to those that caches tell responses apart by. */
export function addVary(reply: FastifyReply, name: string): void {
  const before = reply.getHeader('Vary')
  reply.header('Vary', before === undefined ? name : `${String(before)}, ${name}`)
}
