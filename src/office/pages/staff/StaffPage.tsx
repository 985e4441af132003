import { useTranslation } from 'react-i18next'
import { roles } from '#contract/office/permissions.ts'
import { staffCalls, type StaffStatus } from '#contract/office/staff.ts'
import { ListPage } from '../../ui/list/ListPage.tsx'
import { Time } from '../../ui/Time.tsx'
import { inviteAction, staffActions } from './staffActions.tsx'
import { Factors, Role, StaffBadge } from './staffParts.tsx'

const statuses: readonly StaffStatus[] = ['active', 'invited', 'locked', 'deactivated']
const pageActions = [inviteAction]

export default function StaffPage() {
  const { t } = useTranslation()
  return (
    <ListPage
      call={staffCalls.list}
      titleKey="staff.title"
      columns={[
        { name: 'name', label: 'staff.name', sort: 'name', cell: ({ name }) => name },
        { name: 'email', label: 'staff.email', sort: 'email', isWide: true, cell: ({ email }) => email },
        { name: 'role', label: 'staff.role', sort: 'role', cell: ({ role }) => <Role role={role} /> },
        { name: 'status', label: 'staff.status', cell: ({ status }) => <StaffBadge status={status} /> },
        { name: 'factors', label: 'staff.factors', isMinor: true, cell: (row) => <Factors {...row} /> },
        {
          name: 'loggedInAt',
          label: 'staff.loggedInAt',
          sort: 'loggedInAt',
          cell: ({ loggedInAt }) => (loggedInAt === null ? t('staff.never') : <Time value={loggedInAt} />),
        },
        {
          name: 'createdAt',
          label: 'staff.createdAt',
          sort: 'createdAt',
          isMinor: true,
          cell: ({ createdAt }) => <Time value={createdAt} as="short" />,
        },
      ]}
      filters={[
        { name: 'q', label: 'staff.search', kind: 'search' },
        {
          name: 'role',
          label: 'staff.role',
          kind: 'select',
          choices: roles.map((value) => ({ value, label: t(`roles.${value}`) })),
        },
        {
          name: 'status',
          label: 'staff.status',
          kind: 'select',
          choices: statuses.map((value) => ({ value, label: t(`staffStatus.${value}`) })),
        },
      ]}
      rowName={({ name }) => name}
      open={({ id }) => `/staff/${id}`}
      actions={staffActions}
      pageActions={pageActions}
      empty="staff.empty"
      emptyText="staff.emptyText"
    />
  )
}
