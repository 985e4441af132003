import { once } from 'node:events'
import { request as plainRequest, type ClientRequestArgs, type IncomingMessage } from 'node:http'
import { Agent, request as encryptedRequest } from 'node:https'
import { connect } from 'node:net'
import type { Duplex } from 'node:stream'
import * as tls from 'node:tls'

const connectMs = 5_000

type OnSocket = (error: Error | null, socket: Duplex) => void

/** Node 22.15 and later. */
type SystemCertificates = typeof tls & { getCACertificates?: (kind: 'bundled' | 'system') => string[] }

type TargetOptions = ClientRequestArgs & tls.ConnectionOptions

/** A way to the server: a proxy, or null for none. */
type Way = URL | null

/**
 * Connects on the first of the system's ways that leads there; they are looked up for each connection, since the network may
 * have changed. A proxy (CONNECT) sees only encrypted bytes.
 */
class RouteAgent extends Agent {
  readonly #resolve: () => Promise<string>
  /** The last kind of proxy that it cannot use: the log has it once. */
  #unusable = ''

  constructor(resolve: () => Promise<string>) {
    super()
    this.#resolve = resolve
  }

  override createConnection(options: TargetOptions, onSocket?: OnSocket): undefined {
    const fail = onSocket as ((error: Error) => void) | undefined
    this.#reach(options).then(
      (socket) => onSocket?.(null, tls.connect({ ...options, path: undefined, socket })),
      (error: Error) => fail?.(error),
    )
  }

  async #reach(options: TargetOptions): Promise<Duplex> {
    let failure: unknown
    for (const way of this.#waysOf(await this.#resolve())) {
      try {
        return await (way ? throughProxy(way, options) : straight(options))
      } catch (error) {
        failure = error
      }
    }
    throw failure
  }

  /** Of an answer such as `PROXY 10.0.0.1:3128; DIRECT`. */
  #waysOf(answer: string): Way[] {
    const ways: Way[] = []
    for (const entry of answer.split(';')) {
      const [kind = '', place] = entry.trim().split(' ')
      if (kind === 'DIRECT') ways.push(null)
      else if (kind === 'PROXY' || kind === 'HTTPS')
        ways.push(new URL(`${kind === 'PROXY' ? 'http' : 'https'}://${place}`))
      else if (kind !== '' && kind !== this.#unusable)
        console.warn(`real time: no way through ${(this.#unusable = kind)}: it is tried without`)
    }
    return ways.length > 0 ? ways : [null]
  }
}

async function straight({ host, port }: TargetOptions): Promise<Duplex> {
  const socket = connect({ host, port: Number(port) })
  await once(socket, 'connect')
  return socket
}

async function throughProxy(proxy: URL, { host, port, ca }: TargetOptions): Promise<Duplex> {
  const target = `${host?.includes(':') ? `[${host}]` : host}:${port}`
  const asked = {
    host: proxy.hostname.replace(/^\[|\]$/g, ''),
    port: proxy.port,
    method: 'CONNECT',
    path: target,
    headers: { Host: target },
    agent: false,
    timeout: connectMs,
    ca,
  }
  const ask = proxy.protocol === 'https:' ? encryptedRequest(asked) : plainRequest(asked)
  ask.once('timeout', () => ask.destroy(new Error('the proxy does not answer')))
  ask.end()
  const [{ statusCode }, socket] = (await once(ask, 'connect')) as [IncomingMessage, Duplex]
  if (statusCode === 200) return socket
  socket.destroy()
  throw new Error(`the proxy refuses: ${statusCode}`)
}

/**
 * How the socket reaches the server: unlike calls it does not go through Chromium, so it is told the proxies of the system and,
 * where the runtime can read them, its certificates.
 */
export function socketRoute(
  serverUrl: string,
  resolveProxy: (url: string) => Promise<string>,
): { agent?: Agent; ca?: string[] } {
  if (!serverUrl.startsWith('https:')) return {}
  const ca = certificates()
  return { agent: new RouteAgent(() => resolveProxy(serverUrl)), ...(ca && { ca }) }
}

function certificates(): string[] | undefined {
  const { getCACertificates } = tls as SystemCertificates
  return getCACertificates && [...getCACertificates('bundled'), ...getCACertificates('system')]
}
