import { observer } from 'mobx-react-lite'
import { useTranslation } from 'react-i18next'
import { useStores } from '../../stores/useStores.ts'

/** How bets on sports are settled: the operator's text and page, or our text. */
export const SettlementRules = observer(function SettlementRules({ text }: { text: string }) {
  const { t } = useTranslation()
  const { device, language } = useStores()
  const rules = device.info?.operator.settlementRules
  const own = rules?.text?.[language.code] ?? rules?.text?.pt_BR
  return (
    <>
      <p>{own ?? text}</p>
      {rules?.url && (
        <p>
          <span>{t('auth.terms.settlementRules')}</span>:{' '}
          <a href={rules.url} target="_blank" rel="noopener noreferrer">
            {new URL(rules.url).host}
          </a>
        </p>
      )}
    </>
  )
})
