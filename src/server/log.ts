import type { FastifyBaseLogger } from 'fastify'
import pino, { type DestinationStream } from 'pino'
import type { LogLevel } from './config.ts'

export type Log = FastifyBaseLogger

/** Never logged: keys, tokens, and the row values that PostgreSQL quotes in errors. */
const secretPaths = [
  'req.headers.authorization',
  'req.headers.cookie',
  'req.query.token',
  'err.detail',
  'err.where',
  'err.internalQuery',
]

/**
 * Creates the server's only logger, passed on as `deps.log`: JSON lines on stdout (or to `destination`),
 * without secrets. Requests are logged with method and URL, without the tokens that a URL may contain.
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

/** The URL without the token in its query or in a login link. */
function withoutTokens(url: string): string {
  return url.replace(/([?&]token=)[^&]*/g, '$1…').replace(/\/zgo[^/?]+/, '/zgo…')
}
