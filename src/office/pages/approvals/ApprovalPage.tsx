import type { TFunction } from 'i18next'
import { Check, Hand, X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router-dom'
import { approvalCalls, type Approval } from '#contract/office/approvals.ts'
import { useSession } from '../../data/context.ts'
import { Alert } from '../../ui/Alert.tsx'
import { Data } from '../../ui/Data.tsx'
import { Money } from '../../ui/Money.tsx'
import { KeyValues, Panel, PanelGrid } from '../../ui/Panel.tsx'
import { RecordPage } from '../../ui/record/RecordPage.tsx'
import { SubjectName } from '../../ui/SubjectName.tsx'
import { Time } from '../../ui/Time.tsx'
import { Timeline, type TimelineItem } from '../../ui/Timeline.tsx'
import { approvalActions, ApprovalBadge, approvalName } from './approvalParts.tsx'

const refreshMs = 5_000

/** One action that waits for a second person, or did. */
export default function ApprovalPage() {
  const { t } = useTranslation()
  const { id = '' } = useParams()
  return (
    <RecordPage<Approval>
      call={approvalCalls.get}
      id={id}
      title={(row) => approvalName(row, t)}
      badges={({ state }) => <ApprovalBadge state={state} />}
      back={{ to: '/approvals', label: t('approvals.title') }}
      actions={approvalActions}
      refreshMs={refreshMs}
    >
      {(row) => (
        <>
          <Notes row={row} />
          <PanelGrid>
            <Panel title={t('approvals.request')}>
              <KeyValues
                rows={[
                  {
                    label: t('approvals.subject'),
                    value: (
                      <SubjectName
                        kind={row.subjectKind}
                        id={row.subjectId}
                        called={row.subjectName}
                        hasKind
                      />
                    ),
                  },
                  { label: t('approvals.amount'), value: <Money cents={row.amountCents} /> },
                  { label: t('approvals.reason'), value: row.reason },
                  { label: t('approvals.expiresAt'), value: <Time value={row.expiresAt} as="exact" /> },
                ]}
              />
            </Panel>
            <Panel title={t('approvals.state')}>
              <Timeline items={stepsOf(row, t)} />
            </Panel>
          </PanelGrid>
          <Panel title={t('approvals.action')}>
            <Data value={withoutReason(row.request)} />
          </Panel>
        </>
      )}
    </RecordPage>
  )
}

/** Who asked and who decided, the latest first. */
function stepsOf(row: Approval, t: TFunction): TimelineItem[] {
  const asked: TimelineItem = {
    id: 'asked',
    at: row.requestedAt,
    icon: Hand,
    title: `${t('approvals.requestedBy')}: ${row.requestedByName}`,
    detail: row.reason,
  }
  if (row.state === 'pending' || row.state === 'expired') return [asked]
  const isDone = row.state === 'confirmed'
  const decided: TimelineItem = {
    id: 'decided',
    at: row.decidedAt ?? row.requestedAt,
    icon: isDone ? Check : X,
    tone: isDone ? 'good' : row.state === 'failed' ? 'bad' : 'neutral',
    title: `${t(`approvalStates.${row.state}`)}: ${row.decidedByName ?? '–'}`,
    detail: [row.decidedReason, row.failure].filter(Boolean).join(' · '),
  }
  return [decided, asked]
}

/** The reason stands above. */
function withoutReason({ params, body }: Approval['request']): Record<string, unknown> {
  const { reason: _, ...rest } = body
  return { ...params, ...rest }
}

/** Why the reader has no buttons. */
function Notes({ row }: { row: Approval }) {
  const { t } = useTranslation()
  const { state } = useSession()
  if (row.state !== 'pending' || row.mayDecide) return null
  const isMine = state.stage === 'full' && state.person.id === row.requestedById
  return <Alert tone="info">{t(isMine ? 'approvals.mine' : 'approvals.notYours')}</Alert>
}
