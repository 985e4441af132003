import type { LanguageCode } from '#contract/languages.ts'
import { textsIn } from '#contract/rules/content.ts'
import type { Notice } from '../domain/content/notices.ts'

/** Notices on the wire, in the caller's language. */
export function presentNotices(notices: Notice[], language: LanguageCode) {
  return {
    list: notices.map(({ texts, ...notice }) => ({ ...notice, text: textsIn(texts, language)?.text ?? '' })),
  }
}
