import { memo } from 'react'
import type { LedgerRecord, RecordTab } from '#contract/http/order.ts'
import type { Language } from '#contract/languages.ts'
import { RecordStatus } from '#contract/statusCodes.ts'
import { formatDateTime } from '../../i18n/dates.ts'
import { formatMoney, formatMultiplier, formatNumber } from '../../i18n/format.ts'
import { classes } from '../../ui/classes.ts'
import { ListRow } from '../../ui/ListRow.tsx'
import { RecordAmount } from '../../features/records/RecordAmount.tsx'
import { RecordIcon } from '../../features/records/RecordIcon.tsx'
import { isPlayed, statusCode, statusTone } from '../../features/records/recordLines.ts'
import styles from './RecordRow.module.css'
import type { RecordTexts } from '../../features/records/recordTexts.ts'

interface RecordRowProps {
  tab: RecordTab
  record: LedgerRecord
  language: Language
  texts: RecordTexts
  /** The same function for every row and render, so that rows do not render again. */
  onOpen: (record: LedgerRecord) => void
}

/** One record: kind, time, amount, status. Language and texts come from the list: a row that scrolls in subscribes to nothing. */
export const RecordRow = memo(function RecordRow({ tab, record, language, texts, onOpen }: RecordRowProps) {
  const isBet = isPlayed(tab)
  return (
    <ListRow
      icon={<RecordIcon tab={tab} />}
      title={texts.title(tab, record)}
      text={
        <>
          <span>{formatDateTime(record.time, language)}</span>
          {isBet && <Stake tab={tab} record={record} language={language} />}
        </>
      }
      value={<RecordAmount record={record} language={language} />}
      valueText={
        <span className={styles.status} data-tone={statusTone(tab, statusCode(tab, record))}>
          {texts.status(tab, record)}
        </span>
      }
      onClick={() => onOpen(record)}
      className={classes(styles.row, isBet && styles.played)}
    />
  )
})

/**
 * What was bet, and at which odds or with which multiplier it ended: 'R$ 10,00 · 1,98x' in one line, on a desktop in two
 * columns, which are there also where they are empty.
 */
function Stake({ tab, record, language }: Pick<RecordRowProps, 'tab' | 'record' | 'language'>) {
  const amount = record.stake === null ? '' : formatMoney(record.stake, language)
  const times = timesText(tab, record, language)
  return (
    <span className={styles.stake}>
      <span translate="no">{amount}</span>
      <span className={styles.dot}>{amount !== '' && times !== '' && ' · '}</span>
      <span translate="no">{times}</span>
    </span>
  )
}

function timesText(tab: RecordTab, { stake, status, detail }: LedgerRecord, language: Language): string {
  const { multiplier, odds } = detail
  if (stake === null) return ''
  if (tab === 'bets') return typeof odds === 'number' ? formatNumber(odds, language, 2) : ''
  const isOver = status === RecordStatus.credited && typeof multiplier === 'number'
  return isOver ? formatMultiplier(multiplier, language) : ''
}
