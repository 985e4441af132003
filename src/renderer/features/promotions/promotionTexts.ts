import { useTranslation } from 'react-i18next'
import type { Promotion } from '#contract/http/promotions.ts'
import { formatMoney, formatPercent } from '../../i18n/format.ts'
import { useStores } from '../../stores/useStores.ts'

/** Puts the terms into a text of the operator, which names them as ours do: `{{percent}}`. */
function fillIn(text: string, terms: Record<string, string | number>): string {
  return text.replaceAll(/\{\{(\w+)\}\}/g, (placeholder, name: string) => String(terms[name] ?? placeholder))
}

/** Returns the function that gives a promotion's texts, with its terms filled in. */
export function usePromotionTexts() {
  const { t } = useTranslation()
  const { language } = useStores()
  return (promotion: Promotion) => {
    const { kind, fraction, maximum, minimum, days, turnover } = promotion
    const terms = {
      percent: formatPercent(fraction, language.selected),
      maximum: formatMoney(maximum, language.selected),
      minimum: formatMoney(minimum, language.selected),
      days,
      turnover,
    }
    const own = promotion.texts
    if (own) {
      const fill = (text: string) => fillIn(text, terms)
      return {
        title: fill(own.title),
        short: fill(own.short),
        text: fill(own.text),
        rules: own.rules.map(fill),
      }
    }
    const texts = `loyalty.promotions.${kind}` as const
    return {
      title: t(`${texts}.title`),
      short: t(`${texts}.short`, terms),
      text: t(`${texts}.text`, terms),
      rules: t(`${texts}.rules`, { ...terms, returnObjects: true }) as string[],
    }
  }
}
