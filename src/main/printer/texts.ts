import type { LanguageCode } from '#contract/languages.ts'
import type reference from './texts/pt_BR.json'

export type PaperTexts = typeof reference

const loaders: Record<LanguageCode, () => Promise<{ default: PaperTexts }>> = {
  pt_BR: () => import('./texts/pt_BR.json'),
  en_US: () => import('./texts/en_US.json'),
  id_ID: () => import('./texts/id_ID.json'),
  vi_VN: () => import('./texts/vi_VN.json'),
  nr_NR: () => import('./texts/nr_NR.json'),
  ja_JP: () => import('./texts/ja_JP.json'),
  ko_KR: () => import('./texts/ko_KR.json'),
  zh_CN: () => import('./texts/zh_CN.json'),
  ru_RU: () => import('./texts/ru_RU.json'),
}

export async function loadTexts(code: LanguageCode): Promise<PaperTexts> {
  return (await loaders[code]()).default
}

/** Thermal printers of the network have no letters of these languages. */
const withoutLetters: readonly LanguageCode[] = ['zh_CN', 'ja_JP', 'ko_KR']

/** The language of a thermal printer's receipt. */
export function thermalLanguage(code: LanguageCode): LanguageCode {
  return withoutLetters.includes(code) ? 'en_US' : code
}

export function fill(text: string, values: Record<string, string | number>): string {
  return text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name] ?? ''))
}
