import { hasText, i18n } from '../../i18n/i18n.ts'

/** The text of a key that a newer server may have and this page not. */
export function textOr(key: string, other: string): string {
  return hasText(key) ? String(i18n.t(key as never)) : other
}
