import { useTranslation } from 'react-i18next'
import { keepAmountsWhole } from './format.ts'

/** A key of the dictionaries with its values, or a text of the server (see stores/AlertStore.ts). */
type Message = { key: string; params?: Record<string, string | number> } | { text: string }

/** Returns the function that turns a store's message into text in the player's language. */
export function useMessage(): (message: Message) => string {
  const { t } = useTranslation()
  // Keys from stores are plain strings; a test checks that each exists in every language.
  return (message) =>
    'text' in message
      ? keepAmountsWhole(message.text)
      : String(t(message.key as 'brand', message.params ?? {}))
}
