import type { Language } from '#contract/languages.ts'

/** '1,4786x', as the server pays it: at least two decimals, at most four. For pay tables and what is announced; what is seen has two. */
export function formatExactMultiplier(value: number, language: Language): string {
  const options = { minimumFractionDigits: 2, maximumFractionDigits: 4 }
  return `${value.toLocaleString(language.locale, options)}x`
}
