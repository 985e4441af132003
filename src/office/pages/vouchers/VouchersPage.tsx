import { useTranslation } from 'react-i18next'
import { voucherCalls, voucherStates } from '#contract/office/vouchers.ts'
import { ListPage } from '../../ui/list/ListPage.tsx'
import { Badge } from '../../ui/Badge.tsx'
import { Money } from '../../ui/Money.tsx'
import { Time } from '../../ui/Time.tsx'
import { issueAction, payAction, VoucherBadge, voucherActions } from './voucherParts.tsx'

const pageActions = [payAction, issueAction]

export default function VouchersPage() {
  const { t } = useTranslation()
  return (
    <ListPage
      call={voucherCalls.list}
      titleKey="vouchers.title"
      textKey="vouchers.text"
      columns={[
        {
          name: 'createdAt',
          label: 'vouchers.createdAt',
          sort: 'createdAt',
          cell: ({ createdAt }) => <Time value={createdAt} as="short" />,
        },
        {
          name: 'amount',
          label: 'vouchers.amount',
          isNumber: true,
          cell: ({ amountCents }) => <Money cents={amountCents} />,
        },
        {
          name: 'state',
          label: 'vouchers.state',
          cell: (row) => (
            <>
              <VoucherBadge {...row} /> {row.hasCode && <Badge tone="warn">{t('vouchers.hasCode')}</Badge>}
            </>
          ),
        },
        {
          name: 'issuedBy',
          label: 'vouchers.issuedBy',
          cell: ({ issuedByName, isWithdrawn }) =>
            isWithdrawn ? t('vouchers.withdrawn') : (issuedByName ?? '–'),
        },
        {
          name: 'expiresAt',
          label: 'vouchers.expiresAt',
          isMinor: true,
          cell: ({ expiresAt }) => <Time value={expiresAt} as="short" />,
        },
        { name: 'player', label: 'vouchers.player', isWide: true, cell: ({ email }) => email ?? '–' },
      ]}
      filters={[
        {
          name: 'state',
          label: 'vouchers.state',
          kind: 'select',
          choices: voucherStates.map((value) => ({ value, label: t(`voucherStates.${value}`) })),
        },
        { name: 'from', label: 'vouchers.from', kind: 'day' },
        { name: 'to', label: 'vouchers.to', kind: 'dayEnd' },
      ]}
      rowName={({ id }) => id.slice(0, 8)}
      open={({ id }) => `/vouchers/${id}`}
      actions={voucherActions}
      pageActions={pageActions}
      csv={voucherCalls.export}
      empty="vouchers.empty"
      emptyText="vouchers.emptyText"
    />
  )
}
