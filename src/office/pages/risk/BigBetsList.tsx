import { useTranslation } from 'react-i18next'
import type { BigBetRow, bigBetCalls, bigWinCalls } from '#contract/office/risk.ts'
import type { Action } from '../../ui/actions/action.ts'
import { ListPage, type ListPageProps } from '../../ui/list/ListPage.tsx'
import { bigBetColumns, leastChoices, riskPlayerPath, RiskTabs } from './riskParts.tsx'

/** Bets from an amount on: by what was staked, or by what was won. */
export function BigBetsList({
  call,
  titleKey,
  empty,
  emptyText,
  actions = [],
}: {
  call: typeof bigBetCalls.list | typeof bigWinCalls.list
} & Pick<ListPageProps<never, never, never>, 'titleKey' | 'empty' | 'emptyText'> & {
    actions?: readonly Action<BigBetRow>[]
  }) {
  const { t } = useTranslation()
  return (
    <ListPage
      call={call}
      titleKey={titleKey}
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
      actions={actions}
      empty={empty}
      emptyText={emptyText}
    >
      <RiskTabs />
    </ListPage>
  )
}
