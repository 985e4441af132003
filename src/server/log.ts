import type { FastifyBaseLogger } from 'fastify'
import pino, { type DestinationStream } from 'pino'
import type { LogLevel } from './config.ts'

export type Log = FastifyBaseLogger

/** What must never be logged: keys, tokens, and the values of a row that PostgreSQL quotes in an error. */
const secretPaths = [
  'req.headers.authorization',
  'req.headers.cookie',
  'req.query.token',
  'err.detail',
  'err.where',
  'err.internalQuery',
]

/**
 * Creates the server's one logger, handed down as `deps.log`: JSON lines on stdout (or to `destination`),
 * without secrets. A request is logged by its method and address, without the tokens that an address may
 * hold.
 */
export function createLog(level: LogLevel, destination?: DestinationStream): Log {
  const options = {
    level,
    redact: secretPaths,
    serializers: {
      req: ({ method, url }: { method: string; url: string }) => ({ method, url: withoutTokens(url) }),
    },
  }
  return destination ? pino(options, destination) : pino(options)
}

/** The address without the token of its query or of a login link. */
function withoutTokens(url: string): string {
  return url.replace(/([?&]token=)[^&]*/g, '$1…').replace(/\/zgo[^/?]+/, '/zgo…')
}
