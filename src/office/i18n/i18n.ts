import { createInstance, type i18n as I18n, type ParseKeys } from 'i18next'
import { initReactI18next } from 'react-i18next'
import type { OfficeLanguage } from '#contract/office/session.ts'
import { officeLanguages } from '#contract/office/session.ts'
import type { Dictionary } from './locales/pt-BR/index.ts'

/** A key of the dictionaries, such as `audit.title`. */
export type TextKey = ParseKeys

/** Each language is a chunk of its own. */
const files: Record<OfficeLanguage, () => Promise<{ dictionary: object }>> = {
  'pt-BR': () => import('./locales/pt-BR/index.ts'),
  en: () => import('./locales/en/index.ts'),
}

/** Translates every text of the office; components reach it by react-i18next's `useTranslation`. */
export const i18n: I18n = createInstance()
void i18n.use(initReactI18next).init({
  // Texts are added by showLanguage before the first render, so nothing waits for them.
  initAsync: false,
  resources: {},
  fallbackLng: false,
  interpolation: { escapeValue: false },
  returnNull: false,
  react: { useSuspense: false },
})

/**
 * Whether there is a text. The key is any string: as `i18n.exists` narrows the type of its argument, one call of it with a
 * `TextKey` takes the compiler longer than the rest of the back office.
 */
export const hasText = (key: string): boolean => i18n.exists(key)

/** Loads the dictionary once and switches to it; `<html lang>` follows. */
export async function showLanguage(language: OfficeLanguage): Promise<void> {
  if (!i18n.hasResourceBundle(language, 'translation')) {
    const { dictionary } = await files[language]()
    i18n.addResourceBundle(language, 'translation', dictionary, true)
  }
  await i18n.changeLanguage(language)
  document.documentElement.lang = language
}

/** What was chosen last, otherwise the browser's language; Portuguese where it is neither. */
export function firstLanguage(stored: string | null, wanted: readonly string[]): OfficeLanguage {
  const chosen = officeLanguages.find((each) => each === stored)
  if (chosen) return chosen
  const first = wanted.find((each) => /^(pt|en)\b/i.test(each))
  return first !== undefined && /^en/i.test(first) ? 'en' : 'pt-BR'
}

declare module 'i18next' {
  interface CustomTypeOptions {
    resources: { translation: Dictionary }
    returnNull: false
  }
}
