import type { LanguageCode } from '#contract/languages.ts'

/**
 * A text of the first view, before i18next is loaded: found by its path in the first of the languages that has it, with its
 * plural form and values. A test compares it with i18next, text by text. Undefined: there is none.
 */
export function firstText(
  codes: LanguageCode[],
  dictionaries: ReadonlyMap<LanguageCode, object[]>,
  key: string,
  values: Record<string, unknown> = {},
): string | undefined {
  for (const code of codes) {
    const text = (dictionaries.get(code) ?? [])
      .flatMap((dictionary) => namesOf(key, code, values['count']).map((name) => find(dictionary, name)))
      .find((found) => typeof found === 'string')
    if (text !== undefined)
      return text.replaceAll(/\{\{(\w+)\}\}/g, (_whole, name: string) => String(values[name] ?? ''))
  }
  return undefined
}

/** The plural form first. */
function namesOf(key: string, code: LanguageCode, count: unknown): string[] {
  if (typeof count !== 'number') return [key]
  const form = new Intl.PluralRules(code.replace('_', '-')).select(count)
  return [`${key}_${form}`, key]
}

function find(dictionary: object, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>((node, name) => (node as Record<string, unknown> | undefined)?.[name], dictionary)
}
