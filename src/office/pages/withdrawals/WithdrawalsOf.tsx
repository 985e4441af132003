import { withdrawalCalls } from '#contract/office/withdrawals.ts'
import { RelatedList } from '../../ui/list/RelatedList.tsx'
import { Money } from '../../ui/Money.tsx'
import { Time } from '../../ui/Time.tsx'
import { StateBadge } from './withdrawalParts.tsx'

/** The latest withdrawals of a player. */
export function WithdrawalsOf({ playerId, label, most }: { playerId: string; label: string; most: number }) {
  return (
    <RelatedList
      call={withdrawalCalls.list}
      query={{ playerId, sort: 'createdAt', order: 'desc', perPage: most }}
      label={label}
      columns={[
        {
          name: 'at',
          label: 'withdrawals.createdAt',
          cell: ({ createdAt }) => <Time value={createdAt} />,
        },
        {
          name: 'amount',
          label: 'withdrawals.amount',
          isNumber: true,
          cell: ({ amountCents }) => <Money cents={amountCents} />,
        },
        { name: 'key', label: 'withdrawals.key', isWide: true, cell: ({ key }) => key },
        { name: 'state', label: 'withdrawals.state', cell: (each) => <StateBadge row={each} /> },
      ]}
      rowName={({ id }) => id}
      open={({ id }) => `/withdrawals/${id}`}
      empty="withdrawals.empty"
    />
  )
}
