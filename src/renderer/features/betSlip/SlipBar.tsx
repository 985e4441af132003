import ArrowRight from 'lucide-react/icons/arrow-right'
import ChevronUp from 'lucide-react/icons/chevron-up'
import CircleCheck from 'lucide-react/icons/circle-check'
import { observer } from 'mobx-react-lite'
import { useEffect, type Ref } from 'react'
import { useTranslation } from 'react-i18next'
import type { Cents } from '#contract/money.ts'
import { formatMoney } from '../../i18n/format.ts'
import { useStores } from '../../stores/useStores.ts'
import { Button } from '../../ui/Button.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import { OddsStore } from '../odds/OddsStore.ts'
import styles from './SlipBar.module.css'
import type { SlipStore } from './SlipStore.ts'

/** How long clearing the slip can be undone, in ms. */
const undoMs = 8_000

interface SlipBarProps {
  slip: SlipStore
  ref: Ref<HTMLButtonElement>
}

/** Opens the slip: shows what is in it, the progress of its bets, or how to undo clearing it. */
export const SlipBar = observer(function SlipBar({ slip, ref }: SlipBarProps) {
  const { t } = useTranslation()
  const { legs, cleared, isOpen, receipts } = slip
  if (isOpen || (legs.length === 0 && receipts.length === 0 && !slip.isBusy)) {
    if (isOpen || cleared.length === 0) return null
    return (
      <div className={styles.dock} data-slip="bar">
        <SlipCleared slip={slip} />
      </div>
    )
  }
  return (
    <div className={styles.dock} data-slip="bar">
      <button
        ref={ref}
        type="button"
        className={styles.bar}
        aria-expanded={false}
        onClick={() => slip.pressBar()}
      >
        <Content slip={slip} />
        <ChevronUp aria-hidden className={styles.arrow} />
      </button>
      {slip.stakes.ready && !slip.isBusy && (
        <button type="button" className={styles.bet} onClick={() => slip.betReady()}>
          {t('sports.slip.bet')}
        </button>
      )}
    </div>
  )
})

const Content = observer(function Content({ slip }: { slip: SlipStore }) {
  const { t } = useTranslation()
  const root = useStores()
  const odds = root.feature(OddsStore)
  const { legs, receipts, conflicts } = slip
  const { progress } = slip.placements
  const { ready } = slip.stakes
  const money = (amount: Cents) => formatMoney(amount, root.language.selected)
  if (progress) {
    return (
      <>
        <Spinner size="s" />
        <span className={styles.text}>{t(`sports.slip.progress.${progress}`)}</span>
      </>
    )
  }
  if (legs.length === 0 && receipts.length > 0) {
    return (
      <>
        <CircleCheck aria-hidden className={styles.done} />
        <span className={styles.text}>{t('sports.slip.receipt')}</span>
      </>
    )
  }
  return (
    <>
      <span className={ready ? styles.hidden : styles.text}>{t('sports.slip.title')}</span>
      <span className={styles.count}>{legs.length}</span>
      {conflicts.size === 0 && !slip.stakes.isPricing && (
        <span className={styles.odds}>{t('sports.slip.odds', { odds: odds.text(slip.stakes.odds) })}</span>
      )}
      {ready && (
        <span className={styles.stake}>
          <span>{money(ready.stake)}</span>
          <ArrowRight aria-hidden />
          <b>{money(ready.amount)}</b>
        </span>
      )}
    </>
  )
})

/** How to undo clearing the slip, for a while. */
export const SlipCleared = observer(function SlipCleared({ slip }: { slip: SlipStore }) {
  const { t } = useTranslation()
  const { cleared } = slip
  useEffect(() => {
    const timer = setTimeout(() => slip.discardCleared(), undoMs)
    return () => clearTimeout(timer)
  }, [slip, cleared])
  return (
    <div className={styles.cleared}>
      <span role="status" className={styles.text}>
        {t('sports.slip.cleared')}
      </span>
      <Button size="s" autoFocus onClick={() => slip.restore()}>
        {t('sports.slip.undo')}
      </Button>
    </div>
  )
})
