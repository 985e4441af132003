import { observer } from 'mobx-react-lite'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import type { TabRecord } from '#contract/http/recordSums.ts'
import { emptyArt } from '../../assets/emptyArt.ts'
import { formatDateTime } from '../../i18n/dates.ts'
import { RecordAmount } from '../../features/records/RecordAmount.tsx'
import { RecordIcon } from '../../features/records/RecordIcon.tsx'
import { useRecordTexts } from '../../features/records/recordTexts.ts'
import { useStores } from '../../stores/useStores.ts'
import { Card } from '../../ui/Card.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { ListRow } from '../../ui/ListRow.tsx'
import type { AccountStore } from './AccountStore.ts'
import styles from './LastEntries.module.css'

/** The newest entries of all kinds; each links to the records of its kind. */
export const LastEntries = observer(function LastEntries({ account }: { account: AccountStore }) {
  const { t } = useTranslation()
  const id = useId()
  return (
    <Card as="section" aria-labelledby={id} className={styles.card}>
      <div className={styles.head}>
        <h2 id={id} className={styles.title}>
          {t('account.conta.entries')}
        </h2>
        <LinkButton to="/registros">{t('account.conta.seeAll')}</LinkButton>
      </div>
      {account.entries.length === 0 ? (
        <EmptyState
          compact
          illustration={emptyArt.records}
          title={t('account.conta.noEntries')}
          text={t('account.conta.noEntriesText')}
        />
      ) : (
        <ul className={styles.list}>
          {account.entries.map((entry) => (
            <li key={entry.record.id}>
              <Entry {...entry} />
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
})

const Entry = observer(function Entry({ tab, record }: TabRecord) {
  const { language } = useStores()
  const texts = useRecordTexts()
  return (
    <ListRow
      to={`/registros?tab=${tab}`}
      icon={<RecordIcon tab={tab} />}
      title={texts.title(tab, record)}
      text={formatDateTime(record.time, language.selected)}
      value={<RecordAmount record={record} language={language.selected} />}
      valueText={texts.status(tab, record)}
    />
  )
})
