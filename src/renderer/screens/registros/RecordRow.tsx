import { memo } from 'react'
import type { LedgerRecord, RecordTab } from '#contract/http/order.ts'
import type { Language } from '#contract/languages.ts'
import { RecordStatus } from '#contract/statusCodes.ts'
import { formatDateTime } from '../../i18n/dates.ts'
import { formatMoney, formatMultiplier, formatNumber } from '../../i18n/format.ts'
import { ListRow } from '../../ui/ListRow.tsx'
import { RecordAmount } from '../../features/records/RecordAmount.tsx'
import { RecordIcon } from '../../features/records/RecordIcon.tsx'
import { statusCode, statusTone } from '../../features/records/recordLines.ts'
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
  const stake = stakeText(tab, record, language)
  return (
    <ListRow
      icon={<RecordIcon tab={tab} />}
      title={texts.title(tab, record)}
      text={
        <>
          <span>{formatDateTime(record.time, language)}</span>
          {stake !== '' && <span className={styles.stake}>{stake}</span>}
        </>
      }
      value={<RecordAmount record={record} language={language} />}
      valueText={
        <span className={styles.status} data-tone={statusTone(tab, statusCode(tab, record))}>
          {texts.status(tab, record)}
        </span>
      }
      onClick={() => onOpen(record)}
      className={styles.row}
    />
  )
})

/** What was bet, and at which odds or with which multiplier it ended: 'R$ 10,00 · 1,98x'. */
function stakeText(tab: RecordTab, { stake, status, detail }: LedgerRecord, language: Language): string {
  if (stake === null || (tab !== 'rounds' && tab !== 'bets')) return ''
  const amount = formatMoney(stake, language)
  const { multiplier, odds } = detail
  if (tab === 'bets')
    return typeof odds === 'number' ? `${amount} · ${formatNumber(odds, language, 2)}` : amount
  const isOver = status === RecordStatus.credited && typeof multiplier === 'number'
  return isOver ? `${amount} · ${formatMultiplier(multiplier, language)}` : amount
}
