import { useTranslation } from 'react-i18next'
import { languages, type Language } from '#contract/languages.ts'
import { officeLanguages, type OfficeLanguage } from '#contract/office/session.ts'

export interface LanguageOfPage {
  code: OfficeLanguage
  /** BCP 47, for Intl. */
  locale: string
  /** The same language of the product, whose money format the office shares. */
  house: Language
}

/** The language in which the page is shown. */
export function useLanguage(): LanguageOfPage {
  const { i18n } = useTranslation()
  const code = officeLanguages.find((each) => each === i18n.language) ?? 'pt-BR'
  const house = languages[code === 'pt-BR' ? 'pt_BR' : 'en_US']
  return { code, locale: house.locale, house }
}
