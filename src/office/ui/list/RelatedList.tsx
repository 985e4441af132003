import { useGetList, type RaRecord } from 'ra-core'
import { useTranslation } from 'react-i18next'
import type { ListQuery } from '#contract/office/list.ts'
import type { OfficeListCall } from '#contract/office/officeCall.ts'
import { resourceOf } from '../../data/dataProvider.ts'
import type { TextKey } from '../../i18n/i18n.ts'
import type { Action } from '../actions/action.ts'
import { usePendingRows } from '../actions/pendingRows.ts'
import { useActions } from '../actions/useActions.tsx'
import { Empty, Failed } from '../States.tsx'
import type { Column } from './columns.ts'
import { Table } from './Table.tsx'

export interface RelatedListProps<Row extends { id: string }, Filter extends object, Sort extends string> {
  call: OfficeListCall<Row, Filter, Sort>
  /** Filter, sort and how many at most; without a sort it is the call's own. */
  query: Omit<ListQuery<Sort>, 'page'> & Filter
  label: string
  columns: readonly Column<Row>[]
  rowName: (row: Row) => string
  open?: (row: Row) => string
  actions?: readonly Action<Row>[]
  empty: TextKey
}

/** The first rows of a list, on another page: what belongs to a record. */
export function RelatedList<Row extends { id: string }, Filter extends object, Sort extends string>(
  props: RelatedListProps<Row, Filter, Sort>,
) {
  const { call, query, label, columns, rowName, open, actions } = props
  const { t } = useTranslation()
  const resource = resourceOf(call)
  const { perPage = 10, sort = call.sorts[0] ?? 'id', order = call.order, ...filter } = query
  const list = useGetList<Row & RaRecord<string>>(
    resource,
    {
      pagination: { page: 1, perPage },
      sort: { field: sort, order: order === 'asc' ? 'ASC' : 'DESC' },
      filter,
    },
    { onError: () => undefined, retry: false, refetchOnWindowFocus: true },
  )
  const runner = useActions<Row>(resource)
  const pending = usePendingRows()
  if (list.error && !list.data) return <Failed error={list.error} onRetry={() => void list.refetch()} />
  const rows = list.data as Row[] | undefined
  if (rows?.length === 0) return <Empty title={t(props.empty) as string} />
  return (
    <>
      <Table<Row>
        label={label}
        columns={columns}
        rows={rows}
        rowName={rowName}
        {...(open ? { open } : {})}
        {...(actions
          ? {
              actions: (row: Row) => runner.offered(actions, row),
              onAction: (action: Action<Row>, row: Row) =>
                runner.start(action, [{ row, name: rowName(row), id: row.id }]),
            }
          : {})}
        isPending={({ id }) => pending.has(`${resource}/${id}`)}
      />
      {runner.dialog}
    </>
  )
}
