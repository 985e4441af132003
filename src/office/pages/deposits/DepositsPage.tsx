import { useTranslation } from 'react-i18next'
import { depositCalls, depositStates } from '#contract/office/deposits.ts'
import { ListPage } from '../../ui/list/ListPage.tsx'
import { Money } from '../../ui/Money.tsx'
import { Time } from '../../ui/Time.tsx'
import { DepositBadge, depositActions } from './depositParts.tsx'

export default function DepositsPage() {
  const { t } = useTranslation()
  return (
    <ListPage
      call={depositCalls.list}
      titleKey="deposits.title"
      columns={[
        {
          name: 'createdAt',
          label: 'deposits.createdAt',
          sort: 'createdAt',
          cell: ({ createdAt }) => <Time value={createdAt} />,
        },
        { name: 'email', label: 'deposits.player', isWide: true, cell: ({ email }) => email },
        {
          name: 'amount',
          label: 'deposits.amount',
          isNumber: true,
          cell: ({ amountCents }) => <Money cents={amountCents} />,
        },
        {
          name: 'bonus',
          label: 'deposits.bonus',
          isNumber: true,
          isMinor: true,
          cell: ({ bonusCents }) => <Money cents={bonusCents} />,
        },
        { name: 'provider', label: 'deposits.provider', isMinor: true, cell: ({ provider }) => provider },
        { name: 'state', label: 'deposits.state', cell: (row) => <DepositBadge row={row} /> },
      ]}
      filters={[
        { name: 'q', label: 'deposits.search', kind: 'search' },
        {
          name: 'state',
          label: 'deposits.state',
          kind: 'select',
          choices: depositStates.map((value) => ({ value, label: t(`depositStates.${value}`) })),
        },
        {
          name: 'payer',
          label: 'deposits.payer',
          kind: 'select',
          choices: [{ value: 'unknown', label: t('deposits.unknownPayer') }],
        },
        { name: 'from', label: 'deposits.from', kind: 'day' },
        { name: 'to', label: 'deposits.to', kind: 'dayEnd' },
      ]}
      rowName={({ email }) => email}
      open={({ id }) => `/deposits/${id}`}
      actions={depositActions}
      csv={depositCalls.export}
      empty="deposits.empty"
      emptyText="deposits.emptyText"
    />
  )
}
