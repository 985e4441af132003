import type { I18nProvider } from 'ra-core'
import { i18n } from './i18n.ts'

/**
 * ra-core asks for texts that only its own components would show; ours come from `useTranslation`. It gets its own default
 * of each.
 */
export const i18nProvider: I18nProvider = {
  translate: (key: string, options?: { _?: string }) => options?._ ?? key,
  changeLocale: () => Promise.reject(new Error('languages are chosen by i18n/i18n.ts')),
  getLocale: () => i18n.language,
}
