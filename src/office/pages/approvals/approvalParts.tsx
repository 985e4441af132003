import type { TFunction } from 'i18next'
import { Check, X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { approvalCalls, type Approval, type ApprovalState } from '#contract/office/approvals.ts'
import { callKey, defineAction, type Action } from '../../ui/actions/action.ts'
import { Badge, type BadgeTone } from '../../ui/Badge.tsx'
import type { Column } from '../../ui/list/columns.ts'
import { Money } from '../../ui/Money.tsx'
import { shortId, SubjectName } from '../../ui/SubjectName.tsx'
import { Time } from '../../ui/Time.tsx'

const tones: Record<ApprovalState, BadgeTone> = {
  pending: 'warn',
  confirmed: 'good',
  declined: 'neutral',
  failed: 'bad',
  expired: 'neutral',
}

export function ApprovalBadge({ state }: { state: ApprovalState }) {
  const { t } = useTranslation()
  return <Badge tone={tones[state]}>{t(`approvalStates.${state}`)}</Badge>
}

function ActionName({ name }: { name: string }) {
  const { t } = useTranslation()
  return <span>{t(callKey(name)) as string}</span>
}

export function approvalName({ action, subjectId, subjectName }: Approval, t: TFunction): string {
  const text = t(callKey(action)) as string
  return subjectId === null ? text : `${text} · ${subjectName ?? shortId(subjectId)}`
}

export const approvalColumns: readonly Column<Approval, 'requestedAt'>[] = [
  { name: 'action', label: 'approvals.action', cell: ({ action }) => <ActionName name={action} /> },
  {
    name: 'subject',
    label: 'approvals.subject',
    cell: ({ subjectKind, subjectId, subjectName }) => (
      <SubjectName kind={subjectKind} id={subjectId} called={subjectName} hasKind />
    ),
  },
  {
    name: 'amount',
    label: 'approvals.amount',
    isNumber: true,
    cell: ({ amountCents }) => <Money cents={amountCents} />,
  },
  { name: 'reason', label: 'approvals.reason', isWide: true, cell: ({ reason }) => reason ?? '–' },
  { name: 'requestedBy', label: 'approvals.requestedBy', cell: ({ requestedByName }) => requestedByName },
  {
    name: 'requestedAt',
    label: 'approvals.requestedAt',
    sort: 'requestedAt',
    cell: ({ requestedAt }) => <Time value={requestedAt} />,
  },
  { name: 'state', label: 'approvals.state', cell: ({ state }) => <ApprovalBadge state={state} /> },
]

/** Confirming is what a second person does; who asked may decline, which takes it back. */
export const approvalActions: readonly Action<Approval>[] = [
  defineAction<typeof approvalCalls.confirm, Approval>({
    call: approvalCalls.confirm,
    icon: Check,
    key: 'c',
    isPrimary: true,
    isOffered: ({ state, mayDecide }) => state === 'pending' && mayDecide,
    request: ({ id }, { reason }) => ({ params: { id }, body: { reason } }),
  }),
  defineAction<typeof approvalCalls.decline, Approval>({
    call: approvalCalls.decline,
    icon: X,
    key: 'd',
    isOffered: ({ state, mayDecide, requestedById }, reader) =>
      state === 'pending' && (mayDecide || requestedById === reader.id),
    request: ({ id }, { reason }) => ({ params: { id }, body: { reason } }),
  }),
]
