import type { FastifyServerOptions } from 'fastify'
import type { ServerConfig } from './config.ts'

/**
 * Of both servers. A request must arrive within 30 s, the time that the client waits for its answer, and its
 * handler ends a little earlier; the sandbox can delay answers for longer than that.
 */
export function httpOptions({ sandbox, trustProxy }: Pick<ServerConfig, 'sandbox' | 'trustProxy'>) {
  return {
    requestTimeout: 30_000,
    handlerTimeout: sandbox ? 0 : 28_000,
    trustProxy:
      typeof trustProxy === 'number' ? (_address: string, hop: number) => hop < trustProxy : trustProxy,
  } satisfies FastifyServerOptions
}
