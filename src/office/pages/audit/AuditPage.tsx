import { useQuery } from '@tanstack/react-query'
import { useGetList, type RaRecord } from 'ra-core'
import { useTranslation } from 'react-i18next'
import { auditCalls } from '#contract/office/audit.ts'
import { auditedActions } from '#contract/office/calls.ts'
import { largestPerPage } from '#contract/office/list.ts'
import { staffCalls, type StaffRow } from '#contract/office/staff.ts'
import { useMay, useOffice } from '../../data/context.ts'
import { callKey } from '../../ui/actions/action.ts'
import { hasText } from '../../i18n/i18n.ts'
import { Alert } from '../../ui/Alert.tsx'
import { Badge } from '../../ui/Badge.tsx'
import { ListPage } from '../../ui/list/ListPage.tsx'
import { Time } from '../../ui/Time.tsx'
import { auditColumns } from './auditParts.tsx'
import styles from './audit.module.css'

export default function AuditPage() {
  const { t } = useTranslation()
  const may = useMay()
  const people = useGetList<StaffRow & RaRecord<string>>(
    'staff',
    { pagination: { page: 1, perPage: largestPerPage }, sort: { field: 'name', order: 'ASC' } },
    { enabled: may(staffCalls.list.permission), onError: () => undefined },
  )
  const actions = auditedActions
    .filter((name) => hasText(callKey(name)))
    .map((name) => ({ value: name, label: t(callKey(name)) as string }))
    .toSorted((a, b) => a.label.localeCompare(b.label))
  return (
    <ListPage
      call={auditCalls.list}
      titleKey="audit.title"
      columns={auditColumns}
      filters={[
        {
          name: 'staffId',
          label: 'audit.staff',
          kind: 'select',
          choices: (people.data ?? []).map(({ id, name }) => ({ value: id, label: name })),
        },
        { name: 'action', label: 'audit.action', kind: 'select', choices: actions },
        { name: 'subjectId', label: 'audit.subjectId', kind: 'text' },
        { name: 'from', label: 'audit.from', kind: 'day' },
        { name: 'to', label: 'audit.to', kind: 'dayEnd' },
      ]}
      rowName={({ id }) => t('audit.entry', { id })}
      open={({ id }) => `/audit/${id}`}
      csv={auditCalls.export}
      empty="audit.empty"
      emptyText="audit.emptyText"
      badges={<ChainBadge />}
    >
      <ChainAlarm />
    </ListPage>
  )
}

/** Whether the rows still fit their hashes: a word beside the title, and an alarm where they do not. */
function useChain() {
  const { client } = useOffice()
  return useQuery({
    queryKey: ['audit', 'chain'],
    queryFn: ({ signal }) => client.call(auditCalls.chain, {}, { signal }),
  }).data
}

function ChainBadge() {
  const { t } = useTranslation()
  const chain = useChain()
  if (!chain) return null
  if (chain.brokenAt !== null) return <Badge tone="bad">{t('audit.chainBroken')}</Badge>
  if (chain.checkedAt === null) return <Badge>{t('audit.chainUnchecked')}</Badge>
  const text =
    chain.checkedTo === null || chain.checkedTo === '0'
      ? t('audit.chainFine')
      : t('audit.chainOk', { to: chain.checkedTo })
  return (
    <Badge tone="good">
      <span>{`${text} · `}</span>
      <Time value={chain.checkedAt} />
    </Badge>
  )
}

function ChainAlarm() {
  const { t } = useTranslation()
  const chain = useChain()
  if (!chain || chain.brokenAt === null) return null
  return (
    <div className={styles.chain}>
      <Alert tone="bad">{t('audit.brokenAt', { id: chain.brokenAt })}</Alert>
    </div>
  )
}
