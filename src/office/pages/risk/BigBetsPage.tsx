import { useTranslation } from 'react-i18next'
import { bigBetCalls } from '#contract/office/risk.ts'
import { ListPage } from '../../ui/list/ListPage.tsx'
import { bigBetColumns, leastChoices, riskPlayerPath, RiskTabs } from './riskParts.tsx'

export default function BigBetsPage() {
  const { t } = useTranslation()
  return (
    <ListPage
      call={bigBetCalls.list}
      titleKey="risk.bets"
      columns={bigBetColumns}
      filters={[
        {
          name: 'kind',
          label: 'risk.kind',
          kind: 'select',
          choices: (['ticket', 'round'] as const).map((value) => ({ value, label: t(`risk.${value}`) })),
        },
        { name: 'least', label: 'risk.least', kind: 'select', choices: leastChoices },
        { name: 'playerId', label: 'risk.playerId', kind: 'text' },
      ]}
      rowName={({ id }) => id}
      open={({ playerId }) => riskPlayerPath(playerId)}
      empty="risk.betsEmpty"
    >
      <RiskTabs />
    </ListPage>
  )
}
