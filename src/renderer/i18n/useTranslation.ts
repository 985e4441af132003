import { useSyncExternalStore } from 'react'
import { currentTranslation, onLanguage, type Translation } from './i18n.ts'

/**
 * The texts in the player's language, for what the first view draws: frame, home, and the parts that many share. Screens
 * beyond it, games and overlays use react-i18next, which comes with them. It draws again when the language changes.
 */
export function useTranslation(): Translation {
  return useSyncExternalStore(onLanguage, currentTranslation, currentTranslation)
}
