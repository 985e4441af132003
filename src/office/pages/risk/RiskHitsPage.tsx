import { useTranslation } from 'react-i18next'
import { riskHitCalls } from '#contract/office/risk.ts'
import { riskRules } from '#contract/rules/risk.ts'
import { ListPage } from '../../ui/list/ListPage.tsx'
import { hitActions, hitColumns, riskPlayerPath, RiskTabs } from './riskParts.tsx'

export default function RiskHitsPage() {
  const { t } = useTranslation()
  return (
    <ListPage
      call={riskHitCalls.list}
      titleKey="risk.hits"
      textKey="risk.hitsText"
      columns={hitColumns}
      filters={[
        {
          name: 'state',
          label: 'risk.state',
          kind: 'select',
          choices: (['open', 'acknowledged'] as const).map((value) => ({ value, label: t(`risk.${value}`) })),
        },
        {
          name: 'rule',
          label: 'risk.rule',
          kind: 'select',
          choices: riskRules.map((value) => ({ value, label: t(`riskRules.${value}`) })),
        },
        { name: 'playerId', label: 'risk.playerId', kind: 'text' },
      ]}
      rowName={({ rule }) => t(`riskRules.${rule}`)}
      open={({ playerId }) => riskPlayerPath(playerId)}
      actions={hitActions}
      empty="risk.hitsEmpty"
      emptyText="risk.hitsEmptyText"
    >
      <RiskTabs />
    </ListPage>
  )
}
