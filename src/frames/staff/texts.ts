import { defaultLanguage, type LanguageCode } from '#contract/languages.ts'
import type reference from './texts/pt_BR.json'

export type Texts = typeof reference

/** One file for each language; the page loads only its own. */
const files = import.meta.glob<Texts>('./texts/*.json', { import: 'default' })

export async function loadTexts(code: LanguageCode): Promise<Texts> {
  const load = files[`./texts/${code}.json`] ?? files[`./texts/${defaultLanguage}.json`]
  if (!load) throw new Error(`no texts: ${code}`)
  return load()
}

/** Replaces `{name}` in a text. */
export function fill(text: string, values: Record<string, string | number>): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole))
}
