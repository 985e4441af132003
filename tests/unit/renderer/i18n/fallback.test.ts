import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type * as I18n from '#renderer/i18n/i18n.ts'

const locales = '../../../../src/renderer/i18n/locales'

/** i18n.ts caches what it loaded, so every test starts with a new instance. */
async function freshI18n() {
  vi.resetModules()
  const module: typeof I18n = await import('#renderer/i18n/i18n.ts')
  const { getI18n } = await import('react-i18next')
  return { ...module, i18n: getI18n() }
}

function makeMissing(file: string): void {
  vi.doMock(`${locales}/${file}`, () => {
    throw new Error('404')
  })
}

function restore(file: string): void {
  vi.doUnmock(`${locales}/${file}`)
}

const consoleError = vi.spyOn(console, 'error')

beforeEach(() => {
  vi.stubGlobal('document', { documentElement: { lang: '' } })
  consoleError.mockReset().mockReturnValue(undefined)
})

afterEach(() => {
  vi.unstubAllGlobals()
  for (const file of ['ru_RU/initial.ts', 'ru_RU/play.ts', 'pt_BR/initial.ts', 'en_US/initial.ts'])
    restore(file)
})

describe('dictionaries', () => {
  it('cover the first view and the rest in the chosen language', async () => {
    const { loadDictionary, i18n, loadTexts } = await freshI18n()
    await loadDictionary('ru_RU')
    expect(i18n.t('actions.close')).toBe('Закрыть')
    await loadTexts('play')
    expect(i18n.t('sports.title')).toBe('Спорт')
    expect(document.documentElement.lang).toBe('ru-RU')
    expect(consoleError).not.toHaveBeenCalled()
  })

  it('a language without its file falls back to Portuguese, says so, and the page declares the language shown', async () => {
    makeMissing('ru_RU/initial.ts')
    const { loadDictionary, i18n } = await freshI18n()
    await loadDictionary('ru_RU')
    expect(i18n.t('actions.close')).toBe('Fechar')
    expect(document.documentElement.lang).toBe('pt-BR')
    expect(consoleError).toHaveBeenCalledExactlyOnceWith('dictionary missing: ru_RU', expect.any(Error))
  })

  it('a language chosen later without its file changes nothing, and is used once its file loads', async () => {
    const { loadDictionary, i18n } = await freshI18n()
    await loadDictionary('en_US')
    makeMissing('ru_RU/initial.ts')
    await expect(loadDictionary('ru_RU', true)).rejects.toThrow()
    expect(i18n.t('actions.close')).toBe('Close')
    expect(document.documentElement.lang).toBe('en-US')
    restore('ru_RU/initial.ts')
    await loadDictionary('ru_RU', true)
    expect(i18n.t('actions.close')).toBe('Закрыть')
    expect(document.documentElement.lang).toBe('ru-RU')
  })

  it('when one part is missing, only that part is Portuguese, never a key', async () => {
    makeMissing('ru_RU/play.ts')
    const { loadDictionary, i18n, loadTexts } = await freshI18n()
    await loadDictionary('ru_RU')
    await loadTexts('play')
    expect(i18n.t('actions.close')).toBe('Закрыть')
    expect(i18n.t('sports.title')).toBe('Esportes')
    expect(consoleError).toHaveBeenCalledExactlyOnceWith('dictionary missing: ru_RU', expect.any(Error))
    restore('ru_RU/play.ts')
    await loadTexts('play')
    expect(i18n.t('sports.title')).toBe('Спорт')
  })

  it('with Portuguese missing too it is English', async () => {
    makeMissing('ru_RU/initial.ts')
    makeMissing('pt_BR/initial.ts')
    const { loadDictionary, i18n } = await freshI18n()
    await loadDictionary('ru_RU')
    expect(i18n.t('actions.close')).toBe('Close')
    expect(document.documentElement.lang).toBe('en-US')
    expect(consoleError.mock.calls.map(([text]) => String(text))).toEqual([
      'dictionary missing: ru_RU',
      'dictionary missing: pt_BR',
    ])
  })

  it('without any dictionary the start fails with a visible message', async () => {
    for (const code of ['ru_RU', 'pt_BR', 'en_US']) makeMissing(`${code}/initial.ts`)
    const { loadDictionary } = await freshI18n()
    await expect(loadDictionary('ru_RU')).rejects.toThrow()
  })

  it('of two languages chosen in quick succession the last one wins', async () => {
    const { loadDictionary, i18n } = await freshI18n()
    await loadDictionary('pt_BR')
    // English has to be fetched. Portuguese is loaded already, so it finishes first.
    await Promise.all([loadDictionary('en_US'), loadDictionary('pt_BR')])
    expect(i18n.t('actions.close')).toBe('Fechar')
    expect(document.documentElement.lang).toBe('pt-BR')
  })

  it('a part that a screen requests while another language is loading comes in that language', async () => {
    const { loadDictionary, i18n, loadTexts } = await freshI18n()
    await loadDictionary('pt_BR')
    await Promise.all([loadDictionary('ru_RU'), loadTexts('play')])
    expect(i18n.t('sports.title')).toBe('Спорт')
    // The part is known already when this one is chosen.
    await Promise.all([loadTexts('general'), loadDictionary('en_US')])
    expect(i18n.t('chat.answers')).toBe('Frequently asked questions')
  })
})
