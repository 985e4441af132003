import ArrowDownLeft from 'lucide-react/icons/arrow-down-left'
import ArrowUpRight from 'lucide-react/icons/arrow-up-right'
import { observer } from 'mobx-react-lite'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { emptyArt } from '../../assets/emptyArt.ts'
import { formatDateTime, formatMoney } from '../../i18n/format.ts'
import { useStores } from '../../stores/useStores.ts'
import { Card } from '../../ui/Card.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { ListRow } from '../../ui/ListRow.tsx'
import type { AccountStore } from './AccountStore.ts'
import styles from './LastEntries.module.css'

/** The newest deposits and withdrawals; each links to the records of its kind. */
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

const Entry = observer(function Entry({ tab, record }: AccountStore['entries'][number]) {
  const { t } = useTranslation()
  const { language } = useStores()
  const isDeposit = tab === 'deposits'
  const status = record.status as '00' | '01' | '10'
  return (
    <ListRow
      to={`/registros?tab=${tab}`}
      icon={isDeposit ? <ArrowDownLeft aria-hidden /> : <ArrowUpRight aria-hidden />}
      title={
        isDeposit
          ? t('account.records.rowTitle.deposits')
          : t('account.records.rowTitle.withdrawals', { kind: record.title })
      }
      text={formatDateTime(record.time, language.selected)}
      value={
        <span className={isDeposit && status === '10' ? styles.in : undefined}>
          {record.amount > 0 ? '+' : ''}
          {formatMoney(record.amount, language.selected)}
        </span>
      }
      valueText={t(
        isDeposit ? `account.records.depositStatus.${status}` : `account.records.withdrawalStatus.${status}`,
      )}
    />
  )
})
