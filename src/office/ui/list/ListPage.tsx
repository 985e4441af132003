import { ChevronLeft, ChevronRight, Download, RefreshCw, SearchX, X } from 'lucide-react'
import { useListController, type RaRecord } from 'ra-core'
import { useMemo, useRef, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router-dom'
import { defaultPerPage, largestOffset } from '#contract/office/list.ts'
import type { OfficeCall, OfficeListCall } from '#contract/office/officeCall.ts'
import { useMay, useOffice } from '../../data/context.ts'
import { resourceOf } from '../../data/dataProvider.ts'
import { OfficeError } from '../../data/OfficeError.ts'
import type { TextKey } from '../../i18n/i18n.ts'
import { useLanguage } from '../../i18n/useLanguage.ts'
import { ActionButtons } from '../actions/ActionButtons.tsx'
import type { Action } from '../actions/action.ts'
import { usePendingRows } from '../actions/pendingRows.ts'
import { useActions } from '../actions/useActions.tsx'
import { Button, FileLink, IconButton } from '../Button.tsx'
import { useKeys } from '../keys.ts'
import { PageHeader } from '../PageHeader.tsx'
import { usePageActions } from '../pageActions.ts'
import { Empty, Failed } from '../States.tsx'
import type { Column, Filter } from './columns.ts'
import { FilterBar, type FilterValues } from './FilterBar.tsx'
import { Table } from './Table.tsx'
import styles from './ListPage.module.css'

const perPages = [25, 50, 100]

export interface ListPageProps<Row extends { id: string }, Query extends object, Sort extends string> {
  /** The list; `<noun>.get` is asked for single rows. */
  call: OfficeListCall<Row, Query, Sort>
  titleKey: TextKey
  textKey?: TextKey
  columns: readonly Column<Row, Sort>[]
  filters?: readonly Filter<keyof Query & string>[]
  /** How a person calls a row. */
  rowName: (row: Row) => string
  /** The page of a row. */
  open?: (row: Row) => string
  /** What can be done to rows; those without fields of their own also to several at once. */
  actions?: readonly Action<Row>[]
  /** What can be done on the page, such as making a new one. */
  pageActions?: readonly Action[]
  /** The list as a file, where the person may have it. */
  csv?: OfficeCall
  /** What it means that there is nothing, without a filter, and when there will be something. */
  empty: TextKey
  emptyText: TextKey
  /** What it means that nothing fits the filters, where more can be said than that. */
  noMatch?: TextKey
  /** Filters that are always in force. */
  fixed?: Query
  /** After the title. */
  badges?: ReactNode
  /** Between the head and the filters. */
  children?: ReactNode
}

/** A page with a list: filters in the address, sort, pages, selection, actions, file, and all by keyboard. */
export function ListPage<Row extends { id: string }, Query extends object, Sort extends string>(
  props: ListPageProps<Row, Query, Sort>,
) {
  const { call, columns, filters = [], rowName, open, actions = [], pageActions = [], csv, fixed } = props
  const { t } = useTranslation()
  const { code } = useLanguage()
  const { pathname } = useLocation()
  const may = useMay()
  const { client } = useOffice()
  const resource = resourceOf(call)
  const list = useListController<Row & RaRecord<string>>({
    resource,
    perPage: defaultPerPage,
    sort: { field: call.sorts[0] ?? 'id', order: call.order === 'asc' ? 'ASC' : 'DESC' },
    // The page is only there for those who may see it (app/pages.tsx), and failures are shown in the table's place.
    disableAuthentication: true,
    storeKey: false,
    ...(fixed ? { filter: fixed } : {}),
    queryOptions: { onError: () => undefined, refetchOnWindowFocus: true },
  })
  const runner = useActions<Row>(resource)
  const pageRunner = useActions<undefined>(resource)
  const pending = usePendingRows()
  const values = list.filterValues as FilterValues
  const sort = { field: list.sort.field, order: list.sort.order === 'DESC' ? 'desc' : 'asc' } as const

  const targetOf = (row: Row) => ({ row, name: rowName(row), id: row.id })
  const rows = list.isPending ? undefined : (list.data as Row[] | undefined)
  const chosen = rows?.filter(({ id }) => list.selectedIds.includes(id)) ?? []
  const selected = useRef<readonly string[]>([])
  selected.current = list.selectedIds.map(String)
  /** The selected rows; those that are not done stay selected, unless others are by then. */
  const startOnChosen = (action: Action<Row>) => {
    const ids = chosen.map(({ id }) => id)
    runner.start(action, chosen.map(targetOf), (left) => {
      if (selected.current.every((id) => ids.includes(id))) list.onSelect([...left])
    })
  }
  const several = actions.filter(
    ({ call: of, fields }) => may(of.permission) && !fields?.length && !of.name.endsWith('.get'),
  )
  const forChosen =
    chosen.length === 0
      ? []
      : several.filter((action) => chosen.every((row) => runner.offered([action], row).length > 0))
  const offeredOnPage = pageRunner.offered(pageActions, undefined)
  const startOnPage = (action: Action) => pageRunner.start(action, [{ row: undefined, name: '' }])
  usePageActions(
    useMemo(
      () => offeredOnPage.map((action) => ({ action, run: () => startOnPage(action) })),
      // oxlint-disable-next-line react/exhaustive-deps -- the runner is new in every render and does the same
      [pageActions, code],
    ),
  )
  const goTo = (page: number) => {
    if (page < 1 || (page > list.page && !list.hasNextPage)) return
    list.setPage(page)
  }
  useKeys([
    { key: ']', label: t('keys.nextPage'), run: () => goTo(list.page + 1) },
    { key: '[', label: t('keys.previousPage'), run: () => goTo(list.page - 1) },
    { key: 'u', label: t('keys.reload'), run: () => void list.refetch() },
  ])

  const isFiltered = Object.values(values).some(Boolean)
  const file =
    csv && may(csv.permission)
      ? client.fileAddress(csv, { ...values, ...fixed, sort: sort.field, order: sort.order })
      : undefined
  const before = (list.page - 1) * list.perPage
  return (
    <div className={styles.page}>
      <PageHeader
        title={t(props.titleKey) as string}
        {...(props.textKey ? { text: t(props.textKey) as string } : {})}
        badges={props.badges}
        actions={
          <>
            <IconButton icon={RefreshCw} label={t('list.reload')} onClick={() => void list.refetch()} />
            {file !== undefined && (
              <FileLink address={file} icon={Download}>
                {t('list.csv')}
              </FileLink>
            )}
            <ActionButtons actions={offeredOnPage} onStart={startOnPage} />
          </>
        }
      />
      {props.children}
      <FilterBar
        filters={filters}
        values={values}
        onChange={(next) => {
          // While the next page loads this one is still shown: what was typed before must not lead back to it.
          if (window.location.pathname === pathname) list.setFilters({ ...next }, undefined, false)
        }}
      />
      {chosen.length > 0 && (
        <div className={styles.chosen} role="toolbar" aria-label={t('list.actions')}>
          <span>{t('list.chosen', { count: chosen.length })}</span>
          <ActionButtons actions={forChosen} hasKeys={false} shown={4} onStart={startOnChosen} />
          {forChosen.length === 0 && <em>{t('list.noneForAll')}</em>}
          <IconButton icon={X} label={t('list.unselect')} onClick={() => list.onUnselectItems()} />
        </div>
      )}
      {list.error && !list.data ? (
        isFiltered && list.error instanceof OfficeError && list.error.code === 'invalid' ? (
          <Empty title={t('list.badFilter')} text={t('list.badFilterText')} icon={SearchX}>
            <Button onClick={() => list.setFilters({})}>{t('list.clear')}</Button>
          </Empty>
        ) : (
          <Failed error={list.error} onRetry={() => void list.refetch()} />
        )
      ) : rows?.length === 0 ? (
        <Nothing
          isFiltered={isFiltered}
          empty={props.empty}
          emptyText={props.emptyText}
          noMatch={props.noMatch ?? 'list.noMatchText'}
          onClear={() => list.setFilters({})}
        />
      ) : (
        <Table<Row>
          label={t(props.titleKey) as string}
          columns={columns}
          rows={rows}
          rowName={rowName}
          {...(open ? { open } : {})}
          sort={sort}
          onSort={(field) =>
            list.setSort({ field, order: field === sort.field && sort.order === 'asc' ? 'DESC' : 'ASC' })
          }
          {...(several.length > 0
            ? {
                selection: {
                  ids: list.selectedIds.map(String),
                  onToggle: (id: string) => list.onToggleItem(id),
                  onAll: (ids: string[]) => list.onSelect(ids),
                },
              }
            : {})}
          {...(actions.length > 0
            ? {
                actions: (row: Row) => runner.offered(actions, row),
                onAction: (action: Action<Row>, row: Row) =>
                  chosen.length > 1 && chosen.includes(row) && several.includes(action)
                    ? startOnChosen(action)
                    : runner.start(action, [targetOf(row)]),
              }
            : {})}
          isPending={({ id }) => pending.has(`${resource}/${id}`)}
          isStale={list.isPlaceholderData ?? false}
        />
      )}
      {rows !== undefined && rows.length > 0 && (
        <footer className={styles.foot} data-quiet-print>
          <span className={styles.shown}>
            {t('list.shown', { from: before + 1, to: before + rows.length })}
          </span>
          <label className={styles.perPage}>
            <span>{t('list.perPage')}</span>
            <select value={list.perPage} onChange={({ target }) => list.setPerPage(Number(target.value))}>
              {perPages.map((count) => (
                <option key={count}>{count}</option>
              ))}
            </select>
          </label>
          <div className={styles.pages}>
            <IconButton
              icon={ChevronLeft}
              label={t('keys.previousPage')}
              disabled={list.page <= 1}
              onClick={() => goTo(list.page - 1)}
            />
            <IconButton
              icon={ChevronRight}
              label={t('keys.nextPage')}
              disabled={!list.hasNextPage || before + list.perPage > largestOffset}
              onClick={() => goTo(list.page + 1)}
            />
          </div>
        </footer>
      )}
      {runner.dialog}
      {pageRunner.dialog}
    </div>
  )
}

interface NothingProps {
  isFiltered: boolean
  empty: TextKey
  emptyText: TextKey
  noMatch: TextKey
  onClear: () => void
}

function Nothing({ isFiltered, empty, emptyText, noMatch, onClear }: NothingProps) {
  const { t } = useTranslation()
  if (isFiltered)
    return (
      <Empty title={t('list.noMatch')} text={t(noMatch) as string} icon={SearchX}>
        <Button onClick={onClear}>{t('list.clear')}</Button>
      </Empty>
    )
  return <Empty title={t(empty) as string} text={t(emptyText) as string} />
}
