import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { observer } from 'mobx-react-lite'
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { LedgerRecord } from '#contract/http/order.ts'
import { isPlayed } from '../../features/records/recordLines.ts'
import { useRecordTexts } from '../../features/records/recordTexts.ts'
import { useStores } from '../../stores/useStores.ts'
import { Button } from '../../ui/Button.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import styles from './RecordList.module.css'
import { RecordRow } from './RecordRow.tsx'
import type { RecordsStore } from './RecordsStore.ts'

/** A row's estimated height before the first one is measured, in px. */
const likelyRowHeight = 64
/** Rows rendered beyond each edge of the window: few, so that 10,000 records stay a few dozen nodes. */
const overscan = 6
/** How many rows before the end the next page is loaded. */
const prefetchRows = 12

/** The records in view and a few more; the next page is loaded before the end comes into view. */
export const RecordList = observer(function RecordList({ records }: { records: RecordsStore }) {
  const { t } = useTranslation()
  const list = useRef<HTMLUListElement | null>(null)
  const [offset, setOffset] = useState(0)
  // Almost all rows of a tab are of one height. Estimated wrongly, every row that comes into view from above moves the
  // others, which takes a second layout.
  const [rowHeight, setRowHeight] = useState(likelyRowHeight)
  useLayoutEffect(() => {
    const top = list.current?.getBoundingClientRect().top ?? 0
    setOffset(top + window.scrollY)
    const height = list.current?.querySelector('li')?.offsetHeight
    if (height) setRowHeight(height)
  }, [])
  const { selected } = useStores().language
  const texts = useRecordTexts()
  const { rows, hasMore, more } = records
  const virtual = useWindowVirtualizer<HTMLLIElement>({
    count: rows.length,
    estimateSize: () => rowHeight,
    overscan,
    scrollMargin: offset,
    getItemKey: (index) => rows[index]?.id ?? index,
    // Positions and height are written to the nodes directly: scrolling renders only when other rows come
    // into view.
    directDomUpdates: true,
    // As transforms, each row would be a separate layer.
    directDomUpdatesMode: 'position',
  })
  const { containerRef } = virtual
  const setList = useCallback(
    (node: HTMLUListElement | null) => {
      list.current = node
      containerRef(node)
    },
    [containerRef],
  )
  const open = useCallback((record: LedgerRecord) => records.select(record), [records])
  const items = virtual.getVirtualItems()
  const last = items.at(-1)?.index ?? 0
  useEffect(() => {
    if (hasMore && more === 'idle' && last >= rows.length - prefetchRows) void records.loadMore()
  }, [records, hasMore, more, last, rows.length])
  return (
    <>
      <p className={styles.columns} data-played={isPlayed(records.tab)} aria-hidden>
        <span>
          {t(records.tab === 'rounds' ? 'account.records.detail.game' : 'account.records.tabsLabel')}
        </span>
        <span>{t('account.records.detail.time')}</span>
        {isPlayed(records.tab) && (
          <>
            <span>{t('account.records.detail.lines.stake')}</span>
            <span>{t(`account.records.detail.lines.${records.tab === 'bets' ? 'odds' : 'multiplier'}`)}</span>
          </>
        )}
        <span>{t('account.records.detail.status')}</span>
        <span>{t('account.records.detail.amount')}</span>
      </p>
      <ul ref={setList} aria-label={t('account.records.list')} className={styles.list}>
        {items.map((item) => {
          const record = rows[item.index]
          if (!record) return null
          return (
            <li
              key={item.key}
              ref={virtual.measureElement}
              data-index={item.index}
              aria-setsize={hasMore ? -1 : rows.length}
              aria-posinset={item.index + 1}
              className={styles.item}
            >
              <RecordRow tab={records.tab} record={record} language={selected} texts={texts} onOpen={open} />
            </li>
          )
        })}
      </ul>
      <div className={styles.foot}>
        {more === 'loading' && <Spinner label={t('account.records.more')} />}
        {more === 'failed' && (
          <>
            <p role="alert">{t('account.records.moreFailed')}</p>
            <Button size="s" onClick={() => void records.loadMore()}>
              {t('actions.retry')}
            </Button>
          </>
        )}
        {!hasMore && <p>{t('account.records.end')}</p>}
      </div>
    </>
  )
})
