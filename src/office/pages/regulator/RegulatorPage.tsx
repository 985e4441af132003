import { useTranslation } from 'react-i18next'
import { lotStates, regulatorCalls } from '#contract/office/regulator.ts'
import { ListPage } from '../../ui/list/ListPage.tsx'
import { Time } from '../../ui/Time.tsx'
import { LotBadge, lotActions, makeAction, RegulatorTabs } from './regulatorParts.tsx'
import { useReportList } from './useReportList.ts'

const pageActions = [makeAction]

/** The reports for the regulator by period and lot: made, sent, refused. */
export default function RegulatorPage() {
  const { t } = useTranslation()
  const { columns, familyFilter, nameOf } = useReportList()
  return (
    <ListPage
      call={regulatorCalls.list}
      titleKey="regulator.title"
      textKey="regulator.text"
      columns={[
        ...columns,
        { name: 'number', label: 'regulator.number', isNumber: true, cell: ({ number }) => number },
        { name: 'records', label: 'regulator.records', isNumber: true, cell: ({ records }) => records },
        { name: 'state', label: 'regulator.state', cell: (row) => <LotBadge {...row} /> },
        {
          name: 'attempts',
          label: 'regulator.attempts',
          isNumber: true,
          isMinor: true,
          cell: ({ attempts }) => attempts,
        },
        {
          name: 'madeAt',
          label: 'regulator.madeAt',
          sort: 'madeAt',
          cell: ({ madeAt }) => <Time value={madeAt} as="short" />,
        },
        {
          name: 'sentAt',
          label: 'regulator.sentAt',
          isMinor: true,
          cell: ({ sentAt }) => (sentAt ? <Time value={sentAt} as="short" /> : '–'),
        },
      ]}
      filters={[
        { name: 'from', label: 'regulator.from', kind: 'date' },
        { name: 'to', label: 'regulator.to', kind: 'date' },
        familyFilter,
        {
          name: 'state',
          label: 'regulator.state',
          kind: 'select',
          choices: lotStates.map((value) => ({ value, label: t(`lotStates.${value}`) })),
        },
      ]}
      rowName={(row) => `${nameOf(row)} ${row.number}`}
      open={({ id }) => `/regulator/${id}`}
      actions={lotActions}
      pageActions={pageActions}
      empty="regulator.empty"
      emptyText="regulator.emptyText"
    >
      <RegulatorTabs />
    </ListPage>
  )
}
