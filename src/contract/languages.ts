/**
 * The nine languages: docs/product.md, "Languages". Each names the currency shown to the player and sent in the `curreny`
 * header: the account's, which is the real in every language.
 */
export const languageCodes = [
  'pt_BR',
  'en_US',
  'id_ID',
  'vi_VN',
  'nr_NR',
  'ja_JP',
  'ko_KR',
  'zh_CN',
  'ru_RU',
] as const
export type LanguageCode = (typeof languageCodes)[number]

export const defaultLanguage: LanguageCode = 'pt_BR'

export interface Language {
  code: LanguageCode
  /** The language's own name. */
  name: string
  /** BCP 47, for Intl and the `lang` of the document. */
  locale: string
  flag: 'br' | 'us' | 'id' | 'vn' | 'ng' | 'jp' | 'kr' | 'cn' | 'ru'
  phonePrefix: string
  /** The name of the currency. */
  currencyText: string
  /** The unit of the currency: the value of the `curreny` header. */
  currency: string
  symbol: string
  /** Its picture: that of the account's currency in every language. */
  currencyIcon: 'real'
}

export const languages: Record<LanguageCode, Language> = {
  pt_BR: lang('pt_BR', 'Português', 'pt-BR', 'br', '+55', 'Real', 'BRL', 'R$'),
  en_US: lang('en_US', 'English', 'en-US', 'us', '+1', 'Real', 'BRL', 'R$'),
  id_ID: lang('id_ID', 'Bahasa Indonesia', 'id-ID', 'id', '+62', 'Real', 'BRL', 'R$'),
  vi_VN: lang('vi_VN', 'Tiếng Việt', 'vi-VN', 'vn', '+84', 'Real', 'BRL', 'R$'),
  nr_NR: lang('nr_NR', 'English (Nigeria)', 'en-NG', 'ng', '+234', 'Real', 'BRL', 'R$'),
  ja_JP: lang('ja_JP', '日本語', 'ja-JP', 'jp', '+81', 'Real', 'BRL', 'R$'),
  ko_KR: lang('ko_KR', '한국어', 'ko-KR', 'kr', '+82', 'Real', 'BRL', 'R$'),
  zh_CN: lang('zh_CN', '简体中文', 'zh-CN', 'cn', '+86', 'Real', 'BRL', 'R$'),
  ru_RU: lang('ru_RU', 'Русский', 'ru-RU', 'ru', '+7', 'Real', 'BRL', 'R$'),
}

/** The language with this code, or the default one. */
export function toLanguageCode(text: string | null | undefined): LanguageCode {
  return languageCodes.find((code) => code === text) ?? defaultLanguage
}

function lang(
  code: LanguageCode,
  name: string,
  locale: string,
  flag: Language['flag'],
  phonePrefix: string,
  currencyText: string,
  currency: string,
  symbol: string,
): Language {
  return { code, name, locale, flag, phonePrefix, currencyText, currency, symbol, currencyIcon: 'real' }
}
