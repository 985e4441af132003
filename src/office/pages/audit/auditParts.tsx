import { useTranslation } from 'react-i18next'
import type { AuditRow } from '#contract/office/audit.ts'
import { callKey } from '../../ui/actions/action.ts'
import { hasText } from '../../i18n/i18n.ts'
import type { Column } from '../../ui/list/columns.ts'
import { SubjectName } from '../../ui/SubjectName.tsx'
import { Time } from '../../ui/Time.tsx'

/** An action by its text; one that a newer server knows, by its name. */
export function ActionText({ name }: { name: string }) {
  const { t } = useTranslation()
  const key = callKey(name)
  return <span>{hasText(key) ? (t(key) as string) : name}</span>
}

export function Actor({ row }: { row: Pick<AuditRow, 'staffName' | 'requestedByName'> }) {
  const { t } = useTranslation()
  const { staffName, requestedByName } = row
  const text =
    requestedByName === null ? staffName : `${staffName} (${t('audit.requestedBy')} ${requestedByName})`
  return <span>{text}</span>
}

export const auditColumns: readonly Column<AuditRow, 'id'>[] = [
  { name: 'at', label: 'audit.at', cell: ({ at }) => <Time value={at} as="short" /> },
  { name: 'staff', label: 'audit.staff', cell: (row) => <Actor row={row} /> },
  { name: 'action', label: 'audit.action', cell: ({ action }) => <ActionText name={action} /> },
  {
    name: 'subject',
    label: 'audit.subject',
    cell: ({ subjectKind, subjectId, subjectName }) => (
      <SubjectName kind={subjectKind} id={subjectId} called={subjectName} hasKind />
    ),
  },
  { name: 'reason', label: 'audit.reason', isWide: true, cell: ({ reason }) => reason ?? '–' },
  { name: 'address', label: 'audit.address', isMinor: true, cell: ({ address }) => address ?? '–' },
]
