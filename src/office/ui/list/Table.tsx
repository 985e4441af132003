import { ArrowDown, ArrowUp, Ellipsis } from 'lucide-react'
import { useRef, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router-dom'
import { classes } from '#renderer/ui/classes.ts'
import { VisuallyHidden } from '#renderer/ui/VisuallyHidden.tsx'
import { callKey, type Action } from '../actions/action.ts'
import { IconButton } from '../Button.tsx'
import { useKeys } from '../keys.ts'
import { Menu, MenuItem } from '../Menu.tsx'
import { Bone } from '../States.tsx'
import type { Column } from './columns.ts'
import styles from './Table.module.css'

export interface TableSort {
  field: string
  order: 'asc' | 'desc'
}

export interface TableProps<Row extends { id: string }> {
  /** Its name for screen readers. */
  label: string
  columns: readonly Column<Row>[]
  /** undefined: loading for the first time. */
  rows: readonly Row[] | undefined
  rowName: (row: Row) => string
  /** The page that a row opens. */
  open?: (row: Row) => string
  sort?: TableSort
  onSort?: (field: string) => void
  /** Rows that may be selected, and which are. Without it there are no boxes. */
  selection?: { ids: readonly string[]; onToggle: (id: string) => void; onAll: (ids: string[]) => void }
  /** What can be done to a row, in its menu and by key at the row under the cursor. */
  actions?: (row: Row) => readonly Action<Row>[]
  onAction?: (action: Action<Row>, row: Row) => void
  /** Rows of which something is about to change. */
  isPending?: (row: Row) => boolean
  /** These are the rows of before, while the next ones load. */
  isStale?: boolean
}

const loadingRows = 12

/**
 * Rows of records. By keyboard: j and k (or the arrows) move between rows, Enter opens, x selects, and the actions' keys
 * work on the row under the cursor. The cursor is the focus, so screen readers follow.
 */
export function Table<Row extends { id: string }>(props: TableProps<Row>) {
  const { label, columns, rows, rowName, open, sort, onSort, selection, actions, onAction } = props
  const { t } = useTranslation()
  const navigate = useNavigate()
  const body = useRef<HTMLTableSectionElement>(null)

  const rowElements = () => [...(body.current?.rows ?? [])]
  const cursor = () => rowElements().findIndex((row) => row.contains(document.activeElement))
  const rowAtCursor = () => rows?.[cursor()]
  const move = (by: number) => {
    const elements = rowElements()
    const at = cursor()
    const next = at < 0 ? (by > 0 ? 0 : elements.length - 1) : at + by
    const element = elements[Math.max(0, Math.min(elements.length - 1, next))]
    element?.focus({ preventScroll: true })
    element?.scrollIntoView({ block: 'nearest' })
  }
  const keys = new Map<string, { label: string; key: string }>()
  for (const row of rows ?? [])
    for (const action of actions?.(row) ?? [])
      if (action.key) keys.set(action.key, { key: action.key, label: t(callKey(action.call.name)) as string })

  useKeys([
    { key: 'j', label: t('keys.down'), run: () => move(1), repeats: true },
    { key: 'k', label: t('keys.up'), run: () => move(-1), repeats: true },
    { key: 'ArrowDown', label: t('keys.down'), run: () => move(1), repeats: true },
    { key: 'ArrowUp', label: t('keys.up'), run: () => move(-1), repeats: true },
    ...(open
      ? [
          {
            key: 'Enter',
            label: t('keys.open'),
            run: () => {
              const row = rowAtCursor()
              if (row) void navigate(open(row))
            },
          },
        ]
      : []),
    ...(selection
      ? [
          {
            key: 'x',
            label: t('keys.select'),
            run: () => {
              const row = rowAtCursor()
              if (row) selection.onToggle(row.id)
            },
          },
        ]
      : []),
    ...[...keys.values()].map(({ key, label: text }) => ({
      key,
      label: text,
      run: () => {
        const row = rowAtCursor()
        const action = row && actions?.(row).find((each) => each.key === key)
        if (row && action) onAction?.(action, row)
      },
    })),
  ])

  const ids = rows?.map(({ id }) => id) ?? []
  const areAllSelected = ids.length > 0 && ids.every((id) => selection?.ids.includes(id))
  const hasTools = actions !== undefined && rows?.some((row) => actions(row).length > 0)
  return (
    // Reached by Tab, so that the arrow keys scroll a table without links.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={styles.scroll} role="group" aria-label={label} tabIndex={0}>
      <table className={classes(styles.table, props.isStale && styles.stale)} aria-busy={!rows || undefined}>
        <thead>
          <tr>
            {selection && (
              <th className={styles.check} scope="col">
                <input
                  type="checkbox"
                  aria-label={t('list.selectAll')}
                  checked={areAllSelected}
                  onChange={() => selection.onAll(areAllSelected ? [] : ids)}
                />
              </th>
            )}
            {columns.map((column) => (
              <Head key={column.name} column={column} sort={sort} onSort={onSort} />
            ))}
            {hasTools && (
              <th className={styles.tools} scope="col">
                <VisuallyHidden>{t('list.actions')}</VisuallyHidden>
              </th>
            )}
          </tr>
        </thead>
        <tbody ref={body}>
          {rows?.map((row) => (
            <tr
              key={row.id}
              tabIndex={-1}
              data-id={row.id}
              aria-selected={selection ? selection.ids.includes(row.id) : undefined}
              className={classes(
                styles.row,
                open && styles.opens,
                props.isPending?.(row) === true && styles.pending,
              )}
              onClick={(event) => {
                const target = event.target as HTMLElement
                const isControl = target.closest('a, button, input, label, [role=menu]') !== null
                if (!open || isControl || window.getSelection()?.isCollapsed === false) return
                void navigate(open(row))
              }}
            >
              {selection && (
                <td className={styles.check}>
                  <input
                    type="checkbox"
                    aria-label={t('list.select', { name: rowName(row) })}
                    checked={selection.ids.includes(row.id)}
                    onChange={() => selection.onToggle(row.id)}
                  />
                </td>
              )}
              {columns.map((column, index) => (
                <td
                  key={column.name}
                  data-label={t(column.label)}
                  className={classes(
                    column.isNumber && styles.number,
                    column.isWide && styles.wide,
                    column.isWrapped && styles.wrapped,
                    column.isMinor && styles.minor,
                    index === 0 && styles.lead,
                  )}
                >
                  {index === 0 && open ? (
                    <Link to={open(row)} className={styles.link}>
                      {column.cell(row)}
                    </Link>
                  ) : (
                    column.cell(row)
                  )}
                </td>
              ))}
              {hasTools && (
                <td className={styles.tools}>
                  <RowMenu
                    label={t('list.actionsOf', { name: rowName(row) })}
                    actions={actions?.(row) ?? []}
                    onAction={(action) => onAction?.(action, row)}
                  />
                </td>
              )}
            </tr>
          ))}
          {!rows &&
            Array.from({ length: loadingRows }, (_, index) => (
              <tr key={index} className={styles.row}>
                {selection && <td className={styles.check} />}
                {columns.map(({ name, isMinor }, at) => (
                  <td key={name} className={classes(isMinor && styles.minor)}>
                    <Bone width={[70, 50, 82, 60][(index + at) % 4] ?? 60} />
                  </td>
                ))}
              </tr>
            ))}
        </tbody>
      </table>
    </div>
  )
}

interface HeadProps<Row> {
  column: Column<Row>
  sort: TableSort | undefined
  onSort: ((field: string) => void) | undefined
}

function Head<Row>({ column, sort, onSort }: HeadProps<Row>) {
  const { t } = useTranslation()
  const isSorted = sort !== undefined && column.sort === sort.field
  const Arrow = sort?.order === 'desc' ? ArrowDown : ArrowUp
  return (
    <th
      scope="col"
      className={classes(column.isNumber && styles.number, column.isMinor && styles.minor)}
      aria-sort={isSorted ? (sort.order === 'desc' ? 'descending' : 'ascending') : undefined}
    >
      {column.sort !== undefined && onSort ? (
        <button type="button" className={styles.sort} onClick={() => onSort(column.sort as string)}>
          <span>{t(column.label) as string}</span>
          {isSorted && <Arrow aria-hidden />}
        </button>
      ) : (
        (t(column.label) as ReactNode)
      )}
    </th>
  )
}

interface RowMenuProps<Row> {
  label: string
  actions: readonly Action<Row>[]
  onAction: (action: Action<Row>) => void
}

function RowMenu<Row>({ label, actions, onAction }: RowMenuProps<Row>) {
  const { t } = useTranslation()
  if (actions.length === 0) return null
  return (
    <div className={styles.actions}>
      <Menu trigger={<IconButton icon={Ellipsis} label={label} />}>
        {actions.map((action) => (
          <MenuItem
            key={action.call.name}
            icon={action.icon}
            isDanger={action.isDanger ?? false}
            {...(action.key ? { shortcut: action.key.toUpperCase() } : {})}
            onSelect={() => onAction(action)}
          >
            {t(callKey(action.call.name)) as string}
          </MenuItem>
        ))}
      </Menu>
    </div>
  )
}
