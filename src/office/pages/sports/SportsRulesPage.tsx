import { useTranslation } from 'react-i18next'
import { sportsRuleCalls } from '#contract/office/sports.ts'
import { ListPage } from '../../ui/list/ListPage.tsx'
import { Time } from '../../ui/Time.tsx'
import { newRuleActions, sportsRuleActions } from './sportsActions.tsx'
import { ruleColumns, scopeName, SportsTabs, sportChoices } from './sportsParts.tsx'

export default function SportsRulesPage() {
  const { t } = useTranslation()
  return (
    <ListPage
      call={sportsRuleCalls.list}
      titleKey="sports.rules"
      textKey="sports.rulesText"
      columns={[
        { name: 'where', label: 'sports.where', isWide: true, cell: (rule) => scopeName(t, rule) },
        ...ruleColumns,
        {
          name: 'changedAt',
          label: 'sports.changedAt',
          sort: 'changedAt',
          isMinor: true,
          cell: ({ changedAt }) => <Time value={changedAt} />,
        },
      ]}
      filters={[{ name: 'sport', label: 'sports.sport', kind: 'select', choices: sportChoices(t) }]}
      rowName={(rule) => scopeName(t, rule)}
      actions={sportsRuleActions}
      pageActions={newRuleActions}
      empty="sports.rulesEmpty"
      emptyText="sports.rulesEmptyText"
    >
      <SportsTabs />
    </ListPage>
  )
}
