import { randomUUID } from 'node:crypto'
import { LogController, type FastifyServerOptions, type RawRequestDefaultExpression } from 'fastify'
import type { ServerConfig } from '../config/config.ts'
import { trustedProxies } from './trustedProxies.ts'

/** What a proxy may send as a request's id; anything else could forge a log line or fill the log. */
const requestIdFormat = /^[\w.:-]{8,128}$/

/**
 * Options of both servers. A request must arrive within 30 s, the client's timeout, and its handler must end a
 * little earlier. The sandbox has no handler timeout, because it can delay responses for longer. A connection on which
 * nothing moves for a minute is closed: a client that does not read its response must not keep it in our memory.
 */
export function httpOptions({ sandbox, trustProxy }: Pick<ServerConfig, 'sandbox' | 'trustProxy'>) {
  return {
    genReqId: requestIdOf(trustProxy),
    logController: new LogController({ requestIdLogLabel: 'requestId' }),
    requestTimeout: 30_000,
    connectionTimeout: 65_000,
    handlerTimeout: sandbox ? 0 : 28_000,
    // A call that still arrives on an open connection is handled: Fastify's 503 would not say whether a bet counts.
    return503OnClosing: false,
    trustProxy:
      typeof trustProxy === 'number' ? (_address: string, hop: number) => hop < trustProxy : trustProxy,
  } satisfies FastifyServerOptions
}

/**
 * The id that all log lines of a request have, also the proxy's: from its `X-Request-Id` if TRUST_PROXY names it, else a
 * new one. A player's own header is ignored, because it could repeat the id of another request.
 */
function requestIdOf(
  trustProxy: ServerConfig['trustProxy'],
): (request: RawRequestDefaultExpression) => string {
  const isProxy = trustedProxies(trustProxy)
  return ({ headers, socket }) => {
    const given = headers['x-request-id']
    const isValid = typeof given === 'string' && requestIdFormat.test(given)
    return isValid && isProxy(socket.remoteAddress ?? '', 0) ? given : randomUUID()
  }
}
