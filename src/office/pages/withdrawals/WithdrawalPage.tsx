import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router-dom'
import { auditCalls } from '#contract/office/audit.ts'
import { withdrawalCalls, type Withdrawal } from '#contract/office/withdrawals.ts'
import { useMay } from '../../data/context.ts'
import { RelatedList } from '../../ui/list/RelatedList.tsx'
import { Money } from '../../ui/Money.tsx'
import { KeyValues, Panel, PanelGrid } from '../../ui/Panel.tsx'
import { RecordPage } from '../../ui/record/RecordPage.tsx'
import { SubjectName } from '../../ui/SubjectName.tsx'
import { Time } from '../../ui/Time.tsx'
import { auditColumns } from '../audit/auditParts.tsx'
import { withdrawalActions } from './withdrawalActions.tsx'
import { Risks, StateBadge } from './withdrawalParts.tsx'

export default function WithdrawalPage() {
  const { t } = useTranslation()
  const { id = '' } = useParams()
  const may = useMay()
  return (
    <RecordPage<Withdrawal>
      call={withdrawalCalls.get}
      id={id}
      title={({ email }) => email}
      badges={(row) => <StateBadge {...row} />}
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
                  { label: t('withdrawals.risks'), value: <Risks {...row} /> },
                ]}
              />
            </Panel>
            <Panel title={t('withdrawals.payout')}>
              <KeyValues
                rows={[
                  {
                    label: t('withdrawals.decidedAt'),
                    value: row.decidedAt && <Time value={row.decidedAt} as="exact" />,
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
            <Panel title={t('withdrawals.player')}>
              <KeyValues
                rows={[
                  { label: t('withdrawals.email'), value: <SubjectName kind="player" id={row.playerId} /> },
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
            <RelatedList
              call={withdrawalCalls.list}
              query={{ playerId: row.playerId, sort: 'createdAt', order: 'desc' }}
              label={t('withdrawals.others')}
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
                { name: 'state', label: 'withdrawals.state', cell: (each) => <StateBadge {...each} /> },
              ]}
              rowName={({ id: each }) => each}
              open={({ id: each }) => `/withdrawals/${each}`}
              empty="withdrawals.empty"
            />
          </Panel>
          {may(auditCalls.list.permission) && (
            <Panel title={t('withdrawals.history')} isFlush>
              <RelatedList
                call={auditCalls.list}
                query={{ subjectKind: 'withdrawal', subjectId: row.id }}
                label={t('withdrawals.history')}
                columns={auditColumns}
                rowName={({ id: each }) => each}
                open={({ id: each }) => `/audit/${each}`}
                empty="withdrawals.noHistory"
              />
            </Panel>
          )}
        </>
      )}
    </RecordPage>
  )
}
