import type { LanguageCode } from '#contract/languages.ts'
import english from './texts/en_US.json'
import portuguese from './texts/pt_BR.json'

export type Texts = typeof portuguese
type PageLanguage = Extract<LanguageCode, 'pt_BR' | 'en_US'>

const dictionaries: Record<PageLanguage, Texts> = { pt_BR: portuguese, en_US: english }

/** Portuguese for testers whose browser prefers it, English for everybody else. */
export function languageOf(preferred: readonly string[]): PageLanguage {
  return preferred[0]?.startsWith('pt') ? 'pt_BR' : 'en_US'
}

export function textsOf(language: PageLanguage): Texts {
  return dictionaries[language]
}

/** Replaces `{name}` in a text. */
export function fill(text: string, values: Record<string, string | number>): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole))
}
