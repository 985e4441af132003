import { observer } from 'mobx-react-lite'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useOwnStore } from '../../stores/useStores.ts'
import { Card } from '../../ui/Card.tsx'
import { SegmentedTabs } from '../../ui/SegmentedTabs.tsx'
import { PrizesStore } from './PrizesStore.ts'
import styles from './Results.module.css'
import { useFigures } from './useFigures.ts'

/** Prizes of a year for the player's tax declaration; nothing where prizes are not taxed. */
export const PrizesCard = observer(function PrizesCard() {
  const { t } = useTranslation()
  const { money, percent, signed } = useFigures()
  const store = useOwnStore((root) => new PrizesStore(root))
  useEffect(() => store.start(), [store])
  const prizes = store.statement
  if (!prizes?.tax) return null
  const { tax, sports, games, year } = prizes
  const lines = [
    ['sports', signed(sports)],
    ['games', signed(games)],
    ['net', money(tax.net)],
    ['exempt', money(tax.exempt)],
    ['taxable', money(tax.taxable)],
    ['tax', money(tax.amount)],
  ] as const
  const { years } = store
  const sums = (
    <dl className={styles.totals}>
      {lines.map(([name, value]) => (
        <div key={name}>
          <dt>{t(`own.prizes.${name}`, { percent: percent(tax.percent) })}</dt>
          <dd translate="no">{value}</dd>
        </div>
      ))}
    </dl>
  )
  return (
    <Card as="section" className={styles.card} aria-label={t('own.prizes.title', { year })}>
      <h2>{t('own.prizes.title', { year })}</h2>
      {years.length > 1 ? (
        <SegmentedTabs
          aria-label={t('own.prizes.years')}
          tabs={years.slice(0, 5).map((each) => ({ value: `${each}`, label: `${each}` }))}
          value={`${year}`}
          onChange={(each) => void store.load(Number(each))}
        >
          {sums}
        </SegmentedTabs>
      ) : (
        sums
      )}
      <p className={styles.note}>{t('own.prizes.note')}</p>
    </Card>
  )
})
