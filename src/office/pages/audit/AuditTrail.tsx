import { useTranslation } from 'react-i18next'
import { auditCalls, type AuditFilter } from '#contract/office/audit.ts'
import { useMay } from '../../data/context.ts'
import { RelatedList } from '../../ui/list/RelatedList.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { auditColumns } from './auditParts.tsx'

const columnsOfOne = auditColumns.filter(({ name }) => name !== 'subject')

/** The latest rows of the audit with this filter. */
export function AuditTrail({ label, query }: { label: string; query: AuditFilter }) {
  return (
    <RelatedList
      call={auditCalls.list}
      query={query}
      label={label}
      columns={query.subjectId === undefined ? auditColumns : columnsOfOne}
      rowName={({ id }) => id}
      open={({ id }) => `/audit/${id}`}
      empty="audit.noHistory"
    />
  )
}

/** What staff did to a record, below what is known of it; nothing for a person who may not read the audit. */
export function AuditPanel({ kind, id }: { kind: string; id: string }) {
  const { t } = useTranslation()
  if (!useMay()(auditCalls.list.permission)) return null
  return (
    <Panel title={t('audit.history')} isFlush>
      <AuditTrail label={t('audit.history')} query={{ subjectKind: kind, subjectId: id }} />
    </Panel>
  )
}
