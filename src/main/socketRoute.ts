import { request as plainRequest, type ClientRequestArgs } from 'node:http'
import { Agent, request as encryptedRequest } from 'node:https'
import type { Duplex } from 'node:stream'
import * as tls from 'node:tls'

const connectMs = 5_000

type OnSocket = (error: Error | null, socket: Duplex) => void

/** Node 22.15 and later. */
type SystemCertificates = typeof tls & { getCACertificates?: (kind: 'bundled' | 'system') => string[] }

/** Connects through an HTTP proxy (CONNECT), which sees only encrypted bytes. */
class ProxyAgent extends Agent {
  readonly #proxy: URL

  constructor(proxy: URL) {
    super()
    this.#proxy = proxy
  }

  override createConnection(
    options: ClientRequestArgs & tls.ConnectionOptions,
    onSocket?: OnSocket,
  ): undefined {
    const fail = onSocket as ((error: Error) => void) | undefined
    const { protocol, hostname, port } = this.#proxy
    const target = `${options.host}:${options.port}`
    const asked = {
      host: hostname,
      port,
      method: 'CONNECT',
      path: target,
      headers: { Host: target },
      agent: false,
      timeout: connectMs,
    }
    const ask = protocol === 'https:' ? encryptedRequest(asked) : plainRequest(asked)
    ask.once('timeout', () => ask.destroy(new Error('the proxy does not answer')))
    ask.once('error', (error) => fail?.(error))
    ask.once('connect', ({ statusCode }, socket) => {
      if (statusCode === 200) onSocket?.(null, tls.connect({ ...options, path: undefined, socket }))
      else {
        socket.destroy()
        fail?.(new Error(`the proxy refuses: ${statusCode}`))
      }
    })
    ask.end()
  }
}

/**
 * How the socket reaches the server: unlike calls it does not go through Chromium, so it is told the proxy of the system and,
 * where the runtime can read them, its certificates.
 */
export async function socketRoute(
  serverUrl: string,
  resolveProxy: (url: string) => Promise<string>,
): Promise<{ agent?: Agent; ca?: string[] }> {
  if (!serverUrl.startsWith('https:')) return {}
  const proxy = proxyOf(await resolveProxy(serverUrl))
  const ca = certificates()
  return {
    ...(proxy && { agent: new ProxyAgent(proxy) }),
    ...(ca && { ca }),
  }
}

/** Of an answer such as `PROXY 10.0.0.1:3128; DIRECT`. */
function proxyOf(answer: string): URL | null {
  const [first = ''] = answer.split(';')
  const [kind, place] = first.trim().split(' ')
  if (kind === 'PROXY' || kind === 'HTTPS')
    return new URL(`${kind === 'PROXY' ? 'http' : 'https'}://${place}`)
  if (kind !== 'DIRECT') console.warn(`real time: no way through ${kind}: it is tried without`)
  return null
}

function certificates(): string[] | undefined {
  const { getCACertificates } = tls as SystemCertificates
  return getCACertificates && [...getCACertificates('bundled'), ...getCACertificates('system')]
}
