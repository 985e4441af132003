import { useTranslation } from 'react-i18next'
import { bigWinCalls } from '#contract/office/risk.ts'
import { ListPage } from '../../ui/list/ListPage.tsx'
import { bigBetColumns, leastChoices, riskPlayerPath, RiskTabs } from './riskParts.tsx'

export default function BigWinsPage() {
  const { t } = useTranslation()
  return (
    <ListPage
      call={bigWinCalls.list}
      titleKey="risk.wins"
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
      empty="risk.winsEmpty"
    >
      <RiskTabs />
    </ListPage>
  )
}
