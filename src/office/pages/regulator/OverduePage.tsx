import { useTranslation } from 'react-i18next'
import { overdueStates, regulatorCalls, type OverdueState } from '#contract/office/regulator.ts'
import { Badge, type BadgeTone } from '../../ui/Badge.tsx'
import { listAddress } from '../../ui/list/listAddress.ts'
import { ListPage } from '../../ui/list/ListPage.tsx'
import { makeOverdueActions, RegulatorTabs } from './regulatorParts.tsx'
import { useReportList } from './useReportList.ts'

const tones: Record<OverdueState, BadgeTone> = {
  missing: 'bad',
  requested: 'info',
  failed: 'bad',
  written: 'info',
  noSchema: 'bad',
  invalid: 'bad',
  ready: 'warn',
  queued: 'warn',
  refused: 'bad',
}

/** Which day or month of which family was due and is not delivered, the oldest first. */
export default function OverduePage() {
  const { t } = useTranslation()
  const { columns, familyFilter, periodText, nameOf } = useReportList()
  return (
    <ListPage
      call={regulatorCalls.overdue}
      titleKey="regulator.overdue"
      textKey="regulator.overdueText"
      columns={[
        ...columns,
        { name: 'dueOn', label: 'regulator.dueOn', sort: 'dueOn', cell: ({ dueOn }) => periodText(dueOn) },
        { name: 'daysLate', label: 'regulator.daysLate', isNumber: true, cell: ({ daysLate }) => daysLate },
        {
          name: 'state',
          label: 'regulator.state',
          cell: ({ state }) => <Badge tone={tones[state]}>{t(`overdueStates.${state}`)}</Badge>,
        },
        {
          name: 'lots',
          label: 'regulator.lotsSent',
          isNumber: true,
          isMinor: true,
          cell: ({ lots, sentLots }) => (lots === 0 ? '–' : `${sentLots}/${lots}`),
        },
        { name: 'error', label: 'regulator.error', isMinor: true, cell: ({ error }) => error ?? '–' },
      ]}
      filters={[
        familyFilter,
        {
          name: 'state',
          label: 'regulator.state',
          kind: 'select',
          choices: overdueStates.map((value) => ({ value, label: t(`overdueStates.${value}`) })),
        },
      ]}
      rowName={nameOf}
      open={({ family, period }) =>
        // Of a month, the range of one of its days finds it.
        listAddress('/regulator', {
          family,
          from: period.length === 7 ? `${period}-01` : period,
          to: period.length === 7 ? `${period}-01` : period,
        })
      }
      actions={makeOverdueActions}
      empty="regulator.overdueEmpty"
      emptyText="regulator.overdueEmptyText"
    >
      <RegulatorTabs />
    </ListPage>
  )
}
