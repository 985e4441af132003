import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router-dom'
import { withdrawalCalls, type Withdrawal } from '#contract/office/withdrawals.ts'
import { Money } from '../../ui/Money.tsx'
import { KeyValues, Panel, PanelGrid } from '../../ui/Panel.tsx'
import { RecordPage } from '../../ui/record/RecordPage.tsx'
import { SubjectName } from '../../ui/SubjectName.tsx'
import { Time } from '../../ui/Time.tsx'
import { AuditPanel } from '../audit/AuditTrail.tsx'
import { withdrawalActions } from './withdrawalActions.tsx'
import { Risks, StateBadge } from './withdrawalParts.tsx'
import { WithdrawalsOf } from './WithdrawalsOf.tsx'

export default function WithdrawalPage() {
  const { t } = useTranslation()
  const { id = '' } = useParams()
  return (
    <RecordPage<Withdrawal>
      call={withdrawalCalls.get}
      id={id}
      title={({ email }) => email}
      badges={(row) => <StateBadge row={row} />}
      back={{ to: '/withdrawals', label: t('withdrawals.title') }}
      actions={withdrawalActions}
      refreshMs={5_000}
    >
      {(row) => (
        <>
          <PanelGrid>
            <Panel title={t('withdrawals.request')}>
              <KeyValues
                rows={[
                  { label: t('withdrawals.amount'), value: <Money cents={row.amountCents} /> },
                  { label: t('withdrawals.fee'), value: <Money cents={row.feeCents} /> },
                  { label: t('withdrawals.net'), value: <Money cents={row.amountCents - row.feeCents} /> },
                  { label: t('withdrawals.createdAt'), value: <Time value={row.createdAt} as="exact" /> },
                  { label: t('withdrawals.type'), value: row.type },
                  { label: t('withdrawals.key'), value: row.key },
                  { label: t('withdrawals.holder'), value: row.holder },
                  { label: t('withdrawals.risks'), value: <Risks row={row} /> },
                ]}
              />
            </Panel>
            {row.decidedAt !== null && (
              <Panel title={t('withdrawals.payout')}>
                <KeyValues
                  rows={[
                    {
                      label: t('withdrawals.decidedAt'),
                      value: <Time value={row.decidedAt} as="exact" />,
                    },
                    { label: t('withdrawals.refusal'), value: row.refusal && t(`refusals.${row.refusal}`) },
                    {
                      label: t('withdrawals.provider'),
                      value:
                        row.provider === 'byHand' || (row.isByHand && row.provider === null)
                          ? t('withdrawals.byHand')
                          : row.provider,
                    },
                    {
                      label: t('withdrawals.askedAt'),
                      value: row.askedAt && <Time value={row.askedAt} as="exact" />,
                    },
                    { label: t('withdrawals.reference'), value: row.reference },
                  ]}
                />
              </Panel>
            )}
            <Panel title={t('withdrawals.player')}>
              <KeyValues
                rows={[
                  {
                    label: t('withdrawals.email'),
                    value: <SubjectName kind="player" id={row.playerId} called={row.email} />,
                  },
                  { label: t('withdrawals.level'), value: `VIP ${row.player.level}` },
                  { label: t('withdrawals.since'), value: <Time value={row.player.createdAt} as="exact" /> },
                  { label: t('withdrawals.cash'), value: <Money cents={row.player.cashCents} /> },
                  { label: t('withdrawals.bonus'), value: <Money cents={row.player.bonusCents} /> },
                  { label: t('withdrawals.turnover'), value: <Money cents={row.player.turnoverLeftCents} /> },
                  { label: t('withdrawals.deposits'), value: <Money cents={row.player.depositSumCents} /> },
                  { label: t('withdrawals.paid'), value: <Money cents={row.player.withdrawalSumCents} /> },
                  { label: t('withdrawals.bets'), value: <Money cents={row.player.betSumCents} /> },
                  ...(row.player.debtCents > 0
                    ? [{ label: t('withdrawals.debt'), value: <Money cents={-row.player.debtCents} /> }]
                    : []),
                ]}
              />
            </Panel>
          </PanelGrid>
          <Panel title={t('withdrawals.others')} isFlush>
            <WithdrawalsOf playerId={row.playerId} label={t('withdrawals.others')} most={10} />
          </Panel>
          <AuditPanel kind="withdrawal" id={row.id} />
        </>
      )}
    </RecordPage>
  )
}
