import { useTranslation } from 'react-i18next'
import { approvalCalls, approvalStates } from '#contract/office/approvals.ts'
import { ListPage } from '../../ui/list/ListPage.tsx'
import { approvalActions, approvalColumns, approvalName } from './approvalParts.tsx'

export default function ApprovalsPage() {
  const { t } = useTranslation()
  return (
    <ListPage
      call={approvalCalls.list}
      titleKey="approvals.title"
      textKey="approvals.text"
      columns={approvalColumns}
      filters={[
        {
          name: 'state',
          label: 'approvals.state',
          kind: 'select',
          choices: approvalStates.map((value) => ({ value, label: t(`approvalStates.${value}`) })),
        },
      ]}
      rowName={(row) => approvalName(row, t)}
      open={({ id }) => `/approvals/${id}`}
      actions={approvalActions}
      empty="approvals.empty"
      emptyText="approvals.emptyText"
    />
  )
}
