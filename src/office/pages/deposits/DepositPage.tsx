import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router-dom'
import { depositCalls, type DepositRow } from '#contract/office/deposits.ts'
import { Money } from '../../ui/Money.tsx'
import { KeyValues, Panel } from '../../ui/Panel.tsx'
import { RecordPage } from '../../ui/record/RecordPage.tsx'
import { SubjectName } from '../../ui/SubjectName.tsx'
import { Time } from '../../ui/Time.tsx'
import { DepositBadge, depositActions } from './depositParts.tsx'

export default function DepositPage() {
  const { t } = useTranslation()
  const { id = '' } = useParams()
  return (
    <RecordPage<DepositRow>
      call={depositCalls.get}
      id={id}
      title={({ email }) => email}
      badges={(row) => <DepositBadge row={row} />}
      back={{ to: '/deposits', label: t('deposits.title') }}
      actions={depositActions}
      refreshMs={5_000}
    >
      {(row) => (
        <Panel title={t('deposits.order')}>
          <KeyValues
            rows={[
              {
                label: t('deposits.player'),
                value: <SubjectName kind="player" id={row.playerId} called={row.email} />,
              },
              { label: t('deposits.amount'), value: <Money cents={row.amountCents} /> },
              { label: t('deposits.discount'), value: <Money cents={row.discountCents} /> },
              { label: t('deposits.bonus'), value: <Money cents={row.bonusCents} /> },
              { label: t('deposits.provider'), value: row.provider },
              { label: t('deposits.reference'), value: row.reference },
              { label: t('deposits.createdAt'), value: <Time value={row.createdAt} as="exact" /> },
              { label: t('deposits.paidAt'), value: row.paidAt && <Time value={row.paidAt} as="exact" /> },
              {
                label: t('deposits.refusal'),
                value: row.refusal && t(`deposits.refusals.${row.refusal}`),
              },
              {
                label: t('deposits.refundedAt'),
                value: row.refundedAt && <Time value={row.refundedAt} as="exact" />,
              },
              {
                label: t('deposits.takenBack'),
                value: row.takenBackCents > 0 && <Money cents={-row.takenBackCents} />,
              },
            ].filter(({ value }) => value !== null && value !== false)}
          />
        </Panel>
      )}
    </RecordPage>
  )
}
