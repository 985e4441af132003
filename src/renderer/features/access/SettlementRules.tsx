import { observer } from 'mobx-react-lite'
import { useTranslation } from 'react-i18next'
import { useStores } from '../../stores/useStores.ts'
import { LinkButton } from '../../ui/LinkButton.tsx'

/** How bets on sports are settled: the page of rules of each sport, by which bets are settled, and the operator's text and page. */
export const SettlementRules = observer(function SettlementRules({
  text,
  isLinked = false,
}: {
  text: string
  /** Whether the page of rules may be opened from here; a form that is being filled in would be lost. */
  isLinked?: boolean
}) {
  const { t } = useTranslation()
  const { device, language } = useStores()
  const rules = device.info?.operator.settlementRules
  const own = rules?.text?.[language.code] ?? rules?.text?.pt_BR
  return (
    <>
      <p>{own ?? text}</p>
      {isLinked && <LinkButton to="/regras">{t('auth.terms.settlementRules')}</LinkButton>}
      {rules?.url && (
        <p>
          <span>{`${t('auth.terms.settlementRules')}: `}</span>
          <a href={rules.url} target="_blank" rel="noopener noreferrer">
            {new URL(rules.url).host}
          </a>
        </p>
      )}
    </>
  )
})
