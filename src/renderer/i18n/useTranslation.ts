import { useSyncExternalStore } from 'react'
import { currentTranslation, onLanguage, type Translation } from './i18n.ts'

/**
 * The texts in the player's language. It draws again when the language changes. In place of react-i18next's, which needs
 * i18next in the first load.
 */
export function useTranslation(): Translation {
  return useSyncExternalStore(onLanguage, currentTranslation, currentTranslation)
}
