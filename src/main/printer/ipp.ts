import { request } from 'node:http'

/**
 * The part of the Internet Printing Protocol that a receipt needs: RFC 8010 is the encoding, RFC 8011 the operations. CUPS
 * speaks it on a socket of the machine.
 */

/** Of an operation, RFC 8011, 5.4.15. */
export const operations = {
  printJob: 0x02,
  cancelJob: 0x08,
  jobAttributes: 0x09,
  jobs: 0x0a,
  printer: 0x0b,
} as const

/** Value tags, RFC 8010, 3.5.2. */
const tags = {
  integer: 0x21,
  boolean: 0x22,
  enum: 0x23,
  text: 0x41,
  name: 0x42,
  keyword: 0x44,
  uri: 0x45,
  charset: 0x47,
  language: 0x48,
  mime: 0x49,
} as const

const groups = { operation: 0x01, job: 0x02, end: 0x03 } as const

export type IppAttribute =
  | [kind: Exclude<keyof typeof tags, 'integer' | 'enum' | 'boolean'>, name: string, ...values: string[]]
  | [kind: 'integer', name: string, value: number]
  | [kind: 'boolean', name: string, value: boolean]

export interface IppRequest {
  operation: (typeof operations)[keyof typeof operations]
  attributes: readonly IppAttribute[]
  /** How the job is to be printed. */
  job?: readonly IppAttribute[]
  document?: Uint8Array
}

export interface IppReply {
  /** Below 0x100: successful. RFC 8011, 13.1. */
  status: number
  /** One for each printer or job; numbers and texts only. */
  groups: Map<string, (string | number | boolean)[]>[]
}

/** Where the spooler listens. */
export type IppAddress = { socketPath: string } | { host: string; port: number }

/** Throws when there is no answer within the time, or none of this protocol. */
export function sendIpp(
  address: IppAddress,
  path: string,
  call: IppRequest,
  timeoutMs: number,
): Promise<IppReply> {
  const body = encodeIpp(call)
  return new Promise((resolve, reject) => {
    const sent = request(
      {
        ...address,
        path,
        method: 'POST',
        headers: { 'Content-Type': 'application/ipp', 'Content-Length': body.length, Host: 'localhost' },
        signal: AbortSignal.timeout(timeoutMs),
      },
      (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.once('error', reject)
        response.once('end', () => {
          try {
            if (response.statusCode !== 200) throw new Error(`the spooler answers ${response.statusCode}`)
            resolve(decodeIpp(Buffer.concat(chunks)))
          } catch (error) {
            reject(error)
          }
        })
      },
    )
    sent.once('error', reject)
    sent.end(body)
  })
}

function encodeIpp({ operation, attributes, job = [], document }: IppRequest): Buffer {
  const head = Buffer.alloc(8)
  // Version 2.0, and the number of the request, which the answer repeats.
  head.writeUInt16BE(0x0200, 0)
  head.writeUInt16BE(operation, 2)
  head.writeUInt32BE(1, 4)
  // The order of the first two is prescribed.
  const first: IppAttribute[] = [
    ['charset', 'attributes-charset', 'utf-8'],
    ['language', 'attributes-natural-language', 'en'],
  ]
  return Buffer.concat([
    head,
    Buffer.of(groups.operation),
    ...[...first, ...attributes].map(encodeAttribute),
    ...(job.length > 0 ? [Buffer.of(groups.job), ...job.map(encodeAttribute)] : []),
    Buffer.of(groups.end),
    document ?? Buffer.alloc(0),
  ])
}

function encodeAttribute([kind, name, ...values]: IppAttribute): Buffer {
  return Buffer.concat(
    values.flatMap((value, index) => [
      Buffer.of(tags[kind]),
      // The second of several values has no name.
      withLength(Buffer.from(index === 0 ? name : '')),
      withLength(encodeValue(value)),
    ]),
  )
}

function encodeValue(value: string | number | boolean): Buffer {
  if (typeof value === 'string') return Buffer.from(value)
  if (typeof value === 'boolean') return Buffer.of(value ? 1 : 0)
  const bytes = Buffer.alloc(4)
  bytes.writeInt32BE(value)
  return bytes
}

function withLength(bytes: Buffer): Buffer {
  const length = Buffer.alloc(2)
  length.writeUInt16BE(bytes.length)
  return Buffer.concat([length, bytes])
}

/** Throws a RangeError when the answer is cut off. */
function decodeIpp(bytes: Buffer): IppReply {
  const reply: IppReply = { status: bytes.readUInt16BE(2), groups: [] }
  let at = 8
  let group = new Map<string, (string | number | boolean)[]>()
  let name = ''
  const take = (): Buffer => {
    const start = at + 2
    at = start + bytes.readUInt16BE(at)
    if (at > bytes.length) throw new RangeError('the answer of the spooler is cut off')
    return bytes.subarray(start, at)
  }
  for (;;) {
    const tag = bytes.readUInt8(at++)
    if (tag === groups.end) return reply
    // Below 0x10 a group begins.
    if (tag < 0x10) {
      group = new Map()
      if (tag !== groups.operation) reply.groups.push(group)
      continue
    }
    // Another value of the same attribute has no name.
    name = take().toString() || name
    group.set(name, [...(group.get(name) ?? []), decodeValue(tag, take())])
  }
}

function decodeValue(tag: number, value: Buffer): string | number | boolean {
  if ((tag === tags.integer || tag === tags.enum) && value.length === 4) return value.readInt32BE()
  if (tag === tags.boolean && value.length === 1) return value[0] === 1
  return value.toString()
}
