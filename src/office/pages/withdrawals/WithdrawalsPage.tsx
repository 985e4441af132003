import { useTranslation } from 'react-i18next'
import { withdrawalCalls, withdrawalStates } from '#contract/office/withdrawals.ts'
import { ListPage } from '../../ui/list/ListPage.tsx'
import { Money } from '../../ui/Money.tsx'
import { Time } from '../../ui/Time.tsx'
import { decisions } from './withdrawalActions.tsx'
import { Risks, StateBadge } from './withdrawalParts.tsx'

export default function WithdrawalsPage() {
  const { t } = useTranslation()
  return (
    <ListPage
      call={withdrawalCalls.list}
      titleKey="withdrawals.title"
      columns={[
        {
          name: 'createdAt',
          label: 'withdrawals.createdAt',
          sort: 'createdAt',
          cell: ({ createdAt }) => <Time value={createdAt} />,
        },
        { name: 'email', label: 'withdrawals.player', isWide: true, cell: ({ email }) => email },
        {
          name: 'amount',
          label: 'withdrawals.amount',
          sort: 'amountCents',
          isNumber: true,
          cell: ({ amountCents }) => <Money cents={amountCents} />,
        },
        { name: 'type', label: 'withdrawals.type', cell: ({ type }) => type },
        { name: 'key', label: 'withdrawals.key', isMinor: true, cell: ({ key }) => key },
        { name: 'risks', label: 'withdrawals.risks', cell: (row) => <Risks row={row} /> },
        { name: 'state', label: 'withdrawals.state', cell: (row) => <StateBadge row={row} /> },
      ]}
      filters={[
        { name: 'q', label: 'withdrawals.search', kind: 'search' },
        {
          name: 'state',
          label: 'withdrawals.state',
          kind: 'select',
          choices: [
            { value: 'waiting', label: t('withdrawals.waiting') },
            ...withdrawalStates.map((value) => ({ value, label: t(`withdrawalStates.${value}`) })),
          ],
        },
        {
          name: 'type',
          label: 'withdrawals.type',
          kind: 'select',
          choices: (['CPF', 'CNPJ', 'USDT', 'VOUCHER'] as const).map((value) => ({ value, label: value })),
        },
        { name: 'from', label: 'withdrawals.from', kind: 'day' },
        { name: 'to', label: 'withdrawals.to', kind: 'dayEnd' },
      ]}
      rowName={({ email }) => email}
      open={({ id }) => `/withdrawals/${id}`}
      actions={decisions}
      csv={withdrawalCalls.export}
      empty="withdrawals.empty"
      emptyText="withdrawals.emptyText"
    />
  )
}
