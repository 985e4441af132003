import type { Envelope } from './errors.ts'
import type { LanguageCode } from './languages.ts'

/** The id of the element with a {@link FirstView} as JSON in the pages that the server sends prerendered. */
export const firstViewId = 'first-view'

/** The responses to the calls of a guest's first view, so that it needs no request. */
export interface FirstView {
  language: LanguageCode
  /** When they were read, in ms since 1970. */
  serverTime: number
  /** By {@link replyKey}. */
  replies: Record<string, Envelope<unknown>>
}

/** Names a call by its path and its query. */
export function replyKey(path: string, query: Record<string, string> = {}): string {
  const parameters = new URLSearchParams(query)
  parameters.sort()
  return [path, parameters.toString()].filter((part) => part !== '').join('?')
}
