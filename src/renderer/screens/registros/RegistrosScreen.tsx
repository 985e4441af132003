import { observer } from 'mobx-react-lite'
import { useEffect, useId } from 'react'
import { useSearchParams } from 'react-router-dom'
import { useTranslation } from 'react-i18next'
import type { RecordTab } from '#contract/http/order.ts'
import { emptyArt } from '../../assets/emptyArt.ts'
import { useOwnStore, useStores } from '../../stores/useStores.ts'
import { Chip, ChipRow } from '../../ui/Chip.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { BesidePromotions } from '../../features/promotions/BesidePromotions.tsx'
import { GuestState } from '../../features/rewards/GuestState.tsx'
import { RecordDetail } from '../../features/records/RecordDetail.tsx'
import { RecordList } from './RecordList.tsx'
import { RecordsEmpty } from './RecordsEmpty.tsx'
import { RecordSkeletons } from './RecordSkeletons.tsx'
import { recordPeriods, RecordsStore, recordTabOf, recordTabs } from './RecordsStore.ts'
import styles from './RegistrosScreen.module.css'
import { TotalsBar } from './TotalsBar.tsx'

/**
 * /registros: everything that moved money, by kind and period. The address holds the kind: `?tab=bets`, and may
 * name a withdrawal: `?tab=withdrawals&record=…`.
 */
export const RegistrosScreen = observer(function RegistrosScreen() {
  const { t } = useTranslation()
  const { session } = useStores()
  const [params, setParams] = useSearchParams()
  const tab = recordTabOf(params.get('tab'))
  const records = useOwnStore((root) => new RecordsStore(root, tab))
  useEffect(() => records.start(), [records])
  useEffect(() => records.setTab(tab), [records, tab])
  // Replaces the address, so that "back" does not step through tabs.
  const choose = (next: RecordTab) => setParams({ tab: next }, { replace: true, preventScrollReset: true })
  const named = tab === 'withdrawals' && session.isLoggedIn ? params.get('record') : null
  useEffect(() => {
    if (named !== null) void records.openWithdrawal(named)
  }, [records, named])
  const close = () => {
    records.select(null)
    if (named !== null) choose(tab)
  }
  const id = useId()
  return (
    <div className={styles.screen}>
      <h1 className={styles.title}>{t('account.records.title')}</h1>
      {session.isLoggedIn ? (
        <>
          <ChipRow role="tablist" aria-label={t('account.records.tabsLabel')} className={styles.tabs}>
            {recordTabs.map((each) => (
              <Chip
                key={each}
                role="tab"
                id={`${id}-${each}`}
                aria-controls={`${id}-panel`}
                selected={tab === each}
                onClick={() => choose(each)}
              >
                {t(`account.records.tabs.${each}`)}
              </Chip>
            ))}
          </ChipRow>
          <div role="group" aria-label={t('account.records.periodLabel')} className={styles.periods}>
            {recordPeriods.map((period) => (
              <button
                key={period}
                type="button"
                className={styles.period}
                aria-pressed={records.period === period}
                onClick={() => records.setPeriod(period)}
              >
                {t(`account.records.periods.${period}`)}
              </button>
            ))}
          </div>
          <div
            className={styles.panel}
            role="tabpanel"
            id={`${id}-panel`}
            aria-labelledby={`${id}-${tab}`}
            aria-busy={records.state === 'loading'}
          >
            {records.state === 'ready' && records.rows.length > 0 && <TotalsBar records={records} />}
            <Records records={records} />
          </div>
          {records.selected && <RecordDetail tab={records.tab} record={records.selected} onClose={close} />}
        </>
      ) : (
        <GuestState
          illustration={emptyArt.records}
          title={t('account.records.login')}
          text={t('account.records.loginText')}
        />
      )}
    </div>
  )
})

const Records = observer(function Records({ records }: { records: RecordsStore }) {
  const { t } = useTranslation()
  if (records.state === 'loading') return <RecordSkeletons />
  if (records.state === 'failed') {
    return (
      <ErrorState
        illustration={emptyArt.offline}
        text={t('account.records.loadFailed')}
        retryLabel={t('actions.retry')}
        onRetry={() => void records.load()}
      />
    )
  }
  if (records.rows.length === 0) {
    return (
      <BesidePromotions>
        <RecordsEmpty tab={records.tab} />
      </BesidePromotions>
    )
  }
  return <RecordList records={records} />
})
