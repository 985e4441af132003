import type { LanguageCode } from '#contract/languages.ts'
import texts from './payTexts.json' with { type: 'json' }

export type PayWords = (typeof texts)['pt_BR']

export function payWords(language: LanguageCode): PayWords {
  return texts[language]
}
