import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router-dom'
import { auditCalls } from '#contract/office/audit.ts'
import { staffCalls, type StaffRow } from '#contract/office/staff.ts'
import { useMay } from '../../data/context.ts'
import { KeyValues, Panel } from '../../ui/Panel.tsx'
import { RecordPage } from '../../ui/record/RecordPage.tsx'
import { Tabs } from '../../ui/Tabs.tsx'
import { Time } from '../../ui/Time.tsx'
import { AuditTrail } from '../audit/AuditTrail.tsx'
import { staffActions } from './staffActions.tsx'
import { Factors, Role, StaffBadge } from './staffParts.tsx'

export default function StaffMemberPage() {
  const { t } = useTranslation()
  const { id = '' } = useParams()
  const may = useMay()
  return (
    <RecordPage<StaffRow>
      call={staffCalls.get}
      id={id}
      title={({ name }) => name}
      badges={({ status }) => <StaffBadge status={status} />}
      back={{ to: '/staff', label: t('staff.title') }}
      actions={staffActions}
    >
      {(row) => (
        <>
          <Panel title={t('staff.person')}>
            <KeyValues
              rows={[
                { label: t('staff.email'), value: row.email },
                { label: t('staff.role'), value: <Role role={row.role} /> },
                { label: t('staff.factors'), value: <Factors {...row} /> },
                {
                  label: t('staff.loggedInAt'),
                  value:
                    row.loggedInAt === null ? t('staff.never') : <Time value={row.loggedInAt} as="exact" />,
                },
                { label: t('staff.createdAt'), value: <Time value={row.createdAt} as="exact" /> },
              ]}
            />
          </Panel>
          {may(auditCalls.list.permission) && (
            <Tabs
              label={t('staff.person')}
              tabs={[
                {
                  name: 'history',
                  label: t('staff.history'),
                  content: (
                    <Panel isFlush>
                      <AuditTrail
                        label={t('staff.history')}
                        query={{ subjectKind: 'staff', subjectId: row.id }}
                      />
                    </Panel>
                  ),
                },
                {
                  name: 'did',
                  label: t('staff.did'),
                  content: (
                    <Panel isFlush>
                      <AuditTrail label={t('staff.did')} query={{ staffId: row.id }} />
                    </Panel>
                  ),
                },
              ]}
            />
          )}
        </>
      )}
    </RecordPage>
  )
}
