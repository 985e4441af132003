import type { Envelope } from '#contract/errors.ts'
import type { LanguageCode } from '#contract/languages.ts'
import type { Refusal, TextParams } from '../texts/refusal.ts'
import { errorText, messageText, type MessageKey } from '../texts/texts.ts'

/** What a route returns: `data`, and a message where the client shows a toast. */
export interface RouteResult<Data> {
  data: Data
  message?: MessageKey
  /** Values for the message's placeholders. */
  params?: TextParams
}

/** The envelope of a refusal, with its message in the caller's language. */
export function refusalEnvelope(refusal: Refusal, language: LanguageCode): Envelope<unknown> {
  return {
    status: refusal.status,
    message:
      refusal.texts[language] ??
      refusal.texts.en_US ??
      refusal.texts.pt_BR ??
      errorText(language, refusal.key, refusal.params),
    data: refusal.data,
  }
}

/** The envelope of a success (status 0). */
export function successEnvelope(language: LanguageCode, result: RouteResult<unknown>): Envelope<unknown> {
  return {
    status: 0,
    message: result.message ? messageText(language, result.message, result.params) : '',
    data: result.data,
  }
}
