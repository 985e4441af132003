import { afterEach, expect, it, vi } from 'vitest'
import { languageCodes, languages } from '#contract/languages.ts'
import { Reader } from '#renderer/features/assistance/Reader.ts'

afterEach(() => vi.unstubAllGlobals())

function hasVoice(locale: string, voices: readonly string[]): boolean {
  vi.stubGlobal('window', { speechSynthesis: { getVoices: () => voices.map((lang) => ({ lang })) } })
  return new Reader(() => locale).hasVoice()
}

it.each(languageCodes)('speaks %s with the voices of espeak-ng, as Debian has them', (code) => {
  const voices = [
    'af',
    'pt-PT',
    'pt-BR',
    'en-GB',
    'id',
    'vi',
    'vi-vn-x-central',
    'ja',
    'ko',
    'cmn',
    'yue',
    'ru',
  ]
  expect(hasVoice(languages[code].locale, voices)).toBe(true)
})

it('is not offered without a voice of the language', () => {
  expect(hasVoice('zh-CN', ['yue', 'ja', 'en-US'])).toBe(false)
  expect(hasVoice('pt-BR', [])).toBe(false)
})
