import i18next from 'i18next'
import { describe, expect, it } from 'vitest'
import { languageCodes, type LanguageCode } from '#contract/languages.ts'
import { firstText } from '#renderer/i18n/firstText.ts'

const fallbacks: LanguageCode[] = ['pt_BR', 'en_US']
const counts = [0, 1, 2, 5, 11, 21, 22, 100]

async function firstTexts(code: LanguageCode): Promise<object> {
  return ((await import(`../../../../src/renderer/i18n/locales/${code}/index.ts`)) as { default: object })
    .default
}

/** The paths of all texts, without the form of a plural. */
function keysOf(node: object, path = ''): string[] {
  return Object.entries(node).flatMap(([name, value]: [string, unknown]) => {
    const key = (path && `${path}.`) + name
    return typeof value === 'object' && value !== null
      ? keysOf(value, key)
      : [key.replace(/_(zero|one|two|few|many|other)$/, '')]
  })
}

/** A value for every name in braces. */
function valuesOf(text: string): Record<string, string> {
  return Object.fromEntries(
    [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name = '']) => [name, `<${name} & Co>`]),
  )
}

describe('the texts of the first view, before i18next is loaded', () => {
  it.each(languageCodes)('are those of i18next: %s', async (code) => {
    const texts = await firstTexts(code)
    const loaded = new Map<LanguageCode, object[]>([[code, [texts]]])
    const peer = i18next.createInstance()
    await peer.init({
      lng: code,
      fallbackLng: fallbacks,
      resources: { [code]: { translation: texts } },
      interpolation: { escapeValue: false },
      returnNull: false,
    })
    const keys = [...new Set(keysOf(texts))]
    expect(keys.length).toBeGreaterThan(100)
    const values = valuesOf(JSON.stringify(texts))
    for (const key of keys) {
      for (const count of counts) {
        const all = { ...values, count }
        expect(firstText([code, ...fallbacks], loaded, key, all), key).toBe(peer.t(key as 'brand', all))
      }
    }
  })

  it('come from the fallback where the language has none, and are not there where no language has one', async () => {
    const loaded = new Map<LanguageCode, object[]>([
      ['ru_RU', [{}]],
      ['pt_BR', [await firstTexts('pt_BR')]],
    ])
    expect(firstText(['ru_RU', ...fallbacks], loaded, 'actions.close')).toBe('Fechar')
    expect(firstText(['ru_RU', ...fallbacks], loaded, 'actions')).toBeUndefined()
    expect(firstText(['ru_RU', ...fallbacks], loaded, 'nothing.here')).toBeUndefined()
  })
})
