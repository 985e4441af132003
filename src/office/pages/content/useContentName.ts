import { useTranslation } from 'react-i18next'
import type { ContentRow } from '#contract/office/content.ts'
import { cents } from '#contract/money.ts'
import { formatMoney } from '#contract/moneyTexts.ts'
import type { TextKey } from '../../i18n/i18n.ts'
import { useLanguage } from '../../i18n/useLanguage.ts'

/** What a person calls a row: its title, else what its fields say. */
export function useContentName(): (row: ContentRow) => string {
  const { t } = useTranslation()
  const { house } = useLanguage()
  return ({ id, kind, title, fields }) => {
    if (title !== null) return title
    const field = fields as Record<string, unknown>
    const choice = (of: string, name: string) =>
      t(`contentFields.${of}.${String(field[name]) || 'top'}` as TextKey) as string
    switch (kind) {
      case 'banner':
        return choice('pictures', 'picture')
      case 'promotion':
        return choice('promotions', 'kind')
      case 'package':
        return `${formatMoney(cents(Number(field['price'])), house)} · ${choice('packages', 'kind')}`
      case 'link':
        return choice('links', 'place')
      case 'notice':
        return id
    }
  }
}
