import { observer } from 'mobx-react-lite'
import { useTranslation } from 'react-i18next'
import { emptyArt } from '../../assets/emptyArt.ts'
import type { AgentStore } from '../../features/referrals/AgentStore.ts'
import { formatDay } from '../../i18n/dates.ts'
import { formatMoney } from '../../i18n/format.ts'
import { useStores } from '../../stores/useStores.ts'
import { Card } from '../../ui/Card.tsx'
import { Details } from '../../ui/Details.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { LinkButton } from '../../ui/LinkButton.tsx'
import styles from './CommissionChart.module.css'

/** The commissions of the last days as bars, and as a table below for reading. */
export const CommissionChart = observer(function CommissionChart({ store }: { store: AgentStore }) {
  const { t } = useTranslation()
  const language = useStores().language.selected
  const { days, peak } = store
  const [first, last] = [days[0], days.at(-1)]
  return (
    <Card as="section" aria-labelledby="agent-chart" className={styles.card}>
      <h2 id="agent-chart" className={styles.title}>
        {t('loyalty.agent.chart')}
      </h2>
      {peak === 0 || !first || !last ? (
        <EmptyState
          compact
          illustration={emptyArt.gift}
          title={t('loyalty.agent.empty')}
          text={t('loyalty.agent.emptyText')}
          action={
            <LinkButton variant="secondary" to="/share">
              {t('loyalty.agent.invite')}
            </LinkButton>
          }
        />
      ) : (
        <>
          <p className={styles.best}>{t('loyalty.agent.best', { amount: formatMoney(peak, language) })}</p>
          <div className={styles.bars} aria-hidden>
            {days.map(({ day, amount, isClaimed }) => (
              <span key={day} className={styles.column}>
                <span
                  className={styles.bar}
                  data-claimed={isClaimed || undefined}
                  data-empty={amount === 0 || undefined}
                  style={{ height: `${Math.max(3, (amount / peak) * 100)}%` }}
                />
              </span>
            ))}
          </div>
          <p className={styles.axis} aria-hidden>
            <span>{formatDay(first.day, language)}</span>
            <span>{formatDay(last.day, language)}</span>
          </p>
          <Details summary={t('loyalty.agent.byDay')} className={styles.details}>
            <DayTable store={store} />
          </Details>
        </>
      )}
    </Card>
  )
})

const DayTable = observer(function DayTable({ store }: { store: AgentStore }) {
  const { t } = useTranslation()
  const language = useStores().language.selected
  return (
    <table className={styles.table} aria-label={t('loyalty.agent.chart')}>
      <thead>
        <tr>
          <th scope="col">{t('loyalty.agent.day')}</th>
          <th scope="col">{t('loyalty.agent.sum')}</th>
        </tr>
      </thead>
      <tbody>
        {[...store.days].reverse().map(({ day, amount, isClaimed }) => (
          <tr key={day}>
            <th scope="row">{formatDay(day, language)}</th>
            <td>
              <span translate="no">{formatMoney(amount, language)}</span>
              {isClaimed && amount > 0 && (
                <span className={styles.received}>{` · ${t('loyalty.agent.received')}`}</span>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
})
