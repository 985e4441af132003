import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router-dom'
import { reconciliationCalls, type DifferenceRow } from '#contract/office/reconciliation.ts'
import { KeyValues, Panel } from '../../ui/Panel.tsx'
import { RecordPage } from '../../ui/record/RecordPage.tsx'
import { SubjectName } from '../../ui/SubjectName.tsx'
import { Time } from '../../ui/Time.tsx'
import { AdviceText, DifferenceBadge, differenceActions, KindText, SideView } from './differenceParts.tsx'

export default function DifferencePage() {
  const { t } = useTranslation()
  const { id = '' } = useParams()
  return (
    <RecordPage<DifferenceRow>
      call={reconciliationCalls.get}
      id={id}
      title={({ email, subject }) => email ?? subject}
      badges={(row) => <DifferenceBadge row={row} />}
      back={{ to: '/reconciliation', label: t('reconciliation.title') }}
      actions={differenceActions}
    >
      {(row) => (
        <Panel title={t('reconciliation.difference')}>
          <KeyValues
            rows={[
              { label: t('reconciliation.kind'), value: <KindText kind={row.kind} /> },
              { label: t('reconciliation.advice'), value: <AdviceText kind={row.kind} /> },
              { label: t('reconciliation.provider'), value: row.provider },
              { label: t('reconciliation.side'), value: t(`reconciliation.sides.${row.side}`) },
              {
                label: t(row.side === 'games' ? 'reconciliation.round' : 'reconciliation.subject'),
                value:
                  row.ours === null ? (
                    row.subject
                  ) : (
                    <SubjectName kind={row.side === 'deposits' ? 'deposit' : 'withdrawal'} id={row.subject} />
                  ),
              },
              {
                label: t(row.side === 'games' ? 'reconciliation.theirRound' : 'reconciliation.reference'),
                value: row.reference,
              },
              {
                label: t('reconciliation.player'),
                value: row.playerId && <SubjectName kind="player" id={row.playerId} called={row.email} />,
              },
              { label: t('reconciliation.ours'), value: <SideView view={row.ours} side={row.side} /> },
              { label: t('reconciliation.theirs'), value: <SideView view={row.theirs} side={row.side} /> },
              ...(row.side === 'games'
                ? []
                : [{ label: t('reconciliation.at'), value: <Time value={row.at} as="exact" /> }]),
              { label: t('reconciliation.foundAt'), value: <Time value={row.foundAt} as="exact" /> },
              {
                label: t('reconciliation.resolved'),
                value: row.resolvedAt && (
                  <>
                    <Time value={row.resolvedAt} as="exact" />
                    <span>{` · ${row.resolvedBy} · ${row.resolvedReason}`}</span>
                  </>
                ),
              },
            ]}
          />
        </Panel>
      )}
    </RecordPage>
  )
}
