import type { FastifyBaseLogger } from 'fastify'
import pino, { type DestinationStream, type LogFn } from 'pino'
import type { LogLevel } from '../config/config.ts'

export type Log = FastifyBaseLogger

/** What must never be logged of a request. */
const secretPaths = ['req.headers.authorization', 'req.headers.cookie', 'req.query.token']

/**
 * Creates the server's only logger, passed on as `deps.log`: JSON lines on stdout (or to `destination`),
 * without secrets. Requests are logged with method and URL, without the tokens that a URL may contain.
 */
export function createLog(level: LogLevel, destination?: DestinationStream): Log {
  const options = {
    level,
    redact: secretPaths,
    serializers: {
      req: ({ method, url }: { method: string; url: string }) => ({ method, url: withoutSecrets(url) }),
      err: (error: unknown) => (error instanceof Error ? describeError(error, 0) : error),
    },
    hooks: { logMethod: logWithoutQuotes },
  }
  return destination ? pino(options, destination) : pino(options)
}

/** The address without the token of its query, of a link or of a file, and without e-mail addresses. */
function withoutSecrets(url: string): string {
  return url
    .replace(/([?&]token=)[^&]*/g, '$1…')
    .replace(/\/zgo[^/?]+/, '/zgo…')
    .replace(/(\/confirm\/)[^/?]+/, '$1…')
    .replace(/(\/exportFile\/|\/exports\/file\/)[^/?]+/, '$1…')
    .replace(/[^/?&=]+(@|%40)[^/?&]*/gi, '…')
}

/**
 * What is logged of an error. Only these fields: others may quote the request, or the row that PostgreSQL refused
 * (`detail`, `where`, `internalQuery`).
 */
interface LoggedError {
  type: string
  message: string
  stack: string | undefined
  code?: unknown
  constraint?: unknown
  cause?: LoggedError
  aggregateErrors?: LoggedError[]
}

const deepestCause = 5

function describeError(error: Error & { code?: unknown; constraint?: unknown }, depth: number): LoggedError {
  const { code, constraint, cause, message, stack } = error
  const shown = messageOf(error)
  const inner = error instanceof AggregateError ? (error.errors as unknown[]) : []
  const isDeep = depth >= deepestCause
  return {
    type: error.constructor.name,
    message: shown,
    stack: stack?.replaceAll(message, () => shown),
    ...(code === undefined ? {} : { code }),
    ...(constraint === undefined ? {} : { constraint }),
    ...(cause instanceof Error && !isDeep ? { cause: describeError(cause, depth + 1) } : {}),
    ...(inner.length > 0 && !isDeep
      ? {
          aggregateErrors: inner.flatMap((each) =>
            each instanceof Error ? describeError(each, depth + 1) : [],
          ),
        }
      : {}),
  }
}

/** The message without the values that errors of PostgreSQL's class 22 quote because they do not fit. */
function messageOf(error: Error & { code?: unknown }): string {
  const quotes = typeof error.code === 'string' && error.code.startsWith('22')
  return quotes ? error.message.replace(/"[^]*"/g, '"…"') : error.message
}

/** For a log call without a message, Pino takes the error's message and bypasses the serializer. */
function logWithoutQuotes(this: unknown, args: Parameters<LogFn>, method: LogFn): void {
  const [first, ...rest] = args as unknown[]
  const message = first instanceof Error && rest.length === 0 ? [messageOf(first)] : rest
  method.apply(this, [first, ...message] as Parameters<LogFn>)
}
