import type { LanguageCode } from '#contract/languages.ts'
import { keepAmountsWhole } from '#contract/moneyTexts.ts'
import type ptBR from './pt_BR.json'

/** The texts of the frame; pt_BR has the reference keys. */
export type Texts = typeof ptBR

const load: Record<LanguageCode, () => Promise<{ default: Texts }>> = {
  pt_BR: () => import('./pt_BR.json'),
  en_US: () => import('./en_US.json'),
  nr_NR: () => import('./nr_NR.json'),
  id_ID: () => import('./id_ID.json'),
  vi_VN: () => import('./vi_VN.json'),
  ja_JP: () => import('./ja_JP.json'),
  ko_KR: () => import('./ko_KR.json'),
  zh_CN: () => import('./zh_CN.json'),
  ru_RU: () => import('./ru_RU.json'),
}

export async function loadTexts(code: LanguageCode): Promise<Texts> {
  return (await load[code]()).default
}

/** Replaces each `{{name}}` by its value; a name without a value stays. Amounts stay on one line. */
export function fill(text: string, values: Readonly<Record<string, string | number>>): string {
  return keepAmountsWhole(
    text.replace(/\{\{(\w+)\}\}/g, (whole, name: string) => String(values[name] ?? whole)),
  )
}
