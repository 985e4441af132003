import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'
import { errorKeys } from '#contract/errors.ts'
import { CommitUnknownError } from '../../db/client.ts'
import { Refusal } from '../../texts/refusal.ts'
import type { Metrics } from '../../observe/metrics.ts'
import { refusalEnvelope } from '../../presenters/envelope.ts'
import { callerOf } from '../caller.ts'
import { languageOf } from '../../texts/texts.ts'
import { dataPolicy } from './securityHeaders.ts'

/**
 * How long the refusal of one call too many waits, in ms. A program that repeats its call as soon as it is refused
 * would otherwise keep this process busy with refusals.
 */
const floodDelayMs = 250
/** Each waiting refusal holds its request in memory; further ones are sent at once. */
const maxDelayed = 2_000

/** Turns every error of a request into an envelope in the caller's language; only unexpected ones are logged. */
export function handleErrors(app: FastifyInstance, metrics: Metrics): void {
  metrics.addRefusals(errorKeys.map((key) => [key, new Refusal(key).httpStatus]))
  let delayed = 0
  app.setErrorHandler(async (error: FastifyError, request, reply) => {
    const refusal = toRefusal(error)
    metrics.refused(refusal.key, refusal.httpStatus)
    if (refusal.key === 'tooManyCalls' && delayed < maxDelayed) {
      delayed++
      await sleep(floodDelayMs)
      delayed--
    }
    if (refusal.key === 'internal' || refusal.key === 'outcomeUnknown') request.log.error(error)
    if (refusal.retryAfter !== undefined) reply.header('Retry-After', Math.ceil(refusal.retryAfter))
    return sendRefusal(refusal, request, reply)
  })
}

/**
 * Responds to a request that Node cannot parse and no route gets: 431 when its headers are too long, 408 when
 * it takes too long, else 400. The error is not logged, because it quotes the request with its token.
 */
export function respondToUnparsable(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  if (socket.writable) socket.write(unparsableResponse(error.code))
  socket.destroy()
}

/** Responds with a bad request to a URL that the router cannot decode. No hook has run at that point. */
export function respondToUndecodableUrl(
  _error: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  void reply.headers({
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    'Content-Security-Policy': dataPolicy,
  })
  void sendRefusal(new Refusal('badRequest'), request, reply)
}

function unparsableResponse(code: string | undefined): string {
  const status = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 }[code ?? ''] ?? 400
  const body = JSON.stringify(refusalEnvelope(new Refusal('badRequest'), languageOf(undefined)))
  return [
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Cache-Control: no-store',
    'X-Content-Type-Options: nosniff',
    `Content-Security-Policy: ${dataPolicy}`,
    'Connection: close',
    '',
    body,
  ].join('\r\n')
}

/** A 404 in the envelope. */
export function sendNotFound(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return sendRefusal(new Refusal('notFound'), request, reply)
}

function sendRefusal(refusal: Refusal, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return reply.status(refusal.httpStatus).send(refusalEnvelope(refusal, callerOf(request).language))
}

function toRefusal(error: FastifyError | Refusal | CommitUnknownError): Refusal {
  if (error instanceof Refusal) return error
  if (hasZodFastifySchemaValidationErrors(error)) {
    const unknown = error.validation.find((issue) => issue.keyword === 'unrecognized_keys')
    if (unknown) {
      const field = ((unknown.params?.['keys'] ?? []) as string[]).join(', ')
      return new Refusal('unknownField', { params: { field }, data: { field, reason: 'unknown' } })
    }
    const [issue] = error.validation
    // For programs: the player is told in words that need no names of fields.
    const field = issue?.instancePath.slice(1).replaceAll('/', '.') || (error.validationContext ?? 'body')
    return new Refusal('badRequest', { data: { field, reason: issue?.message ?? '' } })
  }
  // Must not say that nothing was charged: the commit may have succeeded.
  if (error instanceof CommitUnknownError) return new Refusal('outcomeUnknown')
  // The handler is still running and may commit.
  if (error.code === 'FST_ERR_HANDLER_TIMEOUT') return new Refusal('outcomeUnknown')
  // PostgreSQL cannot store NUL in text or JSON.
  if (error.code === '22021' || error.code === '22P05') return new Refusal('badRequest')
  if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE') return new Refusal('bodyTooLarge')
  // Fastify's messages are English and quote the input, so the player gets ours instead.
  if (error.statusCode !== undefined && error.statusCode < 500) return new Refusal('badRequest')
  return new Refusal('internal')
}
