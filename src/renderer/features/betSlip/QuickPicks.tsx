import { observer } from 'mobx-react-lite'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { cents, type Cents } from '#contract/money.ts'
import { formatMoney } from '../../i18n/format.ts'
import { useOwnStore, useStores } from '../../stores/useStores.ts'
import { Button } from '../../ui/Button.tsx'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'
import { OddsStore } from '../odds/OddsStore.ts'
import { optionText } from '../odds/optionText.ts'
import styles from './QuickPicks.module.css'
import { QuickPicksStore } from './QuickPicksStore.ts'
import { possibleReturn } from './slipRules.ts'
import type { SlipStore } from './SlipStore.ts'

/** What the parlay would return is shown for this stake. */
const exampleStake = cents(20_00)

interface QuickPicksProps {
  slip: SlipStore
  /** The selections are in the slip, which may not be on this page. */
  onAdded?: () => void
}

/** What an empty slip beside the board offers: a parlay of the favourites that play next. */
export const QuickPicks = observer(function QuickPicks({ slip, onAdded }: QuickPicksProps) {
  const { t } = useTranslation()
  const root = useStores()
  const store = useOwnStore((each) => new QuickPicksStore(each))
  const odds = root.feature(OddsStore)
  useEffect(() => store.start(), [store])
  const { picks } = store
  if (picks.length === 0) return null
  const prices = picks.map((pick) => pick.odds)
  const money = (amount: Cents) => formatMoney(amount, root.language.selected)
  return (
    <section className={styles.card} aria-label={t('sports.slip.daily')}>
      <div className={styles.head}>
        <h3>{t('sports.slip.daily')}</h3>
        <b className={styles.total}>{odds.text(store.odds)}</b>
      </div>
      <ul className={styles.list}>
        {picks.map((pick) => (
          <li key={pick.matchId} className={styles.pick}>
            <span>
              <b>{optionText(t, pick.key, pick, root.language.selected)}</b>
              <small>{`${pick.home} × ${pick.away}`}</small>
            </span>
            <span className={styles.odds}>{odds.text(pick.odds)}</span>
          </li>
        ))}
      </ul>
      <p translate="no" className={styles.example}>
        <VisuallyHidden>{t('sports.slip.stake')}</VisuallyHidden>
        <span>{money(exampleStake)}</span>
        <span aria-hidden>{' → '}</span>
        <VisuallyHidden>{t('sports.slip.potential')}</VisuallyHidden>
        <b className="num">{money(possibleReturn(exampleStake, prices).amount)}</b>
      </p>
      <Button
        full
        onClick={() => {
          slip.addAll(picks)
          onAdded?.()
        }}
      >
        {t('sports.slip.addAll')}
      </Button>
    </section>
  )
})
