import Pencil from 'lucide-react/icons/pencil'
import Zap from 'lucide-react/icons/zap'
import { observer } from 'mobx-react-lite'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { formatAmountInput } from '#contract/amounts.ts'
import { formatMoney } from '../../i18n/format.ts'
import { useStores } from '../../stores/useStores.ts'
import { Button } from '../../ui/Button.tsx'
import { classes } from '../../ui/classes.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import { LiveText } from '../../ui/LiveText.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import { optionText } from '../odds/optionText.ts'
import { OddsStore } from '../odds/OddsStore.ts'
import styles from './OneTapBar.module.css'
import { undoMs, type OneTapStore } from './OneTapStore.ts'

const OneTapStakes = lazy(async () => ({ default: (await import('./OneTapStakes.tsx')).OneTapStakes }))

/**
 * While one-tap betting is armed: that it is, the stake that the next press bets, and how to stop; while a bet can be undone,
 * that bet.
 */
export const OneTapBar = observer(function OneTapBar({ oneTap }: { oneTap: OneTapStore }) {
  const { t } = useTranslation()
  const root = useStores()
  const { pending, placements } = oneTap
  const money = (amount: OneTapStore['stake']) => formatMoney(amount, root.language.selected)
  const text = pending
    ? t('own.oneTap.pending', {
        amount: money(pending.stake),
        pick: optionText(t, pending.pick.key, pending.pick, root.language.selected),
        match: `${pending.pick.home} × ${pending.pick.away}`,
        odds: root.feature(OddsStore).text(pending.pick.odds),
      })
    : placements.isBusy
      ? t('own.oneTap.sending')
      : ''
  return (
    <div
      className={classes(styles.bar, oneTap.isBusy && styles.busy)}
      role="group"
      aria-label={t('own.oneTap.title')}
    >
      <LiveText
        label={t('own.oneTap.title')}
        text={text}
        className={text === '' ? styles.silent : styles.text}
      />
      {pending ? (
        <>
          <span className={styles.time} style={{ animationDuration: `${undoMs}ms` }} aria-hidden />
          <Button size="s" variant="reward" onClick={() => oneTap.undo()}>
            {t('own.oneTap.undo')}
          </Button>
        </>
      ) : placements.isBusy ? (
        <Spinner size="s" />
      ) : (
        <>
          <Zap className={styles.bolt} aria-hidden />
          <div className={styles.stakes} role="radiogroup" aria-label={t('own.oneTap.stake')}>
            {oneTap.stakes.map((stake, index) => (
              <button
                // Two stakes may be the same.
                key={`${index} ${stake}`}
                type="button"
                role="radio"
                aria-checked={index === oneTap.chosen}
                className={styles.stake}
                aria-label={money(stake)}
                onClick={() => oneTap.choose(index)}
              >
                {formatAmountInput(stake, root.language.selected, 'short')}
              </button>
            ))}
          </div>
          <IconButton aria-label={t('own.oneTap.edit')} onClick={() => oneTap.edit(true)}>
            <Pencil aria-hidden />
          </IconButton>
          <Button size="s" onClick={() => oneTap.disarm()}>
            {t('own.oneTap.stop')}
          </Button>
        </>
      )}
      {oneTap.isEditing && (
        <Suspense>
          <OneTapStakes oneTap={oneTap} />
        </Suspense>
      )}
    </div>
  )
})
