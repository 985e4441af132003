import { Agent, request as httpRequest, type IncomingHttpHeaders } from 'node:http'
import { connect } from 'node:net'
import type { Envelope } from '#contract/errors.ts'

/** Longer than any response takes on a busy machine, so that only a hanging server exceeds it. */
const hangMs = 15_000

export interface HttpRequest {
  method: string
  /** Path and query exactly as sent. */
  path: string
  headers?: Record<string, string>
  /** HttpRequest unchanged; an object is sent as JSON. */
  body?: string | Buffer | object | undefined
}

export interface HttpResponse {
  http: number
  headers: IncomingHttpHeaders
  text: string
  /** Undefined when the body is not an envelope. */
  envelope: Envelope<unknown> | undefined
}

export interface Client {
  send(sent: HttpRequest): Promise<HttpResponse>
  /** Writes these bytes to the port and returns everything that the server sends until it closes the connection. */
  sendRaw(bytes: string | Buffer): Promise<string>
  close(): void
}

/** A client for the server at `url` that sends requests unchanged; `fetch` would normalise or refuse some of them. */
export function createClient(url: string): Client {
  const { hostname, port } = new URL(url)
  const agent = new Agent({ keepAlive: true, maxSockets: 8 })
  return {
    close: () => agent.destroy(),
    send: ({ method, path, headers = {}, body }) =>
      new Promise((resolve, reject) => {
        const isJson = typeof body === 'object' && !Buffer.isBuffer(body)
        const payload = isJson ? JSON.stringify(body) : body
        const type = isJson ? { 'content-type': 'application/json' } : {}
        const length = payload === undefined ? {} : { 'content-length': String(Buffer.byteLength(payload)) }
        const options = { hostname, port, agent, method, path, headers: { ...type, ...length, ...headers } }
        const request = httpRequest(options, (response) => {
          const chunks: Buffer[] = []
          response.on('data', (chunk: Buffer) => chunks.push(chunk))
          response.on('error', reject)
          response.on('end', () => {
            const text = Buffer.concat(chunks).toString('utf8')
            resolve({
              http: response.statusCode ?? 0,
              headers: response.headers,
              text,
              envelope: envelopeOf(text),
            })
          })
        })
        request.setTimeout(hangMs, () => request.destroy(new Error(`no response to ${method} ${path}`)))
        request.on('error', reject)
        request.end(payload)
      }),
    sendRaw: (bytes) =>
      new Promise((resolve, reject) => {
        const socket = connect(Number(port), hostname, () => socket.write(bytes))
        let text = ''
        socket.setTimeout(hangMs, () => socket.destroy(new Error('no response')))
        socket.on('data', (chunk: Buffer) => (text += chunk.toString()))
        // A server that closes before it has read everything resets the connection, after its response.
        socket.on('error', (error) => (text === '' ? reject(error) : resolve(text)))
        socket.on('close', () => resolve(text))
      }),
  }
}

function envelopeOf(text: string): Envelope<unknown> | undefined {
  if (!text.startsWith('{')) return undefined
  const parsed = JSON.parse(text) as Record<string, unknown>
  const isEnvelope = Object.keys(parsed).sort().join() === 'data,message,status'
  return isEnvelope ? (parsed as unknown as Envelope<unknown>) : undefined
}
