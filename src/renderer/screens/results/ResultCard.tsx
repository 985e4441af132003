import { observer } from 'mobx-react-lite'
import { useTranslation } from 'react-i18next'
import { Card } from '../../ui/Card.tsx'
import { Details } from '../../ui/Details.tsx'
import { resultOf, type ResultsStore } from './ResultsStore.ts'
import styles from './Results.module.css'
import { useFigures } from './useFigures.ts'

/** The result of the period: its sum, a bar for each day, and the same as a table. */
export const ResultCard = observer(function ResultCard({ store }: { store: ResultsStore }) {
  const { t } = useTranslation()
  const { money, signed, time, span } = useFigures()
  const { totals, spans, peak, history } = store
  const result = resultOf(totals)
  const bonus = history?.bonus
  const lines = [
    ['staked', money(totals.stakes)],
    ['returned', money(totals.payouts)],
    ['time', time(totals.minutes)],
  ] as const
  return (
    <Card as="section" className={styles.card} aria-label={t('own.results.result')}>
      <h2>{t('own.results.result')}</h2>
      <p className={styles.result} data-sign={Math.sign(result)} translate="no">
        {signed(result)}
      </p>
      {history?.isComplete === false && (
        <p className={styles.note} role="status">
          {t('own.results.counting')}
        </p>
      )}
      <dl className={styles.totals}>
        {lines.map(([name, value]) => (
          <div key={name}>
            <dt>{t(`own.results.${name}`)}</dt>
            <dd translate="no">{value}</dd>
          </div>
        ))}
      </dl>
      {peak > 0 && (
        <>
          <div className={styles.results} aria-hidden>
            {spans.map((each) => {
              const net = resultOf(each)
              return (
                <span key={each.from} className={styles.column}>
                  <span
                    className={styles.bar}
                    data-sign={Math.sign(net)}
                    style={{ height: `${(Math.abs(net) / peak) * 50}%` }}
                  />
                </span>
              )
            })}
          </div>
          <Axis store={store} />
        </>
      )}
      {bonus && bonus.stakes > 0 && (
        <p className={styles.note}>
          {t('own.results.bonus', { stake: money(bonus.stakes), payout: money(bonus.payouts) })}
        </p>
      )}
      <p className={styles.note}>{t('own.results.settled')}</p>
      <Details summary={t('own.results.table')}>
        <table className={styles.table} aria-label={t('own.results.result')}>
          <thead>
            <tr>
              <th scope="col">{t('own.results.when')}</th>
              <th scope="col">{t('own.results.staked')}</th>
              <th scope="col">{t('own.results.returned')}</th>
              <th scope="col">{t('own.results.net')}</th>
              <th scope="col">{t('own.results.time')}</th>
            </tr>
          </thead>
          <tbody>
            {[...spans].reverse().map((each) => (
              <tr key={each.from}>
                <th scope="row">{span(each)}</th>
                <td translate="no">{money(each.stakes)}</td>
                <td translate="no">{money(each.payouts)}</td>
                <td translate="no" data-sign={Math.sign(resultOf(each))}>
                  {signed(resultOf(each))}
                </td>
                <td>{time(each.minutes)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Details>
    </Card>
  )
})

/** The first and the last day of a picture. */
export const Axis = observer(function Axis({ store }: { store: ResultsStore }) {
  const { span } = useFigures()
  const { history } = store
  if (!history) return null
  return (
    <p className={styles.axis} aria-hidden>
      <span>{span({ from: history.from, to: history.from })}</span>
      <span>{span({ from: history.to, to: history.to })}</span>
    </p>
  )
})
