import { observer } from 'mobx-react-lite'
import { useTranslation } from 'react-i18next'
import { subtract } from '#contract/money.ts'
import { Card } from '../../ui/Card.tsx'
import { Details } from '../../ui/Details.tsx'
import { Axis } from './ResultCard.tsx'
import type { ResultsStore } from './ResultsStore.ts'
import styles from './Results.module.css'
import { useFigures } from './useFigures.ts'

/** What was paid in and out: two bars for each day, and the same as a table. */
export const MoneyCard = observer(function MoneyCard({ store }: { store: ResultsStore }) {
  const { t } = useTranslation()
  const { money, signed, span } = useFigures()
  const { totals, spans, moneyPeak } = store
  const lines = [
    ['deposits', money(totals.deposits)],
    ['withdrawals', money(totals.withdrawals)],
    ['difference', signed(subtract(totals.withdrawals, totals.deposits))],
  ] as const
  const moved = spans.filter(({ deposits, withdrawals }) => deposits !== 0 || withdrawals !== 0)
  return (
    <Card as="section" className={styles.card} aria-label={t('own.results.money')}>
      <h2>{t('own.results.money')}</h2>
      <dl className={styles.totals}>
        {lines.map(([name, value]) => (
          <div key={name} data-kind={name}>
            <dt>{t(`own.results.${name}`)}</dt>
            <dd translate="no">{value}</dd>
          </div>
        ))}
      </dl>
      {moneyPeak > 0 && (
        <>
          <div className={styles.money} aria-hidden>
            {spans.map(({ from, deposits, withdrawals }) => (
              <span key={from} className={styles.pair}>
                <span
                  data-kind="deposits"
                  style={{ height: `${(Math.max(deposits, 0) / moneyPeak) * 100}%` }}
                />
                <span
                  data-kind="withdrawals"
                  style={{ height: `${(Math.max(withdrawals, 0) / moneyPeak) * 100}%` }}
                />
              </span>
            ))}
          </div>
          <Axis store={store} />
        </>
      )}
      {moved.length > 0 && (
        <Details summary={t('own.results.table')}>
          <table className={styles.table} aria-label={t('own.results.money')}>
            <thead>
              <tr>
                <th scope="col">{t('own.results.when')}</th>
                <th scope="col">{t('own.results.deposits')}</th>
                <th scope="col">{t('own.results.withdrawals')}</th>
              </tr>
            </thead>
            <tbody>
              {[...moved].reverse().map((each) => (
                <tr key={each.from}>
                  <th scope="row">{span(each)}</th>
                  <td translate="no">{money(each.deposits)}</td>
                  <td translate="no">{money(each.withdrawals)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </Details>
      )}
    </Card>
  )
})
