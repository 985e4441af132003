import { useTranslation } from 'react-i18next'
import { approvalCalls, approvalStates } from '#contract/office/approvals.ts'
import { ListPage } from '../../ui/list/ListPage.tsx'
import { approvalColumns, approvalName, useApprovalActions } from './approvalParts.tsx'

export default function ApprovalsPage() {
  const { t } = useTranslation()
  return (
    <ListPage
      call={approvalCalls.list}
      title="approvals.title"
      text="approvals.text"
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
      actions={useApprovalActions()}
      empty="approvals.empty"
      emptyText="approvals.emptyText"
    />
  )
}
