import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router-dom'
import { voucherCalls, type Voucher } from '#contract/office/vouchers.ts'
import { Money } from '../../ui/Money.tsx'
import { KeyValues, Panel } from '../../ui/Panel.tsx'
import { RecordPage } from '../../ui/record/RecordPage.tsx'
import { SubjectName } from '../../ui/SubjectName.tsx'
import { Time } from '../../ui/Time.tsx'
import { AuditPanel } from '../audit/AuditTrail.tsx'
import { VoucherBadge, voucherActions } from './voucherParts.tsx'

const exact = (at: string | null) => at && <Time value={at} as="exact" />

export default function VoucherPage() {
  const { t } = useTranslation()
  const { id = '' } = useParams()
  return (
    <RecordPage<Voucher>
      call={voucherCalls.get}
      id={id}
      title={(row) => row.id.slice(0, 8)}
      badges={(row) => <VoucherBadge {...row} />}
      back={{ to: '/vouchers', label: t('vouchers.title') }}
      actions={voucherActions}
    >
      {(row) => (
        <>
          <Panel>
            <KeyValues
              rows={[
                { label: t('vouchers.amount'), value: <Money cents={row.amountCents} /> },
                { label: t('vouchers.createdAt'), value: exact(row.createdAt) },
                {
                  label: t('vouchers.issuedBy'),
                  value: row.isWithdrawn ? t('vouchers.withdrawn') : row.issuedByName,
                },
                { label: t('vouchers.expiresAt'), value: exact(row.expiresAt) },
                { label: t('vouchers.redeemedAt'), value: exact(row.redeemedAt) },
                {
                  label: t('vouchers.player'),
                  value: row.playerId !== null && (
                    <SubjectName kind="player" id={row.playerId} called={row.email} />
                  ),
                },
                { label: t('vouchers.paidAt'), value: exact(row.paidAt) },
                { label: t('vouchers.paidBy'), value: row.paidByName },
                { label: t('vouchers.voidedAt'), value: exact(row.voidedAt) },
                { label: t('vouchers.voidedBy'), value: row.voidedByName },
              ]}
            />
          </Panel>
          <AuditPanel kind="voucher" id={row.id} />
        </>
      )}
    </RecordPage>
  )
}
