import type { LanguageCode } from '#contract/languages.ts'
import type reference from './texts/pt_BR.json'

export type Texts = typeof reference

/** Each language is a file of its own; the page fetches one. */
const files = import.meta.glob<Texts>('./texts/*.json', { import: 'default' })

export async function loadTexts(code: LanguageCode): Promise<Texts> {
  const load = files[`./texts/${code}.json`]
  if (!load) throw new Error(`no texts: ${code}`)
  return load()
}
