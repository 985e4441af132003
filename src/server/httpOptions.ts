import type { FastifyServerOptions } from 'fastify'
import type { ServerConfig } from './config.ts'

/**
 * Options of both servers. A request must arrive within 30 s, the client's timeout, and its handler must end a
 * little earlier. The sandbox has no handler timeout, because it can delay responses for longer. A connection on which
 * nothing moves for a minute is closed: a client that does not read its response must not keep it in our memory.
 */
export function httpOptions({ sandbox, trustProxy }: Pick<ServerConfig, 'sandbox' | 'trustProxy'>) {
  return {
    requestTimeout: 30_000,
    connectionTimeout: 65_000,
    handlerTimeout: sandbox ? 0 : 28_000,
    trustProxy:
      typeof trustProxy === 'number' ? (_address: string, hop: number) => hop < trustProxy : trustProxy,
  } satisfies FastifyServerOptions
}
