import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { OfficeCall } from '#contract/office/officeCall.ts'
import { useOffice } from '../../data/context.ts'
import { OfficeError } from '../../data/OfficeError.ts'
import { resourceOf } from '../../data/dataProvider.ts'
import { ActionButtons } from '../actions/ActionButtons.tsx'
import type { Action } from '../actions/action.ts'
import { usePendingRows } from '../actions/pendingRows.ts'
import { useActions } from '../actions/useActions.tsx'
import { Badge } from '../Badge.tsx'
import { PageBody, PageHeader } from '../PageHeader.tsx'
import { Failed, LoadingLines } from '../States.tsx'

export interface RecordPageProps<Row extends { id: string }> {
  /** Asks for one record by its id. */
  call: OfficeCall<{ params: { id: string } }, Row, 'read'>
  id: string
  title: (row: Row) => string
  text?: (row: Row) => string
  badges?: (row: Row) => ReactNode
  back: { to: string; label: string }
  actions?: readonly Action<Row>[]
  /** Asked again in this time, in ms, for what changes by itself. */
  refreshMs?: number
  children: (row: Row) => ReactNode
}

/** The page of one record: its name, its state, what can be done, and what is known. */
export function RecordPage<Row extends { id: string }>(props: RecordPageProps<Row>) {
  const { call, id, title, text, badges, back, actions = [], refreshMs, children } = props
  const resource = resourceOf(call)
  const { client } = useOffice()
  // Not ra-core's useGetOne, which begins with the row of a list: a record has more than that.
  const record = useQuery({
    queryKey: [resource, 'record', id],
    queryFn: ({ signal }) => client.call(call, { params: { id } }, { signal }),
    retry: false,
    refetchOnWindowFocus: true,
    ...(refreshMs ? { refetchInterval: refreshMs } : {}),
  })
  const runner = useActions<Row>(resource)
  const pending = usePendingRows().get(`${resource}/${id}`)
  // What is gone meanwhile, such as an erased account, is not shown as it was.
  const isGone = record.error instanceof OfficeError && record.error.code === 'notFound'
  const row = isGone ? undefined : record.data
  if (!row)
    return (
      <>
        <PageHeader title={record.error ? back.label : '…'} back={back} />
        <PageBody>
          {record.error ? (
            <Failed error={record.error} onRetry={() => void record.refetch()} />
          ) : (
            <LoadingLines count={8} />
          )}
        </PageBody>
      </>
    )
  return (
    <>
      <PageHeader
        title={title(row)}
        {...(text ? { text: text(row) } : {})}
        back={back}
        badges={
          <>
            {badges?.(row)}
            {pending !== undefined && <Badge tone="warn">{pending}</Badge>}
          </>
        }
        actions={
          <ActionButtons
            actions={pending === undefined ? runner.offered(actions, row) : []}
            onStart={(action) => runner.start(action, [{ row, name: title(row), id: row.id }])}
          />
        }
      />
      <PageBody>{children(row)}</PageBody>
      {runner.dialog}
    </>
  )
}
