import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { officeErrors, type OfficeErrorBody, type OfficeErrorCode } from '#contract/office/officeCall.ts'
import { officeLanguages, type OfficeLanguage } from '#contract/office/session.ts'
import { CommitUnknownError } from '../../db/client.ts'
import type { Metrics } from '../../observe/metrics.ts'
import { Refusal } from '../../texts/refusal.ts'
import { errorText } from '../../texts/texts.ts'
import { OfficeRefusal } from '../texts/officeRefusal.ts'
import { officeErrorText, officeLanguageOf, productLanguage, productRefusalText } from '../texts/texts.ts'

/** Turns every error of a request into the body of the contract, in the reader's language; logs only unexpected ones. */
export function handleOfficeErrors(app: FastifyInstance, metrics: Metrics): void {
  metrics.addRefusals(Object.entries(officeErrors))
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const refusal = toOfficeRefusal(error)
    if (refusal.code === 'internal' || refusal.code === 'outcomeUnknown') request.log.error(error)
    metrics.refused(refusal.code, refusal.status)
    if (refusal.retryAfter !== undefined) reply.header('Retry-After', Math.ceil(refusal.retryAfter))
    return reply.status(refusal.status).send(errorBody(error, languageOf(request)))
  })
}

export function sendOfficeNotFound(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return reply.status(404).send(errorBody(new OfficeRefusal('notFound'), languageOf(request)))
}

/** A link that saves a file cannot send a header, so its address may name the language. */
export function languageOf(request: FastifyRequest): OfficeLanguage {
  const lang = (request.query as { lang?: unknown } | undefined)?.lang
  return (
    officeLanguages.find((language) => language === lang) ??
    officeLanguageOf(request.headers['accept-language'])
  )
}

/** The body for an error. What only the product knows the reason of has the product's text. */
export function errorBody(error: unknown, language: OfficeLanguage): OfficeErrorBody {
  const refusal = toOfficeRefusal(error)
  const message =
    error instanceof Refusal && refusal.code === 'refused'
      ? (productRefusalText(language, error.key) ??
        errorText(productLanguage(language), error.key, error.params))
      : officeErrorText(language, refusal.code, refusal.params)
  const fields = refusal.field === undefined ? refusal.fields : { [refusal.field]: message }
  return { error: { code: refusal.code, message, ...(fields ? { fields } : {}) } }
}

/** The product's reasons that mean something to the office's client; all others are `refused` with their text. */
const known: Partial<Record<string, OfficeErrorCode>> = {
  notFound: 'notFound',
  conflict: 'conflict',
  forbidden: 'forbidden',
  tooManyCalls: 'tooManyCalls',
  passwordWeak: 'passwordWeak',
  passwordCommon: 'passwordCommon',
  passwordContainsEmail: 'passwordContainsEmail',
}

function toOfficeRefusal(error: unknown): OfficeRefusal {
  if (error instanceof OfficeRefusal) return error
  if (error instanceof Refusal) {
    const code = known[error.key] ?? 'refused'
    return new OfficeRefusal(code, {
      ...(code.startsWith('password') ? { field: 'password' } : {}),
      ...(error.retryAfter === undefined ? {} : { retryAfter: error.retryAfter }),
    })
  }
  if (error instanceof CommitUnknownError) return new OfficeRefusal('outcomeUnknown')
  const { code, statusCode } = error as Partial<FastifyError>
  if (code === 'FST_ERR_HANDLER_TIMEOUT') return new OfficeRefusal('outcomeUnknown')
  // PostgreSQL cannot store NUL in text or JSON.
  if (code === '22021' || code === '22P05') return new OfficeRefusal('invalid')
  if (statusCode !== undefined && statusCode < officeErrors.internal) return new OfficeRefusal('invalid')
  return new OfficeRefusal('internal')
}
