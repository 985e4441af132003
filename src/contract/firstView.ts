import type { Envelope } from './errors.ts'
import type { LanguageCode } from './languages.ts'

/** The id of the element with a {@link FirstView} as JSON in the page that the server sends for /home. */
export const firstViewId = 'first-view'

/** The responses to what a guest's first view of /home asks for, so that it needs no request. */
export interface FirstView {
  language: LanguageCode
  /** By the path of the call. */
  replies: Record<string, Envelope<unknown>>
}
