import { observer } from 'mobx-react-lite'
import { useTranslation } from 'react-i18next'
import { commissionRates } from '#contract/rules/referrals.ts'
import { formatPercent } from '../../i18n/format.ts'
import { useStores } from '../../stores/useStores.ts'
import { Details } from '../../ui/Details.tsx'

/** Explains how commissions are calculated; with the default rates while the server's are unknown. */
export const AgentRules = observer(function AgentRules({
  rates = commissionRates,
  open = false,
}: {
  rates?: readonly number[]
  open?: boolean
}) {
  const { t } = useTranslation()
  const language = useStores().language.selected
  const [first = '', second = '', third = ''] = rates.map((rate) => formatPercent(rate, language))
  return (
    <Details open={open} summary={t('loyalty.agent.rules')}>
      <p>{t('loyalty.agent.rulesText', { first, second, third })}</p>
    </Details>
  )
})
