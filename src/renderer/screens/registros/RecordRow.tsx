import { observer } from 'mobx-react-lite'
import type { LedgerRecord, RecordTab } from '#contract/http/order.ts'
import { formatDateTime } from '../../i18n/format.ts'
import { useStores } from '../../stores/useStores.ts'
import { ListRow } from '../../ui/ListRow.tsx'
import { RecordAmount } from '../../features/records/RecordAmount.tsx'
import { RecordIcon } from '../../features/records/RecordIcon.tsx'
import { statusCode, statusTone } from '../../features/records/recordLines.ts'
import styles from './RecordRow.module.css'
import { useRecordTexts } from '../../features/records/recordTexts.ts'

interface RecordRowProps {
  tab: RecordTab
  record: LedgerRecord
  /** The same function for every row and render, so that memoised rows do not render again. */
  onOpen: (record: LedgerRecord) => void
}

/** One record: kind, time, amount, status. */
export const RecordRow = observer(function RecordRow({ tab, record, onOpen }: RecordRowProps) {
  const texts = useRecordTexts()
  const { language } = useStores()
  return (
    <ListRow
      icon={<RecordIcon tab={tab} />}
      title={texts.title(tab, record)}
      text={formatDateTime(record.time, language.selected)}
      value={<RecordAmount record={record} />}
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
